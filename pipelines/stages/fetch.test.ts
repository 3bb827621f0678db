import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { assetPathResolver } from '../../catalog/asset-path.ts'
import { realDataFolder } from '../../catalog/plat-home.ts'
import {
  BODY,
  BODY_SHA256,
  FaultyServer,
  half,
  QUICK,
  wanted,
  whole,
} from '../../tests/fixtures/stages/faulty-server.ts'
import { fetchAsset } from './fetch.ts'

let server: FaultyServer
beforeEach(async () => {
  server = await FaultyServer.start()
})
afterEach(() => server.stop())

const hudson = join(realDataFolder(), 'hudson-nj')
const isHeld = (await readdir(hudson).catch(() => [])).length > 0

describe('a sound server', () => {
  test('the bytes land under their sha256, and a second fetch requests nothing', async () => {
    const url = await server.serve(whole)
    const fetched = await fetchAsset(wanted(url), server.options())
    expect(fetched).toEqual({
      file: join(server.into, BODY_SHA256),
      bytes: BODY.length,
      sha256: BODY_SHA256,
    })
    expect(BODY.equals(await readFile(fetched.file))).toBe(true)
    await fetchAsset(wanted(url), server.options())
    expect(server.requests).toHaveLength(1)
    expect(await readdir(server.into)).toEqual([BODY_SHA256])
  })

  test('two at once download once', async () => {
    const url = await server.serve(whole)
    await Promise.all([
      fetchAsset(wanted(url), server.options()),
      fetchAsset(wanted(url), server.options()),
    ])
    expect(server.requests).toHaveLength(1)
  })

  test('without a lock the hash is that of the received bytes', async () => {
    const url = await server.serve(whole)
    const fetched = await fetchAsset({ name: 'zones.zip', url }, server.options())
    expect(fetched).toMatchObject({ bytes: BODY.length, sha256: BODY_SHA256 })
  })

  test('a stored file that lost a byte is fetched again', async () => {
    const url = await server.serve(whole)
    const { file } = await fetchAsset(wanted(url), server.options())
    await truncate(file, BODY.length - 1)
    await fetchAsset(wanted(url), server.options())
    expect(BODY.equals(await readFile(file))).toBe(true)
    expect(server.requests).toHaveLength(2)
  })

  test('progress counts every byte once, over all attempts', async () => {
    const url = await server.serve(half, whole)
    let sum = 0
    const advance = (count: number) => {
      sum += count
    }
    const step = () => ({ advance, done() {} })
    await fetchAsset(wanted(url), server.options({ progress: { step, note() {} } }))
    expect(sum).toBe(BODY.length)
  })
})

describe('bytes other than the lock’s', () => {
  test('a wrong sha256 is refused and nothing is stored', async () => {
    const url = await server.serve(whole)
    const asset = wanted(url, { sha256: 'c'.repeat(64) })
    await expect(fetchAsset(asset, server.options())).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringContaining(`has sha256 ${BODY_SHA256}, the lock states ccc`),
      remedy: expect.stringContaining('plat lock take'),
    })
    expect(await readdir(server.into)).toEqual([])
  })

  test('a wrong length is refused before the body is read', async () => {
    const url = await server.serve(whole)
    const asset = wanted(url, { bytes: 7, sha256: 'c'.repeat(64) })
    await expect(fetchAsset(asset, server.options())).rejects.toThrow(/bytes, the lock states 7/)
    expect(await readdir(server.into)).toEqual([])
  })

  test('a body without a length stops at the cap', async () => {
    const chunked: RequestListener = (_request, response) => {
      response.writeHead(200)
      response.write(BODY)
      response.end(BODY)
    }
    const url = await server.serve(chunked)
    const limits = { ...QUICK, bytes_max: 1000 }
    const asset = { name: 'zones.zip', url }
    await expect(fetchAsset(asset, server.options({ limits }))).rejects.toThrow(
      /is longer than 1000 bytes/,
    )
  })
})

describe('assets with a path', () => {
  test('a sample file is copied into the store', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plat-sample-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'zones.zip'), BODY)
    const resolve = assetPathResolver(async () => folder)
    const asset = wanted('generated', { path: 'sample:zones.zip' })
    expect((await fetchAsset(asset, server.options({ resolve }))).file).toBe(
      join(server.into, BODY_SHA256),
    )
  })

  test('a path cannot leave its folder, and a file that is not there is named', async () => {
    for (const path of [
      'real-data:../../etc/hosts',
      'sample:/etc/hosts',
      'real-data:no/such.zip',
    ]) {
      const attempt = fetchAsset(wanted('held', { path }), server.options())
      await expect(attempt, path).rejects.toThrow(/leaves its folder|is not there/)
    }
  })

  test('a text that is not a URL is refused', async () => {
    await expect(fetchAsset(wanted('by post'), server.options())).rejects.toThrow(/has no URL/)
  })

  test.skipIf(!isHeld)('a real file is verified where it is and not copied', async () => {
    const path = 'real-data:hudson-nj/34017C_20060816.zip'
    const asset = { name: '34017C_20060816.zip', url: 'held', path }
    const fetched = await fetchAsset(asset, server.options())
    expect(fetched.file).toBe(join(hudson, '34017C_20060816.zip'))
    expect(await readdir(server.into)).toEqual([])
  })
})
