/**
 * A plan in one direction: lines that can move across it, and the spans between them. All figures
 * are metres. A module of numbers only: rooms and walls are put into these words by the caller.
 */
export interface DimensionProblem {
  lines: readonly DimensionLine[]
  spans: readonly DimensionSpan[]
}

/** A line that can move: a line of walls, or an edge of a plan that is being laid out. */
export interface DimensionLine {
  id: string
  /** What people call it, in the middle of a sentence: `the wall between Hall and Bath`. */
  label: string
  /** Its position now. */
  at: number
  /** The position that it must have. */
  target?: number
  /** Why it stands still, after its label: `is part of the facade`. Absent where it may move. */
  fixed?: string
  /** Cost of each metre by which it moves, 0 to `WEIGHT_MAX`; 1 where absent. */
  weight?: number
}

/** The clear width between two lines: `to.at - from.at - taken`. */
export interface DimensionSpan {
  id: string
  /** What people call it, at the start of a sentence: `Kitchen`. */
  label: string
  from: string
  to: string
  /** Thickness that the lines themselves take off: half of each wall, and finishes. */
  taken: number
  minimum?: number
  maximum?: number
  /** The clear width that it must have. */
  target?: number
  /** Whether it must keep the clear width that it has now. */
  isStanding?: boolean
  /** Cost of each metre by which its width changes, 0 to `WEIGHT_MAX`; 0 where absent. */
  weight?: number
}

/** Most lines of one problem: the walls of one direction on a storey of 500 rooms. */
export const DIMENSION_LINES_MAX = 1_000
/** Most spans of one problem. */
export const DIMENSION_SPANS_MAX = 4_000
/** The greatest weight: costs differ by no more than this, so that rounding cannot mix them up. */
export const WEIGHT_MAX = 1_000

/**
 * Throws a RangeError for a problem that is not one: an unknown line, two of one id, a figure that
 * is not finite, more lines or spans than the limits.
 */
export function assertProblem({ lines, spans }: DimensionProblem): void {
  if (lines.length > DIMENSION_LINES_MAX || spans.length > DIMENSION_SPANS_MAX)
    throw new RangeError(
      `A problem has at most ${DIMENSION_LINES_MAX} lines and ${DIMENSION_SPANS_MAX} spans, got ${lines.length} and ${spans.length}.`,
    )
  const known = new Set(lines.map(({ id }) => id))
  if (known.size < lines.length) throw new RangeError('Two lines have the same id.')
  if (new Set(spans.map(({ id }) => id)).size < spans.length)
    throw new RangeError('Two spans have the same id.')
  for (const { id, at, target, weight } of lines) assertFigures(id, [at, target], weight)
  for (const { id, from, to, taken, minimum, maximum, target, weight } of spans) {
    assertFigures(id, [taken, minimum, maximum, target], weight)
    if (!known.has(from) || !known.has(to) || from === to)
      throw new RangeError(`Span ${id} needs two lines of the problem, got ${from} and ${to}.`)
  }
}

function assertFigures(id: string, figures: (number | undefined)[], weight = 1): void {
  if (figures.some((figure) => figure !== undefined && !Number.isFinite(figure)))
    throw new RangeError(`The figures of ${id} must be finite, got ${figures.join(', ')}.`)
  if (!(weight >= 0 && weight <= WEIGHT_MAX))
    throw new RangeError(`The weight of ${id} must be from 0 to ${WEIGHT_MAX}, got ${weight}.`)
}
