import { relative } from 'node:path'

/** Outcome of one check or one test. */
export interface Outcome {
  name: string
  state: 'passed' | 'failed' | 'skipped'
}

/** The fields that are read of the report by vitest's JSON reporter. */
interface VitestReport {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

/**
 * One outcome per test. A file that fails outside of its tests (it does not load, a hook throws)
 * is one failure of its own, and so is a run that failed for no reason found in the report or left
 * none: a failed run never has a green tally.
 */
export function readVitestReport(read: () => string, exitCode: number, root: string): Outcome[] {
  let report: VitestReport
  try {
    report = JSON.parse(read())
  } catch {
    return [{ name: `tests: no report was written, exit code ${exitCode}`, state: 'failed' }]
  }
  const outcomes: Outcome[] = []
  for (const file of report.testResults) {
    const path = relative(root, file.name)
    for (const test of file.assertionResults) {
      outcomes.push({ name: `${path}: ${test.fullName}`, state: stateOf(test.status) })
    }
    const hasFailedTest = file.assertionResults.some((test) => stateOf(test.status) === 'failed')
    if (file.status === 'failed' && !hasFailedTest) {
      outcomes.push({ name: `${path}: failed outside of its tests`, state: 'failed' })
    }
  }
  if (exitCode !== 0 && !outcomes.some((outcome) => outcome.state === 'failed')) {
    outcomes.push({ name: `tests: exit code ${exitCode} outside of any test`, state: 'failed' })
  }
  return outcomes
}

/** True when a test did not run: vitest reports `pending`, `todo`, `skipped` or `disabled`. */
function stateOf(status: string): Outcome['state'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped'
}

/**
 * The skipped and the failed by name, then the tally as the last line. A run without tests is a
 * failure.
 */
export function formatTally(outcomes: Outcome[]): { lines: string[]; hasFailed: boolean } {
  const named = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state)
  const [passed, failed, skipped] = [named('passed'), named('failed'), named('skipped')]
  const lines: string[] = []
  for (const [title, list] of [
    ['Skipped:', skipped],
    ['Failed:', failed],
  ] as const) {
    if (list.length > 0) lines.push(title, ...list.map((outcome) => `  ${outcome.name}`), '')
  }
  const tally = `${passed.length} passed, ${failed.length} failed`
  lines.push(skipped.length > 0 ? `${tally}, ${skipped.length} skipped` : tally)
  return { lines, hasFailed: failed.length > 0 || passed.length === 0 }
}
