import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Fabric, fabricOf } from './fabric.ts'
import type { SliceJob, SliceResult, SliceSettings } from './slice.ts'
import { overviewName, pruneSlices, readSlice, sliceName, writeSlice } from './slice-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-slices-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const store = () => ({ folder, code: 'one' })

/** A slice whose arrays are views of larger memory, as some that are drawn. */
function slice(residue = true): SliceResult {
  const batch = {
    zoom: 12,
    ids: Float64Array.of(0, 2 ** 40, 7).subarray(1),
    lengths: Uint32Array.of(3, 4),
    hashes: Uint8Array.from({ length: 32 }, (_, i) => i),
    bytes: Uint8Array.of(9, 1, 2, 3, 4, 5, 6, 7).subarray(1),
  }
  const zoom = { batch, level: 1, drawnFeatures: 5, areaDrawn: 0.1 + 0.2, areaIn: 1e300 }
  return { zooms: [zoom], ...(residue && { residue: Uint8Array.of(1, 2, 3) }) }
}

const NAME = 'a'.repeat(64)

test('a slice is read as it was written, in memory of its own', () => {
  for (const written of [slice(), slice(false)]) {
    writeSlice(store(), NAME, written)
    const read = readSlice(store(), NAME)!
    expect(read).toEqual(written)
    const { ids, lengths, hashes, bytes } = read.zooms[0].batch
    for (const part of [ids, lengths, hashes, bytes, ...(read.residue ? [read.residue] : [])])
      expect(part.buffer.byteLength).toBe(part.byteLength)
  }
  expect(readdirSync(folder)).toEqual([NAME])
})

describe('a slice is drawn anew', () => {
  const path = () => join(folder, NAME)
  const size = () => readFileSync(path()).length
  function flip(at: number): void {
    const file = readFileSync(path())
    file[at] ^= 1
    writeFileSync(path(), file)
  }
  test.each<[string, () => void]>([
    ['it is absent', () => rmSync(path())],
    ['it is empty', () => truncateSync(path(), 0)],
    ['it ends within its sum', () => truncateSync(path(), 20)],
    ['it ends after its sum', () => truncateSync(path(), 32)],
    ['its last byte is absent', () => truncateSync(path(), size() - 1)],
    ['it is longer', () => appendFileSync(path(), '\0')],
    ['a bit of its sum is another', () => flip(3)],
    ['a bit of its content is another', () => flip(40)],
    ['its last bit is another', () => flip(size() - 1)],
  ])('where %s', (_what, damage) => {
    writeSlice(store(), NAME, slice())
    damage()
    expect(readSlice(store(), NAME)).toBeNull()
    writeSlice(store(), NAME, slice())
    expect(readSlice(store(), NAME)).toEqual(slice())
  })
})

const settings: SliceSettings = {
  ...{ layer: 'parcel', keys: ['use', 'floors'], kind: 'contiguous' },
  ...{ maxZoom: 14, maxTileBytes: 500_000, labels: null },
}

