import { newellNormal, type Point3 } from '../../geometry/mesh.ts'
import type { Point } from '../../geometry/point.ts'
import { area, type Polygon } from '../../geometry/polygon.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { levelFrames } from '../levels.ts'
import { wallTopsUnder } from '../storey.ts'
import { type RoofCell, type RoofFault, roofPlan } from './roof-plan.ts'
import { type RoofProfile, roofProfile } from './roof-profile.ts'
import { partOf, peaksOver, type RoofCorner } from './roof-rings.ts'

/** One flat face of a roof. */
export interface RoofPlane {
  /** Of the upper face, in world coordinates, counter-clockwise from above. */
  outline: Point3[]
  /** From which it rises: of `RoofShape.polygon`, from this corner to the next. */
  edge: number
  /** Degrees. */
  pitch: number
}

/** What follows from a roof. Heights are above the site's ground, in metres. */
export interface RoofShape {
  /** What it covers, counter-clockwise and without corners on straight sides. */
  polygon: Polygon
  planes: RoofPlane[]
  /** Edges of `polygon` that end in a gable. */
  gables: number[]
  /** Of the underside where it meets the walls. */
  eavesHeight: number
  /** Of the highest point of the upper face. */
  ridgeHeight: number
  /** In plan with the overhang, in square metres. */
  coveredArea: number
  /** Of all planes, along the slope. */
  surfaceArea: number
  /** From the underside straight up to the upper face. */
  depth: number
}

const shapes = new WeakMap<Scene['nodes'], Map<string, RoofShape | RoofFault | undefined>>()

/** The shape of a roof, kept by the scene's nodes, or why it has none; undefined where it is no roof. */
export function roofShape(scene: Scene, roofId: string): RoofShape | RoofFault | undefined {
  const known = shapes.get(scene.nodes) ?? new Map<string, RoofShape | RoofFault | undefined>()
  shapes.set(scene.nodes, known)
  if (!known.has(roofId)) {
    const roof = nodeOf(scene, roofId, 'roof')
    known.set(roofId, roof && roofShapeOf(scene, roof))
  }
  return known.get(roofId)
}

/** The same of a roof that need not be in the scene yet. */
export function roofShapeOf(scene: Scene, roof: NodeOf<'roof'>): RoofShape | RoofFault {
  const plan = roofPlan(roof)
  if ('fault' in plan) return plan
  const profile = roofProfile(roof, plan.run)
  const base =
    levelFrames(scene).get(roof.parent!)!.elevation +
    (roof.base ?? wallTopsUnder(scene, roof.parent!, roof.polygon))
  // Plumb, so that planes of two pitches stay joined; across the planes it is the roof's thickness,
  // of a gambrel and a mansard across the upper ones.
  const depth = roof.thickness / Math.cos((Math.min(...profile.pitches) * Math.PI) / 180)
  const planes = plan.cells.flatMap((cell) =>
    brokenAt(cell, profile.breaks).map((corners) => {
      const outline = corners.map(
        ({ at: [x, z], t }): Point3 => [x, base + profile.heightAt(t) + depth, z],
      )
      const [, up] = newellNormal(outline)
      const pitch = (Math.acos(Math.min(1, up)) * 180) / Math.PI
      return { outline, edge: cell.edge, pitch, surface: planArea(outline) / up }
    }),
  )
  return {
    polygon: plan.polygon,
    planes: planes.map(({ surface: _, ...plane }) => plane),
    gables: plan.gables,
    eavesHeight: base,
    ridgeHeight: Math.max(...planes.flatMap(({ outline }) => outline.map(([, y]) => y))),
    coveredArea: area(plan.eaves),
    surfaceArea: planes.reduce((sum, { surface }) => sum + surface, 0),
    depth,
  }
}

const planArea = (outline: Point3[]): number => area(outline.map(([x, , z]): Point => [x, z]))

/**
 * The cell cut where the roof's profile breaks. A cell of a skeleton is wide at its eaves and may end
 * in several peaks: what is over a break may be several rings, what is under it is one.
 */
function brokenAt({ corners }: RoofCell, breaks: RoofProfile['breaks']): RoofCorner[][] {
  let rest = [corners]
  const rings: RoofCorner[][] = []
  for (const limit of breaks) {
    rings.push(...rest.map((ring) => partOf(ring, limit, -1)))
    rest = rest.flatMap((ring) => peaksOver(ring, limit))
  }
  return [...rings, ...rest].filter((ring) => ring.length > 2 && planAreaOf(ring) > 1e-9)
}

const planAreaOf = (ring: RoofCorner[]): number => area(ring.map(({ at }) => at))
