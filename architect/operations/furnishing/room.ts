import { isOnFloor } from '../../checks/on-floor.ts'
import { openBorders } from '../../checks/walking/room-borders.ts'
import { stairPassages } from '../../checks/walking/stair-passages.ts'
import {
  add,
  distance,
  dot,
  leftOf,
  mix,
  type Point,
  scale,
  subtract,
  unit,
} from '../../geometry/point.ts'
import { contains, edges, type Polygon } from '../../geometry/polygon.ts'
import type { Region } from '../../geometry/regions.ts'
import { doorSwing } from '../../kernel/openings/door-swing.ts'
import { IS_WINDOW } from '../../kernel/openings/openings.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, openingsOf, type Scene } from '../../scene/scene.ts'
import { ceilingHeightOver } from '../placing/ceiling-height.ts'

/** The parts of a room that furnishing works with. */
export interface Room {
  levelId: string
  zoneId: string
  /** The floor between the walls. */
  regions: Region[]
  /** Its border, ring by ring; the room is to the left when you walk from `from` to `to`. */
  sides: Side[]
  passages: Passage[]
  windows: WindowClearance[]
  /** Height of its ceiling above the floor, in metres. */
  ceiling: number
}

/** A straight stretch of the room's border. */
export interface Side {
  from: Point
  to: Point
  length: number
  along: Point
  /** Unit vector into the room. */
  inward: Point
  /** The wall behind it; absent where the room is open to another one. */
  wallId?: string
}

/** A way into the room. */
export interface Passage {
  id: string
  /** Where a person stands after entering. */
  inside: Point
  /** Floor that must stay free; `leaf` is the floor that the leaves sweep. */
  keepOut: Polygon[]
  leaf: Polygon[]
}

/** The floor in front of a window: a thing that is higher than the sill blocks its light. */
export interface WindowClearance {
  id: string
  before: Polygon
  middle: Point
  sill: number
}

/** Depth of the floor that tall things leave free in front of a window, in metres. */
const BEFORE_WINDOW_M = 0.4
/** Distance from the face of the wall to where a person stands after entering, in metres. */
const INSIDE_M = 0.4
/** A side belongs to a wall when it is at most this far from the wall's face, in metres. */
const AT_FACE_M = 0.02
/**
 * Nothing is placed along a side shorter than this, in metres; the chords of arcs are that short.
 */
const SIDE_MIN_M = 0.1

export function roomOf(scene: Scene, zone: NodeOf<'zone'>): Room {
  const levelId = zone.parent!
  const regions = zoneRegions(scene, zone.id)
  const rings = regions.flatMap(({ outer, holes }) => [outer, ...holes])
  const walls = [...wallShapes(scene, levelId).values()]
  const sides = rings.flatMap((ring) =>
    edges(ring).flatMap(([from, to]): Side[] => {
      const length = distance(from, to)
      if (length < SIDE_MIN_M) return []
      const along = unit(subtract(to, from))
      const inward = leftOf(along)
      const outside = add(mix(from, to, 0.5), scale(inward, -AT_FACE_M))
      const wall = walls.find(({ footprint }) => contains(footprint, outside))
      return [{ from, to, length, along, inward, wallId: wall?.id }]
    }),
  )
  return {
    levelId,
    zoneId: zone.id,
    regions,
    sides,
    passages: [
      ...passagesOf(scene, levelId, regions),
      ...openPassages(scene, zone, regions),
      ...stairPassages(scene, levelId)
        .filter(({ at }) => isOnFloor(regions, at))
        .map(({ id, at, keepOut }) => ({ id, inside: at, keepOut, leaf: [] })),
    ],
    windows: windowsOf(scene, levelId, regions),
    ceiling: ceilingHeightOver(scene, levelId, zone.polygon),
  }
}

/** The doors and openings that lead into the room, in order along each wall. */
function passagesOf(scene: Scene, levelId: string, regions: Region[]): Passage[] {
  return childrenOf(scene, levelId, 'wall').flatMap((wall) =>
    openingsOf(scene, wall.id).flatMap(({ id, offset }) => {
      const swing = doorSwing(scene, id)
      if (!swing) return []
      const path = wallPath(wall)
      const out = leftOf(path.direction(offset))
      const inside = [1, -1]
        .map((side) => add(path.at(offset), scale(out, side * (wall.thickness / 2 + INSIDE_M))))
        .find((at) => isOnFloor(regions, at, INSIDE_M / 2))
      return inside ? [{ id, inside, keepOut: swing.keepOut, leaf: swing.leaf }] : []
    }),
  )
}

/** Borders without a wall towards another room; people enter through the middle. */
function openPassages(scene: Scene, zone: NodeOf<'zone'>, regions: Region[]): Passage[] {
  return openBorders(scene, zone.parent!)
    .filter(({ zone: own, beyond, length }) => own === zone.id && beyond && length >= 2 * INSIDE_M)
    .flatMap(({ from, to }, index) => {
      const middle = mix(from, to, 0.5)
      const inward = leftOf(unit(subtract(to, from)))
      const inside = add(middle, scale(inward, INSIDE_M))
      const id = `${zone.id}:open:${index}`
      return isOnFloor(regions, inside) ? [{ id, inside, keepOut: [], leaf: [] }] : []
    })
}

function windowsOf(scene: Scene, levelId: string, regions: Region[]): WindowClearance[] {
  return childrenOf(scene, levelId, 'wall').flatMap((wall) =>
    openingsOf(scene, wall.id).flatMap((opening): WindowClearance[] => {
      if (!IS_WINDOW[opening.kind]) return []
      const { id, offset, width, sill } = opening
      const path = wallPath(wall)
      const [middle, along] = [path.at(offset), path.direction(offset)]
      const half = scale(along, width / 2)
      return [leftOf(along), scale(leftOf(along), -1)]
        .filter((out) =>
          isOnFloor(regions, add(middle, scale(out, wall.thickness / 2 + BEFORE_WINDOW_M / 2))),
        )
        .map((out) => {
          const near = add(middle, scale(out, wall.thickness / 2))
          const far = add(near, scale(out, BEFORE_WINDOW_M))
          const ring = [subtract(near, half), add(near, half), add(far, half), subtract(far, half)]
          const isLeft = dot(out, leftOf(along)) > 0
          return { id, middle: near, sill, before: isLeft ? ring : ring.reverse() }
        })
    }),
  )
}
