import { isInside } from '../../kernel/exposure.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { childrenOf, nodeOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { opennessOf } from './openness.ts'
import { passagesOf, stairEnds } from './passages.ts'
import { openBorders, zoneAt } from './room-borders.ts'

/** The outside, which is one place. */
export const OUTSIDE = 'outside'
/** Least width of an open border that people walk through, in metres. */
const WALK_THROUGH_M = 0.6
const ROUNDING_M = 1e-6

/**
 * The neighbours of each room, by the id of the room, of `OUTSIDE`, and of each place between walls
 * that is in no room.
 */
export interface RoomGraph {
  neighbours: Map<string, Neighbour[]>
  /** The ground-floor doors between the house and the outside, or a terrace open to it. */
  entrances: string[]
}

export interface Neighbour {
  /** A room, `OUTSIDE`, or a place between walls without a room. */
  to: string
  /** The door, opening or stair; absent over an open border. */
  via?: string
}

const graphs = new WeakMap<Scene['nodes'], RoomGraph>()

/**
 * Doors, openings and open borders of all levels, and the stairs between them. A place in no room
 * and between no walls is the outside on the ground floor, and leads nowhere on other levels.
 * Cached by scene: several checks need it.
 */
export function roomGraph(scene: Scene): RoomGraph {
  const known = graphs.get(scene.nodes)
  if (known) return known
  const graph = makeGraph(scene)
  graphs.set(scene.nodes, graph)
  return graph
}

function makeGraph(scene: Scene): RoomGraph {
  const neighbours = new Map<string, Neighbour[]>([[OUTSIDE, []]])
  const doors: { id: string; a: string; b: string }[] = []
  const join = (a: string, b: string, via?: string) => {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ]) {
      const list = neighbours.get(from)
      if (list) list.push({ to, via })
      else neighbours.set(from, [{ to, via }])
    }
  }
  for (const zone of nodesOf(scene, 'zone')) neighbours.set(zone.id, [])
  for (const level of levelFrames(scene).values()) {
    const placeOf = (zone: string | null, space: number | null): string | null => {
      if (zone !== null) return zone
      if (space !== null) return `${level.id} ${space}`
      return level.index === 0 ? OUTSIDE : null
    }
    for (const { id, left, right } of passagesOf(scene, level.id)) {
      const [a, b] = [left, right].map(({ zone, space }) => placeOf(zone, space))
      if (a === null || b === null || a === b) continue
      join(a, b, id)
      if (level.index === 0) doors.push({ id, a, b })
    }
    for (const border of openBorders(scene, level.id)) {
      if (border.length < WALK_THROUGH_M) continue
      const { length, beyond, space } = opennessOf(scene, level.id, border)
      if (length < WALK_THROUGH_M - ROUNDING_M) continue
      const other = placeOf(beyond, space)
      if (other !== null) join(border.zone, other)
    }
  }
  for (const stair of nodesOf(scene, 'stair')) {
    const shape = stairShape(scene, stair.id)
    if (!shape) continue
    const { foot, head } = stairEnds(stair, shape)
    const zoneOn = (levelId: string, at: typeof foot) =>
      zoneAt(childrenOf(scene, levelId, 'zone'), at)
    const from = zoneOn(stair.parent!, foot)
    const to = zoneOn(stair.toLevel, head) ?? zoneOn(stair.toLevel, shape.topAt)
    const isOutside = levelFrames(scene).get(stair.parent!)?.index === 0
    const start = from ?? (isOutside ? OUTSIDE : null)
    if (start !== null && to !== null) join(start, to, stair.id)
  }
  const outdoors = outdoorsOf(scene, neighbours)
  const entrances = doors.filter(({ a, b }) => outdoors.has(a) !== outdoors.has(b))
  return { neighbours, entrances: entrances.map(({ id }) => id) }
}

/** The outside, and the terraces and the like that people reach from it without a door. */
function outdoorsOf(scene: Scene, neighbours: RoomGraph['neighbours']): Set<string> {
  const isOpen = (id: string): boolean => {
    const zone = nodeOf(scene, id, 'zone')
    return zone !== null && !isInside(scene, zone.parent!, id)
  }
  const outdoors = new Set([OUTSIDE])
  for (const place of outdoors)
    for (const { to } of neighbours.get(place) ?? []) if (isOpen(to)) outdoors.add(to)
  return outdoors
}

/** The rooms reached from `start`, including `start`; not through the door `without`. */
export function reachedFrom(
  { neighbours }: RoomGraph,
  start: string,
  without?: string,
): Set<string> {
  const reached = new Set([start])
  for (const room of reached)
    for (const { to, via } of neighbours.get(room) ?? [])
      if (via === undefined || via !== without) reached.add(to)
  return reached
}
