import type { NodeOf, OpeningNode } from '../../scene/nodes.ts'
import { faceLook } from '../face-look.ts'
import { hasGlazedLeaves } from './door-leaves.ts'

/** What gives a room daylight and a view. */
export type GlazedNode = NodeOf<'window'> | NodeOf<'door'>

/** True for windows, and for doors whose leaves are of glass: French windows, sliding ones. */
export function isGlazed(opening: OpeningNode): opening is GlazedNode {
  if (opening.kind !== 'door') return opening.kind === 'window'
  return hasGlazedLeaves(opening) || faceLook(opening, 'leaf', 'wood_white').transmission > 0
}
