import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuildInputs } from '../../builds/plan.ts'
import { type OpenBuild, openBuild } from '../../catalog/build-folder.ts'
import { LOCKS_FOLDER } from '../../catalog/lock.ts'
import { allFiles, type Manifest } from '../../catalog/manifest.ts'
import { flood } from '../../pipelines/flood/pipeline.ts'
import { parcel } from '../../pipelines/parcel/pipeline.ts'
import { Partitions } from '../../pipelines/partition.ts'
import { buildIn, copyCounty, dropHome, makeHome } from './build-home.ts'

/** Quarters of a part of the county, each with the parcels from a number to before the next. */
const QUARTERS = { a: '02', b: '03', c: '04', d: '05' }
const END = '06'
type Quarter = keyof typeof QUARTERS

interface Change {
  quarters?: Quarter[]
  /** More of the condition on the parcels of a quarter. */
  where?: Partial<Record<Quarter, string>>
  floodNote?: string
}

/** The sample county with its parcels in quarters. */
type ParcelPartition = NonNullable<Awaited<ReturnType<typeof whole>>>
const whole = async () => (await parcel.partitions()).get('sample')

async function inputsOf({ quarters, where = {}, floodNote }: Change): Promise<BuildInputs> {
  const county = (await whole())!
  const names = Object.keys(QUARTERS) as Quarter[]
  const own = names
    .filter((name) => quarters?.includes(name) ?? true)
    .map((name) => {
      const next = QUARTERS[names[names.indexOf(name) + 1]] ?? END
      const range = [`PARCELNO >= '${QUARTERS[name]}'`, `PARCELNO < '${next}'`]
      const fabric = { ...county.fabric, where: [...range, where[name] ?? '1 = 1'].join(' AND ') }
      const definition: ParcelPartition = { ...county, fabric, places: ['sample'] }
      return [name, definition] as const
    })
  const zones = (await flood.partitions()).get('sample')!
  const noted = new Partitions([['sample', { ...zones, note: floodNote ?? zones.note }]])
  const pipelines = [
    { ...parcel, partitions: async () => new Partitions(own) },
    { ...flood, partitions: async () => noted },
  ]
  return { pipelines, locks: LOCKS_FOLDER }
}

const homes: string[] = []
let home: string
let first: OpenBuild
/** Builds a change in the home of all, or in a new one without any result of earlier builds. */
async function build(change: Change, isFull = false): Promise<OpenBuild> {
  const at = isFull ? await newHome() : home
  const made = await buildIn(at, ['sample'], { inputs: await inputsOf(change) })
  return await openBuild(made.build, at)
}

/** A home that has the generated county. */
async function newHome(): Promise<string> {
  const made = await makeHome('small')
  homes.push(made)
  await copyCounty(made)
  return made
}
beforeAll(async () => {
  home = await newHome()
  first = await build({})
})
afterAll(async () => {
  for (const each of homes) await dropHome(each)
})

/** Hashes of all files whose bytes do not hold a date of the run. */
function hashesOf({ manifest }: OpenBuild): Record<string, string> {
  const undated = allFiles(manifest).filter(({ file }) => !/^stac\/|\.duckdb$/.test(file))
  return Object.fromEntries(undated.map(({ file, sha256 }) => [file, sha256!]))
}

/** Files of the later build that the earlier one does not have. */
function newFiles(earlier: OpenBuild, later: OpenBuild): string[] {
  const known = new Set(Object.values(hashesOf(earlier)))
  return Object.entries(hashesOf(later)).flatMap(([file, hash]) => (known.has(hash) ? [] : [file]))
}

const madeNow = ({ steps }: Manifest) =>
  Object.fromEntries(Object.entries(steps).map(([name, { made }]) => [name, made]))

test('the parcels of the county are in four files of their pack', () => {
  const parts = first.manifest.packs.filter(({ table }) => table === 'parcels')
  expect(parts.map(({ file }) => file)).toEqual(
    ['a', 'b', 'c', 'd'].map((name) => `packs/parcels/${name}.pack`),
  )
  expect(parts.every(({ rows }) => rows > 50)).toBe(true)
  const { partition, pack, facts } = first.manifest.steps
  expect(partition).toEqual({ made: 5, stored: 0 })
  expect(facts).toEqual({ made: 4, stored: 0 })
  expect(pack.stored).toBe(0)
})

test('a note of another layer is in the table of coverages alone, and derives nothing anew', async () => {
  const change: Change = { floodNote: 'Fictional data with another note.' }
  const noted = await build(change)
  expect(madeNow(noted.manifest)).toEqual({
    ...{ partition: 1, coverage: 1, pack: 1, addresses: 0, search: 0, facts: 0, archive: 0 },
    // The note is in the partition's own description.
    ...{ audit: 2, land: 2 },
  })
  expect(newFiles(first, noted).sort()).toEqual([
    'packs/coverage/all.pack',
    'tables/coverage/all.parquet',
  ])
})

describe('a quarter that loses one parcel in a hundred', () => {
  const change: Change = { where: { c: "PARCELNO <> '0408-0000-0020'" } }
  let small: OpenBuild
  beforeAll(async () => {
    small = await build(change)
  })

  test('rewrites its own rows, packs and facts, and those next to it', () => {
    const { steps } = small.manifest
    expect(steps.partition).toEqual({ made: 1, stored: 4 })
    expect(steps.facts.made).toBeLessThanOrEqual(4)
    const rewritten = newFiles(first, small).filter((file) => file.startsWith('packs/'))
    expect(rewritten.filter((file) => /parcels\/|flood/.test(file))).toEqual([
      'packs/parcels/c.pack',
    ])
    expect(rewritten).not.toContain('packs/flood_zones/sample.pack')
  })

  test('has the bytes of a build that is made of nothing', async () => {
    expect(hashesOf(small)).toEqual(hashesOf(await build(change, true)))
  })
})

test('a quarter that comes leaves the files of the others, and the build has the bytes of a full one', async () => {
  const change: Change = { quarters: ['a', 'b', 'd'] }
  const three = await build(change)
  expect(three.manifest.steps.partition).toEqual({ made: 0, stored: 4 })
  const all = await build({})
  expect(hashesOf(all)).toEqual(hashesOf(first))
  expect(hashesOf(three)).toEqual(hashesOf(await build(change, true)))
})
