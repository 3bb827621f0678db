import type { Tree, Violation } from '../architecture/tree.ts'

/** Columns of prose, as of code. */
const PROSE_COLUMNS_MAX = 100
/** Columns of a table, and of an entry of the changelog. */
const TABLE_COLUMNS_MAX = 160
const README_LINES_MAX = 150
const ARCHITECTURE_WORDS_MAX = 2_500
/** Words that a newcomer must know: fewer leave gaps, more are not read. */
const GLOSSARY_TERMS = 25

/** Lines of prose over 100 columns and rows of tables over 160; blocks of code may be wider. */
export function findWideLines(tree: Tree): Violation[] {
  return [...tree]
    .filter(([path]) => path.endsWith('.md'))
    .flatMap(([path, text]) => {
      const columnsMax = path === 'CHANGELOG.md' ? TABLE_COLUMNS_MAX : PROSE_COLUMNS_MAX
      return proseLines(text).flatMap(({ number, line }): Violation[] => {
        const isTable = /^\s*\|/.test(line)
        const max = isTable ? TABLE_COLUMNS_MAX : columnsMax
        if (line.length <= max || (!isTable && isUnbreakable(line, max))) return []
        return [{ path, problem: `line ${number} has ${line.length} columns, ${max} at most` }]
      })
    })
}

/**
 * Lines outside of fenced blocks and of what a test writes between its marks, with their numbers.
 */
function proseLines(text: string): { number: number; line: string }[] {
  let isCode = false
  let mark: string | undefined
  return text.split('\n').flatMap((line, i) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
    const [, begun] = /^<!-- (\w+) -->$/.exec(line) ?? []
    if (begun && text.includes(`<!-- /${begun} -->`)) mark = begun
    if (line === `<!-- /${mark} -->`) mark = undefined
    return isCode || mark ? [] : [{ number: i + 1, line }]
  })
}

/** True for a picture, a heading, and one code span or link that is too long for a line. */
function isUnbreakable(line: string, columnsMax: number): boolean {
  if (/^(!\[|#)/.test(line)) return true
  const token = /(?:`[^`]*`|\[(?:[^\]`]|`[^`]*`)*\]\([^)]*\)|\S)+/g
  const indentation = /^\s*(?:(?:[-*]|\d+\.) )?/.exec(line)![0].length
  const longest = Math.max(...(line.match(token) ?? ['']).map(({ length }) => length))
  return indentation + longest > columnsMax
}

/** Documents that are longer than people read. */
export function findLongDocuments(tree: Tree): Violation[] {
  const lines = (tree.get('README.md') ?? '').split('\n').length - 1
  const words = (tree.get('ARCHITECTURE.md') ?? '').split(/\s+/).filter(Boolean).length
  const found: Violation[] = []
  if (lines >= README_LINES_MAX)
    found.push({ path: 'README.md', problem: `has ${lines} lines, under ${README_LINES_MAX}` })
  if (words >= ARCHITECTURE_WORDS_MAX)
    found.push({
      path: 'ARCHITECTURE.md',
      problem: `has ${words} words, under ${ARCHITECTURE_WORDS_MAX}`,
    })
  return found
}

/** A glossary with another number of terms, or with a term of more than one line. */
export function findGlossaryFaults(tree: Tree): Violation[] {
  const path = 'CONTRIBUTING.md'
  const [, section = ''] = (tree.get(path) ?? '').split(/^## Glossary\n/m)
  const lines = section.split(/^## /m)[0].split('\n').filter(Boolean)
  const terms = lines.filter((line) => /^- \*\*[\w ]+\*\*: \S/.test(line))
  const faults: Violation[] = []
  if (terms.length !== GLOSSARY_TERMS)
    faults.push({ path, problem: `has ${terms.length} terms, not ${GLOSSARY_TERMS}` })
  if (lines.length !== terms.length)
    faults.push({ path, problem: 'has a term of more than one line' })
  return faults
}

/** Pages of decisions that the index does not list under their title, and lines without a page. */
export function findIndexFaults(tree: Tree): Violation[] {
  const index = 'docs/decisions/README.md'
  const listed = [
    ...(tree.get(index) ?? '').matchAll(/^- \[(\d+)\]\(([\w.-]+)\): ((?:.|\n {2})+)$/gm),
  ]
  const entries = new Map(listed.map(([, , file, title]) => [file, title.replace(/\s+/g, ' ')]))
  const pages = [...tree].filter(([path]) => /^docs\/decisions\/\d/.test(path))
  return pages.flatMap(([path, text]) => {
    const title = /^# (.*)$/m.exec(text)?.[1]
    const problem = `must be in ${index} as "${title}"`
    return entries.get(path.split('/').at(-1)!) === title ? [] : [{ path, problem }]
  })
}
