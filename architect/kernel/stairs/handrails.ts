import { MeshBuilder } from '../../geometry/mesh.ts'
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
import { contains, counterClockwise, edges } from '../../geometry/polygon.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { addUpright, upright } from '../upright.ts'
import { wallShapes } from '../walls/wall-shapes.ts'
import { type StairShape, stairShape } from './stair-shape.ts'
import { SPIRAL_POLE_M, type StairTread, WINDS_ABOUT_POLE } from './stair-treads.ts'

/** Height of the rail's upper edge over the front edges of the treads, in metres. */
export const HANDRAIL_M = 0.9
const RAIL_M = 0.045
/** Between bars: no child's head fits through 0.11 m. */
const BAR_SPACING_M = 0.11
const BAR_M = 0.014
/** From the edge of a tread to the middle of the rail on it. */
const INSET_M = 0.04
/** A wall whose face is within this of a tread's edge closes that side, in metres. */
const WALL_REACH_M = 0.12
/** Edges of treads nearer than this to another tread are shared with it, in metres. */
const SHARED_M = 0.03

/** A stretch of a stair's side that is open: the rail on it rises from `low` to `high`. */
export interface OpenSide {
  from: Point
  to: Point
  /** Heights of the line over the front edges of the treads, above the lower floor. */
  low: number
  high: number
  /** Height of the tread that the bars stand on. */
  tread: number
}

/** The sides of a stair along which no wall stands, tread by tread, without its ways on and off. */
export function openSides(scene: Scene, stair: NodeOf<'stair'>): OpenSide[] {
  const shape = stairShape(scene, stair.id)
  if (!shape) return []
  const walls = [stair.parent!, stair.toLevel].flatMap((level) =>
    [...wallShapes(scene, level).values()].map(({ footprint }) => footprint),
  )
  const isSpiral = WINDS_ABOUT_POLE[stair.shape]
  return shape.treads.flatMap((tread) => {
    // The landing of a spiral is the way off it.
    if (isSpiral && tread.isLanding) return []
    return edges(counterClockwise(tread.outline)).flatMap(([a, b]): OpenSide[] => {
      const along = unit(subtract(b, a))
      const middle = mix(a, b, 0.5)
      const out = scale(leftOf(along), -1)
      if (!tread.isLanding && Math.abs(dot(along, tread.direction)) < 0.5) return []
      if (isSpiral && distance(middle, stair.position) < 2 * SPIRAL_POLE_M) return []
      const beside = add(middle, scale(out, SHARED_M))
      if (shape.treads.some((other) => other !== tread && contains(other.outline, beside)))
        return []
      const reach = [SHARED_M, WALL_REACH_M].map((by) => add(middle, scale(out, by)))
      if (walls.some((footprint) => reach.some((at) => contains(footprint, at)))) return []
      const inset = scale(out, -INSET_M)
      const [low, high] = [a, b].map((at) => lineHeight(tread, shape, at))
      return [{ from: add(a, inset), to: add(b, inset), low, high, tread: tread.top }]
    })
  })
}

/** Height of the line over the front edges of the treads at a point of a tread. */
function lineHeight(tread: StairTread, { riserHeight }: StairShape, at: Point): number {
  if (tread.isLanding) return tread.top
  const progress = (point: Point) => dot(point, tread.direction)
  const reached = tread.outline.map(progress)
  const [first, last] = [Math.min(...reached), Math.max(...reached)]
  return tread.top + (riserHeight * (progress(at) - first)) / (last - first)
}

/** The rails and the bars under them on the open sides of a stair, as closed solids. */
export function handrailMeshes(
  scene: Scene,
  stair: NodeOf<'stair'>,
): { rail: MeshBuilder; bars: MeshBuilder } {
  const [rail, bars] = [new MeshBuilder(), new MeshBuilder()]
  const base = stairShape(scene, stair.id)?.base ?? 0
  if (!stair.handrails) return { rail, bars }
  for (const { from, to, low, high, tread } of openSides(scene, stair)) {
    const length = distance(from, to)
    if (length < RAIL_M) continue
    const plane = { origin: from, along: unit(subtract(to, from)), height: base + HANDRAIL_M }
    const figure = [
      [0, low - RAIL_M],
      [length, high - RAIL_M],
      [length, high],
      [0, low],
    ] as const
    addUpright(rail, figure, plane, -RAIL_M / 2, RAIL_M / 2)
    const count = Math.ceil(length / BAR_SPACING_M)
    for (let i = 0; i < count; i++) {
      const share = (i + 0.5) / count
      const top = low + (high - low) * share - RAIL_M / 2
      const bar = upright(
        length * share - BAR_M / 2,
        length * share + BAR_M / 2,
        tread - HANDRAIL_M,
        top,
      )
      addUpright(bars, bar, plane, -BAR_M / 2, BAR_M / 2)
    }
  }
  return { rail, bars }
}
