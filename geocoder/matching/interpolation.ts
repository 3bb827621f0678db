import { distanceM } from '../../geometry/distance.ts'
import { gridUnitAt } from '../../geometry/geodesic-area.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Lines } from '../../geometry/lines.ts'
import { GRID } from '../../geometry/polygons.ts'

/** One numbered side of a stretch of a street. */
export interface NumberedSide {
  /** Side of the line, in the direction in which it is drawn. */
  side: 'left' | 'right'
  from_number: number
  to_number: number
  parity: 'odd' | 'even' | 'both'
}

/**
 * Distance of a lot from the centre line, metres: half a street of 15 m and half a lot of 30 m. On
 * Bangor's ranges the median error is least between 20 and 30 m (`tests/bench/geocoder.ts`).
 */
const SETBACK_M = 25

/** Whether a house number belongs on this side, by its parity and its ends. */
export function holdsNumber(side: NumberedSide, value: number): boolean {
  const { from_number: from, to_number: to, parity } = side
  if (value < Math.min(from, to) || value > Math.max(from, to)) return false
  return parity === 'both' || (value % 2 === 1) === (parity === 'odd')
}

/** Share of the line at which a number lies: each number has the width of one lot. */
export function shareOfNumber(side: NumberedSide, value: number): number {
  const step = side.parity === 'both' ? 1 : 2
  const span = Math.abs(side.to_number - side.from_number)
  return (Math.abs(value - side.from_number) + step / 2) / (span + step)
}

/** House number at a share of the line, the inverse of `shareOfNumber`. */
export function numberAtShare(side: NumberedSide, share: number): number {
  const step = side.parity === 'both' ? 1 : 2
  const { from_number: from, to_number: to } = side
  const lots = Math.abs(to - from) / step + 1
  const lot = Math.min(Math.floor(lots) - 1, Math.max(0, Math.floor(share * lots)))
  return from + Math.sign(to - from) * lot * step
}

/** Point at a share of a line, offset to one side. Gaps between its parts have no length. */
export function offsetPoint(
  { coords, lineEnds }: Lines,
  share: number,
  side: NumberedSide['side'],
  setback_m = SETBACK_M,
): GridPoint {
  const stretches: { a: GridPoint; b: GridPoint; length_m: number }[] = []
  let start = 0
  for (const end of lineEnds) {
    for (let i = start + 1; i < end; i++) {
      const a: GridPoint = [coords[i * 2 - 2], coords[i * 2 - 1]]
      const b: GridPoint = [coords[i * 2], coords[i * 2 + 1]]
      stretches.push({ a, b, length_m: distanceM(a, b) })
    }
    start = end
  }
  const whole = stretches.reduce((sum, { length_m }) => sum + length_m, 0)
  let left = Math.min(1, Math.max(0, share)) * whole
  const at = stretches.findIndex(({ length_m }, i) => {
    if (left <= length_m || i === stretches.length - 1) return true
    left -= length_m
    return false
  })
  return offsetFrom(stretches[at], left, side === 'left' ? setback_m : -setback_m)
}

/** Point along a straight stretch, offset to the left by some metres. */
function offsetFrom(
  { a, b, length_m }: { a: GridPoint; b: GridPoint; length_m: number },
  along_m: number,
  left_m: number,
): GridPoint {
  const { north_m, east_m } = gridUnitAt(a[1] / GRID)
  const [dx, dy] = [(b[0] - a[0]) * east_m, (b[1] - a[1]) * north_m]
  const scale = length_m > 0 ? 1 / length_m : 0
  const x = a[0] * east_m + dx * scale * along_m - dy * scale * left_m
  const y = a[1] * north_m + dy * scale * along_m + dx * scale * left_m
  return [Math.round(x / east_m), Math.round(y / north_m)]
}
