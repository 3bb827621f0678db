import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification, type Vitest } from 'vitest/node'
import type { FileTime } from './time-reporter.ts'

const ROOT = join(import.meta.dirname, '..')
/** Paths of the slowest test files. `UPDATE_TEST_ORDER=1 npm test` writes it from its own times. */
export const ORDER_FILE = join(import.meta.dirname, 'slowest-first.json')
/** Tests of the sample county, which the first of them builds. */
const OF_SAMPLE = /^tests\/(attacks|contract|end-to-end|faults|page|pitfalls|sample)\//
/** Other files that run while it is built. */
const MEANWHILE = 8
/** Files below this start in the order of their paths. */
const SLOW_S = 2

/**
 * Starts the slowest test files first, in a committed order, then the others by their paths: a slow
 * file that starts last leaves the other core idle while it runs.
 */
export class SlowestFirst extends BaseSequencer {
  private readonly ranks: Map<string, number>

  constructor(vitest: Vitest) {
    super(vitest)
    const order: string[] = JSON.parse(readFileSync(ORDER_FILE, 'utf8'))
    this.ranks = new Map(order.map((path, rank) => [path, rank]))
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = (path: string) => this.ranks.get(path) ?? this.ranks.size
    return files
      .map((file) => ({ file, path: relative(ROOT, file.moduleId) }))
      .sort((a, b) => rankOf(a.path) - rankOf(b.path) || (a.path < b.path ? -1 : 1))
      .map(({ file }) => file)
  }
}

/** Writes the order anew from the times of a run. */
export function writeOrder(times: readonly FileTime[]): void {
  const slow = times.filter(({ seconds }) => seconds >= SLOW_S)
  const order = slow.sort((a, b) => b.seconds - a.seconds).map(({ file }) => file)
  writeFileSync(ORDER_FILE, `${JSON.stringify(withoutWaiting(order), null, 2)}\n`)
}

/** One file builds the sample county, and workers do not wait for it with others that need it. */
function withoutWaiting(order: readonly string[]): string[] {
  const needing = order.filter((file) => OF_SAMPLE.test(file))
  const others = order.filter((file) => !OF_SAMPLE.test(file))
  const first = [...needing.slice(0, 1), ...others.slice(0, MEANWHILE)]
  return [...first, ...order.filter((file) => !first.includes(file))]
}
