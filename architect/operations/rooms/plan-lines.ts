import type { DimensionLine, DimensionSpan } from '../../dimensions/dimension-problem.ts'
import { dot, leftOf, mix, nearestOnSegment, type Point, subtract } from '../../geometry/point.ts'
import { contains, edges, type Polygon } from '../../geometry/polygon.ts'
import { findRooms, wallSides } from '../../kernel/rooms.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { ROOM_WIDTHS_M } from '../../scene/room-widths.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { wallLineOf } from '../walls/wall-lines.ts'

/** A wall line of one direction, as a line of a dimension problem. */
export interface PlanLine extends DimensionLine {
  wallIds: string[]
  /** Whether one of its walls has a side that is in no room. */
  isFacade: boolean
  /** The rooms along it. */
  zoneIds: string[]
}

/** The clear width of a room between two lines, where they face each other. */
export interface PlanSpan extends DimensionSpan {
  /** The room, where the area has a name. */
  zoneId?: string
  /** Length along which the two lines face each other in this room, in metres. */
  along: number
}

/** All wall lines of a level that run across a direction, and the rooms between them. */
export interface PlanLines {
  lines: PlanLine[]
  spans: PlanSpan[]
}

/** Walls whose direction differs by a larger sine do not run across, and stay out of the plan. */
const ACROSS_SINE = 1e-3
/** An edge of a room is at the middle of its wall, within this many metres. */
const ON_WALL_M = 0.002
/** Widths of niches and of areas without a name may not become less than this, in metres. */
const NICHE_MIN_M = 0.3
/** Lines that face each other for less only touch, in metres. */
const FACING_MIN_M = 0.01

/** Reads the lines across the unit vector `towards` and the spans between them. */
export function planLines(scene: Scene, levelId: string, towards: Point): PlanLines {
  const lines = linesAcross(scene, levelId, towards)
  const lineOfWall = new Map(lines.flatMap((line) => line.wallIds.map((id) => [id, line] as const)))
  const zones = childrenOf(scene, levelId, 'zone')
  const spans = findRooms(scene, levelId).flatMap(({ loop, holes, wallIds }) => {
    const own = wallIds.filter((id) => lineOfWall.has(id)).map((id) => nodeOf(scene, id, 'wall')!)
    const sides = [loop, ...holes].flatMap((ring) => sidesOf(ring, own, towards, lineOfWall))
    return facingSides(sides, towards).map((facing) => ({ ...facing, loop }))
  })
  return { lines, spans: namedSpans(spans, zones) }
}

function linesAcross(scene: Scene, levelId: string, towards: Point): PlanLine[] {
  const across = childrenOf(scene, levelId, 'wall').filter(
    ({ start, end, sagitta }) =>
      sagitta === 0 &&
      Math.abs(dot(subtract(end, start), towards)) <
        ACROSS_SINE * Math.hypot(...subtract(end, start)),
  )
  const seen = new Set<string>()
  return across.flatMap((wall): PlanLine[] => {
    if (seen.has(wall.id)) return []
    const { wallIds } = wallLineOf(scene, wall.id)
    for (const id of wallIds) seen.add(id)
    const sides = wallIds.map((id) => wallSides(scene, id))
    const zoneIds = [...new Set(sides.flatMap(({ left, right }) => [left, right]))].filter(
      (id) => id !== undefined,
    )
    const isFacade = sides.some(({ isExterior }) => isExterior)
    return [
      {
        id: wall.id,
        wallIds,
        at: dot(wall.start, towards),
        label: labelOf(scene, wall.id, zoneIds, isFacade),
        isFacade,
        zoneIds,
      },
    ]
  })
}

/** `the wall between Hall and Bath (wall_7)`, with two of the rooms at most. */
function labelOf(scene: Scene, id: string, zoneIds: readonly string[], isFacade: boolean): string {
  const zones = zoneIds.map((zone) => nodeOf(scene, zone, 'zone')!.label ?? zone)
  const names = zones.slice(0, 2).join(' and ')
  const more = zones.length > 2 ? ` and ${zones.length - 2} more` : ''
  if (zones.length === 0) return `the wall ${id}`
  const kind = isFacade ? 'facade of' : zones.length > 1 ? 'wall between' : 'wall of'
  return `the ${kind} ${names}${more} (${id})`
}

/** An edge of a room along a line. */
interface Side {
  line: PlanLine
  thickness: number
  /** Whether the room is on the side of the direction. */
  isBefore: boolean
  at: number
  /** Its extent along the line. */
  from: number
  to: number
}

