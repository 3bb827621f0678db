import { seededRandom } from '../../random/seeded-random.ts'
import { type LngLat, MAPPED, roundDegrees } from '../plan/plan.ts'
import { wiggle } from '../plan/wiggle.ts'

/** Points per side of the county line. */
const PER_SIDE = 24

/**
 * The county line: the mapped rectangle with a margin of 0.003 to 0.007 degree that wavers as
 * county lines along creeks do. Between it and the panels lies a strip that no panel maps.
 */
export function buildBoundary(seed: number): LngLat[] {
  const margin = wiggle(seededRandom(seed, 'county line'), [
    [0.0012, 40],
    [0.0008, 13],
  ])
  const { west, south, east, north } = MAPPED
  const corners: LngLat[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
  const outward = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ] as const
  const ring: LngLat[] = []
  for (let side = 0; side < 4; side++) {
    const from = corners[side]
    const to = corners[(side + 1) % 4]
    const [dx, dy] = outward[side]
    // Corners move out on both axes; points between them along the side's own normal.
    const [px, py] = outward[(side + 3) % 4]
    ring.push([
      roundDegrees(from[0] + 0.005 * (dx + px)),
      roundDegrees(from[1] + 0.005 * (dy + py)),
    ])
    for (let i = 1; i < PER_SIDE; i++) {
      const t = i / PER_SIDE
      const out = 0.005 + margin(side * PER_SIDE + i)
      ring.push([
        roundDegrees(from[0] + t * (to[0] - from[0]) + dx * out),
        roundDegrees(from[1] + t * (to[1] - from[1]) + dy * out),
      ])
    }
  }
  return ring
}
