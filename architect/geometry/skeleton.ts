import { dot, leftOf, nearestOnSegment, type Point, subtract, turn, unit } from './point.ts'
import { edges, type Polygon } from './polygon.ts'

/** Where planes that rise from the edges of a polygon meet, in plan. */
export interface StraightSkeleton {
  /** `t`: metres from the edges that rise to it, which with a pitch of 45 degrees is its height. */
  nodes: { at: Point; t: number }[]
  /**
   * The nodes around the plane of each edge, counter-clockwise, beginning with the ends of the
   * edge.
   */
  cells: number[][]
}

/** Places nearer than this count as one, in metres: a hundredth of the grid of scenes. */
const WELD_M = 1e-6
/** Rates of approach under this count as zero: edges that stay parallel. */
const STILL = 1e-12
/** Lines that face each other within 1e-9 radians never meet: half of the square of that. */
const FACING_SIZE = 5e-19
/** A polygon has no more events than corners; few events take two steps. */
const EVENTS_PER_CORNER = 4

/** A corner of the shrinking polygon, which has moved with `velocity` since `since`. */
interface Corner {
  /** Edges of the polygon before and after the corner. */
  before: number
  after: number
  node: number
  since: number
  at: Point
  velocity: Point
}

/** A corner of a loop at the time of an event. */
interface LoopPoint {
  at: Point
  before: number
  after: number
  corner?: Corner
}

interface Arc {
  ends: [number, number]
  cells: [number, number]
}

/**
 * The straight skeleton of a counter-clockwise simple polygon without holes: its edges move inward,
 * all with one speed, those in `uprights` not at all, and the paths of its corners part the planes.
 * Null where uprights make it impossible, or where the polygon is not clean.
 */
export function straightSkeleton(
  polygon: Polygon,
  uprights: ReadonlySet<number> = new Set(),
): StraightSkeleton | null {
  return new Shrinking(polygon, uprights).run()
}

class Shrinking {
  private readonly polygon: Polygon
  private readonly directions: Point[]
  private readonly normals: Point[]
  private readonly speeds: number[]
  private readonly nodes: { at: Point; t: number }[] = []
  private readonly arcs: Arc[] = []

  constructor(polygon: Polygon, uprights: ReadonlySet<number>) {
    this.polygon = polygon
    this.directions = edges(polygon).map(([a, b]) => unit(subtract(b, a)))
    this.normals = this.directions.map(leftOf)
    this.speeds = polygon.map((_, index) => (uprights.has(index) ? 0 : 1))
  }

  run(): StraightSkeleton | null {
    const count = this.polygon.length
    const first: Corner[] = []
    for (const [index, at] of this.polygon.entries()) {
      const corner = this.startAt(at, (index + count - 1) % count, index, 0)
      if (!corner) return null
      first.push(corner)
    }
    let loops = [first]
    let now = 0
    for (let events = 0; loops.length > 0; events++) {
      if (events > EVENTS_PER_CORNER * count) return null
      const next = Math.min(...loops.map((loop) => this.nextEvent(loop, now)))
      if (!Number.isFinite(next)) return null
      now = next
      const after: Corner[][] = []
      for (const loop of loops) {
        const parts = this.settle(loop, now)
        if (!parts) return null
        after.push(...parts)
      }
      loops = after
    }
    const cells = this.polygon.map((_, edge) => this.cellOf(edge))
    return cells.every((cell) => cell !== null) ? { nodes: this.nodes, cells } : null
  }

  private startAt(at: Point, before: number, after: number, t: number, node = -1): Corner | null {
    const velocity = meetingSpeed(
      this.normals[before],
      this.speeds[before],
      this.normals[after],
      this.speeds[after],
    )
    if (!velocity) return null
    const start = node < 0 ? this.nodes.push({ at, t }) - 1 : node
    return { before, after, node: start, since: t, at, velocity }
  }

  /** The next time at which an edge of the loop has no length, or a reflex corner meets an edge. */
  private nextEvent(loop: Corner[], now: number): number {
    let next = Infinity
    const count = loop.length
    const places = loop.map((corner) => placeOf(corner, now))
    for (let i = 0; i < count; i++) {
      const j = (i + 1) % count
      const along = this.directions[loop[i].after]
      const gap = dot(subtract(places[j], places[i]), along)
      const rate = dot(subtract(loop[j].velocity, loop[i].velocity), along)
      if (rate < -STILL) next = Math.min(next, now + Math.max(0, gap) / -rate)
    }
    for (let i = 0; i < count; i++) {
      if (turn(this.directions[loop[i].before], this.directions[loop[i].after]) >= 0) continue
      for (let j = 0; j < count; j++) {
        const k = (j + 1) % count
        if (j === i || k === i) continue
        const edge = loop[j].after
        const gap = dot(subtract(places[i], places[j]), this.normals[edge])
        const rate = dot(loop[i].velocity, this.normals[edge]) - this.speeds[edge]
        if (rate > -STILL || gap < -WELD_M) continue
        const t = now + Math.max(0, gap) / -rate
        if (t >= next) continue
        const [from, to] = [placeOf(loop[j], t), placeOf(loop[k], t)]
        const { distance } = nearestOnSegment(placeOf(loop[i], t), from, to)
        if (distance < WELD_M) next = t
      }
    }
    return next
  }

