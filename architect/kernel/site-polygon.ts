import { boxOf, type Polygon } from '../geometry/polygon.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../scene/scene.ts'
import { wallShapes } from './walls/wall-shapes.ts'

/** Ground around the buildings in a derived outline, in metres. */
const MARGIN_M = 5
/** A derived outline ends on whole steps of this, in metres, so that small edits do not move it. */
const STEP_M = 5
/** Half of the derived square around the origin while nothing is built, in metres. */
const EMPTY_M = 15

/**
 * The outline of the plot, counter-clockwise where it is derived. Until one is set it is a
 * rectangle: the walls, slabs and rooms of all ground floors (index 0) and what stands on the site
 * itself, with `MARGIN_M` around, outward to whole steps of `STEP_M`.
 */
export function sitePolygon(scene: Scene, site: NodeOf<'site'>): Polygon {
  if (site.polygon) return site.polygon
  const ground = nodesOf(scene, 'level').filter(({ index }) => index === 0)
  const points = [
    ...ground.flatMap(({ id }) => [
      ...[...wallShapes(scene, id).values()].flatMap(({ footprint }) => footprint),
      ...childrenOf(scene, id, 'slab').flatMap(({ polygon }) => polygon),
      ...childrenOf(scene, id, 'zone').flatMap(({ polygon }) => polygon),
    ]),
    ...childrenOf(scene, site.id, 'fence').flatMap(({ path }) => path),
  ]
  if (points.length === 0) return rectangle(-EMPTY_M, EMPTY_M, -EMPTY_M, EMPTY_M)
  const { minX, maxX, minZ, maxZ } = boxOf(points)
  // Rounding of the grid does not open another step.
  const low = (value: number) => Math.floor((value - MARGIN_M) / STEP_M + 1e-6) * STEP_M
  const high = (value: number) => Math.ceil((value + MARGIN_M) / STEP_M - 1e-6) * STEP_M
  return rectangle(low(minX), high(maxX), low(minZ), high(maxZ))
}

const rectangle = (west: number, east: number, north: number, south: number): Polygon => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]
