import { z } from 'zod'
import { counterClockwise } from '../geometry/polygon.ts'
import { difference, intersection, regionArea } from '../geometry/regions.ts'
import { polygonIn } from '../input/input-units.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'
import { firstFix, orFix } from './fit/first-fix.ts'
import { itemsField } from './fit/items-mode.ts'
import { refuseWithoutFloor } from './fit/refuse-without-floor.ts'
import { resolveItems } from './fit/resolve-items.ts'
import { requireNode } from './nodes/require-node.ts'
import { addOpening, type NewOpening } from './openings/add-opening.ts'
import { openingFix } from './openings/opening-fix.ts'
import { forceField, holeFields, positionFields } from './openings/opening-input.ts'
import { resolvePlace } from './openings/place-request.ts'
import { resolveAround } from './openings/resolve-around.ts'
import { refuseStairsBefore } from './openings/stairs-before.ts'
import type { Operation, Outcome } from './operation.ts'
import { guardIssues } from './railings/guard-issues.ts'
import { Refusal } from './refusal.ts'
import { cleanOutline } from './rooms/room-outline.ts'
import { SceneEdit } from './scene-edit.ts'
import { onGrid } from './walls/wall-snap.ts'

const input = z.strictObject({
  targetId: z.string().optional(),
  polygon: polygonIn().optional(),
  ...positionFields,
  ...holeFields,
  force: forceField,
  items: itemsField(),
})
type Input = z.infer<typeof input>

/** Most holes in one slab or ceiling, as in its schema. */
const HOLES_MAX = 64
/** Area by which a hole may reach out of its slab or into another hole, in square metres. */
const SLIVER_M2 = 1e-5
/** Area of the smallest hole, in square metres: one for a pipe. */
const HOLE_AREA_MIN_M2 = 0.01

/**
 * Cuts a hole without a door or window: a passage through a wall, a well in a floor. Superseded by
 * the type `opening` of `add_door` and the holes of `set_element`; files of calls still use it.
 */
export const cutOpening: Operation<Input> = {
  name: 'cut_opening',
  isSuperseded: true,
  description:
    'Cuts a hole: through a wall at t, offset or centre, or between two rooms (zoneId, to), with width, height and sill, or through a slab or ceiling along a polygon. Stairs cut their own holes.',
  input,
  refusals: [
    'invalid_input',
    'node_not_found',
    'wrong_kind',
    'not_adjacent',
    'no_space',
    'invalid_polygon',
    'opening_overlap',
    'opening_outside_wall',
    'opening_too_high',
    'blocks_door',
    'collides',
    'limit_exceeded',
  ],
  run(scene, given) {
    const target =
      given.targetId === undefined
        ? null
        : requireNode(scene, given.targetId, ['wall', 'slab', 'ceiling'], 'targetId')
    if (target && target.kind !== 'wall')
      return orFix(
        () => cutHole(scene, given),
        ({ param }) => ({
          fix: firstFix(
            'cut_opening',
            cutHole,
            scene,
            param === 'items' ? [{ ...given, items: 'shift' }] : holesInside(target, given),
          ),
        }),
      )
    if (given.polygon)
      throw new Refusal(
        'invalid_input',
        'A hole through a wall is given by width and height, not by a polygon.',
        {
          param: 'polygon',
        },
      )
    return orFix(
      () => cutPassage(scene, given),
      (refusal) => openingFix('cut_opening', cutPassage, scene, given, target?.id, refusal),
    )
  },
}

function cutPassage(scene: Scene, call: Input): Outcome {
  const { width, height, force } = call
  const edit = new SceneEdit(scene)
  const request: NewOpening = {
    kind: 'opening',
    label: call.label,
    width,
    height,
    sill: call.sill,
    shape: call.shape,
    force,
  }
  const place = { ...call, wallId: call.targetId }
  const { wallId, offset, chosen } = resolvePlace(scene, place, request, 'targetId')
  const { id, issues, ...result } = addOpening(edit, wallId, { ...request, offset })
  const resolved = resolveAround(scene, edit, call)
  return {
    scene: edit.scene,
    result: { openingId: id, ...result, stretch: chosen?.stretch, ...resolved?.items },
    issues: [...issues, ...(resolved?.issues ?? [])],
  }
}

type Flat = NodeOf<'slab'> | NodeOf<'ceiling'>

function cutHole(scene: Scene, { polygon, targetId, items, ...call }: Input): Outcome {
  const target = requireNode(scene, targetId!, ['slab', 'ceiling'], 'targetId')
  if (!polygon || [call.t, call.offset, call.centre, call.to].some((at) => at !== undefined))
    throw new Refusal('invalid_input', `A hole in a ${target.kind} is given by a polygon only.`, {
      param: polygon ? 'offset' : 'polygon',
    })
  const hole = counterClockwise(cleanOutline(polygon.map(onGrid), 'polygon', HOLE_AREA_MIN_M2))
  if (target.holes.length >= HOLES_MAX)
    throw new Refusal(
      'limit_exceeded',
      `${target.id} already has ${HOLES_MAX} holes, the most it can have.`,
      {
        nodeIds: [target.id],
      },
    )
  const outside = regionArea(difference([hole], [target.polygon]))
  if (outside > SLIVER_M2)
    throw new Refusal(
      'invalid_polygon',
      `${Number(outside.toFixed(3))} m² of the hole would be outside of ${target.id}.`,
      { param: 'polygon', nodeIds: [target.id], details: { reason: 'outside' } },
    )
  const overlapped = target.holes.findIndex(
    (other) => regionArea(intersection([hole], [counterClockwise(other)])) > SLIVER_M2,
  )
  if (overlapped >= 0)
    throw new Refusal('opening_overlap', `It would overlap hole ${overlapped} of ${target.id}.`, {
      param: 'polygon',
      nodeIds: [target.id],
    })
  const edit = new SceneEdit(scene)
  edit.change(target.id, { holes: [...target.holes, hole] })
  refuseStairsBefore(scene, edit.scene, [edit.scene.nodes[target.id]])
  refuseWithoutFloor(scene, edit.scene)
  const resolved = resolveItems(scene, edit, items)
  const holes = nodeOf(edit.scene, target.id, target.kind)!.holes
  return {
    scene: edit.scene,
    result: { openingId: target.id, holeIndex: holes.length - 1, ...resolved.items },
    issues: [
      ...resolved.issues,
      ...(target.kind === 'slab' ? guardIssues(edit.scene, target, [hole]) : []),
    ],
  }
}

/**
 * The parts of the requested hole inside the slab and outside its other holes, the largest first.
 */
function holesInside(target: Flat, call: Input): Input[] {
  if (!call.polygon || call.polygon.length < 3) return []
  const whole = intersection([counterClockwise(call.polygon)], [target.polygon])
  return difference(
    whole.map(({ outer }) => outer),
    target.holes.map(counterClockwise),
  )
    .filter(({ holes }) => holes.length === 0)
    .sort((a, b) => regionArea([b]) - regionArea([a]))
    .map(({ outer }) => ({ ...call, polygon: outer.map(onGrid).map(([x, z]) => [x, z]) }))
}
