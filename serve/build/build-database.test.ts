import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BuildFiles } from '../../catalog/build-files.ts'
import { BuildDatabase, databaseOf } from './build-database.ts'
import type { ServedBuild } from './build-source.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-build-database-'))
  file = join(folder, 'dossier.duckdb')
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  await connection.run("CREATE TABLE numbers AS SELECT i, 'n' || i AS name FROM range(1000) t(i)")
  connection.closeSync()
  instance.closeSync()
})
afterEach(() => rm(folder, { recursive: true }))

/** A query that would run almost forever. */
const ENDLESS = 'SELECT count(*) FROM range(1000000000000) t(i) WHERE i % 7 = ?'
const ONE = 'SELECT name FROM numbers WHERE i = ?'

test('a query that takes too long is interrupted, and the next one is answered', async () => {
  const database = await BuildDatabase.open(file, { deadline_ms: 1 })
  await expect(database.query(ENDLESS, [3])).rejects.toThrow(/too long/)
  database.close()
  const patient = await BuildDatabase.open(file)
  expect(await patient.query(ONE, [7])).toEqual([['n7']])
  patient.close()
})

test('a query that waited too long is not started', async () => {
  let now = 0
  const database = await BuildDatabase.open(file, { deadline_ms: 10, now: () => now })
  const queries = [database.query(ENDLESS, [3]), database.query(ENDLESS, [4])]
  await setImmediate()
  // Both deadlines pass at once, while the first query runs.
  now = 10
  const outcomes = await Promise.allSettled(queries)
  expect(outcomes.map((each) => each.status === 'rejected' && each.reason.message)).toEqual([
    'the query took too long',
    'the query waited too long',
  ])
  expect(await database.query(ONE, [7])).toEqual([['n7']])
  database.close()
})

test('32 queries wait and no more; those that waited are answered in order', async () => {
  const database = await BuildDatabase.open(file)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => database.query(ONE, [i])),
  )
  const answered = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  // One is being answered while 32 wait.
  expect(answered).toEqual(Array.from({ length: 33 }, (_, i) => [`n${i}`]))
  const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused.map(({ name, message }) => `${name}: ${message}`)).toEqual(
    Array.from({ length: 7 }, () => 'DatabaseBusy: too many queries wait'),
  )
  database.close()
})

test.each([
  ['another file', () => `SELECT * FROM read_text('${folder}/secret.txt')`],
  ['its own settings', () => "SET memory_limit = '4GB'"],
  ['the build', () => 'DELETE FROM numbers'],
])('no statement reaches %s', async (_what, sql) => {
  await writeFile(join(folder, 'secret.txt'), 'secret')
  const database = await BuildDatabase.open(file)
  await expect(database.query(sql(), [])).rejects.toThrow(/disabled|locked|read-only|Cannot/i)
  database.close()
})

test('a text is compared as a whole, with any characters', async () => {
  const database = await BuildDatabase.open(file)
  const count = async (name: string) =>
    Number((await database.query('SELECT count(*) FROM numbers WHERE name = ?', [name]))[0][0])
  expect(await count('n7')).toBe(1)
  for (const odd of ['n7\0', 'n7\0x', '\0', "n7' OR '1'='1", 'n7;--', 'n7%', '🌊'])
    expect(await count(odd), JSON.stringify(odd)).toBe(0)
  database.close()
})

test('is reopened when its file was verified again, and closes with the build', async () => {
  const files = BuildFiles.of(folder)
  const entry = { file: 'dossier.duckdb', bytes: (await stat(file)).size }
  await files.verify(entry)
  const manifest = { database: entry }
  const build = { files, manifest, atClose: [] } as unknown as ServedBuild
  const first = await databaseOf(build)
  expect(await databaseOf(build)).toBe(first)
  await utimes(file, 1, 1)
  await expect(first.query(ONE, [7])).rejects.toThrow('changed after it was verified')
  await files.verifyAgain(entry)
  const second = await databaseOf(build)
  expect(second).not.toBe(first)
  expect(await second.query(ONE, [7])).toEqual([['n7']])
  for (const close of build.atClose) close()
  files.close()
})
