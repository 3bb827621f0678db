import { importsOf, reachedFrom } from './imports.ts'
import { isCode, isTest, type Tree, type Violation } from './tree.ts'

/**
 * Entry points of the product: every product file must be imported from one of these, directly or
 * not.
 */
const ENTRIES = [
  'plat.ts',
  'architect/plat-architect.ts',
  'setup.mjs',
  // Named in the index.html of each page, and by set-up.
  'commands/start/compile-service.ts',
  'web/main.ts',
  'web/vite.config.ts',
  'architect/web/main.ts',
  'architect/web/vite.config.ts',
]
/** Files to copy: the reader runs them. */
const EXAMPLE = /^examples\//
/**
 * Entry points of tests other than the test files. They do not count as callers of product files.
 */
const TEST_ENTRIES = [
  'vitest.config.ts',
  'tests/run.ts',
  'tests/mutants/run.ts',
  // Named in vitest.config.ts and tests/run.ts, not imported.
  'tests/compiled-code.ts',
  'tests/end-to-end/shared-home.ts',
  'tests/servers/postgres-folder.ts',
  'tests/time-reporter.ts',
]
const BENCH = /^tests\/bench\/[^/]+\.ts$/

/** Product code that nothing calls yet: the issue that will call it, and what for. */
export const PENDING: Record<string, string> = {}

/**
 * Finds code that nothing runs, and imports of files that do not exist. Tests do not count as
 * callers of the product: a file that only tests call is dead, or pending with its reason. Makers
 * of test data are in tests/. A stale reason is a violation.
 */
export function findDeadFiles(tree: Tree, pending: Record<string, string> = PENDING): Violation[] {
  const targets = new Map<string, string[]>()
  const violations: Violation[] = []
  for (const { from, path } of importsOf(tree)) {
    if (path === undefined) continue
    targets.set(from, [...(targets.get(from) ?? []), path])
    // Without an extension it is a folder, or a file that is made: `new URL('./fixtures/', ...)`.
    if (isCode(path) && !tree.has(path))
      violations.push({ path: from, problem: `imports ${path}: no such file` })
  }
  const code = [...tree.keys()].filter(isCode)
  const called = reachedFrom(
    code.filter((path) => ENTRIES.includes(path) || EXAMPLE.test(path)),
    targets,
  )
  const awaited = reachedFrom(Object.keys(pending), targets)
  const tested = reachedFrom(
    code.filter((path) => TEST_ENTRIES.includes(path) || isTest(path) || BENCH.test(path)),
    targets,
  )
  for (const path of code) {
    if (called.has(path)) continue
    if (isOfTests(path)) {
      if (!tested.has(path)) violations.push({ path, problem: 'is imported by nothing that runs' })
    } else if (!awaited.has(path)) {
      const problem = tested.has(path)
        ? 'is called by tests only'
        : 'is imported by nothing that runs'
      violations.push({ path, problem })
    }
  }
  for (const path of Object.keys(pending)) {
    if (!tree.has(path)) violations.push({ path, problem: 'is pending, and is not there' })
    else if (called.has(path)) violations.push({ path, problem: 'is pending, and has its caller' })
  }
  return violations
}

/** True for files of tests, by their folder or their name. */
const isOfTests = (path: string): boolean =>
  path.startsWith('tests/') || isTest(path) || TEST_ENTRIES.includes(path)