describe('the name of a slice', () => {
  const job: SliceJob = {
    spool: '/one/regions',
    region: { x: 1, y: 2, chunks: [0, 8], bytes: 8 },
    regionZoom: 12,
    requests: [{ zoom: 14, level: 0 }],
    residueZoom: 11,
  }
  const records = (...bytes: number[]): Fabric => {
    const buffer = Uint8Array.from({ length: 80 }, (_, i) => bytes[i] ?? (i === 0 ? 80 : 0)).buffer
    return fabricOf(buffer, 80)
  }
  const nameOf = (
    changed: Partial<SliceSettings> = {},
    ofJob: Partial<SliceJob> = {},
    fabric = records(),
    code = 'one',
  ) => sliceName({ folder, code }, { ...settings, ...changed }, { ...job, ...ofJob }, fabric)

  test('does not depend on where its records lie in the spool', () => {
    const region = { ...job.region, chunks: [16, 8] }
    expect(nameOf({}, { spool: '/two/regions', region })).toBe(nameOf())
    expect(sliceName({ folder: '/two', code: 'one' }, settings, job, records())).toBe(nameOf())
  })

  test.each<[string, () => string]>([
    ['the code', () => nameOf({}, {}, records(), 'two')],
    ['the layer', () => nameOf({ layer: 'zoning' })],
    ['the order of the properties', () => nameOf({ keys: ['floors', 'use'] })],
    ['the kind', () => nameOf({ kind: 'discontinuous' })],
    ['the last zoom', () => nameOf({ maxZoom: 15 })],
    ['the cap', () => nameOf({ maxTileBytes: 400_000 })],
    ['the labels', () => nameOf({ labels: { layer: 'a', key: 1, minZoom: 13 } })],
    ['the column of the region', () => nameOf({}, { region: { ...job.region, x: 12, y: 2 } })],
    ['the row of the region', () => nameOf({}, { region: { ...job.region, x: 1, y: 22 } })],
    ['the zoom of the region', () => nameOf({}, { regionZoom: 13 })],
    ['the zooms', () => nameOf({}, { requests: [{ zoom: 13, level: 0 }] })],
    ['the level', () => nameOf({}, { requests: [{ zoom: 14, level: 1 }] })],
    ['the zoom of the residue', () => nameOf({}, { residueZoom: 10 })],
    ['that no residue is requested', () => nameOf({}, { residueZoom: undefined })],
    ['the records', () => nameOf({}, {}, records(80, 0, 0, 0, 1))],
  ])('depends on %s', (_what, other) => {
    expect(other()).not.toBe(nameOf())
  })
})

describe('the name of an overview', () => {
  const of = ({ code = 'one', kind = settings.kind, zoom = 11, level = 0, last = 0, third = 3 }) =>
    overviewName({ folder, code }, { ...settings, kind }, { zoom, level }, last, records(third))
  const records = (third: number) => [Uint8Array.of(1, 2), Uint8Array.of(third)]

  test('does not depend on how its records are cut', () => {
    const whole = [Uint8Array.of(1, 2, 3)]
    const first = { zoom: 11, level: 0 }
    expect(overviewName({ folder, code: 'one' }, settings, first, 0, whole)).toBe(of({}))
  })

  test.each([
    ['the code', { code: 'two' }],
    ['the settings', { kind: 'discontinuous' as const }],
    ['the first zoom', { zoom: 10 }],
    ['the level', { level: 1 }],
    ['the last zoom', { last: 2 }],
    ['the records', { third: 4 }],
  ])('depends on %s', (_what, other) => {
    expect(of(other)).not.toBe(of({}))
  })
})

describe('prune', () => {
  const MEGABYTES = 2 ** 20
  /** A file that takes no room on the disk, last used so many seconds after the year 2000. */
  function file(name: string, megabytes: number, used_s: number): void {
    writeFileSync(join(folder, name), '')
    truncateSync(join(folder, name), megabytes * MEGABYTES)
    const at = Date.UTC(2000) / 1000 + used_s
    utimesSync(join(folder, name), at, at)
  }
  const since = new Date(Date.UTC(2000) + 10_000)

  test('removes what was not used since, past 1 GiB, the oldest first', () => {
    file('old', 400, 1)
    file('older', 400, 0)
    file('newer', 400, 2)
    file('used', 1500, 10)
    pruneSlices(folder, since)
    expect(readdirSync(folder).sort()).toEqual(['newer', 'old', 'used'])
  })

  test('removes what killed writers left, whatever its size, and no slice for it', () => {
    file('.torn', 1000, 9)
    file('old', 1000, 1)
    pruneSlices(folder, since)
    expect(readdirSync(folder)).toEqual(['old'])
  })

  test('a slice that is read counts as used', () => {
    writeSlice(store(), NAME, slice())
    utimesSync(join(folder, NAME), 0, 0)
    file('unused', 1024, 1)
    readSlice(store(), NAME)
    pruneSlices(folder, since)
    expect(readdirSync(folder).sort()).toEqual([NAME, 'unused'])
  })

  test('of a folder that is absent does nothing', () => {
    expect(() => pruneSlices(join(folder, 'absent'), since)).not.toThrow()
  })
})
