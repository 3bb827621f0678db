/** A stretch of a line in metres from its start. On a ring `to` exceeds the length if it wraps. */
export type Span = readonly [from: number, to: number]

/** Ends closer than this meet: a hundredth of the grid's 1 cm. */
const MEET_M = 1e-4

/** Merges spans of one line into stretches that do not touch each other, ascending. */
export function unionOf(spans: readonly Span[]): Span[] {
  const union: [number, number][] = []
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = union.at(-1)
    if (last && from <= last[1] + MEET_M) last[1] = Math.max(last[1], to)
    else union.push([from, to])
  }
  return union
}

/** Length in metres of spans that do not touch. */
export function totalOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0)
}

/**
 * The gaps of a ring between spans that do not touch. Gaps on both sides of the start are one,
 * which wraps and comes last. A ring without spans is one gap from its start.
 */
export function betweenOf(spans: readonly Span[], length: number): Span[] {
  if (spans.length === 0) return [[0, length]]
  const sorted = [...spans].sort((a, b) => a[0] - b[0])
  return sorted.flatMap(([, to], i): Span[] => {
    const next = i + 1 < sorted.length ? sorted[i + 1][0] : sorted[0][0] + length
    if (next - to <= MEET_M) return []
    return [to >= length ? [to - length, next - length] : [to, next]]
  })
}

/**
 * The gaps of a ring between spans, without those shorter than `least`; then spans shorter than
 * that are ignored. Both are applied to the whole ring, so its start and direction do not matter. A
 * ring without spans is one gap.
 */
export function openStretches(taken: readonly Span[], length: number, least: number): Span[] {
  const isLong = ([from, to]: Span) => to - from >= least
  const spans = unionOf(taken)
  if (spans.length === 0) return [[0, length]]
  const open = betweenOf(spans, length).filter(isLong)
  if (open.length === 0) return []
  return betweenOf(betweenOf(open, length).filter(isLong), length)
}
