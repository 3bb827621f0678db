import type { Mesh } from '../../geometry/mesh.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import { difference, intersection, ringsOf } from '../../geometry/regions.ts'
import type { Ground } from './ground.ts'
import { terrainMesh } from './terrain-mesh.ts'

/** What is cut out of the ground: its outlines, and the height of its foot. */
export interface GroundCut {
  rings: Polygon[]
  foot: number
}

/** Ground under a floor ends this far below it: two faces in one plane would flicker. */
const GAP_M = 0.005

/**
 * Surveyed ground as closed solids: around what is cut out of it, and under that as high as the
 * foot of it lets the ground be. `under` is how far it lies below the survey, `depth` how thick it
 * is at its lowest place.
 */
export function terrainMeshes(
  plot: Polygon,
  ground: Ground,
  cuts: readonly GroundCut[],
  { under, depth }: { under: number; depth: number },
): Mesh[] {
  const bottom = ground.min - under - depth
  const around = difference(
    [plot],
    cuts.flatMap(({ rings }) => rings),
  )
  const meshes = [terrainMesh(around, ground, { under, bottom })]
  const lower: Polygon[] = []
  const byFoot = Map.groupBy(cuts, ({ foot }) => foot)
  for (const [foot, own] of [...byFoot].sort(([a], [b]) => a - b)) {
    const rings = own.flatMap((cut) => cut.rings)
    const over = difference(ringsOf(intersection(rings, [plot])), lower)
    lower.push(...rings)
    const most = foot - GAP_M
    if (most > bottom + GAP_M) meshes.push(terrainMesh(over, ground, { under, bottom, most }))
  }
  return meshes.filter(({ indices }) => indices.length > 0)
}
