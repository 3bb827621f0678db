import { importsOf } from './imports.ts'
import { isCode, isTest, type Tree, type Violation } from './tree.ts'

/** Where running begins: everything else must be imported from one of these, at some remove. */
const ENTRIES = [
  'plat.ts',
  'architect/plat-architect.ts',
  'setup.mjs',
  'vitest.config.ts',
  'tests/run.ts',
  // Named in serve/web/index.html, and by set-up.
  'serve/web/main.ts',
  'serve/web/vite.config.ts',
  // Named in vitest.config.ts, not imported.
  'tests/end-to-end/shared-home.ts',
]
const BENCH = /^tests\/bench\/[^/]+\.ts$/

/** Code that nothing runs, and imports of files that are not there. */
export function findDeadFiles(tree: Tree): Violation[] {
  const targets = new Map<string, string[]>()
  const violations: Violation[] = []
  for (const { from, path } of importsOf(tree)) {
    if (path === undefined) continue
    targets.set(from, [...(targets.get(from) ?? []), path])
    // Without an extension it is a folder, or a file that is made: `new URL('./fixtures/', ...)`.
    if (isCode(path) && !tree.has(path))
      violations.push({ path: from, problem: `imports ${path}: no such file` })
  }
  const isEntry = (path: string) => ENTRIES.includes(path) || isTest(path) || BENCH.test(path)
  const live = new Set<string>()
  const queue = [...tree.keys()].filter(isEntry)
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (live.has(path) || !tree.has(path)) continue
    live.add(path)
    queue.push(...(targets.get(path) ?? []))
  }
  for (const path of tree.keys()) {
    if (isCode(path) && !live.has(path))
      violations.push({ path, problem: 'is imported by nothing that runs' })
  }
  return violations
}
