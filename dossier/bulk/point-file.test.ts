import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputPoint } from './input-point.ts'
import type { PointColumns } from './point-columns.ts'
import { readPoints } from './point-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-points-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function all(points: AsyncIterable<InputPoint>): Promise<InputPoint[]> {
  const list: InputPoint[] = []
  for await (const point of points) list.push(point)
  return list
}

async function read(name: string, text: string, columns: PointColumns = {}): Promise<InputPoint[]> {
  const file = join(folder, name)
  await writeFile(file, text)
  return all(readPoints(file, columns))
}

const ONE = { line: 1, id: 'a', lat: 30.5, lng: -72.25 }
const TWO = { line: 2, id: 'b', lat: -14, lng: 170 }

test('CSV, TSV, JSON lines, GeoJSON and Parquet give the same points', async () => {
  const csv = '\uFEFFname,ID,Latitude,LON\r\n"x, y",a,30.5,-72.25\r\n\r\n"two\nlines",b,-14,170\r\n'
  expect(await read('a.csv', csv)).toEqual([ONE, TWO])
  expect(await read('a.tsv', 'y\tx\tid\n30.5\t-72.25\ta\n-14\t170\tb\n')).toEqual([ONE, TWO])
  const lines = '{"id":"a","lat":30.5,"lng":-72.25}\n\n{"id":"b","lat":"-14","lng":"170"}\n'
  expect(await read('a.ndjson', lines)).toEqual([ONE, TWO])
  const feature = (id: string, lng: number, lat: number) =>
    JSON.stringify({ type: 'Feature', id, geometry: { type: 'Point', coordinates: [lng, lat, 3] } })
  const features = [feature('a', -72.25, 30.5), feature('b', 170, -14)]
  expect(await read('b.jsonl', features.join('\n'))).toEqual([ONE, TWO])
  const collection = `{"type":"FeatureCollection","features":[${features.join()}]}`
  expect(await read('a.geojson', collection)).toEqual([ONE, TWO])

  const parquet = join(folder, 'a.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(
    `COPY (FROM (VALUES ('a', 30.5, '-72.25'), ('b', -14.0, '170')) t(id, lat, lng)) TO '${parquet}'`,
  )
  connection.closeSync()
  instance.closeSync()
  expect(await all(readPoints(parquet, {}))).toEqual([ONE, TWO])
})

test('an invalid point states its problem, and the others are read', async () => {
  const csv = 'lat,lng\nabc,1\n91,1\n1,-180.5\n,2\n1\n1e1,2\n 1.50 , +2 \n'
  const points = await read('bad.csv', csv)
  expect(points.map((point) => ('problem' in point ? point.problem.message : 'read'))).toEqual([
    '"abc" is not a decimal number.',
    '"91" is outside -90 to 90.',
    '"-180.5" is outside -180 to 180.',
    'lat is missing.',
    'lng is missing.',
    '"1e1" is not a decimal number.',
    'read',
  ])
  expect(points.at(-1)).toEqual({ line: 7, lat: 1.5, lng: 2 })
  const [texas] = await read('swapped.csv', 'lat,lng\n-98.5,29.9\n')
  expect(texas).toMatchObject({ isSwapped: true, problem: { param: 'lat' } })
  expect('problem' in texas && texas.problem.hint).toContain('Is 29.9,-98.5 the point?')
  const lines = '[1]\n{"lat":1\n{"type":"Feature","id":7,"geometry":null}\n{"lat":1e-7,"lng":2}\n'
  const objects = await read('bad.ndjson', lines)
  expect(objects).toMatchObject([
    { line: 1, problem: { message: 'The line is not a JSON object.' } },
    { line: 2, problem: { message: 'The line is not a JSON object.' } },
    { line: 3, id: 7, problem: { message: 'The line is a feature without a point.' } },
    { line: 4, lat: 1e-7, lng: 2 },
  ])
})

test('columns of any name can be named, and the error for a missing one lists the header', async () => {
  const csv = 'Y_COORD,X_COORD,SITE\n30.5,-72.25,a\n'
  expect(await read('named.csv', csv, { lat: 'y_coord', lng: 'X_COORD', id: 'SITE' })).toEqual([
    ONE,
  ])
  await expect(read('unnamed.csv', csv)).rejects.toThrow(
    /no column lat or latitude or y among Y_COORD, X_COORD, SITE$/,
  )
  await expect(read('points.xlsx', '')).rejects.toThrow('the suffix .xlsx is not known')
  await expect(read('empty.csv', '')).rejects.toThrow('it is empty')
  await expect(read('torn.geojson', '{"features":[')).rejects.toThrow('read the points')
  await expect(read('open.csv', 'lat,lng\n"1,2\n')).rejects.toThrow('read the points')
  await expect(all(readPoints(join(folder, 'none.csv'), {}))).rejects.toThrow('ENOENT')
})

test('a line of JSON ends only at its line feed, and a line without an end is not buffered', async () => {
  const point = { lat: 30.5, lng: -72.25 }
  const text = (id: string) => JSON.stringify({ id, ...point })
  const lines = `\uFEFF${text('a\u2028b')}\r\n${text('x'.repeat(2_000_000))}\n${text('c')}`
  expect(await read('marks.ndjson', lines)).toMatchObject([
    { line: 1, id: 'a\u2028b', ...point },
    { line: 2, problem: { message: 'The line is longer than 1048576 bytes.' } },
    { line: 3, id: 'c', ...point },
  ])
})

test('an id with more digits than a double holds stays the same, and invalid Unicode is replaced', async () => {
  const line = (id: string) => `{"id":${id},"lat":30.5,"lng":-72.25}`
  const lines = [line('12345678901234567890'), line('7'), line('"\\ud800"')]
  const ids = ['12345678901234567890', 7, '\uFFFD']
  const idsOf = (points: InputPoint[]) => points.map(({ id }) => id)
  expect(idsOf(await read('digits.ndjson', lines.join('\n')))).toEqual(ids)
  expect(idsOf(await read('digits.json', `[${lines.join()}]`))).toEqual(ids)
})
