import { distance, type Point, subtract, unit } from '../geometry/point.ts'
import { area } from '../geometry/polygon.ts'
import { beamTop } from '../kernel/beam-body.ts'
import { bodyOf } from '../kernel/bodies.ts'
import { columnHeight, columnOutline } from '../kernel/column-body.ts'
import { solidVolume } from '../kernel/level-figures.ts'
import { roofShape } from '../kernel/roofs/roof-shape.ts'
import { stairShape } from '../kernel/stairs/stair-shape.ts'
import type { NodeOf, RoofType, StairForm } from '../scene/nodes.ts'
import { type Frame, frameAt } from './frame.ts'
import type { Container, IfcDraft } from './ifc-draft.ts'
import { looksOf } from './look-writer.ts'
import { enumeration, type Token, text } from './step-text.ts'

const partsOf = (draft: IfcDraft, id: string) => bodyOf(draft.scene, id)?.parts ?? []

const ROOFS: Record<RoofType, string> = {
  gable: 'GABLE_ROOF',
  hip: 'HIP_ROOF',
  shed: 'SHED_ROOF',
  flat: 'FLAT_ROOF',
  gambrel: 'GAMBREL_ROOF',
  mansard: 'MANSARD_ROOF',
}

/** A roof with its gables, as triangles: its planes meet along ridges and hips. */
export function addRoof(draft: IfcDraft, roof: NodeOf<'roof'>, storey: Container): void {
  const parts = partsOf(draft, roof.id)
  const rest = [enumeration(ROOFS[roof.roofType])]
  const ref = draft.meshElement('IFCROOF', roof, storey, { parts, rest })
  const shape = roofShape(draft.scene, roof.id)
  if (!shape || 'fault' in shape) return
  draft.facts.quantities(ref, roof.id, 'Qto_RoofBaseQuantities', {
    GrossArea: ['area', shape.surfaceArea],
    ProjectedArea: ['area', shape.coveredArea],
  })
}

const STAIRS: Record<StairForm, string> = {
  straight: 'STRAIGHT_RUN_STAIR',
  l_shaped: 'QUARTER_TURN_STAIR',
  u_shaped: 'HALF_TURN_STAIR',
  spiral: 'SPIRAL_STAIR',
}

/** A stair with its landings and handrails, as triangles. */
export function addStair(draft: IfcDraft, stair: NodeOf<'stair'>, storey: Container): void {
  const parts = partsOf(draft, stair.id)
  const rest = [enumeration(STAIRS[stair.shape])]
  const ref = draft.meshElement('IFCSTAIR', stair, storey, { parts, rest })
  const shape = stairShape(draft.scene, stair.id)
  if (!shape || shape.treads.length === 0) return
  draft.facts.properties(ref, stair.id, 'Pset_StairCommon', {
    NumberOfRiser: { count: shape.risers },
    NumberOfTreads: { count: shape.treads.filter(({ isLanding }) => !isLanding).length },
    RiserHeight: { length: shape.riserHeight },
    TreadLength: { length: shape.going },
  })
}

export function addRailing(draft: IfcDraft, railing: NodeOf<'railing'>, storey: Container): void {
  const parts = partsOf(draft, railing.id)
  const rest = [enumeration('GUARDRAIL')]
  const ref = draft.meshElement('IFCRAILING', railing, storey, { parts, rest })
  draft.facts.properties(ref, railing.id, 'Pset_RailingCommon', {
    Height: { length: railing.height },
  })
  addLength(draft, ref, railing)
}

/** IFC4 has no class for fences: they are railings of their own type, and hedges are plants. */
export function addFence(draft: IfcDraft, fence: NodeOf<'fence'>, container: Container): void {
  const parts = partsOf(draft, fence.id)
  const rest = [enumeration('USERDEFINED')]
  if (fence.style === 'hedge') {
    draft.meshElement('IFCGEOGRAPHICELEMENT', fence, container, {
      parts,
      objectType: 'HEDGE',
      rest,
    })
    return
  }
  const made = { parts, objectType: 'FENCE', rest }
  addLength(draft, draft.meshElement('IFCRAILING', fence, container, made), fence)
}

