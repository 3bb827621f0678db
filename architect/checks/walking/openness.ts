import {
  add,
  distance,
  leftOf,
  mix,
  type Point,
  scale,
  subtract,
  unit,
} from '../../geometry/point.ts'
import { boxOf, contains, type Polygon } from '../../geometry/polygon.ts'
import { spacesOf } from '../../kernel/spaces.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { roomAt } from './room-at.ts'
import type { OpenBorder } from './room-borders.ts'

/** How far on both sides of a border a person must be able to go, in metres. */
const PROBE_M = 0.3
/** Where on the other side the next room is looked for, in metres. */
const BEYOND_M = 0.15
/** Distance between two ways across a border, and between two points of one way, in metres. */
const STEP_M = 0.05
/** Ways tried across one border: up to 50 m of it at every 0.05 m, a longer one less closely. */
const WAYS_MAX = 1_000

/** A stretch of a border that people can walk across. */
export interface Openness {
  /** In metres. */
  length: number
  /** The room beyond; null where there is none. */
  beyond: string | null
  /** The loop of walls on both sides; null outdoors. */
  space: number | null
}

/**
 * The longest stretch of a border across which people can walk. A zone is not always drawn along
 * its walls: its edges may be chords of an arc, or lie beside the wall, and then no wall covers its
 * border, although there is no way. Both sides must be in a loop of walls in which the room is, and
 * what lies between them free of walls.
 */
export function opennessOf(scene: Scene, levelId: string, border: OpenBorder): Openness {
  const { from, to } = border
  const zone = nodeOf(scene, border.zone, 'zone')!
  const spaces = spacesOf(scene, levelId)
  const walls = wallsNear(scene, levelId, from, to)
  // Borders run counter-clockwise: the outside is to the right.
  const out = scale(leftOf(unit(subtract(to, from))), -1)
  const length = distance(from, to)
  const count = Math.min(WAYS_MAX, Math.max(1, Math.round(length / STEP_M)))
  let best: Openness = { length: 0, beyond: null, space: null }
  let run: Openness | null = null
  for (let index = 0; index < count; index++) {
    const at = mix(from, to, (index + 0.5) / count)
    const [inner, outer] = [add(at, scale(out, -BEYOND_M)), add(at, scale(out, BEYOND_M))]
    const space = spaces.at(outer)
    if (spaces.at(inner) !== space || !spaces.isOf(zone, space) || !isFree(at, out, walls)) {
      run = null
      continue
    }
    const beyond = roomAt(scene, levelId, outer, zone.id)
    const isSame: boolean = run !== null && run.beyond === beyond && run.space === space
    run = { length: (isSame ? run!.length : 0) + length / count, beyond, space }
    if (run.length > best.length) best = run
  }
  return best
}

function isFree(at: Point, out: Point, walls: readonly Polygon[]): boolean {
  for (let away = -PROBE_M; away <= PROBE_M; away += STEP_M) {
    const point = add(at, scale(out, away))
    if (walls.some((wall) => contains(wall, point))) return false
  }
  return true
}

function wallsNear(scene: Scene, levelId: string, from: Point, to: Point): Polygon[] {
  const box = boxOf([from, to])
  return [...wallShapes(scene, levelId).values()]
    .map(({ footprint }) => footprint)
    .filter((footprint) => {
      const other = boxOf(footprint)
      return (
        other.minX <= box.maxX + PROBE_M &&
        other.maxX >= box.minX - PROBE_M &&
        other.minZ <= box.maxZ + PROBE_M &&
        other.maxZ >= box.minZ - PROBE_M
      )
    })
}
