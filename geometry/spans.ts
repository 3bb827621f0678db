/** A stretch of a line, metres from its start. On a ring `to` is past its length where it wraps. */
export type Span = readonly [from: number, to: number]

/** Ends closer than this meet: a hundredth of the grid's 1 cm. */
const MEET_M = 1e-4

/** The stretches that the spans cover, ascending, none touching another. For spans of one line. */
export function unionOf(spans: readonly Span[]): Span[] {
  const union: [number, number][] = []
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = union.at(-1)
    if (last && from <= last[1] + MEET_M) last[1] = Math.max(last[1], to)
    else union.push([from, to])
  }
  return union
}

/** Metres of spans that do not touch. */
export function totalOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0)
}

/**
 * What a ring of that length has between spans that do not touch: as many stretches, but where two
 * meet over the start. The last one wraps. A ring without spans is one stretch from its start.
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
 * The stretches of a ring left open by spans, without those shorter than `least`; then spans
 * shorter than that no longer interrupt. Both are judged on the whole ring, so that its start and
 * its direction change nothing. Of an open ring without spans all is left.
 */
export function openStretches(taken: readonly Span[], length: number, least: number): Span[] {
  const isLong = ([from, to]: Span) => to - from >= least
  const spans = unionOf(taken)
  if (spans.length === 0) return [[0, length]]
  const open = betweenOf(spans, length).filter(isLong)
  if (open.length === 0) return []
  return betweenOf(betweenOf(open, length).filter(isLong), length)
}
