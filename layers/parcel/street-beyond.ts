import type { BorderLine } from '../../geometry/border-line.ts'
import { boxesAround } from '../../geometry/distance.ts'
import { nearestOnLines } from '../../geometry/nearest-on-lines.ts'
import type { RingSide } from '../../geometry/ring-sides.ts'
import type { TableRows } from '../location.ts'

/**
 * Metres from a lot to the middle of the street in front of it: half of an arterial of 100 ft is
 * 15 m, and centre lines of a census map are up to 10 m off.
 */
const STREET_REACH_M = 30
/** Points of a side at which the nearest street is found; most of them must name the same one. */
const SAMPLES = 5
/** Numbered sides of streets near one point of a side: of more none is the answer. */
const RANGES_MAX = 500
/** A street lies beyond a side within 45 degrees of straight out of it. */
const OUTWARD_COSINE = Math.cos(Math.PI / 4)

/** Name of the street that a side faces; null where the build knows none there. */
export function streetBeyond(
  border: BorderLine,
  { ring, span: [from, to] }: RingSide,
  ranges: TableRows,
): string | null {
  const counts = new Map<string, number>()
  for (let i = 0; i < SAMPLES; i++) {
    const name = nearestStreet(border, ring, from + ((to - from) * (i + 0.5)) / SAMPLES, ranges)
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  for (const [name, count] of counts) if (count > SAMPLES / 2) return name
  return null
}

function nearestStreet(
  border: BorderLine,
  ring: number,
  along_m: number,
  ranges: TableRows,
): string | null {
  const point = border.placeAt(ring, along_m)
  const outward = border.placeAt(ring, along_m, STREET_REACH_M)
  const found = ranges.elsewhere.meeting(boxesAround(point, STREET_REACH_M), RANGES_MAX) ?? []
  let best: { name: string; distance_m: number } | null = null
  for (const { row, lines } of found.map((each) => ({ row: each.row, lines: each.lines() }))) {
    const { distance_m, point: foot } = nearestOnLines(lines, point)
    if (distance_m > STREET_REACH_M || distance_m >= (best?.distance_m ?? Infinity)) continue
    if (isBetween(point, outward, foot)) best = { name: `${row.street}`, distance_m }
  }
  return best?.name ?? null
}

/** Whether a point lies about straight out of a side; grid units are near enough for an angle. */
function isBetween(
  [x, y]: readonly [number, number],
  [ox, oy]: readonly [number, number],
  [fx, fy]: readonly [number, number],
): boolean {
  const wide = Math.cos(((y / 1e7) * Math.PI) / 180)
  const [ux, uy] = [(ox - x) * wide, oy - y]
  const [vx, vy] = [(fx - x) * wide, fy - y]
  return ux * vx + uy * vy >= OUTWARD_COSINE * Math.hypot(ux, uy) * Math.hypot(vx, vy)
}