function sidesOf(
  ring: Polygon,
  walls: readonly NodeOf<'wall'>[],
  towards: Point,
  lineOfWall: ReadonlyMap<string, PlanLine>,
): Side[] {
  const along = leftOf(towards)
  return edges(ring).flatMap(([a, b]): Side[] => {
    const middle = mix(a, b, 0.5)
    const wall = walls.find(
      ({ start, end }) => nearestOnSegment(middle, start, end).distance < ON_WALL_M,
    )
    if (!wall || Math.abs(dot(subtract(b, a), towards)) > ON_WALL_M) return []
    const [from, to] = [dot(a, along), dot(b, along)]
    return [
      {
        line: lineOfWall.get(wall.id)!,
        thickness: wall.thickness,
        // The inside is to the left of an edge: for one that runs to `along`, away from `towards`.
        isBefore: from > to,
        at: dot(a, towards),
        from: Math.min(from, to),
        to: Math.max(from, to),
      },
    ]
  })
}

/** The pairs of sides with nothing of the room's border between them. */
function facingSides(sides: readonly Side[], towards: Point) {
  const along = leftOf(towards)
  const pairs = sides
    .filter(({ isBefore }) => isBefore)
    .flatMap((first) => {
      const after = sides.filter(
        (side) =>
          !side.isBefore &&
          side.at > first.at &&
          side.line !== first.line &&
          overlap(first, side) > FACING_MIN_M,
      )
      return after
        .filter((side) => {
          const [from, to] = [Math.max(first.from, side.from), Math.min(first.to, side.to)]
          const middle = (from + to) / 2
          return !sides.some(
            (other) =>
              other.at > first.at && other.at < side.at && other.from < middle && other.to > middle,
          )
        })
        .map((side) => ({ first, side }))
    })
  return pairs.map(({ first, side }) => {
    const from = Math.max(first.from, side.from)
    const to = Math.min(first.to, side.to)
    const [s, t] = [(first.at + side.at) / 2, (from + to) / 2]
    const inside: Point = [s * towards[0] + t * along[0], s * towards[1] + t * along[1]]
    return { first, side, along: to - from, inside }
  })
}

const overlap = (a: Side, b: Side): number => Math.min(a.to, b.to) - Math.max(a.from, b.from)

/** One span for each pair of lines and each room: the one that faces along the longest stretch. */
function namedSpans(
  facing: readonly (ReturnType<typeof facingSides>[number] & { loop: Polygon })[],
  zones: readonly NodeOf<'zone'>[],
): PlanSpan[] {
  const spans = new Map<string, PlanSpan>()
  for (const { first, side, along, inside } of facing) {
    const zone = zones.find(({ polygon }) => contains(polygon, inside))
    const id = `${zone?.id ?? 'unnamed'} ${first.line.id} ${side.line.id}`
    const known = spans.get(id)
    if (known && known.along >= along) continue
    const taken = (first.thickness + side.thickness) / 2
    spans.set(id, {
      id,
      zoneId: zone?.id,
      label: zone ? (zone.label ?? zone.id) : 'an area without a name',
      from: first.line.id,
      to: side.line.id,
      taken,
      along,
      minimum: 0,
    })
  }
  return withMinimums([...spans.values()], new Map(zones.map((zone) => [zone.id, zone])), facing)
}

/**
 * Least clear widths: that of its type for the widest span of a room, less for its niches; never
 * more than a room has now.
 */
function withMinimums(
  spans: readonly PlanSpan[],
  zones: ReadonlyMap<string, NodeOf<'zone'>>,
  facing: readonly ReturnType<typeof facingSides>[number][],
): PlanSpan[] {
  const at = new Map(
    facing.flatMap(({ first, side }) => [first, side].map((s) => [s.line.id, s.line.at])),
  )
  const clear = ({ from, to, taken }: PlanSpan) => at.get(to)! - at.get(from)! - taken
  const widest = new Map<string, number>()
  for (const span of spans)
    if (span.zoneId !== undefined)
      widest.set(span.zoneId, Math.max(widest.get(span.zoneId) ?? 0, clear(span)))
  return spans.map((span) => {
    const width = clear(span)
    const zone = span.zoneId === undefined ? undefined : zones.get(span.zoneId)
    const isWidest = zone !== undefined && width >= widest.get(zone.id)! - ON_WALL_M
    const least = isWidest ? ROOM_WIDTHS_M[zone.roomType] : NICHE_MIN_M
    return { ...span, minimum: Math.max(0, Math.min(least, width)) }
  })
}
