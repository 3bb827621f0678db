import { expect, test } from 'vitest'
import { formatBytes, formatCount, formatSeconds } from './quantity.ts'
import { formatTable } from './table.ts'

test('numbers stand right under each other, words left, and no line ends in spaces', () => {
  const rows = [
    ['parcel', 10643, 'Bangor'],
    ['flood', 113, null],
  ]
  expect(formatTable(['layer', 'rows', 'county'], rows)).toBe(
    ['layer     rows  county', 'parcel  10,643  Bangor', 'flood      113  -'].join('\n'),
  )
})

test('a column with one word among its numbers is words', () => {
  expect(formatTable(['n'], [[1], ['many']]).split('\n')[1]).toBe('1')
  expect(formatTable(['number'], [[1], [22]]).split('\n')[1]).toBe('     1')
})

test('a newline or an escape sequence in a value cannot break the table', () => {
  expect(formatTable(['owner'], [['A\nB\x1b[2J']])).toBe('owner\nA B [2J')
})

test('big integers from DuckDB have every digit', () => {
  expect(formatTable(['n'], [[9007199254740993n]])).toContain('9,007,199,254,740,993')
})

test('a count, a duration and a size are rounded where their unit changes', () => {
  expect(formatCount(1234567)).toBe('1,234,567')
  expect([0.4, 0.9996, 59.94, 59.96, 3599.6, 3780].map(formatSeconds)).toEqual([
    '0.40 s',
    '1.0 s',
    '59.9 s',
    '1 min 00 s',
    '1 h 00 min',
    '1 h 03 min',
  ])
  expect([812, 999, 999_500, 4_100, 210_000_000].map(formatBytes)).toEqual([
    '812 B',
    '999 B',
    '1.0 MB',
    '4.1 kB',
    '210 MB',
  ])
})
