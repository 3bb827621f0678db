import type { Scene } from '../../scene/scene.ts'
import type { House } from '../house/house.ts'
import { newError } from '../house/scene-errors.ts'
import { Declined, type PlannedCall, type Workbench } from '../workbench.ts'

/** One way to do what is requested. */
export interface Way {
  /** Makes its calls. Throws `Declined` where it is not possible. */
  make(): void
  /** Added to the cost of its outcome; read after its calls. */
  cost?: number
  /** No outcome of it costs less: it is not tried where another one costs no more than that. */
  least?: number
}

/** Ways that are tried again with the checks of the project: the cheapest of those that work. */
const CHECKED_MAX = 8

/** An outcome that costs less than this is good: later stages are not tried. */
const GOOD_COST = 12

interface Outcome {
  cost: number
  calls: PlannedCall[]
  scene: Scene
}

/**
 * Tries ways by stages, the likely ones first, and makes the calls of the one whose outcome costs
 * least, without an error of `verify` that the project did not have. Throws `Declined` with the
 * first reason where none works.
 */
export function makeBest(
  bench: Workbench,
  stages: readonly (readonly Way[])[],
  costOf: (before: House, after: House) => number,
): void {
  const start = bench.mark()
  const before = bench.house
  const reasons: string[] = []
  const breaches: string[] = []
  const sound = soundTest(bench, reasons, breaches)
  let outcomes: Outcome[] = []
  for (const [index, ways] of stages.entries()) {
    for (const way of ways) {
      if (outcomes.some(({ cost }) => cost <= (way.least ?? -Infinity))) continue
      const cost = bench.quickly(() => tryWay(way, () => costOf(before, bench.house), reasons))
      if (cost !== null)
        outcomes.push({ cost, calls: bench.calls.slice(start.calls), scene: bench.scene })
      bench.returnTo(start)
    }
    outcomes.sort((a, b) => a.cost - b.cost)
    const isLast = index === stages.length - 1
    for (const { cost, calls, scene } of outcomes.slice(0, CHECKED_MAX)) {
      if (!isLast && cost >= GOOD_COST) break
      bench.adopt(start, scene, calls)
      if (sound()) return
      bench.returnTo(start)
      outcomes = outcomes.filter((outcome) => outcome.calls !== calls)
    }
  }
  throw new Declined(breaches[0] ?? fullReason(bench, stages.flat(), reasons))
}

/** The first reason, with what would work instead: tries leave that out. */
function fullReason(bench: Workbench, ways: readonly Way[], reasons: readonly string[]): string {
  const [first = 'There is no place for that.'] = reasons
  const start = bench.mark()
  const again: string[] = []
  for (const way of ways.slice(0, 1)) tryWay(way, () => 0, again)
  bench.returnTo(start)
  return again[0] ?? first
}

/** The cost of a way that works; null of others, with the reason. */
function tryWay(way: Way, costOf: () => number, reasons: string[]): number | null {
  try {
    way.make()
    const total = (way.cost ?? 0) + costOf()
    return Number.isFinite(total) ? total : null
  } catch (error) {
    if (!(error instanceof Declined)) throw error
    reasons.push(error.message)
    return null
  }
}

/** A test that the bench has no error that it does not have now. */
function soundTest(bench: Workbench, reasons: string[], breaches: string[]): () => boolean {
  const before = bench.scene
  return () => {
    const breach = bench.breach()
    const error = breach === null ? newError(before, bench.scene) : null
    if (breach !== null) breaches.push(breach)
    if (error !== null) reasons.push(`That would cause a fault: ${bench.named(error)}`)
    return breach === null && error === null
  }
}
