import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDatabase } from '../../tests/fixtures/partition-run.ts'
import { footerBytes, joinParquet, parseFooter } from './parquet-join.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-parquet-join-'))
})
afterAll(() => rm(folder, { recursive: true }))

const POINT = "('POINT (' || i / 100 || ' 30)')::GEOMETRY"
const OPTIONS = "(FORMAT parquet, COMPRESSION zstd, GEOPARQUET_VERSION 'V1', ROW_GROUP_SIZE 2048)"

/** Rows with columns that DuckDB writes plainly, by dictionary with a Bloom filter, and shapes. */
async function writeRows(name: string, from: number, to: number, shape = POINT): Promise<string> {
  const file = join(folder, name)
  await withDatabase((connection) =>
    connection.run(`
      COPY (SELECT i AS number, 'town ' || (i % 50) AS town, i / 7 AS share,
          CASE WHEN i % 3 = 0 THEN NULL ELSE 'lot ' || i END AS lot, ${shape} AS geometry
        FROM range(${from}, ${to}) t(i)) TO '${file}' ${OPTIONS}`),
  )
  return file
}

async function footerOf(file: string): Promise<Buffer> {
  const bytes = await readFile(file)
  const end = bytes.length - 8
  return bytes.subarray(end - bytes.readUInt32LE(end), end)
}

async function geoOf(file: string) {
  const bytes = new Uint8Array(await readFile(file))
  const pairs = parquetMetadata(bytes.buffer).key_value_metadata!
  return JSON.parse(pairs.find(({ key }) => key === 'geo')!.value!)
}

test('a footer that DuckDB wrote is written again as it was', async () => {
  const footer = await footerOf(await writeRows('one.parquet', 0, 9_000))
  expect(footer.equals(footerBytes(parseFooter(footer)))).toBe(true)
})

test('joined files have the rows of all in order, for DuckDB and for another reader', async () => {
  const whole = await writeRows('whole.parquet', 0, 9_000)
  const files = [
    await writeRows('a.parquet', 0, 2_500),
    await writeRows('b.parquet', 2_500, 2_501),
    await writeRows('without-rows.parquet', 0, 0),
    await writeRows('c.parquet', 2_501, 9_000),
  ]
  const bytesOf = async (file: string) =>
    (await stat(file)).size - (await footerOf(file)).length - 'PAR1'.length - 8
  const data = (await Promise.all(files.map(bytesOf))).reduce((sum, bytes) => sum + bytes)
  expect(await joinParquet(files)).toBe(9_000)
  expect(await bytesOf(files[0])).toBe(data)
  const { row_groups } = parquetMetadata(new Uint8Array(await readFile(files[0])).buffer)
  for (const { columns, file_offset } of row_groups) {
    const { dictionary_page_offset, data_page_offset } = columns[0].meta_data!
    expect(file_offset).toBe(dictionary_page_offset ?? data_page_offset)
  }
  await withDatabase(async (connection) => {
    const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJS()
    const select = (file: string) =>
      `SELECT * REPLACE (geometry::VARCHAR AS geometry) FROM '${file}'`
    expect(await rows(select(files[0]))).toEqual(await rows(select(whole)))
    // By the statistics and the Bloom filters of each group.
    for (const where of ["town = 'town 7'", 'number = 8999', "lot = 'lot 2500'", "town = 'none'"])
      expect(await rows(`${select(files[0])} WHERE ${where}`)).toEqual(
        await rows(`${select(whole)} WHERE ${where}`),
      )
    const probed = (file: string) =>
      rows(`SELECT bloom_filter_excludes FROM parquet_bloom_probe('${file}', 'town', 'town 7')`)
    expect((await probed(files[0])).flat()).toEqual(Array(7).fill(false))
  })
  const read = async (path: string) => {
    const bytes = new Uint8Array(await readFile(path))
    const compressors = { ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)) }
    return await parquetReadObjects({ file: bytes.buffer, compressors })
  }
  expect(await read(files[0])).toEqual(await read(whole))
})

test('the "geo" metadata has the box and the kinds of shapes of all files', async () => {
  const line = "('LINESTRING (' || i || ' 40, 5 41)')::GEOMETRY"
  const none = 'NULL::GEOMETRY'
  const files = [
    await writeRows('none.parquet', 0, 10, none),
    await writeRows('lines.parquet', 20, 30, line),
    await writeRows('points.parquet', 0, 10),
    await writeRows('none-either.parquet', 0, 10, none),
  ]
  const own = await geoOf(files[1])
  expect(own.columns.geometry).toMatchObject({ geometry_types: ['LineString'] })
  expect(await joinParquet(files)).toBe(40)
  const { columns, ...rest } = await geoOf(files[0])
  expect({ ...rest, columns: own.columns }).toEqual(own)
  expect(columns.geometry).toEqual({
    encoding: 'WKB',
    geometry_types: ['Point', 'LineString'],
    bbox: [0, 30, 29, 41],
  })
})

test('one file is left as it is', async () => {
  const file = await writeRows('alone.parquet', 0, 100)
  const before = await readFile(file)
  expect(await joinParquet([file])).toBe(100)
  expect((await readFile(file)).equals(before)).toBe(true)
})

test('a file of other columns, or one that is not whole, is refused', async () => {
  const file = await writeRows('first.parquet', 0, 100)
  const { size } = await stat(file)
  const other = join(folder, 'other.parquet')
  await withDatabase((connection) =>
    connection.run(`COPY (SELECT 1 AS number) TO '${other}' ${OPTIONS}`),
  )
  await expect(joinParquet([file, other])).rejects.toThrow('other.parquet has another schema than')
  const cut = join(folder, 'cut.parquet')
  await writeFile(cut, (await readFile(other)).subarray(0, -1))
  await expect(joinParquet([file, cut])).rejects.toThrow('cut.parquet is not a whole Parquet file')
  expect((await stat(file)).size).toBe(size)
})

test('files without any shape have no "geo" metadata, and none when they are joined', async () => {
  const files = [0, 10].map((from) =>
    writeRows(`shapeless-${from}.parquet`, from, from + 10, 'NULL::GEOMETRY'),
  )
  const [first, second] = await Promise.all(files)
  expect(await joinParquet([first, second])).toBe(20)
  const bytes = new Uint8Array(await readFile(first))
  expect(parquetMetadata(bytes.buffer).key_value_metadata).toBeUndefined()
})
