import type { BorderLine } from './border-line.ts'
import { lengthToEdge } from './contains.ts'
import { gridUnitAt } from './geodesic-area.ts'
import { GRID } from './polygons.ts'
import type { Span } from './spans.ts'

/**
 * Metres that a corner may lie off a side: the distance at which two lines of a fabric are one
 * border (`SAME_BORDER_M`), so that a jog that is an error of drawing makes no side.
 */
export const SIDE_TOLERANCE_M = 0.5
/**
 * Pieces of a curve: an arc of the radius of a turning circle, 15 m, breaks into chords of 7.7 m
 * that turn by 30 degrees each, one of 8 m at a street corner into chords of 44 degrees.
 */
const CURVE_PIECE_M = 15
const CURVE_TURN = Math.PI / 4 + 0.02
const CURVE_PIECES = 3

/** A side of an outline: a straight stretch, or a curve. */
export interface RingSide {
  ring: number
  /** Metres from the start of the ring; `to` exceeds its length if it wraps. */
  span: Span
  /** True where it turns all along: its length is that of the arc. */
  is_curved: boolean
}

interface Corner {
  at_m: number
  /** Metres to the east and north of the first corner, in one plane: for shapes, not lengths. */
  x: number
  y: number
}

/**
 * The sides of every ring of a border, in the order of its corners: corners within
 * `SIDE_TOLERANCE_M` of a straight line are left out (Douglas and Peucker), and three or more short
 * pieces that turn the same way are one curve.
 */
export function sidesOf(border: BorderLine): RingSide[] {
  return border.rings.flatMap(({ length_m }, ring) => {
    const corners = cornersOf(border, ring)
    return joinCurves(straightened(corners), length_m).map(({ from, to, is_curved }) => ({
      ring,
      span: [from, to] as Span,
      is_curved,
    }))
  })
}

function cornersOf(border: BorderLine, ring: number): Corner[] {
  const corners = border.cornersOf(ring)
  const [[x0, y0]] = corners
  const { north_m, east_m } = gridUnitAt(y0 / GRID)
  return corners.map(([x, y, at_m]) => ({ at_m, x: (x - x0) * east_m, y: (y - y0) * north_m }))
}

/** The corners of a closed ring that shape it. */
function straightened(ring: readonly Corner[]): Corner[] {
  const first = farthestFrom(ring, 0)
  const turned = [...ring.slice(first), ...ring.slice(0, first), ring[first]]
  const second = farthestFrom(turned, 0)
  const isCorner = new Uint8Array(turned.length)
  for (const end of [0, second, turned.length - 1]) isCorner[end] = 1
  const stack: Span[] = [
    [0, second],
    [second, turned.length - 1],
  ]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [from, to] = next
    const [at, off_m] = farthestOff(turned, from, to)
    if (off_m <= SIDE_TOLERANCE_M) continue
    isCorner[at] = 1
    stack.push([from, at], [at, to])
  }
  const left = turned.slice(0, -1).filter((_, i) => isCorner[i] === 1)
  // The two it started with may lie on a side.
  for (const start of [turned[second], turned[0]]) {
    const i = left.indexOf(start)
    const [a, b] = [left.at(i - 1)!, left[(i + 1) % left.length]]
    if (left.length > 3 && offLine(start, a, b) <= SIDE_TOLERANCE_M) left.splice(i, 1)
  }
  return left
}

function farthestFrom(corners: readonly Corner[], from: number): number {
  const squares = corners.map(({ x, y }) => (x - corners[from].x) ** 2 + (y - corners[from].y) ** 2)
  return squares.reduce((best, square, i) => (square > squares[best] ? i : best), from)
}

function farthestOff(corners: readonly Corner[], from: number, to: number): [number, number] {
  let [at, most] = [from, 0]
  for (let i = from + 1; i < to; i++) {
    const off = offLine(corners[i], corners[from], corners[to])
    if (off > most) [at, most] = [i, off]
  }
  return [at, most]
}

function offLine({ x, y }: Corner, a: Corner, b: Corner): number {
  return lengthToEdge(a.x - x, a.y - y, b.x - x, b.y - y)
}

interface Piece {
  from: number
  to: number
  is_curved: boolean
}

/** Pieces between corners, with those of a curve as one. */
function joinCurves(corners: readonly Corner[], length_m: number): Piece[] {
  const count = corners.length
  const pieces = corners.map(({ at_m }, i): Piece => {
    const end = corners[(i + 1) % count].at_m
    return { from: at_m, to: end > at_m ? end : end + length_m, is_curved: false }
  })
  // The way in which the ring turns gently at the end of each piece: 1 left, -1 right, else 0.
  const turns = pieces.map((piece, i) => {
    const next = pieces[(i + 1) % count]
    const isShort = [piece, next].every(({ from, to }) => to - from <= CURVE_PIECE_M)
    const turn = turnAt(corners[i], corners[(i + 1) % count], corners[(i + 2) % count])
    return isShort && Math.abs(turn) <= CURVE_TURN ? Math.sign(turn) : 0
  })
  const start = turns.findIndex((turn, i) => turn === 0 || turn !== turns.at(i - 1)) + 1
  const runs: Piece[][] = []
  for (let step = 0; step < count; step++) {
    const i = (start + step) % count
    const before = turns.at(i - 1)
    const run = runs.at(-1)
    const isContinued = run && before !== 0 && (run.length === 1 || before === turns.at(i - 2))
    if (isContinued) run.push(pieces[i])
    else runs.push([pieces[i]])
  }
  return runs.flatMap((run) => {
    if (run.length < CURVE_PIECES) return run
    const [from, last] = [run[0].from, run[run.length - 1].to]
    return [{ from, to: last > from ? last : last + length_m, is_curved: true }]
  })
}

/** Radians by which the way from a over b to c turns, to the left above zero. */
function turnAt(a: Corner, b: Corner, c: Corner): number {
  const [ux, uy] = [b.x - a.x, b.y - a.y]
  const [vx, vy] = [c.x - b.x, c.y - b.y]
  return Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)
}
