import { boxOf } from '../../geometry/polygon.ts'
import { difference, type Region, regionArea, ringsOf } from '../../geometry/regions.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import type { Body } from '../body.ts'
import { faceLook } from '../face-look.ts'
import { levelFrames } from '../levels.ts'
import { wallShapes } from '../walls/wall-shapes.ts'
import { ceilingFaces } from './ceiling-faces.ts'
import { boardRegions } from './holes.ts'
import { boardPart } from './slab-body.ts'

/** The plan of a ceiling less its holes and the walls that rise past it. */
export function ceilingRegions(scene: Scene, ceiling: NodeOf<'ceiling'>): Region[] {
  const faces = ceilingFaces(scene, ceiling)
  const level = levelFrames(scene).get(ceiling.parent!)!
  const board = boardRegions(scene, ceiling.id)
  if (!faces || board.length === 0) return []
  const own = boxOf(ceiling.polygon)
  const walls = [...wallShapes(scene, level.id).values()].filter(({ top, footprint }) => {
    const box = boxOf(footprint)
    const isNear =
      box.minX < own.maxX && box.maxX > own.minX && box.minZ < own.maxZ && box.maxZ > own.minZ
    return isNear && top > level.elevation + faces.bottom + RISES_PAST_M
  })
  if (walls.length === 0) return board
  const left = difference(
    ringsOf(board),
    walls.map(({ footprint }) => footprint),
  )
  return left.filter((region) => regionArea([region]) > HAIR_M2)
}

/** Smaller areas between two walls that meet come from rounding, in square metres. */
const HAIR_M2 = 1e-4

/** Walls that end lower than this over a ceiling's lower face carry it, in metres. */
const RISES_PAST_M = 1e-4

export function ceilingBody(scene: Scene, ceiling: NodeOf<'ceiling'>): Body {
  const faces = ceilingFaces(scene, ceiling)
  const regions = ceilingRegions(scene, ceiling)
  if (!faces || regions.length === 0) return { nodeId: ceiling.id, parts: [] }
  const floor = levelFrames(scene).get(ceiling.parent!)!.elevation
  const material = faceLook(ceiling, 'underside', 'plaster_white')
  return {
    nodeId: ceiling.id,
    parts: [boardPart('board', material, regions, floor + faces.bottom, floor + faces.top)],
  }
}
