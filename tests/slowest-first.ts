import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification, type Vitest } from 'vitest/node'
import type { FileTime } from './time-reporter.ts'

const ROOT = join(import.meta.dirname, '..')
/** Paths of the slowest test files. `UPDATE_TEST_ORDER=1 npm test` writes it from its own times. */
export const ORDER_FILE = join(import.meta.dirname, 'slowest-first.json')
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
  writeFileSync(ORDER_FILE, `${JSON.stringify(order, null, 2)}\n`)
}
