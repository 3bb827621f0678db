import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTree } from '../architecture/tree.ts'
import { DECIDING, isUnder, listDeciding } from './deciding-files.ts'
import { listJudges, readImporters } from './judging-tests.ts'
import { readResults } from './results.ts'
import { sampleTrials, type Trial } from './sample.ts'

const tree = readTree(dirname(dirname(import.meta.dirname)))

describe('the list of deciding files', () => {
  const lists = Object.values(DECIDING).flat()
  test.each(lists.flatMap(({ files }) => files))('%s is there', (pattern) => {
    expect([...tree.keys()].filter((path) => isUnder(path, pattern))).not.toEqual([])
  })
  test('names no file twice', () => {
    const files = lists.flatMap((list) => listDeciding(tree, list))
    expect(files.filter((file, i) => files.indexOf(file) !== i)).toEqual([])
  })
  test('a pattern names what is below it, and a star one name', () => {
    expect(isUnder('layers/flood/section.ts', 'layers/*/section.ts')).toBe(true)
    expect(isUnder('layers/flood/section.test.ts', 'layers/*/section.ts')).toBe(false)
    expect(isUnder('builds/raster-audit.ts', 'builds/*audit.ts')).toBe(true)
    expect(isUnder('builds/audit-table.ts', 'builds/*audit.ts')).toBe(false)
    expect(isUnder('upstream/circuit.ts', 'upstream')).toBe(true)
    expect(isUnder('layers/upstreams.ts', 'upstream')).toBe(false)
  })
})

describe('the tests that judge a file', () => {
  const planted = new Map(
    Object.entries({
      'layers/tax/sale.ts': '',
      'layers/tax/section.ts': `import { sale } from './sale.ts'`,
      'layers/tax/section.test.ts': `import './section.ts'`,
      'layers/tax/sale.test.ts': `import './sale.ts'`,
      'layers/tax/a.test.ts': `import './sale.ts'`,
      'layers/tax/facts.test.ts': `import type { Sale } from './sale.ts'`,
      'serve/app.test.ts': `import '../layers/tax/section.ts'`,
    }),
  )
  test('are those of its folder that import it at any remove, its own first', () => {
    expect(listJudges('layers/tax/sale.ts', readImporters(planted))).toEqual([
      'layers/tax/sale.test.ts',
      'layers/tax/a.test.ts',
      'layers/tax/section.test.ts',
    ])
  })
  test('are elsewhere where the list states so', () => {
    expect(listJudges('layers/tax/sale.ts', readImporters(planted), ['serve'])).toEqual([
      'serve/app.test.ts',
    ])
  })
})

describe('a sample', () => {
  const trial = (group: string, file: string, column: number): Trial => ({
    group,
    judges: [],
    mutant: { file, line: 1, source: 'a', column, before: 'a', after: 'b', start: 0, end: 1 },
  })
  const trials = [
    ...Array.from({ length: 50 }, (_, i) => trial('audits', 'builds/long.ts', i)),
    ...Array.from({ length: 5 }, (_, i) => trial('audits', 'builds/short.ts', i)),
    ...Array.from({ length: 4 }, (_, i) => trial('limits', 'serve/limit.ts', i)),
  ]
  const filesOf = (sample: Trial[]) => sample.map(({ mutant }) => mutant.file).sort()

  test('has as many mutants of each group, and of each file of a group', () => {
    expect(filesOf(sampleTrials(trials, 8, 1))).toEqual([
      ...['builds/long.ts', 'builds/long.ts', 'builds/short.ts', 'builds/short.ts'],
      ...Array.from({ length: 4 }, () => 'serve/limit.ts'),
    ])
  })
  test('takes more of the others where a group has too few', () => {
    expect(sampleTrials(trials, 20, 1)).toHaveLength(20)
    expect(sampleTrials(trials, 1_000, 1)).toHaveLength(trials.length)
  })
  test('is the same for the same seed, in whatever order the mutants are listed', () => {
    const sample = sampleTrials(trials, 8, 1)
    expect(new Set(sampleTrials(trials.toReversed(), 8, 1))).toEqual(new Set(sample))
    expect(new Set(sampleTrials(trials, 8, 2))).not.toEqual(new Set(sample))
  })
})

describe('committed results', () => {
  const committed = [...readResults()]
  test.each(committed)('%s names files that are there', (_name, { survivors, files, score }) => {
    const named = [...survivors.map(({ file }) => file), ...Object.keys(files)]
    expect(named.filter((file) => !tree.has(file))).toEqual([])
    expect(survivors).toHaveLength(score.survived)
  })
})
