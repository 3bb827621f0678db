import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeFlatGeobuf } from '../../tests/fixtures/stages/flat-geobuf-file.ts'
import { planSlices, type SlicePlan } from './slice-plans.ts'
import { measuredSlices } from './slice-stream.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-stream-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
/** A FlatGeobuf of so many lots. */
const lots = (count: number) =>
  writeFlatGeobuf({
    file: join(folder, `lots-${files++}.shp`),
    layer: 'lots',
    crs: 'EPSG:4269',
    fields: { NAME: 'text' },
    features: Array.from({ length: count }, () => ({
      wkt: 'POLYGON ((-72 30, -71.999 30, -71.999 30.001, -72 30))',
      values: { NAME: 'lot' },
    })),
  })

/** Lanes that note the requested offsets; the slice at offset 0 is the last to be ready. */
function slowLanes() {
  const requested: number[] = []
  const busy = [0, 0]
  let mostBusy = 0
  const lanes = busy.map((_, lane) => async ({ from: offset }: SlicePlan) => {
    requested.push(offset)
    mostBusy = Math.max(mostBusy, ++busy[lane])
    await pause(offset === 0 ? 50 : 1)
    busy[lane]--
    return lots(offset + 1)
  })
  return {
    lanes,
    requested,
    mostBusy: () => mostBusy,
    isIdle: () => busy.every((jobs) => jobs === 0),
  }
}

test('slices come in order though later ones are ready first, one at a time of a lane', async () => {
  const { lanes, requested, mostBusy } = slowLanes()
  const counts: number[] = []
  for await (const { kinds } of measuredSlices({ lanes }, planSlices(9, 1), false))
    counts.push(kinds.length)
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(requested.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(mostBusy()).toBe(1)
})

test('a reader that stops early leaves no lane at work, and few slices were made for it', async () => {
  const { lanes, requested, isIdle } = slowLanes()
  for await (const _ of measuredSlices({ lanes }, planSlices(50, 1), false)) break
  expect(isIdle()).toBe(true)
  expect(requested.length).toBeLessThanOrEqual(5)
})

test('a slice that cannot be translated fails in its turn, after those before it', async () => {
  const lane = async ({ from }: SlicePlan) => {
    if (from === 2) throw new Error('cut off')
    return lots(1)
  }
  let seen = 0
  const read = async () => {
    const sources = { lanes: [lane, lane] }
    for await (const _ of measuredSlices(sources, planSlices(5, 1), false)) seen++
  }
  await expect(read()).rejects.toThrow('cut off')
  expect(seen).toBe(2)
})
