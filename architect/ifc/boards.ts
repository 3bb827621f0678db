import { distance } from '../geometry/point.ts'
import { edges } from '../geometry/polygon.ts'
import { type Region, regionArea } from '../geometry/regions.ts'
import { bodyOf } from '../kernel/bodies.ts'
import { ceilingRegions } from '../kernel/floors/ceiling-body.ts'
import { ceilingFaces } from '../kernel/floors/ceiling-faces.ts'
import { untouchingRegions } from '../kernel/floors/clean-regions.ts'
import { slabRegions } from '../kernel/floors/slab-regions.ts'
import { levelFrames } from '../kernel/levels.ts'
import type { NodeOf } from '../scene/nodes.ts'
import type { Container, IfcDraft } from './ifc-draft.ts'
import { looksOf } from './look-writer.ts'
import { enumeration, type Token } from './step-text.ts'

/** A slab is one solid without its holes, in the colour of its floor. */
export function addSlab(draft: IfcDraft, slab: NodeOf<'slab'>, storey: Container): void {
  const { scene } = draft
  const { elevation, below } = levelFrames(scene).get(slab.parent!)!
  const bottom = slab.top - slab.thickness
  const isOnGround = below === undefined && elevation + bottom <= 0
  const regions = slabRegions(scene, slab)
  const ref = addBoard(draft, slab, storey, {
    type: 'IFCSLAB',
    predefined: isOnGround ? 'BASESLAB' : 'FLOOR',
    regions,
    bottom,
    depth: slab.thickness,
  })
  draft.facts.quantities(ref, slab.id, 'Qto_SlabBaseQuantities', {
    Width: ['length', slab.thickness],
    Perimeter: ['length', perimeterOf(regions)],
    NetArea: ['area', regionArea(regions)],
    NetVolume: ['volume', regionArea(regions) * slab.thickness],
  })
}

export function addCeiling(draft: IfcDraft, ceiling: NodeOf<'ceiling'>, storey: Container): void {
  const { scene } = draft
  const faces = ceilingFaces(scene, ceiling)
  const regions = ceilingRegions(scene, ceiling)
  const depth = faces ? faces.top - faces.bottom : 0
  const ref = addBoard(draft, ceiling, storey, {
    type: 'IFCCOVERING',
    predefined: 'CEILING',
    regions,
    bottom: faces?.bottom ?? 0,
    depth,
  })
  draft.facts.quantities(ref, ceiling.id, 'Qto_CoveringBaseQuantities', {
    Width: ['length', depth],
    NetArea: ['area', regionArea(regions)],
  })
}

interface Board {
  type: string
  predefined: string
  regions: readonly Region[]
  bottom: number
  depth: number
}

function addBoard(
  draft: IfcDraft,
  node: NodeOf<'slab'> | NodeOf<'ceiling'>,
  storey: Container,
  { type, predefined, regions, bottom, depth }: Board,
): Token {
  const parts = bodyOf(draft.scene, node.id)?.parts ?? []
  const ref = draft.element(type, node, storey, {
    placed: draft.shapes.place(storey.frame, storey),
    shape: draft.shapeOf(
      draft.sweptRegions(untouchingRegions(regions), storey.frame, {
        bottom,
        depth,
        material: parts[0]?.material,
      }),
    ),
    rest: [enumeration(predefined)],
  })
  draft.madeOf(ref, looksOf(parts))
  return ref
}

/** Length of the outer borders. */
const perimeterOf = (regions: readonly Region[]): number =>
  regions.reduce(
    (sum, { outer }) => sum + edges(outer).reduce((long, [a, b]) => long + distance(a, b), 0),
    0,
  )
