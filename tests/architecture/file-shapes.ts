import { isCode, type Tree, type Violation } from './tree.ts'

/** Words that say nothing about what is in a file. */
const EMPTY_WORDS = ['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'data', 'info']
/** The shape of a layer's answer, by the one anatomy of layers. */
const LAYER_DATA = /^layers\/[a-z_]+\/data\.ts$/
/** The guide is 150 lines, with a second thought at 300; past this it is more than one thing. */
const MOST_LINES = 400
/** Files that are longer, and why that is right. An entry that is no longer needed is a violation. */
export const LONG_FILES: Record<string, string> = {}

/** Names that are no kebab-case nouns, or that hold a word that says nothing. */
export function findEmptyNames(tree: Tree): Violation[] {
  const violations: Violation[] = []
  for (const path of tree.keys()) {
    const parts = path.split('/')
    const words = parts.flatMap((part) => part.toLowerCase().split(/[^a-z0-9]+/))
    const empty = words.find((word) => EMPTY_WORDS.includes(word))
    if (empty && !LAYER_DATA.test(path))
      violations.push({ path, problem: `has the word "${empty}" in its name` })
    const name = parts.at(-1)!
    if (
      isCode(path) &&
      !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|long\.test|config))?\.(ts|mts|mjs)$/.test(name)
    ) {
      violations.push({ path, problem: 'is not named in kebab-case' })
    }
  }
  return violations
}

/** Files past the limit without a reason on record, and reasons for files that need none. */
export function findLongFiles(tree: Tree, excused: Record<string, string>): Violation[] {
  const violations: Violation[] = []
  for (const [path, text] of tree) {
    const lines = text.split('\n').length - 1
    if (isCode(path) && lines > MOST_LINES && !excused[path]) {
      violations.push({ path, problem: `has ${lines} lines, more than ${MOST_LINES}` })
    }
  }
  for (const path of Object.keys(excused)) {
    const lines = (tree.get(path) ?? '').split('\n').length - 1
    if (lines <= MOST_LINES)
      violations.push({ path, problem: 'is excused for its length and is not long' })
  }
  return violations
}
