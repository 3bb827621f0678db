import { expect, test } from 'vitest'
import { formatTally, readVitestReport } from './tally.ts'

const report = (status: string, tests: [string, string][]) => () =>
  JSON.stringify({
    testResults: [
      {
        name: '/house/layers/flood/section.test.ts',
        status,
        assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
      },
    ],
  })

test('the last line is the tally, and what was skipped is named before it', () => {
  const read = report('passed', [
    ['zone D is undetermined', 'passed'],
    ['Bangor has 113 zones', 'pending'],
  ])
  const outcomes = [
    { name: 'types', state: 'failed' as const },
    ...readVitestReport(read, 0, '/house'),
  ]
  const { lines, hasFailed } = formatTally(outcomes)
  expect(lines).toEqual([
    'Skipped:',
    '  layers/flood/section.test.ts: Bangor has 113 zones',
    '',
    'Failed:',
    '  types',
    '',
    '1 passed, 1 failed, 1 skipped',
  ])
  expect(hasFailed).toBe(true)
})

test('with nothing skipped the tally has two numbers', () => {
  const outcomes = readVitestReport(report('passed', [['a', 'passed']]), 0, '/house')
  expect(formatTally(outcomes)).toEqual({ lines: ['1 passed, 0 failed'], hasFailed: false })
})

test('a test file that does not load is a failure though no test of it failed', () => {
  const outcomes = readVitestReport(report('failed', []), 1, '/house')
  expect(formatTally(outcomes).lines.at(-1)).toBe('0 passed, 1 failed')
})

test('a run that fails outside of any test, or leaves no report, is a failure', () => {
  const stray = readVitestReport(report('passed', [['a', 'passed']]), 1, '/house')
  expect(formatTally(stray)).toMatchObject({ hasFailed: true })
  for (const read of [() => '{"testRes', () => JSON.parse('')]) {
    expect(formatTally(readVitestReport(read, 0, '/house')).lines.at(-1)).toBe('0 passed, 1 failed')
  }
})

test('a run without tests is not a success', () => {
  expect(formatTally([])).toEqual({ lines: ['0 passed, 0 failed'], hasFailed: true })
})
