import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LongTestFile {
  /** Relative to the root of the project. */
  path: string
  /** Whether only the long run has it; otherwise the ordinary run has it in a small size. */
  isWhole: boolean
}

/** An import of tests/long-run.ts, which states the size of a test. */
const IMPORTS_SIZE = /^import .* from '[^']*\/long-run\.ts'$/m

/** Files of the long run: `*.long.test.ts`, and test files that have a full size, in order. */
export function longTestFiles(root: string): LongTestFile[] {
  return globSync('**/*.test.ts', { cwd: root, exclude: isForeign })
    .sort()
    .flatMap((path): LongTestFile[] => {
      if (path.endsWith('.long.test.ts')) return [{ path, isWhole: true }]
      const text = readFileSync(join(root, path), 'utf8')
      return IMPORTS_SIZE.test(text) ? [{ path, isWhole: false }] : []
    })
}

const isForeign = (path: string) => /(^|\/)(node_modules|\.plat)$/.test(path)
