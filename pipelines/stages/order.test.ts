import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { hilbertOf } from '../../geometry/hilbert.ts'
import { LinesBuilder } from '../../geometry/lines-builder.ts'
import { boundsOf } from '../../geometry/polygons.ts'
import { columnsOf, type Table } from '../../packs/table.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { parquetRows, withDatabase } from '../../tests/fixtures/partition-run.ts'
import { squareRow } from '../../tests/fixtures/stages/square-rows.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { StagingTable } from './load.ts'
import { writeOrdered } from './order.ts'
import { stagingThreads } from './staging-database.ts'

const LOTS: Table = {
  name: 'lots',
  grain: 'One lot.',
  key: 'lot_key',
  geometry: 'polygons',
  row: z.object({
    lot_key: z.string().describe('Key'),
    value: z.number().nullable().describe('Value'),
  }),
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-order-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A field of 200 by 60 lots, some of them stacked: two row groups. */
const FIELD = Array.from({ length: 12_000 }, (_, i) => {
  const column = i % 200
  const values = { lot_key: `k${(i * 7919) % 12_000}`, value: i % 3 === 0 ? null : i / 7 }
  return squareRow(values, [column < 5 ? 0 : column, Math.floor(i / 200)])
})

/** The same rows in another order: a step that has no factor in common with their number. */
const SHUFFLED = FIELD.map((_, i) => FIELD[(i * 9973) % FIELD.length])

function write(
  rows: typeof FIELD,
  name: string,
  threads: number,
  partBytes?: number,
): Promise<string> {
  const file = join(folder, name)
  return withDatabase(async (connection, database) => {
    await connection.run(`SET threads = ${threads}`)
    const staged = await StagingTable.create(connection, 'lots', columnsOf(LOTS))
    staged.add(rows)
    staged.finish()
    await writeOrdered(database, LOTS, 'lots', file, partBytes)
    const setting = await connection.runAndReadAll(`SELECT current_setting('threads')`)
    expect(Number(setting.getRows()[0][0])).toBe(threads)
    return file
  })
}

let file: string
beforeAll(async () => {
  file = await write(FIELD, "it's a table.parquet", 2)
})

describe('a table in canonical GeoParquet', () => {
  test('has the same bytes for rows in another order and another number of threads', async () => {
    const bytes = await readFile(file)
    const others = [
      [SHUFFLED, 3],
      [SHUFFLED, 2],
      [FIELD, 4],
    ] as const
    for (const [rows, threads] of isLongRun ? others : others.slice(0, 1)) {
      const other = await write(rows, `other-${threads}.parquet`, threads)
      expect(bytes.equals(await readFile(other))).toBe(true)
    }
  })

  test('has the same bytes where the database has one thread, and leaves it its threads', async () => {
    const rows = FIELD.slice(0, 9_000)
    const written = await readFile(await write(rows, 'one.parquet', 1))
    const other = await readFile(await write(rows, 'four.parquet', 4))
    expect(written.equals(other)).toBe(true)
  })

  test('is staged in a thread a core, four at most', () => {
    expect([stagingThreads(1), stagingThreads(3), stagingThreads(64)]).toEqual([1, 3, 4])
  })

  test('is in Hilbert order, and rows of one place in the order of their keys', async () => {
    const rows = await parquetRows(LOTS, file)
    expect(rows).toHaveLength(FIELD.length)
    const places = rows.map(({ polygons, values }) => ({
      place: hilbertOf(boundsOf(polygons!)),
      key: `${values.lot_key}`,
    }))
    let stacked = 0
    const late = places.slice(1).filter((after, i) => {
      const before = places[i]
      if (before.place !== after.place) return before.place > after.place
      stacked++
      return before.key >= after.key
    })
    expect(late).toEqual([])
    expect(stacked).toBe(240)
  })

  test('states in its "geo" metadata that the geometry is WKB polygons in lon/lat', async () => {
    const metadata = await withDatabase((connection) =>
      connection.runAndReadAll(
        `SELECT decode(value) FROM parquet_kv_metadata('${file.replaceAll("'", "''")}')
         WHERE decode(key) = 'geo'`,
      ),
    )
    const geo = JSON.parse(`${metadata.getRows()[0][0]}`)
    expect(geo).toMatchObject({
      version: expect.stringMatching(/^1\./),
      primary_column: 'geometry',
      columns: { geometry: { encoding: 'WKB', geometry_types: ['Polygon'] } },
    })
    // GeoParquet 1.1: without "crs" the coordinates are OGC:CRS84.
    const { crs } = geo.columns.geometry
    if (crs !== undefined) expect(crs.id).toEqual({ authority: 'OGC', code: 'CRS84' })
  })

  test('has row groups of 8,192 rows, so that a box query reads little', async () => {
    const groups = await withDatabase((connection) =>
      connection.runAndReadAll(
        `SELECT DISTINCT row_group_id, row_group_num_rows::INTEGER
         FROM parquet_metadata('${file.replaceAll("'", "''")}') ORDER BY 1`,
      ),
    )
    expect(groups.getRows().map(([, rows]) => rows)).toEqual([8192, 3808])
  })

  test('is written aside and appears when whole', async () => {
    const missing = { ...LOTS, key: 'no_such_column' }
    const broken = withDatabase(async (connection, database) => {
      const staged = await StagingTable.create(connection, 'lots', columnsOf(LOTS))
      staged.finish()
      await writeOrdered(database, missing, 'lots', join(folder, 'broken.parquet'))
    })
    await expect(broken).rejects.toThrow(/no_such_column/)
    const names = await readdir(folder)
    expect(names.filter((name) => /broken\.parquet$|\.part$/.test(name))).toEqual([])
  })
})

describe('a table that is written in parts', () => {
  /** Parts by their bytes: 12,000 rows have 1.4 MB. */
  const PARTS: [partBytes: number, parts: number][] = [
    [700_000, 2],
    [1, 8],
  ]

  const groupsOf = async (path: string) => {
    const groups = await withDatabase((connection) =>
      connection.runAndReadAll(
        `SELECT DISTINCT row_group_id, row_group_num_rows::INTEGER
         FROM parquet_metadata('${path}') ORDER BY 1`,
      ),
    )
    return groups.getRows().map(([, rows]) => rows as number)
  }

  test('has the rows of one part in their order, and as many groups as parts', async () => {
    const whole = await parquetRows(LOTS, file)
    for (const [partBytes, parts] of PARTS) {
      const path = await write(FIELD, `parts-${partBytes}.parquet`, 2, partBytes)
      expect(await parquetRows(LOTS, path)).toEqual(whole)
      const groups = await groupsOf(path)
      expect(groups).toHaveLength(parts)
      // A twentieth more than their share: 300 rows are of five places.
      expect(Math.max(...groups)).toBeLessThan((FIELD.length / groups.length) * 1.05)
    }
  })

  test('has the same bytes for rows in another order and any number of threads', async () => {
    const written = await readFile(await write(FIELD, 'parts-2.parquet', 2, 400_000))
    for (const threads of [1, 4]) {
      const other = await write(SHUFFLED, `parts-of-${threads}.parquet`, threads, 400_000)
      expect(written.equals(await readFile(other))).toBe(true)
    }
  })

  test('is one group where all rows are of one place', async () => {
    const stacked = FIELD.slice(0, 5).map(({ values }) => squareRow(values))
    const path = await write(stacked, 'stacked.parquet', 2, 1)
    expect(await groupsOf(path)).toEqual([5])
  })

  test('is cut by its keys where it has no shapes', async () => {
    const notes: Table = { ...LOTS, name: 'notes', geometry: 'none' }
    const path = join(folder, 'notes.parquet')
    const keys = await withDatabase(async (connection, database) => {
      await connection.run(
        `CREATE TABLE notes AS SELECT 'it''s ' || i AS lot_key, i::DOUBLE AS value FROM range(900) t(i)`,
      )
      await writeOrdered(database, notes, 'notes', path, 4_000)
      const read = await connection.runAndReadAll(
        `SELECT lot_key FROM '${path}' ORDER BY file_row_number`,
      )
      return read.getRows().map(([key]) => key as string)
    })
    const expected = Array.from({ length: 900 }, (_, i) => `it's ${i}`).sort()
    expect(keys).toEqual(expected)
    expect(await groupsOf(path)).toHaveLength(4)
  })

  test('is refused where rows would be lost, and leaves no file behind', async () => {
    const notes: Table = { ...LOTS, name: 'notes', geometry: 'none' }
    const path = join(folder, 'keyless.parquet')
    const written = withDatabase(async (connection, database) => {
      await connection.run(
        `CREATE TABLE notes AS
         SELECT CASE WHEN i > 7 THEN 'k' || i END AS lot_key, i::DOUBLE AS value FROM range(900) t(i)`,
      )
      await writeOrdered(database, notes, 'notes', path, 4_000)
    })
    await expect(written).rejects.toThrow('892 of 900 rows of notes are written')
    expect((await readdir(folder)).filter((name) => /keyless|\.part$/.test(name))).toEqual([])
  })

  test('is not written where one of its parts fails, and its database goes on', async () => {
    const notes: Table = { ...LOTS, name: 'notes', geometry: 'none' }
    const path = join(folder, 'failing.parquet')
    const threads = await withDatabase(async (connection, database) => {
      await connection.run(
        `CREATE VIEW notes AS SELECT 'k' || (100 + i) AS lot_key,
           CASE WHEN i = 850 THEN error('row 850') ELSE i END::DOUBLE AS value FROM range(900) t(i)`,
      )
      const failed = writeOrdered(database, notes, 'notes', path, 4_000)
      await expect(failed).rejects.toThrow('row 850')
      return await connection.runAndReadAll(`SELECT current_setting('threads')`)
    })
    expect(Number(threads.getRows()[0][0])).toBe(2)
    expect((await readdir(folder)).filter((name) => /failing|\.part$/.test(name))).toEqual([])
  })
})

describe('a table of lines in canonical GeoParquet', () => {
  const STREETS: Table = { ...LOTS, name: 'streets', geometry: 'lines' }
  const random = seededRandom(31)
  const ROWS = Array.from({ length: 1_500 }, (_, i) => {
    const builder = new LinesBuilder()
    for (let part = 0; part <= i % 2; part++) {
      for (let point = 0; point < 2 + (i % 5); point++)
        builder.point(-72 + random() / 10, 30 + random() / 10)
      builder.endLine()
    }
    const lines = builder.finish()
    const bounds = boundsOf(lines)
    const values = { lot_key: `k${i}`, value: i }
    return { values, lines, bounds, area_m2: 0, hilbert: hilbertOf(bounds) }
  })

  function writeStreets(rows: typeof ROWS, name: string, threads: number): Promise<string> {
    return withDatabase(async (connection, database) => {
      await connection.run(`SET threads = ${threads}`)
      const staged = await StagingTable.create(connection, 'streets', columnsOf(STREETS))
      staged.add(rows)
      staged.finish()
      await writeOrdered(database, STREETS, 'streets', join(folder, name))
      return join(folder, name)
    })
  }

  test('gives the lines back as they went in, the same bytes for any order and threads', async () => {
    const written = await writeStreets(ROWS, 'streets.parquet', 2)
    const turned = await writeStreets(ROWS.toReversed(), 'turned.parquet', 1)
    expect((await readFile(written)).equals(await readFile(turned))).toBe(true)
    const read = await parquetRows(STREETS, written)
    expect(read).toHaveLength(ROWS.length)
    const changed = read.filter(({ values, lines, polygons, point }) => {
      const { lines: own } = ROWS[values.value as number]
      return !isDeepStrictEqual(
        { lines, polygons, point },
        { lines: own, polygons: null, point: null },
      )
    })
    expect(changed).toEqual([])
  })
})