function addLength(
  { facts }: IfcDraft,
  ref: Token,
  { id, path }: NodeOf<'fence'> | NodeOf<'railing'>,
): void {
  const length = path
    .slice(1)
    .reduce((sum: number, at: Point, index) => sum + distance(path[index], at), 0)
  facts.quantities(ref, id, 'Qto_RailingBaseQuantities', { Length: ['length', length] })
}

export function addColumn(draft: IfcDraft, column: NodeOf<'column'>, storey: Container): void {
  const parts = partsOf(draft, column.id)
  const [x, z] = column.position
  const frame: Frame = { ...storey.frame, origin: [x, storey.frame.origin[1], z] }
  const outer = columnOutline(column)
  const height = columnHeight(draft.scene, column)
  const body = { bottom: 0, depth: height, material: parts[0]?.material }
  const ref = draft.element('IFCCOLUMN', column, storey, {
    placed: draft.shapes.place(frame, storey),
    shape: draft.shapeOf(draft.sweptRegions([{ outer, holes: [] }], frame, body)),
    rest: [enumeration('COLUMN')],
  })
  draft.madeOf(ref, looksOf(parts))
  draft.facts.quantities(ref, column.id, 'Qto_ColumnBaseQuantities', {
    Length: ['length', height],
    CrossSectionArea: ['area', area(outer)],
    NetVolume: ['volume', solidVolume(draft.scene, column.id)],
  })
}

export function addBeam(draft: IfcDraft, beam: NodeOf<'beam'>, storey: Container): void {
  const parts = partsOf(draft, beam.id)
  const { start, end, width, depth } = beam
  const length = distance(start, end)
  const bottom = storey.frame.origin[1] + beamTop(draft.scene, beam) - depth
  const frame: Frame = { origin: [start[0], bottom, start[1]], along: unit(subtract(end, start)) }
  const figure: Point[] = [
    [0, 0],
    [length, 0],
    [length, depth],
    [0, depth],
  ]
  const solid = length > 0 ? [draft.shapes.uprightExtrusion(figure, width / 2, width)] : []
  for (const { material } of parts.slice(0, 1))
    for (const item of solid) draft.looks.paint(item, material)
  const ref = draft.element('IFCBEAM', beam, storey, {
    placed: draft.shapes.place(frame, storey),
    shape: draft.shapeOf(draft.representation('body', 'Body', 'SweptSolid', solid)),
    rest: [enumeration('BEAM')],
  })
  draft.madeOf(ref, looksOf(parts))
  draft.facts.quantities(ref, beam.id, 'Qto_BeamBaseQuantities', {
    Length: ['length', length],
    CrossSectionArea: ['area', width * depth],
    NetVolume: ['volume', solidVolume(draft.scene, beam.id)],
  })
}

/** A note of a plan: a text at a point. */
export function addAnnotation(
  draft: IfcDraft,
  note: NodeOf<'annotation'>,
  storey: Container,
): void {
  const [x, z] = note.position
  const height = storey.frame.origin[1]
  const placed = draft.shapes.place({ ...frameAt(height), origin: [x, height, z] }, storey)
  const at = draft.step.shared(
    'IFCAXIS2PLACEMENT2D',
    draft.shapes.point([0, 0]),
    draft.shapes.direction([1, 0]),
  )
  const literal = draft.step.add('IFCTEXTLITERAL', text(note.text), at, enumeration('RIGHT'))
  const shape = draft.representation('annotation', 'Annotation', 'Annotation2D', [literal])
  const ref = draft.product('IFCANNOTATION', note, {
    placed,
    shape: draft.shapeOf(shape),
    rest: [],
  })
  draft.contain(storey, ref)
}
