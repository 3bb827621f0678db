import { isCode, type Tree, type Violation } from './tree.ts'

/** Words that do not describe the content of a file. */
const EMPTY_WORDS = ['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'data', 'info']
/** The shape of a layer's answer, by the one anatomy of layers. */
const LAYER_DATA = /^layers\/[a-z_]+\/data\.ts$/
/** The guide is 150 lines, with a second thought at 300; a longer file is more than one thing. */
const MOST_LINES = 400
/** The width to which Biome formats code; it leaves comments as they are. */
const MOST_COLUMNS = 100
/** A comment that cannot be wrapped: an address, or an instruction to the linter. */
const UNWRAPPED = /https?:\/\/|biome-ignore/

/** Names that are not kebab-case nouns, or that contain an empty word. */
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

/** Files past the limit. */
export function findLongFiles(tree: Tree): Violation[] {
  const violations: Violation[] = []
  for (const [path, text] of tree) {
    const lines = text.split('\n').length - 1
    if (isCode(path) && lines > MOST_LINES) {
      violations.push({ path, problem: `has ${lines} lines, more than ${MOST_LINES}` })
    }
  }
  return violations
}

/** Lines of comments that are wider than the code may be. */
export function findWideComments(tree: Tree): Violation[] {
  return [...tree]
    .filter(([path]) => isCode(path))
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, i) => {
        const isComment = /^ *(\/\/|\/?\*)/.test(line) && !UNWRAPPED.test(line)
        if (!isComment || line.length <= MOST_COLUMNS) return []
        return [{ path, problem: `line ${i + 1} is a comment of ${line.length} columns` }]
      }),
    )
}
