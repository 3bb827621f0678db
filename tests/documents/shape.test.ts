import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTree, type Tree, type Violation } from '../architecture/tree.ts'
import { findOrderFaults, findUnwrittenFiles } from './command-order.ts'
import { findWrongNumbers } from './retyped-limits.ts'
import { findGlossaryFaults, findIndexFaults, findLongDocuments, findWideLines } from './shape.ts'

const tree = readTree(dirname(dirname(import.meta.dirname)))
const CHECKS: Record<string, (tree: Tree) => Violation[]> = {
  'prose wraps at 100 columns, and tables stay under 160': findWideLines,
  'README and ARCHITECTURE are short': findLongDocuments,
  'the glossary has 25 terms of one line': findGlossaryFaults,
  'the index lists every decision': findIndexFaults,
  'commands of the README work in their order': findOrderFaults,
  'files that the README reads exist or were written before': findUnwrittenFiles,
  'numbers that people read are those of the code': findWrongNumbers,
}

test.each(Object.entries(CHECKS))('%s', (_title, find) => {
  expect(find(tree).map(({ path, problem }) => `${path} ${problem}`)).toEqual([])
})

describe('a violation is found', () => {
  const block = (...lines: string[]) => `\`\`\`\n${lines.join('\n')}\n\`\`\`\n`
  const problems = (find: (tree: Tree) => Violation[], files: Record<string, string>) =>
    find(new Map(Object.entries(files))).map(({ problem }) => problem)

  test('a wide line, not one of code, between marks, of a long link or a heading', () => {
    const wide = 'word '.repeat(21)
    const text = `${wide}\n${block(wide)}[x](https://${'a'.repeat(100)})\n# ${wide}\n| ${wide} |\n<!-- a -->\n${wide}\n<!-- /a -->\n`
    expect(problems(findWideLines, { 'a.md': text })).toEqual([
      'line 1 has 105 columns, 100 at most',
    ])
    expect(problems(findWideLines, { 'a.md': `| ${'x'.repeat(160)} |` })).toHaveLength(1)
  })
  test('a long README, a long ARCHITECTURE', () => {
    const files = { 'README.md': '\n'.repeat(150), 'ARCHITECTURE.md': 'word '.repeat(2_500) }
    expect(problems(findLongDocuments, files)).toHaveLength(2)
  })
  test('a glossary of 24 terms, a term of two lines', () => {
    const terms = '- **word**: meaning\n'.repeat(24)
    const text = `## Glossary\n\n${terms}  and more\n\n## Next\n`
    expect(problems(findGlossaryFaults, { 'CONTRIBUTING.md': text })).toHaveLength(2)
  })
  test('a decision that the index does not list under its title', () => {
    const files = {
      'docs/decisions/README.md': '- [001](001-a.md): One\n- [002](002-b.md): Another\n',
      'docs/decisions/001-a.md': '# One\n',
      'docs/decisions/002-b.md': '# Two\n',
    }
    expect(problems(findIndexFaults, files)).toHaveLength(1)
  })
  test.each(['plat -- build bangor --pin', 'plat -- rollback', 'plat -- pin x'])(
    '%s first',
    (call) => {
      const readme = (...calls: string[]) => ({ 'README.md': block(...calls) })
      const plain = '$ npm run -s plat -- verify'
      expect(problems(findOrderFaults, readme(`$ npm run -s ${call}`, plain))).toHaveLength(1)
      expect(problems(findOrderFaults, readme(plain, `$ npm run -s ${call}`))).toHaveLength(0)
    },
  )
  test('a file that nothing wrote', () => {
    const call = '$ npm run -s plat -- dossier --points sites.csv --out a.ndjson'
    expect(problems(findUnwrittenFiles, { 'README.md': block(call) })).toHaveLength(1)
    const written = block('$ printf x > sites.csv', call)
    expect(problems(findUnwrittenFiles, { 'README.md': written })).toHaveLength(0)
  })
  test('a number that is not that of its constant', () => {
    const retyped = [
      { path: 'a.md', pattern: /(\d+) requests/, constant: 'KEY_LIMIT', member: 'requests' },
    ]
    const find = (text: string) =>
      findWrongNumbers(
        new Map([
          ['a.md', text],
          ['a.ts', 'const KEY_LIMIT: Limit = { requests: 300, window_ms: 60_000 }\n'],
        ]),
        retyped,
      )
    expect(find('300 requests')).toEqual([])
    expect(find('200 requests')).toHaveLength(1)
    expect(find('many requests')).toHaveLength(1)
  })
})
