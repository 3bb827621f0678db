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
  expect(note).toBe('Cut to the terminal: text. --json has all.')
})

test('columns are cut alike, and none to nothing', () => {
  const wide = ['x'.repeat(50), 'y'.repeat(40)]
  const [, row] = formatFittedTable(['a', 'b'], [wide], 62).split('\n')
  expect(row.split('  ').map((text) => text.length)).toEqual([30, 30])
  const [, least] = formatFittedTable(['a', 'b'], [wide], 5).split('\n')
  expect(least.split('  ').map((text) => text.length)).toEqual([12, 12])
})
