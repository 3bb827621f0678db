import { expect, test } from 'vitest'
import { formatTimes } from './times.ts'

test('a run reports its parts, its folders and its slowest files, and no more than 15 of them', () => {
  const files = Array.from({ length: 20 }, (_, i) => ({
    file: `layers/flood/${i}.test.ts`,
    seconds: i,
  }))
  files.push({ file: 'tests/page/looks.test.ts', seconds: 31.25 })
  files.push({ file: 'tests/tally.test.ts', seconds: 0.25 })
  const lines = formatTimes([{ name: 'types', seconds: 6.94 }], files, 125.4)
  expect(lines.slice(0, 6)).toEqual([
    'Time by part:',
    '     6.9 s  types',
    'Time of test files by folder, of all workers together:',
    '   190.0 s  layers',
    '    31.3 s  tests/page',
    '     0.3 s  tests',
  ])
  expect(lines[6]).toBe('The 15 slowest test files:')
  expect(lines.slice(7, 9)).toEqual([
    '    31.3 s  tests/page/looks.test.ts',
    '    19.0 s  layers/flood/19.test.ts',
  ])
  expect(lines).toHaveLength(7 + 15 + 1)
  expect(lines.at(-1)).toBe('In all 2 min 5 s.')
})

test('a run without times still reports its duration', () => {
  expect(formatTimes([], [], 59.6).at(-1)).toBe('In all 1 min 0 s.')
})
