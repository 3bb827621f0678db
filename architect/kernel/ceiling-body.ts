import type { NodeOf } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import type { Body } from './body.ts'
import { ceilingFaces } from './ceiling-faces.ts'
import { faceLook } from './face-look.ts'
import { boardRegions } from './holes.ts'
import { levelFrames } from './levels.ts'
import { boardPart } from './slab-body.ts'

export function ceilingBody(scene: Scene, ceiling: NodeOf<'ceiling'>): Body {
  const faces = ceilingFaces(scene, ceiling)
  const regions = boardRegions(scene, ceiling.id)
  if (!faces || regions.length === 0) return { nodeId: ceiling.id, parts: [] }
  const floor = levelFrames(scene).get(ceiling.parent!)!.elevation
  const material = faceLook(ceiling, 'underside', 'plaster_white')
  return {
    nodeId: ceiling.id,
    parts: [boardPart('board', material, regions, floor + faces.bottom, floor + faces.top)],
  }
}
