import type { Body } from '../kernel/body.ts'
import { doorBody } from '../kernel/openings/door-body.ts'
import { hasGlazedLeaves } from '../kernel/openings/door-leaves.ts'
import { openingArea } from '../kernel/openings/opening-area.ts'
import type { OpeningPlace } from '../kernel/openings/opening-outline.ts'
import { windowBody } from '../kernel/openings/window-body.ts'
import type { DoorType, NodeOf, WindowType } from '../scene/nodes.ts'
import { turnedRound } from './frame.ts'
import type { Container, IfcDraft } from './ifc-draft.ts'
import { looksOf } from './look-writer.ts'
import type { Placed } from './shape-writer.ts'
import { enumeration, NONE, real, type Token } from './step-text.ts'

/** The wall of an opening. */
export interface WallPlaced extends Placed {
  ref: Token
  storey: Container
  /** Null for a wall that has no shape. */
  isExternal: boolean | null
}

/** The opening that a door or a window fills. */
interface Hole {
  placed: Placed
  place: OpeningPlace
  wall: WallPlaced
}

/** Operations of doors; `_` stands for the side, seen along the way in which the door opens. */
const OPERATIONS: Record<DoorType, string> = {
  hinged: 'SINGLE_SWING_',
  double: 'DOUBLE_DOOR_SINGLE_SWING',
  sliding: 'SLIDING_TO_',
  pocket: 'SLIDING_TO_',
  folding: 'FOLDING_TO_',
  garage: 'ROLLINGUP',
}

/** A door opens along Y of its frame, which is that of the hole or that one turned round. */
export function addDoor(draft: IfcDraft, door: NodeOf<'door'>, hole: Hole): Token {
  const { placed, place } = hole
  const isLeft = door.swing === 'left'
  const frame = isLeft ? placed.frame : turnedRound(placed.frame, place.width)
  return addFilling(draft, door, doorBody(draft.scene, door), {
    ...hole,
    type: 'IFCDOOR',
    common: 'Pset_DoorCommon',
    quantities: 'Qto_DoorBaseQuantities',
    objectType: door.doorType,
    placed: draft.shapes.place(frame, placed),
    rest: [enumeration('DOOR'), enumeration(operationOf(door, isLeft)), NONE],
  })
}

function operationOf(door: NodeOf<'door'>, isLeft: boolean): string {
  const operation = OPERATIONS[door.doorType]
  if (!operation.endsWith('_')) return operation
  // Of two leaves of glass the one at the start of the wall slides to its end.
  const isToStart = hasGlazedLeaves(door) ? false : door.hinge === 'start'
  return `${operation}${isToStart === isLeft ? 'LEFT' : 'RIGHT'}`
}

const PARTITIONS: Record<WindowType, string> = {
  fixed: 'SINGLE_PANEL',
  casement: 'SINGLE_PANEL',
  awning: 'SINGLE_PANEL',
  double_casement: 'DOUBLE_PANEL_VERTICAL',
  sliding: 'DOUBLE_PANEL_VERTICAL',
}

export function addWindow(draft: IfcDraft, window: NodeOf<'window'>, hole: Hole): Token {
  return addFilling(draft, window, windowBody(draft.scene, window), {
    ...hole,
    type: 'IFCWINDOW',
    common: 'Pset_WindowCommon',
    quantities: 'Qto_WindowBaseQuantities',
    objectType: window.windowType,
    placed: draft.shapes.place(hole.placed.frame, hole.placed),
    rest: [enumeration('WINDOW'), enumeration(PARTITIONS[window.windowType]), NONE],
  })
}

interface Filling extends Hole {
  type: string
  common: string
  quantities: string
  objectType: string
  rest: Token[]
}

function addFilling(
  draft: IfcDraft,
  node: NodeOf<'door'> | NodeOf<'window'>,
  { parts }: Body,
  { type, common, quantities, objectType, placed, wall, rest }: Filling,
): Token {
  const ref = draft.element(type, node, wall.storey, {
    objectType,
    placed,
    shape: draft.shapeOf(draft.tessellation(parts, placed.frame)),
    rest: [real(node.height), real(node.width), ...rest],
  })
  draft.madeOf(ref, looksOf(parts))
  draft.facts.quantities(ref, node.id, quantities, {
    Width: ['length', node.width],
    Height: ['length', node.height],
    Area: ['area', openingArea(node)],
  })
  if (wall.isExternal !== null)
    draft.facts.properties(ref, node.id, common, { IsExternal: { boolean: wall.isExternal } })
  return ref
}
