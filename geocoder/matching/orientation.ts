import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Lines } from '../../geometry/lines.ts'
import type { NumberedSide } from './interpolation.ts'

/** A numbered side with its line. */
export interface DrawnSide {
  row: number
  side: NumberedSide
  lines: Lines
}

/** Stretches of one street meet within this distance; farther ones are not evidence. */
const MEETING_M = 30

/**
 * Whether a line was drawn against its numbers: it meets the stretch with the next lower numbers at
 * the end of its own high ones, or the next higher at its low end. Its sides are then exchanged
 * too. Every source has some: in Bangor about 1 of 20 (`tests/bench/geocoder.ts`).
 */
export function isDrawnBackwards(target: DrawnSide, street: readonly DrawnSide[]): boolean {
  return votesOf(target, street).reduce((sum, vote) => sum + vote, 0) < 0
}

/** Number of the neighbours by number that a stretch meets, 0 to 2; a misplaced one meets none. */
export function neighboursMet(target: DrawnSide, street: readonly DrawnSide[]): number {
  return votesOf(target, street).filter((vote) => vote !== 0).length
}

/** Votes of the next lower and the next higher stretch on the direction: see `vote`. */
function votesOf(target: DrawnSide, street: readonly DrawnSide[]): number[] {
  const [first, last] = endsOf(target.lines)
  const [low, high] = numbersOf(target.side)
  // Where the numbers fall along the line, its low end is the last point.
  const falls = target.side.from_number > target.side.to_number
  const [lowEnd, highEnd] = falls ? [last, first] : [first, last]
  let below: DrawnSide | null = null
  let above: DrawnSide | null = null
  for (const other of street) {
    if (isSameLine(other.lines, target.lines)) continue
    const [otherLow, otherHigh] = numbersOf(other.side)
    if (otherHigh < low && (!below || otherHigh > numbersOf(below.side)[1])) below = other
    if (otherLow > high && (!above || otherLow < numbersOf(above.side)[0])) above = other
  }
  return [
    ...(below ? [vote(lowEnd, highEnd, below.lines)] : []),
    ...(above ? [vote(highEnd, lowEnd, above.lines)] : []),
  ]
}

/** 1 where the neighbour meets the expected end, -1 where it meets the other, 0 for neither. */
function vote(right: GridPoint, wrong: GridPoint, neighbour: Lines): number {
  const reach = (point: GridPoint) =>
    Math.min(...endsOf(neighbour).map((end) => distanceM(end, point)))
  const [toRight, toWrong] = [reach(right), reach(wrong)]
  if (Math.min(toRight, toWrong) > MEETING_M) return 0
  return Math.sign(toWrong - toRight)
}

function endsOf({ coords }: Lines): [GridPoint, GridPoint] {
  return [
    [coords[0], coords[1]],
    [coords[coords.length - 2], coords[coords.length - 1]],
  ]
}

function numbersOf({ from_number, to_number }: NumberedSide): [number, number] {
  return [Math.min(from_number, to_number), Math.max(from_number, to_number)]
}

function isSameLine(a: Lines, b: Lines): boolean {
  return a.coords.length === b.coords.length && a.coords.every((unit, i) => unit === b.coords[i])
}
