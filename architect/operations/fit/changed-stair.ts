import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'

/** Whether an edit changed or added a stair, or the height that it climbs and thus its steps. */
export const isChangedStair = (before: Scene, after: Scene, stair: NodeOf<'stair'>): boolean =>
  before.nodes[stair.id] !== stair ||
  stairShape(before, stair.id)?.rise !== stairShape(after, stair.id)?.rise
