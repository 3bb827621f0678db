import { parseAst } from 'vite'
import { mutateExpression } from './mutate-expression.ts'
import { mutateNumber } from './mutate-number.ts'
import { mutateStatement } from './mutate-statement.ts'
import { isText, readChildren } from './text-nodes.ts'
import type { Edit, Node } from './tree-node.ts'

/** Longer text of what is replaced is cut in the records. */
const BEFORE_MAX = 120

/** A change as it is recorded: all but the line stays the same while its line does. */
export interface Change {
  file: string
  /** Line of the change, from 1. */
  line: number
  /** The line without its indentation, and the column of the change in it. */
  source: string
  column: number
  /** Text that is replaced, on one line, and its replacement. */
  before: string
  after: string
}

/** One change of one file that a test should fail on. */
export interface Mutant extends Change {
  /** Offsets of the replaced text in the file. */
  start: number
  end: number
}

/**
 * Lists every mutant of a source file, in the order of the text. Types, imports, messages and
 * documentation are left as they are: no test needs to hold them.
 */
export function findMutants(file: string, text: string): Mutant[] {
  const edits: Edit[] = []
  visit(parse(text), [], text, edits)
  const seen = new Set<string>()
  return edits
    .filter(({ start, end, after }) => {
      const key = `${start} ${end} ${after}`
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    })
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, after }) => {
      const line = text.slice(0, start).split('\n').length
      const whole = text.split('\n')[line - 1]
      const source = whole.trim()
      const lineStart = text.lastIndexOf('\n', start - 1) + 1
      const column = start - lineStart - whole.indexOf(source)
      const before = text.slice(start, end).replace(/\s+/g, ' ').slice(0, BEFORE_MAX)
      return { file, line, source, column, before, after, start, end }
    })
}

/** Key of a mutant, which stays when lines move. */
export function mutantKey({ file, source, column, before, after }: Change): string {
  return JSON.stringify([file, source, column, before, after])
}

/** The text of the file with the mutant in it. */
export function applyMutant(text: string, { start, end, after }: Mutant): string {
  return text.slice(0, start) + after + text.slice(end)
}

function visit(node: Node, parents: readonly Node[], text: string, edits: Edit[]): void {
  if (isText(node, parents)) return
  edits.push(
    ...mutateNumber(node, parents),
    ...mutateExpression(node, parents, text),
    ...mutateStatement(node, parents),
  )
  for (const child of readChildren(node)) visit(child, [...parents, node], text, edits)
}

function parse(text: string): Node {
  return parseAst(text, { lang: 'ts' }) as unknown as Node
}
