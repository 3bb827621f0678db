import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UPSTREAMS } from '../../layers/index.ts'
import { readTree, type Tree } from '../architecture/tree.ts'
import { formatDependencies } from './dependencies.ts'
import { findLimits, findUndescribedLimits, formatLimits } from './limits.ts'
import { formatRehearsalPage } from './rehearsal-page.ts'
import { findSettingGaps, formatSettings } from './settings.ts'
import { formatTurnsPage } from './turns-page.ts'

const ROOT = dirname(dirname(import.meta.dirname))
const tree = readTree(ROOT)

const PAGES: Record<string, () => string> = {
  'docs/limits.md': () => formatLimits(tree),
  'docs/settings.md': () => formatSettings(tree, UPSTREAMS),
  'docs/dependencies.md': () => formatDependencies(tree),
  'docs/turns.md': () => formatTurnsPage(tree),
  'docs/rehearsal.md': () => formatRehearsalPage(tree),
}

test.each(Object.keys(PAGES))('%s is what the code generates', (path) => {
  const text = PAGES[path]()
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(join(ROOT, path), text)
  const written = readFileSync(join(ROOT, path), 'utf8')
  expect(written, 'UPDATE_GOLDENS=1 vitest run tests/documents').toBe(text)
})

test('a stale example or table of the page of turns is written anew, and none is left out', () => {
  const text = tree.get('docs/turns.md')!
  const stale = text
    .replace(/(```python\n)[\s\S]*?(```)/, '$1old()\n$2')
    .replace(/^\| `model` .*\n/m, '| `gone` |\n')
  expect(stale).not.toBe(text)
  expect(formatTurnsPage(new Map([...tree, ['docs/turns.md', stale]]))).toBe(formatTurnsPage(tree))
  const more = new Map([...tree, ['examples/turns/more.sh', 'true\n']])
  expect(() => formatTurnsPage(more)).toThrow('docs/turns.md does not show more.sh')
  const fewer = new Map([...tree].filter(([path]) => path !== 'examples/turns/stream.py'))
  expect(() => formatTurnsPage(fewer)).toThrow('stream.py')
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
    'a/y.ts': `import { ROWS_MAX } from './x.ts'
const CELLS_MAX = ROWS_MAX ** 2
/** Pages of all rows. */
const PAGES_MAX = Math.ceil(ROWS_MAX / 3)
`,
    'a/x.test.ts': 'const SEEN_MAX = 1\n',
  }
  const planted: Tree = new Map(Object.entries(files))
  test('from constants that are named as bounds, without tests and units', () => {
    const names = findLimits(planted).map(({ name }) => name)
    expect(findUndescribedLimits(planted)).toEqual(['a/y.ts: CELLS_MAX needs a doc comment'])
    expect(names).toEqual(['ROWS_MAX', 'WAIT_MS', 'KEY_LIMIT', 'CELLS_MAX', 'PAGES_MAX'])
  })
  test.each([
    '| 2,000        | `ROWS_MAX`  | x.ts   | Rows of one page       |',
    '| 15 min       | `WAIT_MS`   | x.ts   | see `ROWS_MAX`         |',
    '| 300 in 1 min | `KEY_LIMIT` | x.ts   | Requests in any minute |',
    '| 667          | `PAGES_MAX` | y.ts   | Pages of all rows      |',
    '| 4,000,000    | `CELLS_MAX` | y.ts   |                        |',
  ])('%s', (row) => expect(formatLimits(planted)).toContain(row))
})
