import { intersection, regionArea } from '../../geometry/regions.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { AREA_MIN_M2 } from '../input/plan-input.ts'
import { Refusal } from '../refusal.ts'

type Flat = NodeOf<'slab'> | NodeOf<'ceiling'> | NodeOf<'roof'>

/**
 * Refuses a slab, a ceiling or a roof that would overlap another of its kind on its level. Two at
 * different heights do not overlap; roofs have no heights of their own, so that plan alone counts.
 */
export function refuseLaidTwice(scene: Scene, made: Flat): void {
  for (const other of childrenOf(scene, made.parent!, made.kind)) {
    if (other.id === made.id || !meetInHeight(made, other as Flat)) continue
    const shared = regionArea(
      intersection([made.polygon, ...cutsOf(made)], [other.polygon, ...cutsOf(other as Flat)]),
    )
    if (shared < AREA_MIN_M2) continue
    throw new Refusal('collides', `It would overlap ${other.id} by ${shared.toFixed(2)} m².`, {
      param: 'polygon',
      nodeIds: [other.id],
      details: { overlapArea: shared },
    })
  }
}

function meetInHeight(a: Flat, b: Flat): boolean {
  if (a.kind === 'slab' && b.kind === 'slab')
    return a.top > b.top - b.thickness && b.top > a.top - a.thickness
  if (a.kind === 'ceiling' && b.kind === 'ceiling') return a.height === b.height
  return true
}

/** The holes, turned clockwise as `regions.ts` expects them. */
const cutsOf = (node: Flat): [number, number][][] =>
  node.kind === 'roof' ? [] : node.holes.map((hole) => [...hole].reverse())
