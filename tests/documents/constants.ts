import { dirname, join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { isCode, isTest, type Tree } from '../architecture/tree.ts'

/** A constant of a module, as its source declares it. */
export interface Constant {
  /** Path of the file, from the root of the repository. */
  file: string
  name: string
  /** Text of the value, in one line. */
  source: string
  /** First sentence of the doc comment; empty where there is none. */
  summary: string
  /** The number directly above, whose doc comment is this constant's too. */
  above?: { name: string; summary: string }
}

const DECLARATION = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: [^=\n]+)? = /gm
/** Folders whose constants are not limits of the product. */
const OUTSIDE = /^(tests|examples|sample|docs|pipelines\/sample)\/|\/(fixtures|bench)\/|-fixture/

/** Every upper-case constant at the top level of the product's modules, in the order of paths. */
export function readConstants(tree: Tree): Constant[] {
  const files = [...tree.keys()].filter((path) => isCode(path) && !isTest(path))
  return files
    .filter((path) => !OUTSIDE.test(path))
    .sort()
    .flatMap((file) => readFileConstants(file, tree.get(file)!))
}

function readFileConstants(file: string, text: string): Constant[] {
  const constants: Constant[] = []
  let end = -1
  for (const match of text.matchAll(DECLARATION)) {
    const source = readValue(text.slice(match.index + match[0].length))
    const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n$/.exec(text.slice(0, match.index))?.[1]
    const last = match.index === end + 1 ? constants.at(-1) : undefined
    const above = last && /^[-({\d]/.test(last.source) ? (last.above ?? last) : undefined
    constants.push({
      file,
      name: match[1],
      source: source.replace(/\s+/g, ' ').trim(),
      summary: comment === undefined ? '' : firstSentence(comment),
      ...(comment === undefined &&
        above && { above: { name: above.name, summary: above.summary } }),
    })
    end = text.indexOf('\n', match.index + match[0].length + source.length)
  }
  return constants
}

/** The text of a value: to the end of its line, or of the brackets that it opens. */
function readValue(text: string): string {
  const [line] = text.split('\n', 1)
  if (!/[[({]$/.test(line)) return line.replace(/\s*\/\/.*$/, '')
  const end = text.search(/\n[\])}].*$/m)
  const closing = text.indexOf('\n', end + 1)
  return text.slice(0, closing < 0 ? undefined : closing).replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
}

/** The first sentence of a doc comment, in one line. */
export function firstSentence(comment: string): string {
  const text = comment
    .replace(/^\s*\*? ?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return (/^(.*?[.!?])(?= [A-Z`]|$)/.exec(text)?.[1] ?? text).replace(/\.$/, '')
}

/** Shared by all expressions: to make one takes longer than to read a file. */
const arithmetic = createContext()

/** The value of a number that is computed from numbers and other constants; null for the rest. */
export function evaluate(tree: Tree, { file, source }: Constant, depth = 0): number | null {
  if (depth > 5) return null
  const expression = source.replace(/\b[A-Z][A-Z0-9_]*\b/g, (name) => {
    const other = findConstant(tree, file, name)
    return `(${other ? evaluate(tree, other, depth + 1) : 'null'})`
  })
  const sums = expression.replaceAll('Math.ceil(', '(')
  if (/null/.test(sums) || !/^[\d_.e+\-*/()<\s]+$/.test(sums)) return null
  return Number(runInContext(expression, arithmetic))
}

/** The constant of a name that a file uses: its own, or the one that it imports. */
function findConstant(tree: Tree, file: string, name: string): Constant | null {
  const text = tree.get(file)!
  const own = readFileConstants(file, text).find((constant) => constant.name === name)
  if (own) return own
  const imported = new RegExp(`import [^'"]*\\b${name}\\b[^'"]*from '([^']+)'`).exec(text)?.[1]
  const path = imported && join(dirname(file), imported)
  if (!path || !tree.has(path)) return null
  return readFileConstants(path, tree.get(path)!).find((constant) => constant.name === name) ?? null
}
