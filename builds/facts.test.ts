import { hash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Box, GRID } from '../geometry/polygons.ts'
import { closePacks } from '../lookup/open-packs.ts'
import type { Progress } from '../terminal/progress.ts'
import { stepsIn } from '../tests/fixtures/steps-in.ts'
import { type LayerFixture, packFixture, readFixture } from '../tests/layer-fixture.ts'
import { makeFacts } from './facts.ts'
import type { MadePack, PackedPartition } from './pack-parts.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-facts-'))
})
afterEach(() => rm(home, { recursive: true }))

const degrees = (...box: Box) => box.map((each) => Math.round(each * GRID)) as Box

/** The map units of the survey and those of the city east of it, by their partition. */
function partitionsOf(table: string, rows: number, city: string): PackedPartition[] {
  const common = { bounds: null, counties: null }
  if (table !== 'soil_map_units') return [{ ...common, id: 'town', rows, content: table }]
  return [
    {
      ...{ ...common, id: 'survey', rows: rows - 2, content: 'survey' },
      bounds: degrees(-72, 30, -71.98, 30.006),
    },
    { ...common, id: 'city', rows: 2, content: city, bounds: degrees(-71.97, 30, -71.964, 30.004) },
  ]
}

/** The rows that were derived, and the files of the facts; `city` is a hash of its rows. */
async function factsOf(fixture: LayerFixture, city: string, store = 'steps') {
  const folder = await mkdtemp(join(home, 'build-'))
  const opened = await packFixture(fixture, folder)
  const packs = [...opened].map(([table, { rows, pieces }]): MadePack => {
    const file = { file: `${table}.pack`, bytes: 1, sha256: '', rows, pieces, invalid: 0 }
    return { table, part: 'town', ...file, partitions: partitionsOf(table, rows, city) }
  })
  closePacks(opened)
  const derived: number[] = []
  const progress: Progress = {
    step: (_name, { total = 0 } = {}) => {
      derived.push(total)
      return { advance() {}, done() {} }
    },
    note() {},
  }
  const steps = stepsIn(folder, home, store)
  const work = join(home, 'work')
  await mkdir(work, { recursive: true })
  // No file of an earlier partition is stored: all its rows may have changed.
  const partitions = { stored: async () => null }
  const options = { folder, work, memoryBytes: 1e8, workers: 1, progress, partitions }
  const { tables, audits } = await makeFacts(packs, [], steps, options)
  expect(audits.filter(({ passed }) => !passed)).toEqual([])
  const paths = tables.flatMap(({ partitions }) => partitions.map(({ file }) => file))
  const files = await Promise.all(paths.map((path) => readFile(path)))
  const inodes = await Promise.all(paths.map(async (path) => (await stat(path)).ino))
  return { derived, files, inodes }
}

const fixture = readFixture('soils')
/** Of its eight parcels the last is the only one in the city. */
const units = fixture.tables.soil_map_units
/** The fixture with other symbols of the map units of the city. */
const changed = {
  ...fixture,
  tables: {
    ...fixture.tables,
    soil_map_units: units.map((row, i) => (i < units.length - 2 ? row : { ...row, symbol: 'ZzZ' })),
  },
}

test('only rows whose searches reach changed rows are derived anew, to the same bytes', async () => {
  const first = await factsOf(fixture, 'as it was')
  expect(first.derived).toEqual([8])
  const second = await factsOf(changed, 'changed')
  expect(second.derived).toEqual([1])
  expect(second.files).not.toEqual(first.files)
  expect(await factsOf(changed, 'changed')).toEqual({ ...second, derived: [] })
  expect((await factsOf(changed, 'changed', 'other-steps')).files).toEqual(second.files)
})

test('rows that hold are those of the earlier build, whose file is taken', async () => {
  const first = await factsOf(fixture, 'as it was')
  // The hash states that the rows of the survey are as they were: no search finds the others.
  const other = { ...changed.tables, soil_map_units: units.map((row) => ({ ...row })) }
  for (const row of other.soil_map_units.slice(0, -2)) row.symbol = 'unread'
  const second = await factsOf({ ...fixture, tables: other }, 'changed')
  expect(second).toEqual({ ...first, derived: [1] })
})

test('facts whose audits failed are derived anew, all of them', async () => {
  const first = await factsOf(fixture, 'as it was')
  const [name] = await readdir(join(home, 'steps'))
  const done = join(home, 'steps', name, 'done.json')
  const { files, value } = JSON.parse(await readFile(done, 'utf8'))
  value.audits[0].passed = false
  const sha256 = hash('sha256', JSON.stringify({ files, value }))
  await writeFile(done, JSON.stringify({ sha256, files, value }))
  const second = await factsOf(changed, 'changed')
  expect(second.derived).toEqual([8])
  expect(second.files).not.toEqual(first.files)
})
