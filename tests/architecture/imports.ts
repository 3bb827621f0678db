import { posix } from 'node:path'
import { blankText } from './blank-text.ts'
import { isCode, type Tree } from './tree.ts'

/** One import, re-export, dynamic import, `require` or worker file of a source file. */
export interface Import {
  from: string
  specifier: string
  /** The file that the import names, where it is a file of the project. */
  path?: string
  isTypeOnly: boolean
}

const STATEMENTS =
  /(?:^|[;\n])\s*(?:import|export)\s+(type\s)?(?:[^;'"()=]*?\sfrom\s*)?(['"])(.+?)\2/g
const CALLS = /\b(?:import|require|require\.resolve|importActual|vi\.mock)\s*\(\s*(['"])(.+?)\1/g
const FILES = /\bnew\s+URL\(\s*(['"])(\.{1,2}\/.+?)\1\s*,\s*import\.meta\.url/g

const known = new WeakMap<Tree, Import[]>()

/** Every import in the tree's code, read once a tree: several checks need them. */
export function importsOf(tree: Tree): readonly Import[] {
  let imports = known.get(tree)
  if (imports === undefined) {
    imports = [...tree]
      .filter(([path]) => isCode(path))
      .flatMap(([path, text]) => readImports(path, text))
    known.set(tree, imports)
  }
  return imports
}

/** Lists the imports of one file, without those in comments, templates and regular expressions. */
export function readImports(from: string, source: string): Import[] {
  const code = blankText(source)
  const found = [
    ...[...code.matchAll(STATEMENTS)].map((match) => ({
      specifier: match[3],
      isTypeOnly: match[1] !== undefined,
    })),
    ...[...code.matchAll(CALLS), ...code.matchAll(FILES)].map((match) => ({
      specifier: match[2],
      isTypeOnly: false,
    })),
  ]
  return found.map((each) => {
    const isOurs = each.specifier.startsWith('.')
    const path = isOurs ? posix.join(posix.dirname(from), each.specifier) : undefined
    return { from, ...each, ...(path === undefined ? {} : { path }) }
  })
}

/** The entries and every file that they import by `targets`, directly or not. */
export function reachedFrom(
  entries: readonly string[],
  targets: ReadonlyMap<string, string[]>,
): Set<string> {
  const reached = new Set<string>()
  const queue = [...entries]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    queue.push(...(targets.get(path) ?? []))
  }
  return reached
}
