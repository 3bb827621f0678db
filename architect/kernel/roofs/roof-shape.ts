import { newellNormal } from '../../geometry/mesh.ts'
import type { Point } from '../../geometry/point.ts'
import { area, type Polygon } from '../../geometry/polygon.ts'
import type { Point3 } from '../../geometry/vector.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { levelFrames } from '../levels.ts'
import { wallTopsUnder } from '../storey.ts'
import { type RoofCell, type RoofFault, roofPlan } from './roof-plan.ts'
import { type RoofProfile, roofProfile } from './roof-profile.ts'
import { partOf, peaksOver, type RoofCorner } from './roof-rings.ts'

/** One flat face of a roof. */
export interface RoofPlane {
  /** The upper face in world coordinates, counter-clockwise from above. */
  outline: Point3[]
  /** Index of the edge of `RoofShape.polygon` from which the plane rises. */
  edge: number
  /** Degrees. */
  pitch: number
}

/** The derived shape of a roof. Heights are above the site's ground, in metres. */
export interface RoofShape {
  /** The covered area, counter-clockwise and without corners on straight sides. */
  polygon: Polygon
  /** The covered area with the overhang. */
  eaves: Polygon
  planes: RoofPlane[]
  /** Edges of `polygon` that end in a gable. */
  gables: number[]
  /** Height of the underside where it meets the walls. */
  eavesHeight: number
  /** Height of the lowest point of the underside, at the edge of the overhang. */
  lowestHeight: number
  /** Height of the highest point of the upper face. */
  ridgeHeight: number
  /** Plan area with the overhang, in square metres. */
  coveredArea: number
  /** Area of all planes along the slope, in square metres. */
  surfaceArea: number
  /** Vertical thickness from the underside to the upper face, in metres. */
  depth: number
}

const shapes = new WeakMap<Scene['nodes'], Map<string, RoofShape | RoofFault | null>>()

/** The shape of a roof or its fault, cached by the scene's nodes; null for other nodes. */
export function roofShape(scene: Scene, roofId: string): RoofShape | RoofFault | null {
  const known = shapes.get(scene.nodes) ?? new Map<string, RoofShape | RoofFault | null>()
  shapes.set(scene.nodes, known)
  if (!known.has(roofId)) {
    const roof = nodeOf(scene, roofId, 'roof')
    known.set(roofId, roof && roofShapeOf(scene, roof))
  }
  return known.get(roofId) ?? null
}

/** The shape of a roof that may not be in the scene yet. */
function roofShapeOf(scene: Scene, roof: NodeOf<'roof'>): RoofShape | RoofFault {
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
  const heights = planes.flatMap(({ outline }) => outline.map(([, y]) => y))
  return {
    polygon: plan.polygon,
    eaves: plan.eaves,
    planes: planes.map(({ surface: _, ...plane }) => plane),
    gables: plan.gables,
    eavesHeight: base,
    lowestHeight: Math.min(...heights) - depth,
    ridgeHeight: Math.max(...heights),
    coveredArea: area(plan.eaves),
    surfaceArea: planes.reduce((sum, { surface }) => sum + surface, 0),
    depth,
  }
}

const planArea = (outline: Point3[]): number => area(outline.map(([x, , z]): Point => [x, z]))

/**
 * The cell cut where the roof's profile breaks. A cell of a skeleton is wide at its eaves and may
 * end in several peaks: what is over a break may be several rings, what is under it is one.
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
