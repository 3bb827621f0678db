import { degreesOf, distance, type Point, subtract } from '../../geometry/point.ts'
import { boxOf, type Polygon, signedArea } from '../../geometry/polygon.ts'
import { boxIndex, type WallNetwork } from './wall-network.ts'
import { nearestOnStrip, type WallStrip } from './wall-strip.ts'

/** A ring of centrelines with no other inside of it but islands. */
export interface WallFace {
  /** Counter-clockwise for a room; clockwise for the outside of walls that hang together. */
  ring: Polygon
  wallIds: string[]
  /** Area in square metres, negative for an outside. */
  area: number
}

/** Half of a stretch of wall between two joints: the one with the face to its left. */
interface Half {
  to: number
  wallId: string
  line: Point[]
  twin: Half
  next?: Half
  isSeen?: boolean
}

/**
 * All faces of the plane graph of centrelines, cut at every joint; walls that end free are left
 * out.
 */
export function wallFaces(network: WallNetwork): WallFace[] {
  const around = graphOf(network)
  prune(around)
  for (const halves of around.values()) {
    halves.sort((a, b) => degreesOf(outOf(a)) - degreesOf(outOf(b)))
    // At a joint the walk goes on along the next wall clockwise: the face stays to the left.
    for (const [index, half] of halves.entries()) {
      half.twin.next = halves[(index + halves.length - 1) % halves.length]
    }
  }
  const faces: WallFace[] = []
  for (const halves of around.values()) {
    for (const first of halves) {
      if (first.isSeen) continue
      const ring: Point[] = []
      const wallIds = new Set<string>()
      for (let half = first; !half.isSeen; half = half.next!) {
        half.isSeen = true
        ring.push(...half.line.slice(0, -1))
        wallIds.add(half.wallId)
      }
      faces.push({ ring, wallIds: [...wallIds], area: signedArea(ring) })
    }
  }
  return faces
}

const outOf = ({ line }: Half): Point => subtract(line[1], line[0])

/** Joints nearer than this are one, in metres: a hundredth of the grid. */
const SAME_M = 1e-6

/** Joints by place: three walls that cross in one point cross in three pairs. */
class Joints {
  readonly places: Point[] = []
  private readonly cells = new Map<string, number[]>()

  at(place: Point): { joint: number; at: Point } {
    const [i, j] = place.map((value) => Math.floor(value / SAME_M))
    for (let di = -1; di <= 1; di++) {
      for (let dj = -1; dj <= 1; dj++) {
        const known = this.cells.get(`${i + di} ${j + dj}`)
        const joint = known?.find((other) => distance(this.places[other], place) < SAME_M)
        if (joint !== undefined) return { joint, at: this.places[joint] }
      }
    }
    const joint = this.places.push(place) - 1
    const key = `${i} ${j}`
    this.cells.set(key, [...(this.cells.get(key) ?? []), joint])
    return { joint, at: place }
  }
}

/** The halves that leave each joint. */
function graphOf({ strips, nodes, crossings }: WallNetwork): Map<number, Half[]> {
  const stops = new Map<WallStrip, { s: number; joint: number; at: Point }[]>(
    [...strips.values()].map((strip) => [strip, []]),
  )
  const joints = new Joints()
  for (const { at, ends, host } of nodes) {
    const { joint, at: place } = joints.at(host ? host.at : at)
    for (const { strip, end } of ends)
      stops.get(strip)!.push({ s: end === 'start' ? 0 : strip.path.length, joint, at: place })
    if (host) stops.get(host.strip)!.push({ s: host.s, joint, at: place })
  }
  for (const { at, a, b } of crossings) {
    const { joint, at: place } = joints.at(at)
    for (const { strip, s } of [a, b]) stops.get(strip)!.push({ s, joint, at: place })
  }
  // Walls that lie on one another share all their joints, also those that only one of them has.
  const near = boxIndex(joints.places.map((at) => boxOf([at])))
  for (const [strip, own] of stops) {
    for (const joint of near(boxOf(strip.centre.map(({ at }) => at)))) {
      if (own.some((stop) => stop.joint === joint)) continue
      const at = joints.places[joint]
      const found = nearestOnStrip(strip, at)
      if (found.distance < SAME_M) own.push({ s: found.s, joint, at })
    }
  }
  const around = new Map<number, Half[]>()
  const straight = new Set<string>()
  for (const [strip, unsorted] of stops) {
    const sorted = unsorted.sort((a, b) => a.s - b.s)
    for (let i = 1; i < sorted.length; i++) {
      const [from, to] = [sorted[i - 1], sorted[i]]
      if (from.joint === to.joint || distance(from.at, to.at) === 0) continue
      const inner = strip.centre.filter(({ s }) => s > from.s && s < to.s).map(({ at }) => at)
      const line = [from.at, ...inner, to.at]
      // Walls that lie on one another are one stretch: there is no face between them.
      const key = `${Math.min(from.joint, to.joint)} ${Math.max(from.joint, to.joint)}`
      if (inner.length === 0 && straight.has(key)) continue
      if (inner.length === 0) straight.add(key)
      const there = { to: to.joint, wallId: strip.wall.id, line } as Half
      const back = { to: from.joint, wallId: strip.wall.id, line: [...line].reverse(), twin: there }
      there.twin = back
      push(around, from.joint, there)
      push(around, to.joint, back)
    }
  }
  return around
}

function push(around: Map<number, Half[]>, joint: number, half: Half): void {
  const halves = around.get(joint)
  if (halves) halves.push(half)
  else around.set(joint, [half])
}

/** Takes away, again and again, what ends in a joint with nothing else. */
function prune(around: Map<number, Half[]>): void {
  const loose = [...around].filter(([, halves]) => halves.length === 1).map(([joint]) => joint)
  for (let joint = loose.pop(); joint !== undefined; joint = loose.pop()) {
    const [half] = around.get(joint)!
    around.set(joint, [])
    if (!half) continue
    const left = around.get(half.to)!.filter((other) => other !== half.twin)
    around.set(half.to, left)
    if (left.length === 1) loose.push(half.to)
  }
}
