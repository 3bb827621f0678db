import { expect, test } from 'vitest'
import { LOCKS_FOLDER } from '../catalog/lock.ts'
import { getTable } from '../layers/index.ts'
import { PartitionBase, Partitions } from '../pipelines/partition.ts'
import type { Pipeline } from '../pipelines/pipeline.ts'
import { SILENT } from '../terminal/progress.ts'
import { type ArchivesOptions, makeArchives } from './archives.ts'
import type { BuildSteps } from './build-steps.ts'
import { planBuild } from './plan.ts'
import { type TilerRequest, tilersOf } from './tilers.ts'

const TIPPECANOE = { name: 'tippecanoe', version: '2.82.0' }

function pipeline(id: string, tables: string[]): Pipeline {
  const definition = PartitionBase.parse({ lock: 'sample-county' })
  return { id, tables, partitions: async () => new Partitions([['here', definition]]) } as never
}

const pipelines = [
  pipeline('flood', ['flood_zones', 'flood_panels']),
  pipeline('soils', ['soil_map_units']),
  pipeline('tax', ['tax_estimates']),
]
const tilers = (layers: string[] | null) =>
  tilersOf(
    { tiler: TIPPECANOE, layers },
    pipelines.map((each) => ({ pipeline: each })),
  )

test('a tiler without layers draws every archive of the build, and one with layers those', () => {
  expect([...tilers(null).keys()]).toEqual(['flood', 'soils'])
  expect([...tilers(['soils'])]).toEqual([['soils', TIPPECANOE]])
  expect(tilersOf(null, []).size).toBe(0)
})

test('a layer without an archive in the build is refused with those that have one', () => {
  expect(() => tilers(['flood', 'parcel', 'tax'])).toThrow(
    expect.objectContaining({
      name: 'StepError',
      message: 'plan the build: parcel, tax: the build has no archive of it',
      remedy:
        'It has those of flood, soils. Name these in --tiler, or partitions that have the layer.',
    }),
  )
})

test('a build has another id for another tiler or version, and the same for the same', async () => {
  const ids: string[] = []
  const version = (text: string): TilerRequest => ({
    tiler: { ...TIPPECANOE, version: text },
    layers: ['flood'],
  })
  for (const request of [null, version('2.82.0'), version('2.82.0'), version('2.83.0')]) {
    const from = { pipelines, locks: LOCKS_FOLDER }
    ids.push((await planBuild(['here'], 'no-home', from, request)).build)
  }
  expect(ids[1]).toBe(ids[2])
  expect(new Set(ids).size).toBe(3)
})

test('an archive is drawn anew for another tiler or version, and stored for the same', async () => {
  const inputs: string[] = []
  const steps = {
    run: async (_step: string, input: unknown) => {
      inputs.push(JSON.stringify(input))
      return { value: 9, files: [{ file: 'tiles/flood.pmtiles', bytes: 1, sha256: '' }] }
    },
  } as unknown as BuildSteps
  const table = getTable('flood_zones')
  const tables = [{ table, layer: 'flood', rows: 0, partitions: [] }]
  const made = async (version: string | null) => {
    const drawn = version === null ? [] : [['flood', { ...TIPPECANOE, version }] as const]
    const slices = { folder: 'no-folder', code: '' }
    const options: ArchivesOptions = {
      ...{ workers: 1, slices, progress: SILENT, tilers: new Map(drawn) },
    }
    return (await makeArchives(tables, [], steps, options)).map(({ tiler }) => tiler)
  }
  expect(await made(null)).toEqual([null])
  expect(await made('2.82.0')).toEqual([TIPPECANOE])
  await made('2.82.0')
  await made('2.83.0')
  expect(inputs[1]).toBe(inputs[2])
  expect(new Set(inputs).size).toBe(3)
})
