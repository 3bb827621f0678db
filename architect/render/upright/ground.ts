import { rectangle } from '../../geometry/mesh.ts'
import { counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { difference, ringsOf } from '../../geometry/regions.ts'
import type { Place } from '../drawing/sheet.ts'
import { INK, type Paper, PEN } from '../paper.ts'

/** Depth of the drawn earth under the ground or under the lowest solid, in metres. */
export const EARTH_M = 0.6
/** Distance of the lines of the hatch, in millimetres. */
const HATCH_MM = 2
const EARTH_FILL = '#efe9dd'

/** Draws the ground as a strong line with hatched earth under it, over what is below ground. */
export function drawGround(paper: Paper, left: number, right: number, bottom: number): void {
  const earth = rectangle([(left + right) / 2, -bottom / 2], right - left, -bottom)
  drawEarth(paper, [earth])
  paper.line(
    [
      [left, 0],
      [right, 0],
    ],
    INK.wall,
    0.6,
  )
}

/**
 * Draws the earth that a section cuts: under the ground, outside of the building's solids and of
 * the rooms below ground.
 */
export function drawCutEarth(
  paper: Paper,
  left: number,
  right: number,
  bottom: number,
  built: Polygon[],
): void {
  const ground = rectangle([(left + right) / 2, -bottom / 2], right - left, -bottom)
  const regions = difference([counterClockwise(ground)], built.map(counterClockwise))
  drawEarth(paper, ringsOf(regions))
  // The ground's line runs where the earth meets the air: at the upper edges of the regions.
  for (const { outer } of regions) {
    for (const [index, from] of outer.entries()) {
      const to = outer[(index + 1) % outer.length]
      if (Math.abs(from[1]) < 1e-6 && Math.abs(to[1]) < 1e-6) paper.line([from, to], INK.wall, 0.6)
    }
  }
}

function drawEarth(paper: Paper, rings: readonly Polygon[]): void {
  const places = rings.map((ring) => ring.map((corner) => paper.at(corner)))
  paper.path(places, true, { fill: EARTH_FILL, rule: 'evenodd' })
  paper.path(hatchOf(places), false, { stroke: { color: INK.faint, width: PEN.hair } })
}

/** Lines at 45 degrees within rings, of which rings within rings are holes. */
export function hatchOf(rings: readonly (readonly Place[])[]): Place[][] {
  const sums = rings.flat().map(([x, y]) => x + y)
  if (sums.length === 0) return []
  const [least, most] = [Math.min(...sums), Math.max(...sums)]
  const lines: Place[][] = []
  for (let sum = Math.ceil(least / HATCH_MM) * HATCH_MM; sum < most; sum += HATCH_MM) {
    const crossings: number[] = []
    for (const ring of rings) {
      for (const [index, [x, y]] of ring.entries()) {
        const [toX, toY] = ring[(index + 1) % ring.length]
        const [a, b] = [x + y - sum, toX + toY - sum]
        if (a > 0 !== b > 0) crossings.push(x + (a / (a - b)) * (toX - x))
      }
    }
    crossings.sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2)
      lines.push([
        [crossings[i], sum - crossings[i]],
        [crossings[i + 1], sum - crossings[i + 1]],
      ])
  }
  return lines
}
