import { counterClockwise } from '../geometry/polygon.ts'
import { difference, ringsOf } from '../geometry/regions.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import type { Body } from './body.ts'
import { faceLook } from './face-look.ts'
import { boardPart } from './floors/slab-body.ts'
import { slabRegions } from './floors/slab-regions.ts'
import { levelFrames } from './levels.ts'
import { groundOf } from './site/ground.ts'
import { type GroundCut, terrainMeshes } from './site/terrain-meshes.ts'
import { sitePolygon } from './site-polygon.ts'
import { wallShapes } from './walls/wall-shapes.ts'

/** Depth of the ground's upper face below 0, in metres: a floor at 0 then hides the ground. */
const GROUND_UNDER_M = 0.02
const GROUND_THICKNESS_M = 0.2

/**
 * The ground of the site: level, or as high as it was surveyed. Where slabs and walls reach down
 * into it, it is cut away: by their outlines, so that a basement is open from above and its walls
 * stand free in the ground; where surveyed ground is lower than what stands over it, it goes on.
 */
export function siteBody(scene: Scene, site: NodeOf<'site'>): Body {
  const ground = groundOf(scene)
  const top = (ground?.max ?? 0) - GROUND_UNDER_M
  const frames = levelFrames(scene)
  const slabs = nodesOf(scene, 'slab').flatMap((slab): GroundCut[] => {
    const foot = frames.get(slab.parent!)!.elevation + slab.top - slab.thickness
    // A floor on the ground goes into it by its thickness, and is cut out of it too.
    return foot < top ? [{ foot, rings: ringsOf(slabRegions(scene, slab)) }] : []
  })
  const walls = nodesOf(scene, 'level')
    .filter(({ id }) => frames.get(id)!.elevation < top)
    .flatMap(({ id }) => [...wallShapes(scene, id).values()])
    .map(({ base, footprint }): GroundCut => ({ foot: base, rings: [footprint] }))
  const cuts = [...slabs, ...walls]
  const plot = counterClockwise(sitePolygon(scene, site))
  const look = faceLook(site, 'ground', 'grass')
  if (ground) {
    const bounds = { under: GROUND_UNDER_M, depth: GROUND_THICKNESS_M }
    const meshes = terrainMeshes(plot, ground, cuts, bounds)
    const parts = meshes.map((mesh) => ({ name: 'ground', material: look, mesh }))
    return { nodeId: site.id, parts }
  }
  const regions = difference(
    [plot],
    cuts.flatMap(({ rings }) => rings),
  )
  const bottom = top - GROUND_THICKNESS_M
  const parts = regions.length > 0 ? [boardPart('ground', look, regions, bottom, top)] : []
  return { nodeId: site.id, parts }
}
