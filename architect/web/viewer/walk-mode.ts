import { Raycaster, Vector3 } from 'three'
import type { Building, Hit } from './building.ts'
import type { Bounds, Vec3 } from './orbit.ts'
import { levelsOf } from './scene-index.ts'
import {
  BODY_RADIUS_M,
  lookedAround,
  STEP_MAX_M,
  type Stride,
  sightOf,
  slideAlong,
  strideOf,
  type Walker,
} from './walk.ts'

/** Heights above the feet at which walls stop a person: low furniture and the chest. */
const BODY_HEIGHTS_M = [STEP_MAX_M + 0.1, 1.3]
/** A person who leaves a floor sinks to the next one at this speed, in metres a second. */
const FALL_M_S = 5
/** A closed door this near opens by itself, in metres. */
const DOOR_REACH_M = 1.3
/** A floor is searched this far below the feet. */
const DEPTH_MAX_M = 30
/** A room has a ceiling within this height, in metres. */
const COVER_M = 12
/** Ranks every room before all terraces. */
const OUTDOORS_M2 = 1e6
/** Degrees a second of the keys that turn. */
const TURN_DEG_S = 100

/** Walking through a building: walls stop, floors and stairs carry, doors open. */
export interface WalkMode {
  readonly walker: Walker
  /** Puts the walker into the chosen room, the largest of a level, or before the house. */
  enter(level: string | null, bounds: Bounds, roomId: string | null): void
  look(right: number, up: number): void
  /** Sets what keys and buttons request until they are released. */
  press(stride: Stride, turn: number): void
  /** Moves; true while something does. */
  advance(seconds: number): boolean
}

export function openWalkMode(building: Building, onDoorNear: (id: string) => void): WalkMode {
  let walker: Walker = { feet: [0, 0, 0], heading: 0, pitch: 0 }
  let stride: Stride = { forward: 0, right: 0 }
  let turn = 0
  const cast = (from: Vec3, way: Vec3, far: number, isSolid: boolean): Hit | null => {
    const ray = new Raycaster(new Vector3(...from), new Vector3(...way).normalize(), 0, far)
    // Doors are no obstacle: they open.
    return building.pick(
      ray,
      ({ kind, id }) => !isSolid || kind !== 'door' || !building.doors.has(id),
    )
  }
  const floorBelow = ([x, y, z]: Vec3): number | null => {
    const hit = cast([x, y + STEP_MAX_M, z], [0, -1, 0], DEPTH_MAX_M + STEP_MAX_M, true)
    return hit ? hit.point[1] : null
  }
  /** The step that walls leave. */
  const freeStep = (step: readonly [number, number]): readonly [number, number] => {
    let left = step
    for (const height of BODY_HEIGHTS_M) {
      const length = Math.hypot(...left)
      if (length === 0) return left
      const [x, y, z] = walker.feet
      const hit = cast([x, y + height, z], [left[0], 0, left[1]], length + BODY_RADIUS_M, true)
      if (hit) left = slideAlong(left, facing(hit.normal, left))
    }
    const length = Math.hypot(...left)
    const [x, y, z] = walker.feet
    if (length === 0) return left
    // In a corner the way along one wall leads into the other.
    const isFree = BODY_HEIGHTS_M.every(
      (height) =>
        !cast([x, y + height, z], [left[0], 0, left[1]], length + BODY_RADIUS_M * 0.6, true),
    )
    return isFree ? left : [0, 0]
  }
  const openNearDoors = () => {
    const { eye, sight } = sightOf({ ...walker, pitch: 0 })
    const way: Vec3 = [sight[0] - eye[0], 0, sight[2] - eye[2]]
    const ray = new Raycaster(new Vector3(...eye), new Vector3(...way), 0, DOOR_REACH_M)
    const hit = building.pick(ray)
    if (hit && building.nodes.get(hit.id)?.kind === 'door' && building.doors.has(hit.id))
      if (!building.doors.isOpen(hit.id)) onDoorNear(hit.id)
  }
  return {
    get walker() {
      return walker
    },
    enter(level, bounds, roomId) {
      const room = (roomId && endOf(building, roomId)) || largestRoom(building, level)
      if (room) {
        walker = { feet: room.feet, heading: room.heading, pitch: -4 }
        return
      }
      const [x, z] = [(bounds.min[0] + bounds.max[0]) / 2, bounds.max[2] + 8]
      const feet: Vec3 = [x, 1, z]
      walker = { feet: [x, floorBelow(feet) ?? 0, z], heading: 0, pitch: 0 }
    },
    look(right, up) {
      walker = lookedAround(walker, -right * 80, -up * 80)
    },
    press(next, nextTurn) {
      stride = next
      turn = nextTurn
    },
    advance(seconds) {
      const step = strideOf(walker, stride, seconds)
      if (turn !== 0) walker = lookedAround(walker, turn * TURN_DEG_S * seconds, 0)
      if (step[0] === 0 && step[1] === 0) return turn !== 0
      if (stride.forward > 0) openNearDoors()
      const [dx, dz] = freeStep(step)
      const [x, y, z] = walker.feet
      const floor = floorBelow([x + dx, y, z + dz]) ?? y
      // Up a step at once, down not faster than a fall.
      const height = floor > y ? floor : Math.max(floor, y - FALL_M_S * seconds)
      walker = { ...walker, feet: [x + dx, height, z + dz] }
      return true
    },
  }
}

/** The normal of a face in plan, on the side from which a step comes. */
function facing([x, , z]: Vec3, step: readonly [number, number]): readonly [number, number] {
  return step[0] * x + step[1] * z > 0 ? [-x, -z] : [x, z]
}

/**
 * The largest room of a level, one under a ceiling rather than a terrace. Null without a room.
 */
function largestRoom(
  building: Building,
  level: string | null,
): { feet: Vec3; heading: number } | null {
  const levels = levelsOf(building.nodes).filter(({ id }) => level === null || id === level)
  const ground = levels.find(({ id }) => (building.boundsOf(id)?.min[1] ?? 0) > -1) ?? levels[0]
  let best: { id: string; rank: number } | null = null
  for (const node of building.nodes.values()) {
    if (!node.polygon || node.levelId !== ground?.id) continue
    const box = building.boundsOf(node.id)
    if (!box) continue
    const [wide, deep] = [box.max[0] - box.min[0], box.max[2] - box.min[2]]
    const [x, z] = middle(node.polygon)
    const up = new Raycaster(new Vector3(x, box.min[1] + 1, z), new Vector3(0, 1, 0), 0, COVER_M)
    const rank = wide * deep + (building.pick(up) ? OUTDOORS_M2 : 0)
    if (!best || rank > best.rank) best = { id: node.id, rank }
  }
  return best && endOf(building, best.id)
}

/** Near the end of a room, looking along it; null for what is not a room. */
function endOf(building: Building, id: string): { feet: Vec3; heading: number } | null {
  const polygon = building.nodes.get(id)?.polygon
  const box = building.boundsOf(id)
  if (!polygon || !box) return null
  const [wide, deep] = [box.max[0] - box.min[0], box.max[2] - box.min[2]]
  const [x, z] = middle(polygon)
  const isWide = wide > deep
  return {
    heading: isWide ? 90 : 0,
    feet: [isWide ? x - wide * 0.3 : x, box.min[1], isWide ? z : z + deep * 0.3],
  }
}

function middle(ring: readonly (readonly [number, number])[]): readonly [number, number] {
  const of = (axis: 0 | 1) => {
    const all = ring.map((corner) => corner[axis])
    return (Math.min(...all) + Math.max(...all)) / 2
  }
  return [of(0), of(1)]
}
