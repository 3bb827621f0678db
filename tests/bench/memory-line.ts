import { rounded } from './results.ts'

/** The first part of a run, in which caches fill, is left out of the slope. */
const WARM_SHARE = 1 / 3

/** Megabytes over time, and their slope once all is warm. */
export class MemoryLine {
  private readonly points: { s: number; mb: number }[] = []
  private readonly began = performance.now()

  add(mb: number | null): void {
    if (mb !== null) this.points.push({ s: (performance.now() - this.began) / 1_000, mb })
  }

  /** Null where nothing was measured. */
  report() {
    const { points } = this
    if (points.length === 0) return null
    const warm = points.slice(Math.floor(points.length * WARM_SHARE))
    const mean = (of: (point: { s: number; mb: number }) => number) =>
      warm.reduce((sum, point) => sum + of(point), 0) / warm.length
    const [s, mb] = [mean((point) => point.s), mean((point) => point.mb)]
    const rise = mean((point) => (point.s - s) * (point.mb - mb))
    const run = mean((point) => (point.s - s) ** 2)
    return {
      first: points[0].mb,
      last: points.at(-1)!.mb,
      most: Math.max(...points.map((point) => point.mb)),
      slope_per_minute: rounded(run > 0 ? (rise / run) * 60 : 0, 2),
    }
  }
}

/** The heap after full collections, all threads together, from the lines of `--trace-gc`. */
export function heapLines() {
  const after = new Map<string, number>()
  return {
    read(line: string): void {
      const found =
        /^\[\d+:(0x\w+)\].*Mark-Compact.*?[\d.]+ \([\d.]+\) -> ([\d.]+) \([\d.]+\) MB/.exec(line)
      if (found) after.set(found[1], Number(found[2]))
    },
    latest: (): number | null =>
      after.size === 0
        ? null
        : rounded(
            [...after.values()].reduce((sum, mb) => sum + mb, 0),
            1,
          ),
  }
}
