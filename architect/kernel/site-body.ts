import { counterClockwise } from '../geometry/polygon.ts'
import { difference, ringsOf } from '../geometry/regions.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import type { Body } from './body.ts'
import { faceLook } from './face-look.ts'
import { boardPart } from './floors/slab-body.ts'
import { slabRegions } from './floors/slab-regions.ts'
import { levelFrames } from './levels.ts'
import { sitePolygon } from './site-polygon.ts'
import { wallShapes } from './walls/wall-shapes.ts'

/** Depth of the ground's upper face below 0, in metres: a floor at 0 then hides the ground. */
const GROUND_UNDER_M = 0.02
const GROUND_THICKNESS_M = 0.2

/**
 * The ground of the site. Where slabs and walls reach down into it, it is cut away: by their
 * outlines, so that a basement is open from above and its walls stand free in the ground.
 */
export function siteBody(scene: Scene, site: NodeOf<'site'>): Body {
  const top = -GROUND_UNDER_M
  const bottom = top - GROUND_THICKNESS_M
  const frames = levelFrames(scene)
  const slabs = nodesOf(scene, 'slab').filter((slab) => {
    const upper = frames.get(slab.parent!)!.elevation + slab.top
    // A floor on the ground goes into it by its thickness, and is cut out of it too.
    return upper - slab.thickness < top
  })
  const walls = nodesOf(scene, 'level')
    .filter(({ id }) => frames.get(id)!.elevation < top)
    .flatMap(({ id }) => [...wallShapes(scene, id).values()])
  const cuts = [
    ...slabs.flatMap((slab) => ringsOf(slabRegions(scene, slab))),
    ...walls.map(({ footprint }) => footprint),
  ]
  const regions = difference([counterClockwise(sitePolygon(scene, site))], cuts)
  const parts =
    regions.length > 0
      ? [boardPart('ground', faceLook(site, 'ground', 'grass'), regions, bottom, top)]
      : []
  return { nodeId: site.id, parts }
}
