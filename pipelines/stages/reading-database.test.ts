import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDatabase } from '../../tests/fixtures/partition-run.ts'
import { openReadingConnection } from './reading-database.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-reading-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(file: string): Promise<unknown[]> {
  const connection = await openReadingConnection()
  try {
    return (await connection.runAndReadAll(`FROM read_parquet('${file}')`)).getRows()
  } finally {
    connection.closeSync()
  }
}

test('a file that is written again is read again, also by an earlier connection', async () => {
  const file = join(folder, 'again.parquet')
  const early = await openReadingConnection()
  for (const text of ['one', 'two', 'six']) {
    await withDatabase((connection) =>
      connection.run(`COPY (SELECT '${text}' AS word) TO '${file}' (FORMAT parquet)`),
    )
    expect(await read(file)).toEqual([[text]])
    const found = await early.runAndReadAll(`FROM read_parquet('${file}')`)
    expect(found.getRows()).toEqual([[text]])
  }
  early.closeSync()
})

test('connections have temporary tables of their own, and one database', async () => {
  const [first, second] = [await openReadingConnection(), await openReadingConnection()]
  await first.run('CREATE TEMP TABLE own AS SELECT 1')
  await expect(second.run('FROM own')).rejects.toThrow(/own does not exist/)
  await first.run('CREATE TABLE common AS SELECT 1')
  expect((await second.runAndReadAll('FROM common')).getRows()).toEqual([[1]])
  await first.run('DROP TABLE common')
  first.closeSync()
  second.closeSync()
})
