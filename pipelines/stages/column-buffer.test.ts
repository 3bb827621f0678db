import { BIGINT, BLOB, BOOLEAN, DOUBLE, type DuckDBBlobValue, VARCHAR } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { withDatabase } from '../../tests/fixtures/partition-run.ts'
import { ChunkAppender } from './chunk-appender.ts'
import {
  BooleanBuffer,
  BytesBuffer,
  CHUNK_ROWS,
  IntegerBuffer,
  RealBuffer,
} from './column-buffer.ts'

/** Loads texts through chunks, as many as it takes, and reads them back. */
async function loadedTexts(texts: readonly (string | null)[]) {
  return withDatabase(async (connection) => {
    await connection.run('CREATE TABLE texts (text VARCHAR)')
    const buffer = new BytesBuffer()
    const appender = await ChunkAppender.create(connection, 'texts', [{ type: VARCHAR, buffer }])
    for (const text of texts) {
      buffer.put(appender.filled, text)
      appender.added(1)
    }
    appender.finish()
    const read = await connection.runAndReadAll('SELECT text FROM texts')
    return read.getRows().map(([text]) => text)
  })
}

test('texts of every length come back, and compare as texts, on both sides of 12 bytes', async () => {
  const texts = Array.from({ length: 40 }, (_, length) => 'abcdefghij'.repeat(4).slice(0, length))
  expect(await loadedTexts(texts)).toEqual(texts)
  await withDatabase(async (connection) => {
    await connection.run('CREATE TABLE texts (text VARCHAR)')
    const buffer = new BytesBuffer()
    const appender = await ChunkAppender.create(connection, 'texts', [{ type: VARCHAR, buffer }])
    for (const text of [...texts, ...texts]) {
      buffer.put(appender.filled, text)
      appender.added(1)
    }
    appender.finish()
    const counted = await connection.runAndReadAll(`
      SELECT count(DISTINCT text)::INTEGER, count(*) FILTER (text = left('${texts[39]}', length(text)))::INTEGER
      FROM texts`)
    expect(counted.getRows()).toEqual([[40, 80]])
  })
})

test('texts that are not ASCII come back, as does a half of a surrogate pair as U+FFFD', async () => {
  const texts = [
    'ü',
    'Ærø “x”',
    '日本語の住所',
    '🏡'.repeat(40),
    `${'x'.repeat(63)}é`,
    'a\0b',
    '\ud800',
  ]
  expect(await loadedTexts(texts)).toEqual([...texts.slice(0, -1), '\ufffd'])
})

test('rows without a value stay without one over many chunks, and leave nothing to later rows', async () => {
  const texts = Array.from({ length: CHUNK_ROWS * 3 + 5 }, (_, i) => {
    const isNull = i < CHUNK_ROWS ? i % 3 === 0 : i > CHUNK_ROWS * 2 && i % 64 === 1
    return isNull ? null : `${'a longer text than twelve bytes '.repeat(i % 3)}${i}`
  })
  expect(await loadedTexts(texts)).toEqual(texts)
})

test('numbers come back: 64-bit integers, reals, and NaN as null', async () => {
  const integers = [0, -1, 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, -(2 ** 62), NaN, null]
  const reals = [0, -0.1, 1e300, -Infinity, 5e-324, 2 ** 53, 1, -1, NaN, null]
  const flags = [true, false, true, false, true, false, true, false, null, null]
  await withDatabase(async (connection) => {
    await connection.run('CREATE TABLE numbers (i BIGINT, r DOUBLE, b BOOLEAN)')
    const [i, r, b] = [new IntegerBuffer(), new RealBuffer(), new BooleanBuffer()]
    const appender = await ChunkAppender.create(connection, 'numbers', [
      { type: BIGINT, buffer: i },
      { type: DOUBLE, buffer: r },
      { type: BOOLEAN, buffer: b },
    ])
    integers.forEach((integer, row) => {
      i.put(appender.filled, integer)
      r.put(appender.filled, reals[row])
      b.put(appender.filled, flags[row])
      appender.added(1)
    })
    appender.finish()
    const [readI, readR, readB] = (await connection.runAndReadAll('FROM numbers')).getColumns()
    expect(readI).toEqual([...integers.slice(0, 8).map((value) => BigInt(value!)), null, null])
    expect(readR).toEqual([...reals.slice(0, 8), null, null])
    expect(readB).toEqual(flags)
  })
})

test('a value that is not a 64-bit integer is refused', () => {
  expect(() => new IntegerBuffer().put(0, 1.5)).toThrow('1.5 is not a 64-bit integer')
  expect(() => new IntegerBuffer().put(0, 2 ** 63)).toThrow('is not a 64-bit integer')
})

test('stretches of bytes come back as blobs, whatever they are', () =>
  withDatabase(async (connection) => {
    await connection.run('CREATE TABLE blobs (blob BLOB)')
    const buffer = new BytesBuffer()
    const appender = await ChunkAppender.create(connection, 'blobs', [{ type: BLOB, buffer }])
    const source = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7) % 256)
    const ends = [0, 1, 13, 77, 200, 100_000, 300_000]
    for (const end of ends) {
      buffer.putRange(appender.filled, source, Math.floor(end / 3), end)
      appender.added(1)
    }
    appender.finish()
    const read = (await connection.runAndReadAll('FROM blobs')).getRows()
    for (const [row, end] of ends.entries()) {
      const expected = source.subarray(Math.floor(end / 3), end)
      expect(Buffer.compare((read[row][0] as DuckDBBlobValue).bytes, expected)).toBe(0)
    }
  }))
