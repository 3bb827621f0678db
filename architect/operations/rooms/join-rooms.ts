import { distance, type Point } from '../../geometry/point.ts'
import { contains, type Polygon } from '../../geometry/polygon.ts'
import { isInside } from '../../kernel/exposure.ts'
import { findRooms, wallSides } from '../../kernel/rooms.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { Finish } from '../../scene/materials.ts'
import type { NodeOf, OpeningNode } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, openingsOf, type Scene } from '../../scene/scene.ts'
import { formatPoint } from '../../scene/units.ts'
import type { WallFace } from '../finishes/outer-faces.ts'
import { setFinish } from '../finishes/set-finish.ts'
import { MISFIT_CODES } from '../fit/refuse-misfits.ts'
import { RESOLVE_ITEMS_CODES } from '../fit/resolve-items.ts'
import { cleanPolygon } from '../input/plan-input.ts'
import { Refusal, type RefusalCode } from '../refusal.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { continueWall } from '../walls/continue-wall.ts'
import { ON_LINE_M } from '../walls/wall-meeting.ts'
import { cutAtJoints } from './cut-at-joints.ts'
import { joinOutlines } from './join-outlines.ts'
import { mergeFloors } from './merge-floors.ts'

type Zone = NodeOf<'zone'>

/** What went with the walls between rooms that became one. */
export interface JoinedRooms {
  /** Doors, windows and openings of the removed walls. */
  removedOpenings: { id: string; kind: OpeningNode['kind']; label: string | undefined }[]
  /** Slabs and ceilings that are now part of another. */
  removedFloors: string[]
}

/** Codes with which the edits refuse that give one room the area of others. */
export const JOIN_ROOMS_CODES: readonly RefusalCode[] = [
  ...new Set([
    'invalid_input' as const,
    'node_not_found' as const,
    'wrong_kind' as const,
    'rooms_apart' as const,
    'limit_exceeded' as const,
    ...MISFIT_CODES,
    ...RESOLVE_ITEMS_CODES,
  ]),
]

/**
 * Makes one room of several of one level: the first zone stays and covers all, the others go, with
 * the walls between them. Walls that then continue each other become one. Items keep their places;
 * those that hung on removed walls still name them. Refuses rooms that do not hang together and
 * rooms that enclose another, with the argument `param`.
 */
export function joinRooms(edit: SceneEdit, zones: readonly Zone[], param: string): JoinedRooms {
  const [first, ...others] = zones
  const levelId = first.parent!
  const before = edit.scene
  refuseApart(before, zones, param)
  cutAtJoints(edit, levelId, wallsOf(edit.scene, zones))
  const look = wallLook(edit.scene, first)
  for (const zone of others)
    for (const { wallId, face } of facesInto(edit.scene, zone)) setFinish(edit, wallId, face, look)
  const between = wallsBetween(edit.scene, zones)
  const removedOpenings = between.flatMap(({ id }) =>
    openingsOf(edit.scene, id).map(({ id, kind, label }) => ({ id, kind, label })),
  )
  edit.remove(between.map(({ id }) => id))
  joinAt(
    edit,
    levelId,
    between.flatMap(({ start, end }) => [start, end]),
  )
  const outline = mergedOutline(edit.scene, zones)
  if (!outline) throw unenclosedRefusal(before, zones, param)
  if (outline.holes.length > 0)
    throw new Refusal(
      'invalid_polygon',
      `Together they would enclose something at ${formatPoint(outline.holes[0][0])}, which the outline of a room cannot leave out. Merge what they enclose as well, or fewer rooms.`,
      { param, nodeIds: zones.map(({ id }) => id), details: { reason: 'hole' } },
    )
  const polygon = cleanPolygon(outline.outer, param)
  edit.remove(others.map(({ id }) => id))
  edit.change(first.id, { polygon })
  const removedFloors = mergeFloors(
    edit,
    levelId,
    zones.map((zone) => zone.polygon),
    polygon,
  )
  return { removedOpenings, removedFloors }
}

/** The faces of walls that look into a room. */
export function facesInto(scene: Scene, zone: Zone): WallFace[] {
  return [...wallsOf(scene, [zone])].sort().flatMap((wallId) => {
    const sides = wallSides(scene, wallId)
    return (['left', 'right'] as const).flatMap((face) =>
      sides[face] === zone.id ? [{ wallId, face }] : [],
    )
  })
}

