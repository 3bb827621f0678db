import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UPSTREAMS } from '../../layers/index.ts'
import { readTree, type Tree } from '../architecture/tree.ts'
import { formatDependencies } from './dependencies.ts'
import { findLimits, findUndescribedLimits, formatLimits } from './limits.ts'
import { findSettingGaps, formatSettings } from './settings.ts'

const ROOT = dirname(dirname(import.meta.dirname))
const tree = readTree(ROOT)

const PAGES: Record<string, () => string> = {
  'docs/limits.md': () => formatLimits(tree),
  'docs/settings.md': () => formatSettings(tree, UPSTREAMS),
  'docs/dependencies.md': () => formatDependencies(tree),
}

test.each(Object.keys(PAGES))('%s is what the code generates', (path) => {
  const text = PAGES[path]()
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(join(ROOT, path), text)
  const written = readFileSync(join(ROOT, path), 'utf8')
  expect(written, 'UPDATE_GOLDENS=1 vitest run tests/documents').toBe(text)
})

test('every limit has a doc comment, or is directly below a number that has one', () => {
  expect(findUndescribedLimits(tree)).toEqual([])
})

test('every setting that the code reads is listed, and every listed one is read', () => {
  expect(findSettingGaps(tree)).toEqual([])
})

describe('limits are read with their values', () => {
  const files = {
    'a/x.ts': `/** Rows of one page. More are refused. */
export const ROWS_MAX = 2_000
const WAIT_MS = 15 * MINUTE_MS
const MINUTE_MS = 60_000
/** Requests in any minute. */
export const KEY_LIMIT: Limit = { requests: 300, window_ms: 60_000 }
/** Not a limit. */
const NAME = 'x'
`,
    'a/y.ts': "import { ROWS_MAX } from './x.ts'\nconst CELLS_MAX = ROWS_MAX ** 2\n",
    'a/x.test.ts': 'const SEEN_MAX = 1\n',
  }
  const planted: Tree = new Map(Object.entries(files))
  test('from constants that are named as bounds, without tests and units', () => {
    const names = findLimits(planted).map(({ name }) => name)
    expect(findUndescribedLimits(planted)).toEqual(['a/y.ts: CELLS_MAX needs a doc comment'])
    expect(names).toEqual(['ROWS_MAX', 'WAIT_MS', 'KEY_LIMIT', 'CELLS_MAX'])
  })
  test.each([
    '| 2,000        | `ROWS_MAX`  | x.ts   | Rows of one page       |',
    '| 15 min       | `WAIT_MS`   | x.ts   | see `ROWS_MAX`         |',
    '| 300 in 1 min | `KEY_LIMIT` | x.ts   | Requests in any minute |',
    '| 4,000,000    | `CELLS_MAX` | y.ts   |                        |',
  ])('%s', (row) => expect(formatLimits(planted)).toContain(row))
})