  /** The loop at `t`, split where it touches itself; a part without width becomes a ridge. */
  private settle(loop: Corner[], t: number): Corner[][] | null {
    const points = withTouches(
      loop.map((corner) => ({
        at: placeOf(corner, t),
        before: corner.before,
        after: corner.after,
        corner,
      })),
    )
    const places: { at: Point; count: number; node: number }[] = []
    const placeIds = points.map(({ at }) => {
      const known = places.findIndex((place) => isNear(place.at, at))
      if (known >= 0) places[known].count++
      return known >= 0 ? known : places.push({ at, count: 1, node: -1 }) - 1
    })
    const nodeAt = (id: number): number => {
      const place = places[id]
      if (place.node < 0) place.node = this.nodes.push({ at: place.at, t }) - 1
      return place.node
    }
    const cycles = simpleCycles(points, placeIds)
    const isOver = new Set<number>()
    for (const cycle of cycles) if (cycle.length < 3) for (const { id } of cycle) isOver.add(id)
    for (const [index, { corner }] of points.entries()) {
      const id = placeIds[index]
      if (!corner || (places[id].count === 1 && !isOver.has(id))) continue
      this.arc(corner.node, nodeAt(id), corner.before, corner.after)
    }
    const parts: Corner[][] = []
    for (const cycle of cycles) {
      if (cycle.length === 2)
        this.arc(nodeAt(cycle[0].id), nodeAt(cycle[1].id), cycle[0].after, cycle[1].after)
      if (cycle.length < 3) continue
      const part: Corner[] = []
      for (const { id, before, after, corner } of cycle) {
        if (corner && places[id].count === 1) {
          part.push(corner)
        } else if (before !== after) {
          const started = this.startAt(places[id].at, before, after, t, nodeAt(id))
          if (!started) return null
          part.push(started)
        }
      }
      if (part.length < 3) return null
      parts.push(part)
    }
    return parts
  }

  private arc(from: number, to: number, one: number, other: number): void {
    if (from !== to && one !== other) this.arcs.push({ ends: [from, to], cells: [one, other] })
  }

  /** The arcs of an edge's plane, put end to end from the edge's end back to its start. */
  private cellOf(edge: number): number[] | null {
    const start = edge
    const end = (edge + 1) % this.polygon.length
    const arcs = this.arcs.filter(({ cells }) => cells.includes(edge))
    const cell = [start, end]
    for (let at = end; arcs.length > 0; ) {
      const found = arcs.findIndex(({ ends }) => ends.includes(at))
      if (found < 0) return null
      const [{ ends }] = arcs.splice(found, 1)
      at = ends[0] === at ? ends[1] : ends[0]
      if (at === start) return arcs.length === 0 ? cell : null
      cell.push(at)
    }
    return null
  }
}

const placeOf = ({ at, velocity, since }: Corner, t: number): Point => [
  at[0] + velocity[0] * (t - since),
  at[1] + velocity[1] * (t - since),
]

const isNear = (a: Point, b: Point): boolean =>
  Math.abs(a[0] - b[0]) < WELD_M && Math.abs(a[1] - b[1]) < WELD_M

/**
 * The velocity of the corner of two lines that move along their normals; null where they never
 * meet, or are one line with two speeds.
 */
export function meetingSpeed(
  [nx, nz]: Point,
  speed: number,
  [mx, mz]: Point,
  otherSpeed: number,
): Point | null {
  if (speed === otherSpeed) {
    // Stable where the lines are nearly one, and where they face each other at a hair's angle: the
    // ridge between them is nearly level, and its end runs far in a short time.
    const [sx, sz] = [nx + mx, nz + mz]
    const size = (sx * sx + sz * sz) / 2
    return size < FACING_SIZE ? null : [(sx / size) * speed, (sz / size) * speed]
  }
  const determinant = nx * mz - nz * mx
  if (Math.abs(determinant) < 1e-6) return null
  return [
    (speed * mz - otherSpeed * nz) / determinant,
    (otherSpeed * nx - speed * mx) / determinant,
  ]
}

/** The points, with one more wherever a point lies on the edge between two others. */
function withTouches(points: LoopPoint[]): LoopPoint[] {
  return points.flatMap((point, index) => {
    const next = points[(index + 1) % points.length]
    const touches: { at: Point; share: number }[] = []
    for (const { at } of points) {
      if (isNear(at, point.at) || isNear(at, next.at)) continue
      const { distance, share } = nearestOnSegment(at, point.at, next.at)
      if (distance < WELD_M && !touches.some((known) => isNear(known.at, at)))
        touches.push({ at, share })
    }
    touches.sort((a, b) => a.share - b.share)
    return [point, ...touches.map(({ at }) => ({ at, before: point.after, after: point.after }))]
  })
}

interface Turn extends LoopPoint {
  id: number
}

/** The ring cut into rings that pass every place once. */
function simpleCycles(points: LoopPoint[], ids: number[]): Turn[][] {
  const cycles: Turn[][] = []
  const path: Turn[] = []
  for (const [index, point] of points.entries()) {
    const id = ids[index]
    const known = path.findIndex((turned) => turned.id === id)
    if (known < 0) {
      path.push({ ...point, id })
      continue
    }
    const cycle = path.splice(known)
    const [{ before, corner }] = cycle
    cycle[0] = { ...cycle[0], before: point.before }
    cycles.push(cycle)
    path.push({ at: point.at, before, after: point.after, corner, id })
  }
  cycles.push(path)
  return cycles
}
