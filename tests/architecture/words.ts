import type { Tree, Violation } from './tree.ts'

/** Words of no field, or of too many meanings here, and what to write instead. */
export const WORDS: Record<string, string> = {
  told: 'reported, returned, stated, formatted',
  tells: 'reports, returns, states',
  asked: 'requested, queried, called',
  asks: 'requests, queries, calls',
  heard: 'received',
  hears: 'receives',
  kept: 'cached, stored, retained',
  said: 'reported, returned; of a document: stated',
  says: 'reports, returns; of a document: states',
  wished: 'requested, intended',
  wishes: 'requests, intends',
  crafted: 'fixture',
  crooked: 'faulty',
  spoilings: 'mutations',
  whoever: 'the caller, a client: state who',
  spot: 'location (resolved), point (a coordinate), place (a named place)',
  spots: 'locations, points, places',
}

/** Where a word is right, and why. An entry that no line needs any more is a violation. */
interface Exception {
  paths: RegExp
  words: string[]
  why: string
}

export const EXCEPTIONS: Exception[] = [
  {
    paths: /^tests\/architecture\/words(\.test)?\.ts$/,
    words: Object.keys(WORDS),
    why: 'the list',
  },
  {
    paths: /^pipelines\/elevation\//,
    words: ['spot'],
    why: 'spot elevations are a term of surveys',
  },
  {
    paths: /^(upstream|geocoder|layers\/(code_basis|weather)|pipelines\/stages)\//,
    words: ['said'],
    why: '`error_said` is a kind of failure in GET /v1/upstreams',
  },
  {
    paths: /^serve\/(routes|schemas)\/upstreams\.ts$/,
    words: ['asked', 'kept'],
    why: '`asked` and `answered_kept` are fields of GET /v1/upstreams',
  },
  {
    paths: /^architect\/operations\/openings\/add-opening(\.test)?\.ts$/,
    words: ['asked'],
    why: 'a field of the answer',
  },
  {
    paths: /^pipelines\//,
    words: ['told', 'kept', 'says'],
    why: 'names and examples of counted cases, ledgers and notes are in builds: `key.tied_told_by_*`',
  },
  {
    paths: /^tests\/bench\/sample-points\.ts$/,
    words: ['spots'],
    why: 'a name of random numbers: another draws other points',
  },
  { paths: /^tests\/bench\/county-streets\.ts$/, words: ['crooked'], why: 'a name of a street' },
  {
    paths: /^tests\/fixtures\/elevation\//,
    words: ['says'],
    why: 'evidence that notes of answers quote',
  },
]

/** Code and documents; results of runs are records. */
const READ = /^(?!CHANGELOG\.md$).*\.(ts|mjs|css|md)$/

/** Lines of code and documents with such a word, alone or as a part of a name: `toldAddress`. */
export function findWords(tree: Tree, exceptions: readonly Exception[] = EXCEPTIONS): Violation[] {
  const used = new Set<Exception>()
  const violations: Violation[] = []
  for (const [path, text] of tree) {
    if (!READ.test(path)) continue
    for (const [i, line] of text.split('\n').entries()) {
      for (const word of new Set(wordsOf(line).filter((each) => Object.hasOwn(WORDS, each)))) {
        const exception = exceptions.find(
          ({ paths, words }) => words.includes(word) && paths.test(path),
        )
        if (exception) used.add(exception)
        else violations.push({ path, problem: `line ${i + 1} has "${word}": ${WORDS[word]}` })
      }
    }
  }
  for (const exception of exceptions) {
    if (used.has(exception)) continue
    const problem = `no line needs the exception of ${exception.words.join(', ')}`
    violations.push({ path: `${exception.paths}`, problem })
  }
  return violations
}

/** The words of a line in lower case; names are parted at capitals, digits and underscores. */
function wordsOf(line: string): string[] {
  return line
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}
