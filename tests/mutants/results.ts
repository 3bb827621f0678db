import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machine } from '../bench/results.ts'
import { type Change, mutantKey } from './mutator.ts'
import type { Trial } from './sample.ts'

export type Verdict = 'caught' | 'timeout' | 'survived' | 'untested'

export interface Tried extends Trial {
  verdict: Verdict
}

/** A mutant that no test failed on. `reason` states why no test can: it is written by hand. */
export interface Survivor extends Change {
  verdict: 'survived' | 'untested'
  reason?: string
}

/** Mutants tried and caught; `timeout` are those of the caught whose tests did not end. */
export interface Score {
  tried: number
  caught: number
  timeout: number
  survived: number
  /** Survivors with a reason: they are the same program. */
  equivalent: number
  /** Caught of those that can be, in percent. */
  percent: number
}

export interface Results {
  command: string
  machine: ReturnType<typeof machine>
  seed: number
  seconds: number
  score: Score
  groups: Record<string, Score>
  files: Record<string, Score>
  /** Tests that would judge and were not run, and why. */
  left_out: Record<string, string>
  survivors: Survivor[]
}

const FOLDER = join(import.meta.dirname, 'results')

export function makeResults(
  tried: readonly Tried[],
  run: Pick<Results, 'command' | 'seed' | 'seconds' | 'left_out'>,
  reasons: ReadonlyMap<string, string>,
): Results {
  const scores = (keyOf: (each: Tried) => string) =>
    Object.fromEntries(
      [...Map.groupBy(tried, keyOf)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, group]) => [key, scoreOf(group, reasons)]),
    )
  const { command, seed, seconds, left_out } = run
  return {
    command,
    machine: machine(),
    seed,
    seconds,
    score: scoreOf(tried, reasons),
    groups: scores(({ group }) => group),
    files: scores(({ mutant }) => mutant.file),
    left_out,
    survivors: tried.flatMap((each) => survivorOf(each, reasons)).sort(byPlace),
  }
}

function scoreOf(tried: readonly Tried[], reasons: ReadonlyMap<string, string>): Score {
  const timeout = tried.filter(({ verdict }) => verdict === 'timeout').length
  const caught = timeout + tried.filter(({ verdict }) => verdict === 'caught').length
  const survivors = tried.flatMap((each) => survivorOf(each, reasons))
  const equivalent = survivors.filter(({ reason }) => reason !== undefined).length
  const survived = survivors.length
  const percent = Number(((100 * caught) / Math.max(1, tried.length - equivalent)).toFixed(1))
  return { tried: tried.length, caught, timeout, survived, equivalent, percent }
}

function survivorOf({ mutant, verdict }: Tried, reasons: ReadonlyMap<string, string>): Survivor[] {
  if (verdict !== 'survived' && verdict !== 'untested') return []
  const { start: _, end: __, ...change } = mutant
  const reason = reasons.get(mutantKey(mutant))
  return [{ ...change, verdict, ...(reason !== undefined && { reason }) }]
}

function byPlace(a: Survivor, b: Survivor): number {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1
}

/** Every committed result by its name. */
export function readResults(): Map<string, Results> {
  const names = existsSync(FOLDER)
    ? readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
    : []
  return new Map(
    names.map((name) => [
      name.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(FOLDER, name), 'utf8')),
    ]),
  )
}

/** Reasons of all committed survivors, by the key of the mutant. */
export function readReasons(all: ReadonlyMap<string, Results>): Map<string, string> {
  const survivors = [...all.values()].flatMap((each) => each.survivors)
  return new Map(
    survivors.flatMap((each) => (each.reason ? [[mutantKey(each), each.reason] as const] : [])),
  )
}

/** Writes `results/<name>.json`, which is committed. */
export function writeResults(name: string, results: Results): string {
  mkdirSync(FOLDER, { recursive: true })
  const path = join(FOLDER, `${name}.json`)
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`)
  return path
}
