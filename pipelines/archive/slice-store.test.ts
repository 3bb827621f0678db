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
import type { SliceResult, SliceSettings } from './slice.ts'
import type { OverviewJob, RegionJob, SliceJob } from './slice-job.ts'
import { pruneSlices, readSlice, sliceName, writeSlice } from './slice-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-slices-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const store = () => ({ folder, code: 'one' })

/** A slice whose arrays are views of larger memory, as some that are drawn. */
function slice(): SliceResult {
  const batch = {
    zoom: 12,
    ids: Float64Array.of(0, 2 ** 40, 7).subarray(1),
    lengths: Uint32Array.of(3, 4),
    hashes: Uint8Array.from({ length: 32 }, (_, i) => i),
    bytes: Uint8Array.of(9, 1, 2, 3, 4, 5, 6, 7).subarray(1),
  }
  const zoom = { batch, level: 1, drawnFeatures: 5, areaDrawn: 0.1 + 0.2, areaIn: 1e300 }
  return { zooms: [zoom], parts: [{ x: 5, y: 6, bytes: Uint8Array.of(1, 2, 3) }] }
}

const NAME = 'a'.repeat(64)

test('a slice is read as it was written, in memory of its own', () => {
  writeSlice(store(), NAME, slice())
  const read = readSlice(store(), NAME)!
  expect(read).toEqual(slice())
  const { ids, lengths, hashes, bytes } = read.zooms[0].batch
  for (const part of [ids, lengths, hashes, bytes, read.parts[0].bytes])
    expect(part.buffer.byteLength).toBe(part.byteLength)
  expect(readdirSync(folder)).toEqual([NAME])
})

test('of a slice with a tile over the cap that tile is stored', () => {
  const over = { zooms: [], parts: [], over: '11/3/4' }
  writeSlice(store(), NAME, over)
  expect(readSlice(store(), NAME)).toEqual(over)
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

const region = { x: 1, y: 2, chunks: [0, 8], bytes: 8 }
const REGION: RegionJob = {
  file: '/one/regions',
  region,
  regionZoom: 12,
  requests: [{ zoom: 14, level: 0 }],
  handsOn: true,
}
const OVERVIEW: OverviewJob = {
  file: '/one/parts',
  region,
  request: { zoom: 11, level: 3 },
  fromZoom: 12,
  next: { zoom: 10, level: 1 },
}
function records(...bytes: number[]): Fabric {
  const buffer = Uint8Array.from({ length: 80 }, (_, i) => bytes[i] ?? (i === 0 ? 80 : 0)).buffer
  return fabricOf(buffer, 80)
}
function nameOf(job: SliceJob, fabric = records(), code = 'one', of = settings): string {
  return sliceName({ folder, code }, of, job, fabric)
}

describe('the name of a region', () => {
  const of = (
    changed: Partial<SliceSettings> = {},
    job: Partial<RegionJob> = {},
    fabric = records(),
    code = 'one',
  ) => nameOf({ task: 'region', ...REGION, ...job }, fabric, code, { ...settings, ...changed })

  test('does not depend on where its records lie in the spool', () => {
    const moved = { ...REGION, file: '/two/regions', region: { ...region, chunks: [16, 8] } }
    const store = { folder: '/two', code: 'one' }
    expect(sliceName(store, settings, { task: 'region', ...moved }, records())).toBe(of())
  })

  test.each<[string, () => string]>([
    ['the code', () => of({}, {}, records(), 'two')],
    ['the layer', () => of({ layer: 'zoning' })],
    ['the order of the properties', () => of({ keys: ['floors', 'use'] })],
    ['the kind', () => of({ kind: 'discontinuous' })],
    ['the last zoom', () => of({ maxZoom: 15 })],
    ['the cap', () => of({ maxTileBytes: 400_000 })],
    ['the labels', () => of({ labels: { layer: 'a', key: 1, minZoom: 13 } })],
    ['the column of the region', () => of({}, { region: { ...region, x: 12, y: 2 } })],
    ['the row of the region', () => of({}, { region: { ...region, x: 1, y: 22 } })],
    ['the zoom of the region', () => of({}, { regionZoom: 13 })],
    ['the zooms', () => of({}, { requests: [{ zoom: 13, level: 0 }] })],
    ['the level', () => of({}, { requests: [{ zoom: 14, level: 1 }] })],
    ['whether it hands on', () => of({}, { handsOn: false })],
    ['the records', () => of({}, {}, records(80, 0, 0, 0, 1))],
  ])('depends on %s', (_what, other) => {
    expect(other()).not.toBe(of())
  })
})

describe('the name of a slice of the overview', () => {
  const of = (job: Partial<OverviewJob> = {}, fabric = records(), code = 'one') =>
    nameOf({ task: 'overview', ...OVERVIEW, ...job }, fabric, code)

  test('does not depend on where its records lie in the file', () => {
    expect(of({ file: '/two/parts', region: { ...region, chunks: [16, 4, 80, 4] } })).toBe(of())
  })

  test.each<[string, () => string]>([
    ['the code', () => of({}, records(), 'two')],
    ['the place', () => of({ region: { ...region, x: 2 } })],
    ['the zoom', () => of({ request: { zoom: 10, level: 3 } })],
    ['the level', () => of({ request: { zoom: 11, level: 2 } })],
    ['the next level', () => of({ next: { zoom: 10, level: 2 } })],
    ['whether there is a next zoom', () => of({ next: null })],
    ['the records', () => of({}, records(80, 0, 0, 0, 1))],
    ['what is done with them', () => nameOf({ task: 'coarsen', ...OVERVIEW })],
  ])('depends on %s', (_what, other) => {
    expect(other()).not.toBe(of())
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
