import {
  add,
  crossLines,
  distance,
  dot,
  leftOf,
  type Point,
  scale,
  subtract,
  unit,
} from '../../geometry/point.ts'
import { type WallPath, wallPath } from '../../kernel/walls/wall-path.ts'
import { Refusal } from '../refusal.ts'

/** One side of an outline, or one wall: an arc where `sagitta` is not 0, as that of walls. */
export interface Edge {
  start: Point
  end: Point
  sagitta: number
}

/** The way along an edge, as that of a wall on it. */
export const edgePath = ({ start, end, sagitta }: Edge): WallPath =>
  wallPath({ start: [...start], end: [...end], sagitta })

/** An endless line through an edge, or the circle of an arc. */
type Track =
  | { kind: 'line'; at: Point; along: Point }
  | { kind: 'circle'; centre: Point; radius: number }

/** The edge with both ends moved to its left by `by` metres: an arc keeps its centre. */
export function besideEdge(edge: Edge, by: number): Edge {
  const { start, end } = edge
  const path = edgePath(edge)
  const moved = (s: number, at: Point): Point => add(at, scale(leftOf(path.direction(s)), by))
  const ends = { start: moved(0, start), end: moved(path.length, end) }
  return { ...ends, sagitta: sagittaOf(edge, ends, trackOf(edge, by)) }
}

/**
 * The ring of edges with edge i moved to its left by `by[i]` metres, its corners where the moved
 * lines and circles meet. Refuses a ring with an edge that would turn round, or whose corner has
 * no place: where two edges go on in one line and are moved differently.
 */
export function besideRing(edges: readonly Edge[], by: readonly number[], param: string): Edge[] {
  const count = edges.length
  const tracks = edges.map((edge, i) => trackOf(edge, by[i]))
  const corners = edges.map(({ start }, i): Point => {
    const before = (i + count - 1) % count
    // Edges in one line have no crossing; their corner moves across with them.
    const across = add(start, scale(leftOf(edgePath(edges[i]).direction(0)), by[i]))
    const at = meetingOf(tracks[before], tracks[i], start)
    if (at) return at
    if (Math.abs(by[before] - by[i]) < 1e-9) return across
    throw new Refusal(
      'invalid_polygon',
      `Edges ${before} and ${i} go on in one line, along walls of different thickness: draw their corner as two, or give the outline along the middle of the walls.`,
      { param, details: { reason: 'reference', at: [...start] } },
    )
  })
  return edges.map((edge, i) => {
    const ends = { start: corners[i], end: corners[(i + 1) % count] }
    const isTurned = dot(subtract(ends.end, ends.start), subtract(edge.end, edge.start)) <= 0
    if (isTurned || distance(ends.start, ends.end) < 1e-6)
      throw new Refusal(
        'invalid_polygon',
        `Edge ${i} is shorter than its walls are thick, so that nothing of it is left.`,
        { param, details: { reason: 'reference' } },
      )
    return { ...ends, sagitta: sagittaOf(edge, ends, tracks[i]) }
  })
}

function trackOf(edge: Edge, by: number): Track {
  const { start, end } = edge
  const { arc } = edgePath(edge)
  const along = unit(subtract(end, start))
  if (!arc) return { kind: 'line', at: add(start, scale(leftOf(along), by)), along }
  // With the centre to the left, a step to the left goes towards it.
  const radius = Math.abs(arc.radius) - by * Math.sign(arc.radius)
  return { kind: 'circle', centre: arc.centre, radius: Math.max(0, radius) }
}

/** The sagitta of a moved arc between its new ends; 0 for a straight edge. */
function sagittaOf(edge: Edge, { start, end }: Pick<Edge, 'start' | 'end'>, track: Track): number {
  if (track.kind === 'line') return 0
  const half = Math.min(track.radius, distance(start, end) / 2)
  const rest = Math.sqrt(track.radius ** 2 - half ** 2)
  const isMajor = Math.abs(edge.sagitta) > distance(edge.start, edge.end) / 2
  return Math.sign(edge.sagitta) * (isMajor ? track.radius + rest : track.radius - rest)
}

/** Where two tracks meet nearest to a point; null where they run alongside or apart. */
function meetingOf(a: Track, b: Track, near: Point): Point | null {
  if (a.kind === 'line' && b.kind === 'line') {
    const crossing = crossLines(a.at, a.along, b.at, b.along)
    // Edges that differ by less than this from one line meet far away.
    if (!crossing || Math.abs(dot(a.along, leftOf(b.along))) < 1e-6) return null
    return add(a.at, scale(a.along, crossing.t))
  }
  const points =
    a.kind === 'circle' && b.kind === 'circle'
      ? circlesMeet(a, b)
      : a.kind === 'circle'
        ? lineMeetsCircle(b as Track & { kind: 'line' }, a)
        : lineMeetsCircle(a, b as Track & { kind: 'circle' })
  const [best] = points.sort((p, q) => distance(p, near) - distance(q, near))
  return best ?? null
}

function lineMeetsCircle(
  { at, along }: Track & { kind: 'line' },
  { centre, radius }: Track & { kind: 'circle' },
): Point[] {
  const foot = add(at, scale(along, dot(subtract(centre, at), along)))
  const away = distance(foot, centre)
  // An arc that runs out of its line touches it, up to rounding.
  if (away > radius + 1e-6) return []
  const half = Math.sqrt(Math.max(0, radius ** 2 - away ** 2))
  return [add(foot, scale(along, half)), add(foot, scale(along, -half))]
}

function circlesMeet(a: Track & { kind: 'circle' }, b: Track & { kind: 'circle' }): Point[] {
  const between = distance(a.centre, b.centre)
  if (between < 1e-9) return []
  const along = unit(subtract(b.centre, a.centre))
  const away = (between ** 2 + a.radius ** 2 - b.radius ** 2) / 2 / between
  const at = add(a.centre, scale(along, away))
  return lineMeetsCircle({ kind: 'line', at, along: leftOf(along) }, a)
}
