import type { MeasuredSlice } from './measured-slice.ts'
import type { SlicePlan } from './slice-plans.ts'
import { measureAside } from './slice-threads.ts'

/** Slices that are being translated or measured, or wait, while the one before is used. */
const SLICES_AHEAD = 4

export interface SliceSources {
  /** Each translates one slice at a time into a FlatGeobuf. */
  lanes: ((plan: SlicePlan) => Promise<Uint8Array>)[]
  /** Reads a slice without a lane; null where only a lane can. */
  read?: (plan: SlicePlan) => Promise<MeasuredSlice | null>
}

/**
 * Reads slices, or translates and measures them, several at a time; they come in order. When the
 * reader stops early, it waits for the slices under way, so that nothing uses a lane afterwards.
 */
export async function* measuredSlices(
  { lanes, read }: SliceSources,
  plans: readonly SlicePlan[],
  wantsTexts: boolean,
): AsyncGenerator<MeasuredSlice> {
  /** Per lane, the end of its last translation. */
  const free: Promise<unknown>[] = lanes.map(() => Promise.resolve())
  const coming: Promise<MeasuredSlice>[] = []
  let requested = 0
  const translate = async (plan: SlicePlan, lane: number) => {
    const translated = free[lane].then(() => lanes[lane](plan))
    // Failure is reported when its turn comes, not as an unhandled rejection.
    free[lane] = translated.catch(() => {})
    return measureAside(await translated, wantsTexts)
  }
  const requestSlice = () => {
    if (requested >= plans.length) return
    const plan = plans[requested]
    const lane = requested % lanes.length
    requested++
    const measured = read
      ? read(plan).then((slice) => slice ?? translate(plan, lane))
      : translate(plan, lane)
    measured.catch(() => {})
    coming.push(measured)
  }
  try {
    for (let i = 0; i < SLICES_AHEAD; i++) requestSlice()
    for (let next = coming.shift(); next; next = coming.shift()) {
      const measured = await next
      requestSlice()
      yield measured
    }
  } finally {
    await Promise.allSettled(coming)
  }
}
