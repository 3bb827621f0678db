import { expect, test } from 'vitest'
import { formatFittedTable } from './fitted-table.ts'

const HEADER = ['id', 'text', 'length']
const ROWS = [
  ['wall_3', 'a door and a window and another window', 4.2],
  ['wall_4', 'nothing', 2],
]

test('without a width, and where it fits, a table is not cut', () => {
  const whole = formatFittedTable(HEADER, ROWS, null)
  expect(whole).toContain('another window')
  expect(formatFittedTable(HEADER, ROWS, 120)).toBe(whole)
})

test('in a narrow terminal the widest column is cut, and a line states it', () => {
  const [head, first, second, note] = formatFittedTable(HEADER, ROWS, 36).split('\n')
  for (const line of [head, first, second]) expect(line.length).toBeLessThanOrEqual(36)
  // 36 less 6, 6 and two gaps of 2 leaves 20 for the text.
  expect(first).toBe('wall_3  a door and a window…     4.2')
  expect(second).toContain('nothing')
  expect(note).toBe('For this terminal cut: text. --json has all.')
})

test('columns are cut alike, and the last ones are left out where that is not enough', () => {
  const wide = ['x'.repeat(50), 'y'.repeat(40), 'z'.repeat(20)]
  const [, row, note] = formatFittedTable(['a', 'b', 'c'], [wide], 64).split('\n')
  // 64 less two gaps of 2 are three columns of 20.
  expect(row.split('  ').map((text) => text.length)).toEqual([20, 20, 20])
  expect(note).toBe('For this terminal cut: a, b. --json has all.')
  const [, least, left] = formatFittedTable(['a', 'b', 'c'], [wide], 30).split('\n')
  // Three columns of 12 and their gaps take 40, two take 26.
  expect(least.split('  ').map((text) => text.length)).toEqual([14, 14])
  expect(left).toBe('For this terminal cut: a, b; left out: c. --json has all.')
})
