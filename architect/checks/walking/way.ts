import { distance, type Point } from '../../geometry/point.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'
import { stairEnds } from './passages.ts'
import { bestRoute, type NarrowPlace } from './routes.ts'
import { walkableFloor } from './walkable-floor.ts'

/** A way through a building. */
export interface Way {
  /** Length in metres, along the slope of stairs. */
  length: number
  /** World points. */
  points: [number, number, number][]
  narrowest: NarrowPlace & { levelId: string }
  stairs: string[]
}

export interface Stop {
  levelId: string
  at: Point
}

/** Nothing this near to the ends of a way counts as narrow, in metres. */
const NEAR_ENDS_M = 0.5
/** Stairs of one way. */
const STAIRS_MAX = 20

/** The way with the fewest stairs; null without a way. */
export function wayBetween(scene: Scene, from: Stop, to: Stop): Way | null {
  const stairs = stairsBetween(scene, from.levelId, to.levelId)
  if (!stairs) return null
  const way: Way = {
    length: 0,
    points: [],
    narrowest: { at: from.at, width: Infinity, between: [], levelId: from.levelId },
    stairs: stairs.map(({ id }) => id),
  }
  let here = from
  for (const stair of stairs) {
    const shape = stairShape(scene, stair.id)!
    const { foot, head } = stairEnds(stair, shape)
    const lower = { levelId: stair.parent!, at: foot }
    const upper = { levelId: stair.toLevel, at: head }
    const [start, end] = here.levelId === stair.parent ? [lower, upper] : [upper, lower]
    if (!walk(scene, way, here, start)) return null
    const line = shape.walkline
    const plan = line.slice(1).reduce((sum, at, i) => sum + distance(line[i], at), 0)
    way.length += Math.hypot(plan, shape.rise)
    here = end
  }
  return walk(scene, way, here, to) ? way : null
}

function walk(scene: Scene, way: Way, { levelId, at }: Stop, to: Stop): boolean {
  const floor = walkableFloor(scene, levelId)
  const route = floor && bestRoute(floor, at, to.at, NEAR_ENDS_M)
  if (!route) return false
  const height = levelFrames(scene).get(levelId)!.elevation
  way.length += route.length
  way.points.push(...route.points.map(([x, z]): [number, number, number] => [x, height, z]))
  if (route.narrowest.width < way.narrowest.width) way.narrowest = { ...route.narrowest, levelId }
  return true
}

/** The stairs to take, in order. */
function stairsBetween(scene: Scene, from: string, to: string) {
  const stairs = nodesOf(scene, 'stair').filter(({ id }) => stairShape(scene, id))
  const reached = new Map<string, typeof stairs>([[from, []]])
  for (const [level, taken] of reached) {
    if (level === to) return taken
    if (taken.length >= STAIRS_MAX) continue
    for (const stair of stairs) {
      const next =
        stair.parent === level ? stair.toLevel : stair.toLevel === level ? stair.parent! : undefined
      if (next !== undefined && !reached.has(next)) reached.set(next, [...taken, stair])
    }
  }
  return undefined
}
