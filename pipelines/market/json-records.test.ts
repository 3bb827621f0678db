import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LINE_BYTES_MAX } from '../../values/text-lines.ts'
import { Tally } from '../stages/tally.ts'
import { readJsonRecords } from './json-records.ts'
import { MarketMapping } from './mapping.ts'

const MAPPING = MarketMapping.parse({
  title: 'two columns',
  format: 'ndjson',
  columns: { as_of: { path: 't' }, parcel_id: { path: 'id', optional: true } },
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-json-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: string | Buffer) {
  const file = join(folder, 'file.ndjson')
  await writeFile(file, content)
  const tally = new Tally()
  const seen: unknown[] = []
  for await (const records of readJsonRecords(file, MAPPING, tally))
    for (const { line, raw } of records) seen.push([line, raw.as_of])
  return { seen, rejects: tally.rejects }
}

test('lines end in LF or CR LF, the last may have no end, and blank ones are skipped', async () => {
  const { seen, rejects } = await read('\ufeff{"t":"a"}\r\n\r\n  \n{"t":"b"}\n{"t":"c"}')
  expect(seen).toEqual([
    [1, 'a'],
    [4, 'b'],
    [5, 'c'],
  ])
  expect(rejects).toEqual({})
})

test('a line that is not an object is refused, and its text is not quoted', async () => {
  const lines = ['{"t":"a"}', '{"t":"secret"', '[1]', 'null', '"secret"', '12', '{"t":"b"}']
  const { seen, rejects } = await read(lines.join('\n'))
  expect(seen.length).toBe(2)
  expect(rejects).toEqual({
    'market.unreadable_line': { count: 5, example: 'line 2: it is not a JSON object' },
  })
})

test('bytes that are not UTF-8 are refused: a letter of them would be another one', async () => {
  const latin1 = Buffer.from('{"t":"caf\u00e9"}\n{"t":"b"}\n', 'latin1')
  const { seen, rejects } = await read(latin1)
  expect(seen).toEqual([[2, 'b']])
  expect(rejects['market.unreadable_line'].example).toBe('line 1: it is not UTF-8')
})

test('a line over the limit is dropped unread, and the next one is read', async () => {
  const long = `{"t":"${'x'.repeat(3 * LINE_BYTES_MAX)}"}`
  const whole = `{"t":"${'y'.repeat(LINE_BYTES_MAX - 8)}"}`
  const { seen, rejects } = await read(`${long}\n{"t":"a"}\n${whole}\n${whole} \n`)
  expect(seen.map((each) => (each as unknown[])[0])).toEqual([2, 3])
  expect(rejects).toEqual({
    'market.line_too_long': { count: 2, example: `line 1: over ${LINE_BYTES_MAX} bytes` },
  })
})

test('an object nested deeper than can be read is a bad line, not the end of the run', async () => {
  const deep = `{"t":"a","id":1234567890123456789,"x":${'['.repeat(2e5)}${']'.repeat(2e5)}}`
  const { seen, rejects } = await read(`${deep}\n{"t":"b"}\n`)
  expect(seen).toEqual([[2, 'b']])
  expect(rejects['market.unreadable_line'].count).toBe(1)
})

test('objects, lists and booleans are not one value; null and a missing key are none', async () => {
  const { seen } = await read('{"t":{"a":1}}\n{"t":[1]}\n{"t":true}\n{"t":null}\n{}\n{"t":1.5}\n')
  const values = seen.map((each) => (each as unknown[])[1])
  expect(values.map((value) => typeof value)).toEqual([
    ...['symbol', 'symbol', 'symbol', 'object', 'object', 'string'],
  ])
  expect(values.slice(3)).toEqual([null, null, '1.5'])
})
