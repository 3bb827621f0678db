import { addPrism, MeshBuilder } from '../../geometry/mesh.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import type { Region } from '../../geometry/regions.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import type { Body, Part } from '../body.ts'
import { faceLook } from '../face-look.ts'
import { levelFrames } from '../levels.ts'
import { cleanRing } from '../walls/clean-ring.ts'
import { slabRegions } from './slab-regions.ts'

/** Thickness of the layer with the finish of a slab's upper or lower face, in metres. */
const SLAB_FINISH_M = 0.01

/**
 * A slab as three layers, so that each solid has one material: the floor that is walked on, the
 * slab with its sides, and what is seen from below. Thin ones have thinner finishes.
 */
export function slabBody(scene: Scene, slab: NodeOf<'slab'>): Body {
  const level = levelFrames(scene).get(slab.parent!)!
  const top = level.elevation + slab.top
  const bottom = top - slab.thickness
  const finish = Math.min(SLAB_FINISH_M, slab.thickness / 4)
  const regions = slabRegions(scene, slab)
  if (regions.length === 0) return { nodeId: slab.id, parts: [] }
  const layer = (name: string, usual: 'wood_oak' | 'concrete' | 'plaster_white', ends: number[]) =>
    boardPart(name, faceLook(slab, name, usual), regions, ends[0], ends[1])
  return {
    nodeId: slab.id,
    parts: [
      layer('top', 'wood_oak', [top - finish, top]),
      // Between storeys the sides look like the usual wall, as part of the front; at the lowest
      // level they are a plinth.
      layer('side', level.below ? 'plaster_white' : 'concrete', [bottom + finish, top - finish]),
      layer('underside', 'plaster_white', [bottom, bottom + finish]),
    ],
  }
}

/** One closed solid over all regions. */
export function boardPart(
  name: string,
  material: Part['material'],
  regions: Region[],
  bottom: number,
  top: number,
): Part {
  const builder = new MeshBuilder()
  for (const { outer, holes } of regions) {
    // Clipper leaves corners a few of its steps apart where oblique edges meet: no triangle has
    // them.
    const [ring, ...cut] = [outer, ...holes].map(cleanRing)
    if (ring.length < 3) continue
    const isHole = (hole: Polygon) => hole.length >= 3
    addPrism(builder, ring, bottom, top, cut.filter(isHole))
  }
  return { name, material, mesh: builder.build() }
}
