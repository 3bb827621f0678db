import { z } from 'zod'
import { lengthIn, pointIn } from '../input/input-units.ts'
import { levelFrames } from '../kernel/levels.ts'
import {
  RISER_MAX_M,
  stairOpening,
  stairShape,
  stairShapeOf,
} from '../kernel/stairs/stair-shape.ts'
import { overlapping } from '../kernel/storey.ts'
import { type NodeOf, STAIR_SHAPES } from '../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../scene/scene.ts'
import { formatPoint } from '../scene/units.ts'
import { firstFix } from './fit/first-fix.ts'
import { itemsField } from './fit/items-mode.ts'
import { resolveItems } from './fit/resolve-items.ts'
import { nearestFit, stairMisfit, stairSpace } from './fit/stair-fit.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { followGuards } from './railings/follow-guards.ts'
import { stairGuardPaths } from './railings/hole-guards.ts'
import { Refusal } from './refusal.ts'
import { SceneEdit } from './scene-edit.ts'

/** Greatest height of a riser, in metres: a steeper stair is a ladder. */
const STEP_MAX_M = 0.22

const input = z.strictObject({
  fromLevelId: z.string(),
  position: pointIn(),
  toLevelId: z.string().optional(),
  direction: z.number().min(-360).max(360).optional(),
  shape: z.enum(STAIR_SHAPES).optional(),
  turn: z.enum(['left', 'right']).optional(),
  width: lengthIn(0.5, 6).optional(),
  going: lengthIn(0.15, 0.6).optional(),
  risers: z.int().min(1).max(200).optional(),
  items: itemsField(),
  railings: z.boolean().default(true),
})
type Input = z.infer<typeof input>

const TOOL = 'create_stair_between_levels'

export const createStairBetweenLevels: Operation<Input> = {
  name: TOOL,
  description:
    'Builds a stair up to another level, with its hole. A refusal offers the nearest that fits. Refused where it would reach out of the outline, run into walls, furniture or doors, or leave less than 2 m over a step.',
  input,
  refusals: [
    'invalid_input',
    'node_not_found',
    'wrong_kind',
    'stair_too_steep',
    'headroom',
    'outside_room',
    'collides',
    'blocks_door',
    'limit_exceeded',
  ],
  run(scene, given) {
    const from = requireNode(scene, given.fromLevelId, ['level'], 'fromLevelId')
    const to = upperLevel(scene, from, given.toLevelId)
    const { position, shape, turn, width, going, risers, direction } = given
    const fields = {
      toLevel: to,
      position,
      shape,
      turn,
      width,
      going,
      risers,
      direction,
      handrails: given.railings || undefined,
    }
    const edit = new SceneEdit(scene)
    const stair = edit.add('stair', from.id, fields)
    refuseSteep(scene, stair, given)
    const isCleared = given.items !== undefined && given.items !== 'refuse'
    refuseMisfit(isCleared ? withoutItems(scene) : scene, stair, given)
    const resolved = isCleared ? resolveItems(scene, edit, given.items) : null
    const made = stairShape(edit.scene, stair.id)!
    const paths = given.railings ? stairGuardPaths(edit.scene, stair) : []
    const added = paths.map((path) =>
      edit.add('railing', to, { path: path.map(([x, z]): [number, number] => [x, z]) }),
    )
    const railings = followGuards(scene, edit)
    const result = {
      stairId: stair.id,
      risers: made.risers,
      riserHeight: made.riserHeight,
      going: made.going,
      headroom: made.headroom ?? null,
      topAt: made.topAt,
      railingIds: added.map(({ id }) => id),
      holes: holesBy(edit.scene, stair),
      ...(railings && { railings }),
      ...resolved?.items,
    }
    return { scene: edit.scene, result, issues: resolved?.issues }
  },
}

/** The scene as the stair finds it where furniture makes way. */
function withoutItems(scene: Scene): Scene {
  const edit = new SceneEdit(scene)
  edit.remove(nodesOf(scene, 'item').map(({ id }) => id))
  return edit.scene
}

function upperLevel(scene: Scene, from: NodeOf<'level'>, toLevelId: string | undefined): string {
  const frames = levelFrames(scene)
  const lower = frames.get(from.id)!
  if (toLevelId === undefined) {
    if (lower.above !== undefined) return lower.above
    throw new Refusal(
      'node_not_found',
      `There is no level above ${from.id} for the stair to reach.`,
      {
        param: 'toLevelId',
        fix: {
          tool: 'create_level',
          arguments: { buildingId: lower.building, position: 'above' },
        },
      },
    )
  }
  const { id } = requireNode(scene, toLevelId, ['level'], 'toLevelId')
  const upper = frames.get(id)!
  if (upper.building === lower.building && upper.index > lower.index) return id
  throw new Refusal('invalid_input', `${id} is not above ${from.id} in the same building.`, {
    param: 'toLevelId',
    nodeIds: [id, from.id],
  })
}

function refuseSteep(scene: Scene, stair: NodeOf<'stair'>, given: Input): void {
  const { rise, riserHeight } = stairShapeOf(scene, stair)!
  if (riserHeight <= STEP_MAX_M) return
  const needed = Math.ceil(rise / RISER_MAX_M)
  throw new Refusal(
    'stair_too_steep',
    `${given.risers} risers over ${rise.toFixed(2)} m are ${riserHeight.toFixed(3)} m each, more than ${STEP_MAX_M} m. ${needed} risers are comfortable.`,
    {
      param: 'risers',
      details: { riserHeight, needed },
      fix: firstFix(TOOL, createStairBetweenLevels.run, scene, [{ ...given, risers: needed }]),
    },
  )
}

function refuseMisfit(scene: Scene, stair: NodeOf<'stair'>, given: Input): void {
  const space = stairSpace(scene, stair)
  const misfit = stairMisfit(space, stair)
  if (!misfit) return
  const fit = nearestFit(space, stair)
  const { code, message, nodeIds } = misfit
  const instead = fit
    ? `It fits ${fit.shape === stair.shape ? '' : `as ${fit.shape} `}at ${formatPoint(fit.position)} with direction ${fit.direction}.`
    : 'No other position, direction or shape nearby fits.'
  throw new Refusal(code, `${message} ${instead}`, {
    param: 'position',
    nodeIds,
    fix:
      fit &&
      firstFix(TOOL, createStairBetweenLevels.run, scene, [
        { ...given, position: fit.position, direction: fit.direction, shape: fit.shape },
      ]),
  })
}

/**
 * The holes of a stair: in slabs of each floor that it reaches or passes, and in the ceilings under
 * those.
 */
function holesBy(scene: Scene, stair: NodeOf<'stair'>): { hostId: string; polygon: unknown }[] {
  const frames = levelFrames(scene)
  const lower = frames.get(stair.parent!)!
  const floors = [...frames.values()].filter(
    ({ building, index }) =>
      building === lower.building &&
      index > lower.index &&
      index <= frames.get(stair.toLevel)!.index,
  )
  return floors.flatMap((floor) => {
    const polygon = stairOpening(scene, stair, floor.id)
    if (polygon.length === 0) return []
    const ceilings = floor.below ? childrenOf(scene, floor.below, 'ceiling') : []
    return [
      ...overlapping(childrenOf(scene, floor.id, 'slab'), polygon),
      ...overlapping(ceilings, polygon),
    ].map((host) => ({ hostId: host.id, polygon }))
  })
}
