import type { Point } from '../../geometry/point.ts'

/** A corner of a roof's plane in plan; `t` metres in from its eaves, which give its height. */
export interface RoofCorner {
  at: Point
  t: number
}

/**
 * The part of a ring where `t` is over the limit (`sign` 1) or under it (-1), as one ring. Corners
 * on the limit are computed the same way from both sides and from the neighbour's.
 */
export function partOf(ring: RoofCorner[], limit: number, sign: 1 | -1): RoofCorner[] {
  return withCrossings(ring, limit).filter(({ t }) => (t - limit) * sign >= 0)
}

/** The ring with corners put in where it passes `t === limit`. */
function withCrossings(ring: RoofCorner[], limit: number): RoofCorner[] {
  const near = 1e-9
  return ring.flatMap((corner, index) => {
    const next = ring[(index + 1) % ring.length]
    const here = Math.abs(corner.t - limit) < near ? { at: corner.at, t: limit } : corner
    if ((corner.t - limit) * (next.t - limit) >= 0) return [here]
    if (Math.abs(corner.t - limit) < near || Math.abs(next.t - limit) < near) return [here]
    // From the lower to the higher, so that both planes at this edge get the same figures.
    const [low, high] = corner.t < next.t ? [corner, next] : [next, corner]
    const share = (limit - low.t) / (high.t - low.t)
    const at: Point = [
      low.at[0] + (high.at[0] - low.at[0]) * share,
      low.at[1] + (high.at[1] - low.at[1]) * share,
    ]
    return [here, { at, t: limit }]
  })
}

/** The parts of a ring over the limit, each closed along the limit. */
export function peaksOver(ring: RoofCorner[], limit: number): RoofCorner[][] {
  const all = withCrossings(ring, limit)
  const first = all.findIndex(({ t }) => t <= limit)
  if (first < 0) return [all]
  const peaks: RoofCorner[][] = []
  let peak: RoofCorner[] = []
  for (let step = 0; step <= all.length; step++) {
    const corner = all[(first + step) % all.length]
    if (corner.t > limit) {
      if (peak.length === 0) peak.push(all[(first + step - 1) % all.length])
      peak.push(corner)
    } else if (peak.length > 0) {
      peaks.push([...peak, corner])
      peak = []
    }
  }
  return peaks
}
