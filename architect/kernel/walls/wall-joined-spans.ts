import { dot, type Point, turn } from '../../geometry/point.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import type { Cuts } from './wall-ends.ts'
import type { Crossing, WallNetwork } from './wall-network.ts'
import { locate, type WallStrip } from './wall-strip.ts'

interface Span {
  from: number
  to: number
}

/**
 * The stretches of each wall that joins take, in the order of the network: where one of its faces
 * has ended already, and where another wall stands against it.
 */
export function joinedSpans(
  { strips, nodes, crossings }: WallNetwork,
  cuts: Cuts,
  footprints: readonly Polygon[],
): Span[][] {
  const ends = new Map<WallStrip, { places: number[]; spans: Span[] }>()
  for (const [index, strip] of [...strips.values()].entries()) {
    const corners = strip.path.arc ? endCorners(cuts, strip) : footprints[index]
    ends.set(strip, { places: corners.map((at) => locate(strip, at).s), spans: [] })
  }
  for (const node of nodes) {
    for (const { strip, end } of node.ends) {
      const { left, right } = cuts.get(strip)![end]!
      for (const { strip: other } of node.ends) {
        if (other === strip) continue
        for (const { at } of [left, right]) {
          const { s, isLeft, isRight } = locate(other, at)
          if (isLeft || isRight) ends.get(other)!.places.push(s)
        }
      }
      if (!node.host) continue
      const met = [left, right].map(({ at }) => locate(node.host!.strip, at).s)
      ends.get(node.host.strip)!.spans.push({ from: Math.min(...met), to: Math.max(...met) })
    }
  }
  for (const crossing of crossings) {
    ends.get(crossing.a.strip)!.spans.push(crossedSpan(crossing.a, crossing.b))
    ends.get(crossing.b.strip)!.spans.push(crossedSpan(crossing.b, crossing.a))
  }
  return [...ends].map(([{ path }, { places, spans }]) => {
    const middle = path.length / 2
    const before = Math.max(0, ...places.filter((s) => s < middle))
    const after = Math.min(path.length, ...places.filter((s) => s > middle))
    return [...spans, { from: 0, to: before }, { from: after, to: path.length }].filter(
      ({ from, to }) => to > from,
    )
  })
}

/** The corners of a curved wall at its ends; those between its chords are no ends of its faces. */
function endCorners(cuts: Cuts, strip: WallStrip): Point[] {
  const { start, end } = cuts.get(strip)!
  return [start!, end!].flatMap(({ left, right, cap }) => [left.at, right.at, ...cap])
}

/** Where the body of `b` lies in that of `a`, by their directions at the crossing. */
function crossedSpan(a: Crossing['a'], b: Crossing['b']): Span {
  const [u, v] = [a.strip.path.direction(a.s), b.strip.path.direction(b.s)]
  const reach = (b.strip.half + a.strip.half * Math.abs(dot(u, v))) / Math.abs(turn(u, v))
  return { from: a.s - reach, to: a.s + reach }
}
