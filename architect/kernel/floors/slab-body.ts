import { addPrism, MeshBuilder } from '../../geometry/mesh.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import { difference, type Region, regionArea, ringsOf } from '../../geometry/regions.ts'
import { asFloor } from '../../scene/materials.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import type { Body, Part } from '../body.ts'
import { faceLook } from '../face-look.ts'
import { laidFloor } from '../laid.ts'
import { levelFrames } from '../levels.ts'
import { untouchingRegions } from './clean-regions.ts'
import { type FacadeBand, facadeBands } from './slab-facade.ts'
import { slabRegions } from './slab-regions.ts'

/** Thickness of the layer with the finish of a slab's upper or lower face, in metres. */
const SLAB_FINISH_M = 0.01
/** Smaller areas between two polygons come from rounding, in square metres. */
const HAIR_M2 = 1e-4

/**
 * A slab as three layers, so that each solid has one material: the floor that is walked on, the
 * slab with its sides, and what is seen from below. Thin ones have thinner finishes. In a facade
 * the layers end in the middle of the walls, under their doors, and the facade runs past them: of
 * a floor between storeys with the look of the walls, at the lowest level as a plinth.
 */
export function slabBody(scene: Scene, slab: NodeOf<'slab'>): Body {
  const level = levelFrames(scene).get(slab.parent!)!
  const top = level.elevation + slab.top
  const bottom = top - slab.thickness
  const finish = Math.min(SLAB_FINISH_M, slab.thickness / 4)
  const regions = slabRegions(scene, slab)
  if (regions.length === 0) return { nodeId: slab.id, parts: [] }
  const bands = facadeBands(scene, slab, regions)
  const without = (cut: FacadeBand[]): Region[] =>
    cut.length === 0
      ? regions
      : difference(ringsOf(regions), ringsOf(cut.flatMap((band) => band.regions))).filter(
          (region) => regionArea([region]) > HAIR_M2,
        )
  const inner = without(bands)
  const floor = without(bands.filter(({ isUnderWall }) => isUnderWall))
  const side = faceLook(slab, 'side', level.below ? 'plaster_white' : 'concrete')
  const isPlinth = !level.below || !!(slab.finishes?.side ?? slab.finishes?.body)
  const facade = bands.map(({ material, isUnderWall, regions: band }) => {
    const look = isPlinth ? side : material
    return boardPart('facade', look, band, bottom, isUnderWall ? top : top - finish)
  })
  const usual = (name: 'top' | 'underside') => (name === 'top' ? 'wood_oak' : 'plaster_white')
  const layer = (name: 'top' | 'underside', over: Region[], from: number, to: number) =>
    boardPart(name, faceLook(slab, name, usual(name)), over, from, to)
  return {
    nodeId: slab.id,
    parts: [
      laidOn(slab.polygon, layer('top', floor, top - finish, top)),
      boardPart('side', side, inner, bottom + finish, top - finish),
      layer('underside', inner, bottom, bottom + finish),
      ...facade,
    ].filter(({ mesh }) => mesh.indices.length > 0),
  }
}

/** A floor, laid along the longer side of its slab; wood in boards. */
function laidOn(outline: Polygon, part: Part): Part {
  return { ...part, material: asFloor(part.material), laid: laidFloor(outline) }
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
  for (const { outer, holes } of untouchingRegions(regions))
    addPrism(builder, outer, bottom, top, holes)
  return { name, material, mesh: builder.build() }
}
