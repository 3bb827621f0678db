import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { longTestFiles } from './long-test-files.ts'

const ROOT = dirname(import.meta.dirname)

test('the long run has the files with its suffix, and the files that import their size', () => {
  const root = mkdtempSync(join(tmpdir(), 'plat-long-'))
  try {
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    write('layers/whole.long.test.ts', '')
    write('layers/sized.test.ts', "import { isLongRun } from './long-run.ts'\n")
    write('layers/plain.test.ts', '// see tests/long-run.ts\n')
    write('node_modules/other/whole.long.test.ts', '')
    expect(longTestFiles(root)).toEqual([
      { path: 'layers/sized.test.ts', isWhole: false },
      { path: 'layers/whole.long.test.ts', isWhole: true },
    ])
  } finally {
    rmSync(root, { recursive: true })
  }
})

test('the document of the tests describes each file of the long run, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  const section = /<!-- long -->([\s\S]*)<!-- \/long -->/.exec(text)![1]
  const named = [...section.matchAll(/^- `([^`]+)`: \S/gm)].map(([, path]) => path)
  expect(named.sort()).toEqual(longTestFiles(ROOT).map(({ path }) => path))
})
