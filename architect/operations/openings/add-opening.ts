import { levelFrames } from '../../kernel/levels.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { Issue } from '../../scene/issue.ts'
import type { NodeOf, OpeningNode } from '../../scene/nodes.ts'
import { nodeOf } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { type ItemsMode, isRefusing } from '../fit/items-mode.ts'
import { formatLength } from '../input/format-length.ts'
import { Refusal } from '../refusal.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { adjacentZones, type DoorSides, swingBlockers, usualSides } from './door-sides.ts'
import { fitOpening, type OpeningRequest } from './fit-opening.ts'
import { requestedSwing } from './opens-into.ts'
import { refuseStairBefore, stairsAround } from './stairs-before.ts'

/** A requested opening of any kind, with the fields that only doors or only windows have. */
export interface NewOpening extends OpeningRequest {
  kind: OpeningNode['kind']
  label?: string
  shape?: OpeningNode['shape']
  doorType?: NodeOf<'door'>['doorType']
  windowType?: NodeOf<'window'>['windowType']
  hinge?: DoorSides['hinge']
  swing?: DoorSides['swing']
  /** The zone, by id or label, or `outside`, into which a door opens; instead of `swing`. */
  opensInto?: string
  /** Unless it refuses, a door may open into furniture, which `resolveItems` moves afterwards. */
  items?: ItemsMode
}

export interface AddedOpening {
  id: string
  wallId: string
  /** Distance from the wall's start to the middle of the opening, in metres. */
  localX: number
  /** The same as a share of the wall's length. */
  t: number
  /** `[x, y, z]` of the middle of its lower edge, in the world. */
  worldPosition: [number, number, number]
  headHeight: number
  clamped: boolean
  /** The requested position; only where the opening was moved. */
  asked?: { offset: number; t: number }
  /** Ids of the zones to the left and to the right; null where there is none. */
  connects: (string | null)[]
  /** Doors only: the zone into which it opens; null where none is. */
  opensInto?: string | null
  swing?: { clear: boolean; blockedBy: string[]; hinge: string; swing: string }
  issues: Issue[]
}

/** Puts a door, a window or a hole into a wall, at the requested position or close by. */
export function addOpening(edit: SceneEdit, wallId: string, request: NewOpening): AddedOpening {
  const wall = nodeOf(edit.scene, wallId, 'wall')!
  const { offset, wallLength, isClamped } = fitOpening(edit.scene, wall, request)
  const { kind, label, width, height, sill, shape } = request
  const fields = { label, offset, width, height, sill, shape }
  let node: OpeningNode
  let blockedBy: string[] = []
  switch (kind) {
    case 'door': {
      const made = addDoor(edit, wall, request, fields)
      node = made.door
      blockedBy = made.blockedBy
      break
    }
    case 'window':
      node = edit.add('window', wallId, { ...fields, windowType: request.windowType })
      break
    case 'opening':
      node = edit.add('opening', wallId, fields)
      refuseStairBefore(edit.scene, node.id)
  }
  const [x, z] = wallPath(wall).at(offset)
  const elevation = levelFrames(edit.scene).get(wall.parent!)!.elevation
  const requested = request.offset ?? offset
  const connects = adjacentZones(edit.scene, wall, offset).map((zone) => zone?.id ?? null)
  return {
    id: node.id,
    wallId,
    localX: node.offset,
    t: quantize(offset / wallLength),
    worldPosition: [quantize(x), quantize(elevation + sill), quantize(z)],
    headHeight: quantize(sill + height),
    clamped: isClamped,
    ...(isClamped && {
      asked: { offset: quantize(requested), t: quantize(requested / wallLength) },
    }),
    connects,
    ...(node.kind === 'door' && {
      opensInto: connects[node.swing === 'left' ? 0 : 1],
      swing: {
        clear: blockedBy.length === 0,
        blockedBy,
        hinge: node.hinge,
        swing: node.swing,
      },
    }),
    issues: isClamped ? [clampedIssue(node, wallId, requested)] : [],
  }
}

/**
 * Adds a door with the requested hinges and swing; where they are left open, with the first that
 * nothing blocks, or else that only furniture blocks that makes way.
 */
function addDoor(
  edit: SceneEdit,
  wall: NodeOf<'wall'>,
  request: NewOpening,
  fields: Partial<OpeningNode>,
): { door: NodeOf<'door'>; blockedBy: string[] } {
  const { hinge, doorType } = request
  const offset = fields.offset!
  const swing = requestedSwing(edit.scene, wall.id, offset, request)
  const sides = usualSides(edit.scene, wall, offset, { hinge, swing: swing ?? undefined })
  const shapes = [...wallShapes(edit.scene, wall.parent!).values()]
  const { id } = edit.add('door', wall.id, { ...(fields as object), ...sides[0], doorType })
  refuseStairBefore(edit.scene, id)
  let blockedBy: string[] = []
  let cleared: DoorSides | null = null
  for (const [i, side] of sides.entries()) {
    if (i > 0) edit.change(id, { ...side })
    const found = [
      ...swingBlockers(edit.scene, nodeOf(edit.scene, id, 'door')!, shapes),
      ...stairsAround(edit.scene, id, 'leaf'),
    ]
    if (found.length === 0) return { door: nodeOf(edit.scene, id, 'door')!, blockedBy: [] }
    if (i === 0) blockedBy = found
    if (!isRefusing(request) && found.every((each) => nodeOf(edit.scene, each, 'item')))
      cleared ??= side
  }
  if (cleared) {
    edit.change(id, { ...cleared })
    return { door: nodeOf(edit.scene, id, 'door')!, blockedBy: [] }
  }
  if (!request.force)
    throw new Refusal(
      'blocks_door',
      `${blockedBy.join(' and ')} would stand where the door opens${hinge && swing ? '' : ', on whichever side it is hinged'}.`,
      { nodeIds: blockedBy, details: { blockedBy } },
    )
  edit.change(id, { ...sides[0] })
  return { door: nodeOf(edit.scene, id, 'door')!, blockedBy }
}

const clampedIssue = (node: OpeningNode, wallId: string, requested: number): Issue => ({
  code: 'opening.clamped',
  severity: 'info',
  nodeIds: [node.id, wallId],
  message: `${node.id} was requested at ${formatLength(requested)} along ${wallId} and is at ${formatLength(node.offset)}, the nearest position where it fits.`,
})