/** The finish of most faces that look into a room; empty for the usual look. */
export function wallLook(scene: Scene, zone: Zone): Finish {
  const counts = new Map<string, number>()
  for (const { wallId, face } of facesInto(scene, zone)) {
    const look = JSON.stringify(scene.nodes[wallId].finishes?.[face] ?? {})
    counts.set(look, (counts.get(look) ?? 0) + 1)
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  return most ? JSON.parse(most[0]) : {}
}

/** The walls with one of these rooms on each side, two different ones. */
function wallsBetween(scene: Scene, zones: readonly Zone[]): NodeOf<'wall'>[] {
  const ids = new Set(zones.map(({ id }) => id))
  return [...wallsOf(scene, zones)]
    .filter((id) => {
      const { left, right } = wallSides(scene, id)
      return left !== right && ids.has(left ?? '') && ids.has(right ?? '')
    })
    .map((id) => nodeOf(scene, id, 'wall')!)
}

/** Distance from a room's border within which a wall bounds it, beyond its half thickness. */
const NEAR_M = 0.05

/** Ids of the walls of which a part is at the border of one of these rooms, or in it. */
export function wallsOf(scene: Scene, zones: readonly Zone[]): Set<string> {
  const shapes = [...wallShapes(scene, zones[0].parent!).values()]
  const near = shapes.filter(({ path, thickness }) =>
    [0.02, 0.25, 0.5, 0.75, 0.98].some((share) => {
      const at = path.at(path.length * share)
      return zones.some(({ polygon }) => contains(polygon, at, thickness / 2 + NEAR_M))
    }),
  )
  return new Set(near.map(({ id }) => id))
}

/** Joins walls that continue each other at these points, where nothing else ends any more. */
export function joinAt(edit: SceneEdit, levelId: string, points: readonly Point[]): void {
  for (const at of points) {
    const met = childrenOf(edit.scene, levelId, 'wall').filter(({ start, end }) =>
      [start, end].some((other) => distance(other, at) <= ON_LINE_M),
    )
    if (met.length === 2) continueWall(edit, levelId, met[0].id)
  }
}

/** An outline with what it leaves out. */
interface Outline {
  outer: Polygon
  holes: Polygon[]
}

/**
 * The outline over all rooms: that of their polygons together, or where a gap is between them, as
 * between rooms drawn to the faces of their walls, that of the walls around them; null where none
 * are around all.
 */
const mergedOutline = (scene: Scene, zones: readonly Zone[]): Outline | null =>
  joinOutlines(zones.map(({ polygon }) => polygon)) ?? enclosing(scene, zones)

function enclosing(scene: Scene, zones: readonly Zone[]): Outline | null {
  const room = findRooms(scene, zones[0].parent!).find(({ loop, holes }) =>
    zones.every(({ polygon }) =>
      polygon.every(
        (corner) => contains(loop, corner, NEAR_M) && !holes.some((hole) => contains(hole, corner)),
      ),
    ),
  )
  return room ? { outer: room.loop, holes: room.holes } : null
}

/** Refuses rooms that do not hang together by walls or by a common border. */
function refuseApart(scene: Scene, zones: readonly Zone[], param: string): void {
  const own = neighbourPairs(scene, zones[0].parent!, zones)
  const reached = reachableFrom(zones[0].id, new Set(zones.map(({ id }) => id)), own)
  const apart = zones.find(({ id }) => !reached.has(id))
  if (!apart) return
  const pairs = neighbourPairs(scene, zones[0].parent!)
  const all = new Set(childrenOf(scene, zones[0].parent!, 'zone').map(({ id }) => id))
  const way = wayBetween(reached, apart.id, all, pairs)
  throw new Refusal(
    'rooms_apart',
    `${nameOf(apart)} has no wall or border in common with ${namesOf(
      zones.filter((zone) => zone !== apart),
    )}.${way.length > 0 ? ` Between them is ${way.join(', ')}.` : ''}`,
    { param, nodeIds: [apart.id], details: { between: way } },
  )
}

/** The refusal of rooms with a wall between them where nothing goes around all of them. */
function unenclosedRefusal(before: Scene, zones: readonly Zone[], param: string): Refusal {
  const indoors = zones.filter(({ id, parent }) => isInside(before, parent!, id))
  const outdoors = zones.filter((zone) => !indoors.includes(zone))
  const why =
    indoors.length > 0 && outdoors.length > 0
      ? `${namesOf(outdoors)} is outdoors and ${namesOf(indoors)} in the house: no walls are around both.`
      : `The outlines of ${namesOf(zones)} have a gap between them, and no walls are around it.`
  return new Refusal('rooms_apart', why, { param, nodeIds: zones.map(({ id }) => id) })
}

const nameOf = ({ id, label }: Zone): string => label ?? id

const namesOf = (zones: readonly Zone[]): string => zones.map(nameOf).join(' and ')

/** Pairs of these rooms, or of all of a level, with a wall between them or borders that touch. */
export function neighbourPairs(
  scene: Scene,
  levelId: string,
  zones: readonly Zone[] = childrenOf(scene, levelId, 'zone'),
): Map<string, Set<string>> {
  const pairs = new Map<string, Set<string>>()
  const pair = (a: string, b: string) => {
    pairs.set(a, (pairs.get(a) ?? new Set()).add(b))
    pairs.set(b, (pairs.get(b) ?? new Set()).add(a))
  }
  if (zones.length === 0) return pairs
  const ids = new Set(zones.map(({ id }) => id))
  for (const id of wallsOf(scene, zones)) {
    const { left, right } = wallSides(scene, id)
    if (left !== right && ids.has(left ?? '') && ids.has(right ?? '')) pair(left!, right!)
  }
  for (const [index, a] of zones.entries())
    for (const b of zones.slice(index + 1))
      if (!pairs.get(a.id)?.has(b.id) && touches(a.polygon, b.polygon)) pair(a.id, b.id)
  return pairs
}

/** Whether the outlines touch along a stretch: then they are one region together. */
const touches = (a: Polygon, b: Polygon): boolean =>
  a.some((corner) => contains(b, corner, NEAR_M)) || b.some((corner) => contains(a, corner, NEAR_M))
    ? joinOutlines([a, b]) !== null
    : false

function reachableFrom(
  first: string,
  within: ReadonlySet<string>,
  pairs: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const reached = new Set([first])
  // A set is walked in the order in which it grows, each room once.
  for (const id of reached)
    for (const next of pairs.get(id) ?? []) if (within.has(next)) reached.add(next)
  return reached
}

/** The fewest rooms between those that hang together and another; empty without a way. */
function wayBetween(
  from: ReadonlySet<string>,
  to: string,
  all: ReadonlySet<string>,
  pairs: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const cameFrom = new Map<string, string | null>([...from].map((id) => [id, null]))
  for (const [id] of cameFrom)
    for (const next of pairs.get(id) ?? [])
      if (all.has(next) && !cameFrom.has(next)) cameFrom.set(next, id)
  const way: string[] = []
  for (let at = cameFrom.get(to); at != null && !from.has(at); at = cameFrom.get(at))
    way.unshift(at)
  return way
}
