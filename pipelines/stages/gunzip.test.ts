import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unpackAsset } from './unpack.ts'
import type { UnpackLimits } from './unpack-checks.ts'

const ROWS = 'id,zone\n1,AE\n'.repeat(500)

let folder: string
let into: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-gunzip-'))
  into = join(folder, 'zones')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function unpack(bytes: Buffer, limits: Partial<UnpackLimits> = {}) {
  const file = join(folder, 'asset')
  await writeFile(file, bytes)
  return await unpackAsset(file, { into, name: 'zones.geojson.gz', limits })
}

describe('a gzip', () => {
  test('is one file, named as its asset is without the suffix', async () => {
    const { members } = await unpack(gzipSync(ROWS))
    expect(members).toEqual([{ path: 'zones.geojson', bytes: ROWS.length }])
    expect(await readFile(join(into, 'zones.geojson'), 'utf8')).toBe(ROWS)
  })

  test('of several parts, as parallel programs write it, is the parts together', async () => {
    await unpack(Buffer.concat([gzipSync(ROWS), gzipSync('2,X\n')]))
    expect(await readFile(join(into, 'zones.geojson'), 'utf8')).toBe(`${ROWS}2,X\n`)
  })
})

describe('a gzip that must not be unpacked leaves nothing behind', () => {
  async function refused(
    bytes: Buffer,
    reason: RegExp,
    limits?: Partial<UnpackLimits>,
  ): Promise<void> {
    const attempt = unpack(bytes, limits)
    await expect(attempt).rejects.toMatchObject({ name: 'StepError' })
    await expect(attempt).rejects.toThrow(reason)
    expect(await readdir(folder)).toEqual(['asset'])
  }

  test('one cut short', () => {
    const whole = gzipSync(ROWS)
    return refused(whole.subarray(0, whole.length - 9), /is not a sound gzip/)
  })
  test('one with a wrong CRC', () => {
    const bytes = gzipSync(ROWS)
    bytes[bytes.length - 8] ^= 1
    return refused(bytes, /is not a sound gzip: incorrect data check/)
  })
  test('a file that is not a gzip', () => refused(Buffer.from(ROWS), /is not a sound gzip/))
  test('one of nothing', () => refused(gzipSync(''), /is an empty gzip/))
  test('one of more bytes than allowed', () =>
    refused(gzipSync(ROWS), /unpacks to over 100 bytes/, { bytes_max: 100 }))
  test('a bomb', () => refused(gzipSync(Buffer.alloc(51e6)), /to more than 500 to 1/))
})
