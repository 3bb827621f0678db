import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OpenBuild } from '../catalog/build-folder.ts'
import { SILENT } from '../terminal/progress.ts'
import { StepError } from '../terminal/step-error.ts'
import { writeQueryableBuild } from '../tests/fixtures/example-database.ts'
import { queryCommand } from './query.ts'

let home: string
let build: OpenBuild
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-query-'))
  vi.stubEnv('PLAT_HOME', home)
  build = await writeQueryableBuild(home, 'small')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(home, { recursive: true, force: true })
})

async function run(sql: string, id = 'small'): Promise<string> {
  const printed: string[] = []
  const out = { progress: SILENT, print: (text: string) => void printed.push(text) }
  expect(
    await queryCommand.run({ positionals: [sql], values: { build: id, csv: true } }, out),
  ).toBe(0)
  return printed.join('\n')
}

/** The error of a query, as the command line prints it. */
async function refused(sql: string, id?: string): Promise<StepError> {
  const error = await run(sql, id).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(StepError)
  return error
}

test('a query is answered from the DuckDB file of the build', async () => {
  expect(await run('SELECT count(*) AS zones FROM flood_zones')).toBe('zones\n3')
})

const CORRECT = /^Correct the SQL; `plat query "FROM guide_tables"` lists tables and views\.$/
const ONLY_READS =
  /never changes it\. To add or change tables, copy \/.*\/dossier-small\.duckdb and open/
const NO_OTHER_FILE =
  /reads the tables of the build and no other file\. .* open \/.*\.duckdb in DuckDB/

describe('SQL that is refused', () => {
  test.each([
    [
      'with a word misspelled',
      'SELEC 1',
      /^Parser Error: syntax error at or near "SELEC"$/,
      CORRECT,
    ],
    [
      'of a table that is not there',
      'FROM flood_zone',
      /^Catalog Error: Table with name flood_zone does not exist! Did you mean "flood_zones"\?$/,
      CORRECT,
    ],
    [
      'of a column that is not there',
      'SELECT zon FROM flood_zones',
      /^Binder Error: .*"zon" not found in FROM clause! Candidate bindings: .*"zone"/,
      CORRECT,
    ],
    ['that deletes rows', 'DELETE FROM flood_zones', /^Invalid Input Error: .*DELETE/, ONLY_READS],
    ['that makes a table', 'CREATE TABLE a AS SELECT 1', /CREATE.* read-only mode!$/, ONLY_READS],
    ['that reads a file', "FROM read_csv('/etc/passwd')", /^Permission Error: /, NO_OTHER_FILE],
    [
      'that writes a file',
      "COPY flood_zones TO '/nowhere/zones.csv'",
      /^Permission Error: /,
      NO_OTHER_FILE,
    ],
    [
      'that opens the way to other files',
      'SET enable_external_access = true',
      /^Invalid Input Error: Cannot enable external access/,
      NO_OTHER_FILE,
    ],
    [
      'that takes too much memory',
      "SET memory_limit = '10MB'; SELECT list(i) FROM range(10000000) r(i)",
      /^Out of Memory Error: .*used\)$/,
      /^Select fewer columns or rows, or aggregate them; or open \/.*\.duckdb in DuckDB, which/,
    ],
  ])('%s is reported with what to do', async (_what, sql, problem, remedy) => {
    const error = await refused(sql)
    expect([error.step, error.target]).toEqual(['query', 'small'])
    expect(error.message.slice('query: small: '.length)).toMatch(problem)
    expect(error.remedy).toMatch(remedy)
  })
})

const MAKE_AGAIN =
  'Delete it and run `plat build` with the same names, which makes it again; `plat verify small` lists what else is damaged.'

describe('a DuckDB file that cannot be read', () => {
  test.each<
    [what: string, bytes: (sound: Buffer) => Buffer | null, problem: RegExp, remedy: string]
  >([
    [
      'because it is absent',
      () => null,
      /^is absent$/,
      'Run `plat build` with the same names, which makes it again.',
    ],
    [
      'because it was cut short',
      () => Buffer.from('DUCK'),
      /^is damaged: it has 4 of \d+ bytes$/,
      MAKE_AGAIN,
    ],
    [
      'because other bytes are in it',
      (sound) => Buffer.alloc(sound.length, 7),
      /^is damaged: DuckDB does not read it$/,
      MAKE_AGAIN,
    ],
  ])('%s is reported with how to make it again', async (_why, bytes, problem, remedy) => {
    const { databaseFile } = build.paths
    const sound = await readFile(databaseFile)
    const damaged = bytes(sound)
    try {
      await (damaged === null ? rm(databaseFile) : writeFile(databaseFile, damaged))
      const error = await refused('SELECT * FROM flood_zones')
      expect(error.target).toBe(databaseFile)
      expect(error.message.split(`${databaseFile}: `)[1]).toMatch(problem)
      expect(error.remedy).toBe(remedy)
    } finally {
      await writeFile(databaseFile, sound)
    }
  })
})

test('a damaged block that a query meets is reported with how to make the file again', async () => {
  const { databaseFile } = (await writeQueryableBuild(home, 'large', { rows: 30_000 })).paths
  const bytes = await readFile(databaseFile)
  bytes[bytes.length >> 1] ^= 1
  await writeFile(databaseFile, bytes)
  expect(await run('SELECT 1 AS one', 'large')).toBe('one\n1')
  const { target, message, remedy } = await refused('FROM flood_zones', 'large')
  expect(target).toBe(databaseFile)
  expect(message).toMatch(/: is damaged: IO Error: Corrupt database file: computed checksum/)
  expect(remedy).toBe(MAKE_AGAIN.replace('small', 'large'))
})

test('a build that is not there is reported with the one whose name is nearest', async () => {
  const { remedy } = await refused('SELECT 1', 'smal')
  expect(remedy).toMatch(/^Did you mean small\? See `plat builds`/)
})
