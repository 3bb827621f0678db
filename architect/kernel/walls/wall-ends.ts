import { type Point, turn } from '../../geometry/point.ts'
import { cutAgainst, cutEnds, type EndCut, squareCut } from './wall-corners.ts'
import { isOnLeft, type WallNetwork, type WallNode } from './wall-network.ts'
import type { WallStrip } from './wall-strip.ts'

/** How both ends of each wall stop. */
export type Cuts = Map<WallStrip, { start?: EndCut; end?: EndCut }>

/** The cuts of all ends of a level; an end whose neighbours lie on it stays square. */
export function endCuts(network: WallNetwork): Cuts {
  const cuts: Cuts = new Map()
  for (const node of network.nodes) {
    const cut = node.host ? hostedCuts(node) : (cutEnds(node.at, node.ends) ?? [])
    for (const [index, end] of node.ends.entries()) {
      const both = cuts.get(end.strip) ?? {}
      both[end.end] = cut[index] ?? squareCut(end)
      cuts.set(end.strip, both)
    }
  }
  return cuts
}

/**
 * Ends that run into a wall's side, each side by itself, in the order from right to left seen
 * outward.
 */
function hostedCuts({ at, ends, host }: WallNode): (EndCut | null)[] {
  const cuts: (EndCut | null)[] = ends.map(() => null)
  const { strip, s } = host!
  const along = strip.path.direction(s)
  for (const isLeft of [true, false]) {
    const forward: Point = isLeft ? along : [-along[0], -along[1]]
    const side = ends
      .filter((end) => isOnLeft(end, host!) === isLeft)
      .sort((a, b) => angleFrom(forward, a.out) - angleFrom(forward, b.out))
    if (side.length === 0) continue
    const face = isLeft ? [...strip.left].reverse() : strip.right
    const made = cutAgainst(at, side, face)
    for (const [index, end] of side.entries()) cuts[ends.indexOf(end)] = made?.[index] ?? null
  }
  return cuts
}

const angleFrom = (forward: Point, out: Point): number =>
  Math.atan2(turn(forward, out), forward[0] * out[0] + forward[1] * out[1])
