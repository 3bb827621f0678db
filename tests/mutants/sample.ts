import { createHash } from 'node:crypto'
import type { Tree } from '../architecture/tree.ts'
import { DECIDING, isUnder, listDeciding } from './deciding-files.ts'
import { type Importers, listJudges } from './judging-tests.ts'
import { findMutants, type Mutant, mutantKey } from './mutator.ts'

/** A mutant with the group of the list it is from and the tests that judge it. */
export interface Trial {
  group: string
  mutant: Mutant
  judges: readonly string[]
}

/** Every mutant of the deciding files, of those under `folders` where any are given. */
export function listTrials(tree: Tree, importers: Importers, folders: readonly string[]): Trial[] {
  return Object.entries(DECIDING).flatMap(([group, lists]) =>
    lists.flatMap((list) =>
      listDeciding(tree, list)
        .filter((file) => folders.length === 0 || folders.some((each) => isUnder(file, each)))
        .flatMap((file) => {
          const judges = listJudges(file, importers, list.tests)
          return findMutants(file, tree.get(file)!).map((mutant) => ({ group, mutant, judges }))
        }),
    ),
  )
}

/**
 * A sample of the same size of every group, or all of a smaller group; within a group of every file
 * in turn. The order is by a hash of seed and mutant, not by place: code that did not change gives
 * the same mutants again.
 */
export function sampleTrials(trials: readonly Trial[], count: number, seed: number): Trial[] {
  const groups = [...Map.groupBy(trials, ({ group }) => group).values()]
  const queues = groups
    .map((group) => inTurn(group, seed))
    .sort((one, other) => one.length - other.length)
  const sample: Trial[] = []
  for (const [i, queue] of queues.entries()) {
    const share = Math.ceil((count - sample.length) / (queues.length - i))
    sample.push(...queue.slice(0, share))
  }
  return sample
}

/** The first mutant of every file, then the second of every file, and so on. */
function inTurn(trials: readonly Trial[], seed: number): Trial[] {
  const hashed = trials.map((trial) => ({ trial, hash: hashOf(seed, mutantKey(trial.mutant)) }))
  hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const rounds = new Map<string, number>()
  return hashed
    .map(({ trial }) => {
      const round = rounds.get(trial.mutant.file) ?? 0
      rounds.set(trial.mutant.file, round + 1)
      return { trial, round }
    })
    .sort((a, b) => a.round - b.round)
    .map(({ trial }) => trial)
}

function hashOf(seed: number, key: string): string {
  return createHash('sha256').update(`${seed} ${key}`).digest('hex')
}
