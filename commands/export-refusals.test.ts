import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StepError } from '../terminal/step-error.ts'
import { exportQuery, exportTable, useExportTown } from '../tests/fixtures/export-town.ts'
import { isLongRun } from '../tests/long-run.ts'

const town = useExportTown()

const exported = (table: string, name: string, values = {}) =>
  exportTable(town.folder, table, name, values)
const queried = (sql: string, name: string) => exportQuery(town.folder, sql, name)

async function refusal(run: Promise<unknown>): Promise<StepError> {
  const error = await run.catch((thrown) => thrown)
  expect(error).toBeInstanceOf(StepError)
  return error as StepError
}

describe('a refused export leaves nothing, and states what to do', () => {
  const both =
    'SELECT geometry FROM lots UNION ALL SELECT geometry FROM wells WHERE geometry IS NOT NULL'
  test.each([
    ['no shapes', 'FROM parcel_facts', 'a.geojson', /no column of shapes/, /or write \.gpkg/],
    ['no shapes', 'FROM parcel_facts', 'a.fgb', /no column of shapes/, /or write \.gpkg/],
    [
      'two columns of shapes',
      'SELECT geometry, geometry AS other FROM lots',
      'a.gpkg',
      /2 columns of shapes \(geometry, other\)/,
      /Select one of them/,
    ],
    ['shapes of two kinds', both, 'a.gpkg', /MULTIPOLYGON and POINT/, /rows of one kind/],
    ['shapes of two kinds', both, 'a.fgb', /MULTIPOLYGON and POINT/, /rows of one kind/],
    ['no shape in a row', 'FROM wells', 'a.fgb', /no shape/, /WHERE geometry IS NOT NULL/],
    [
      'heights',
      "SELECT 'POINT Z (1 2 3)'::GEOMETRY AS geometry",
      'a.gpkg',
      /have 3 numbers/,
      /\.parquet/,
    ],
    ['names in two cases', 'SELECT 1 AS a, 2 AS A', 'a.csv', /have this name/, /another name/],
    ['two statements', 'SELECT 1; SELECT 2', 'a.csv', /2 statements/, /one SELECT/],
    ['a change', 'SET threads = 1', 'a.csv', /not a query/, /one SELECT/],
    ['an error in the SQL', 'SELEC 1', 'a.csv', /Parser Error/, /guide_tables/],
    ['a file', "FROM read_text('/etc/hosts')", 'a.parquet', /Permission Error/, /no other file/],
    [
      'a number over 64 bits',
      'SELECT 9223372036854775808::HUGEINT AS n',
      'a.gpkg',
      /out of range/,
      /Correct/,
    ],
  ])('%s: %s to %s', async (_what, sql, name, problem, remedy) => {
    const error = await refusal(queried(sql, name))
    expect(error.message).toMatch(problem)
    expect(error.remedy).toMatch(remedy)
    expect(await readdir(town.folder)).toEqual([])
  })

  test('a table that the build has not, with the nearest name', async () => {
    const error = await refusal(exported('lot', 'a.gpkg'))
    expect([error.target, error.remedy.slice(0, 18)]).toEqual(['lot', 'Did you mean lots?'])
  })

  test('a file that is there, until --force replaces it', async () => {
    const path = await exported('lots', 'lots.csv')
    const before = await readFile(path, 'utf8')
    await rm(path)
    const beside = await refusal(exported('wells', 'lots.csv'))
    expect([beside.target, beside.remedy]).toEqual([
      `${path}.txt`,
      'Add --force to replace it, or name another file with --out.',
    ])
    await writeFile(path, 'mine')
    expect((await refusal(exported('lots', 'lots.csv'))).target).toBe(path)
    expect(await readFile(path, 'utf8')).toBe('mine')
    await exported('lots', 'lots.csv', { force: true })
    expect(await readFile(path, 'utf8')).toBe(before)
  })

  test('a folder that is not there', async () => {
    const error = await refusal(exported('lots', 'none/lots.gpkg', { force: true }))
    expect(error.message).toMatch(/its folder is not there$/)
  })
})

const mount = (...args: string[]) => spawnSync('mount', args).status === 0

describe('a full disk (needs a right to mount)', () => {
  let disk: string
  let canMount: boolean
  beforeAll(async () => {
    disk = await mkdtemp(join(town.home, 'disk-'))
    canMount = mount('-t', 'tmpfs', '-o', 'size=200k', 'plat', disk)
  })
  afterAll(() => void spawnSync('umount', [disk]))

  test.for(isLongRun ? ['gpkg', 'fgb', 'csv', 'parquet', 'geojson'] : ['gpkg', 'csv'])(
    'is reported, and no part of the .%s stays',
    async (ending, { skip }) => {
      if (!canMount) skip()
      const path = join(disk, `all.${ending}`)
      await writeFile(path, 'before')
      const sql = 'SELECT hash(i)::VARCHAR AS text, geometry FROM range(20000) r(i), lots'
      const error = await refusal(exportQuery(disk, sql, `all.${ending}`, { force: true }))
      expect(error.message).toMatch(/no space is left on the disk$/)
      expect(error.remedy).toMatch(/^Make room there, or name a file in another folder/)
      expect(await readFile(path, 'utf8')).toBe('before')
      await rm(path)
      expect(await readdir(disk)).toEqual([])
    },
  )
})
