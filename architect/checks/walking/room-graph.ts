import { levelFrames } from '../../kernel/levels.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { passagesOf, stairEnds } from './passages.ts'
import { openBorders, zoneAt } from './room-borders.ts'

/** The outside, which is one place. */
export const OUTSIDE = 'outside'
/** Least width of an open border that people walk through, in metres. */
const WALK_THROUGH_M = 0.6

/** The neighbours of each room, by the id of the room, and of `OUTSIDE`. */
export interface RoomGraph {
  neighbours: Map<string, Neighbour[]>
  /** The ground-floor doors that lead outside. */
  entrances: string[]
}

export interface Neighbour {
  /** A room, or `OUTSIDE`. */
  to: string
  /** The door, opening or stair; absent over an open border. */
  via?: string
}

/**
 * Doors, openings and open borders of all levels, and the stairs between them. A place in no room
 * is the outside on the ground floor, and leads nowhere on other levels.
 */
export function roomGraph(scene: Scene): RoomGraph {
  const neighbours = new Map<string, Neighbour[]>([[OUTSIDE, []]])
  const entrances: string[] = []
  const join = (a: string, b: string, via?: string) => {
    neighbours.get(a)?.push({ to: b, via })
    neighbours.get(b)?.push({ to: a, via })
  }
  for (const zone of nodesOf(scene, 'zone')) neighbours.set(zone.id, [])
  for (const level of levelFrames(scene).values()) {
    for (const { id, left, right } of passagesOf(scene, level.id)) {
      const away = level.index === 0 ? OUTSIDE : null
      const [a, b] = [left.zone ?? away, right.zone ?? away]
      if (a === null || b === null || a === b) continue
      join(a, b, id)
      if (a === OUTSIDE || b === OUTSIDE) entrances.push(id)
    }
    for (const { zone, beyond, length } of openBorders(scene, level.id)) {
      if (length < WALK_THROUGH_M) continue
      if (beyond !== null) join(zone, beyond)
      else if (level.index === 0) join(zone, OUTSIDE)
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
  return { neighbours, entrances }
}

/** The rooms reached from `start`, including `start`. */
export function reachedFrom({ neighbours }: RoomGraph, start: string): Set<string> {
  const reached = new Set([start])
  for (const room of reached) for (const { to } of neighbours.get(room) ?? []) reached.add(to)
  return reached
}
