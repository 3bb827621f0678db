import type { MeasuredSlice } from './measured-slice.ts'
import { measureAside } from './slice-threads.ts'

/** Slices that are being translated or measured, or wait, while the one before is used. */
const SLICES_AHEAD = 4

/**
 * Translates the features from 0 to `count` in slices and measures them, several at a time; they
 * come in order. A lane translates one slice at a time. When the reader stops early, it waits for
 * the slices under way, so that nothing uses a lane afterwards.
 */
export async function* measuredSlices(
  lanes: ((offset: number) => Promise<Uint8Array>)[],
  { count, slice, wantsTexts }: { count: number; slice: number; wantsTexts: boolean },
): AsyncGenerator<MeasuredSlice> {
  /** Per lane, the end of its last translation. */
  const free: Promise<unknown>[] = lanes.map(() => Promise.resolve())
  const coming: Promise<MeasuredSlice>[] = []
  let requested = 0
  const requestSlice = () => {
    if (requested >= count) return
    const offset = requested
    const lane = (offset / slice) % lanes.length
    requested += slice
    const translated = free[lane].then(() => lanes[lane](offset))
    const measured = translated.then((bytes) => measureAside(bytes, wantsTexts))
    // Failure is reported when its turn comes, not as an unhandled rejection.
    free[lane] = translated.catch(() => {})
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
