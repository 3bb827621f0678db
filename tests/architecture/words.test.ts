import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTree } from './tree.ts'
import { findWords } from './words.ts'

const listed = (files: Record<string, string>, exceptions: Parameters<typeof findWords>[1] = []) =>
  findWords(new Map(Object.entries(files)), exceptions).map(
    ({ path, problem }) => `${path} ${problem}`,
  )

describe('plain words of the field', () => {
  test('in this repository', () => {
    expect(findWords(readTree(dirname(dirname(import.meta.dirname))))).toEqual([])
  })

  test.each([
    ['const toldAddress = 1', 'told'],
    ['/** What was asked for. */', 'asked'],
    ["throw new Error('who said so')", 'said'],
    ['class SpotQuery {}', 'spot'],
    ['const KEPT_BYTES = 1', 'kept'],
  ])('%s is found', (line, word) => {
    expect(listed({ 'serve/a.ts': `\n${line}` })).toEqual([
      expect.stringMatching(`^serve/a.ts line 2 has "${word}": `),
    ])
  })

  test('a word inside of another is not, nor are data and the changelog', () => {
    const files = { 'serve/a.ts': 'spotless, basket', 'a.json': 'told', 'CHANGELOG.md': 'told' }
    expect(listed(files)).toEqual([])
  })

  test('an exception excuses its words in its files, and is a violation where no line needs it', () => {
    const exceptions = [{ paths: /^serve\//, words: ['told'], why: 'a wire name' }]
    expect(listed({ 'serve/a.ts': 'told' }, exceptions)).toEqual([])
    expect(listed({ 'serve/a.ts': 'asked' }, exceptions)).toHaveLength(2)
    expect(listed({ 'layers/a.ts': 'told' }, exceptions)).toHaveLength(2)
  })
})
