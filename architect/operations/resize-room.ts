import { z } from 'zod'
import { formatMetres } from '../dimensions/requirements.ts'
import { type DimensionConflict, solveDimensions } from '../dimensions/solve-dimensions.ts'
import { lengthIn } from '../input/input-units.ts'
import type { NodeOf } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import { firstFix, orFix } from './fit/first-fix.ts'
import { isRefusing, itemsField } from './fit/items-mode.ts'
import { leavesPlot } from './fit/leaves-plot.ts'
import { refuseInvalid } from './fit/refuse-invalid.ts'
import { refuseMisfits } from './fit/refuse-misfits.ts'
import { resolveItems } from './fit/resolve-items.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation, Outcome } from './operation.ts'
import { Refusal } from './refusal.ts'
import { MOVE_LINES_CODES, moveLines } from './rooms/move-lines.ts'
import { otherStoreysIssue } from './rooms/other-storeys.ts'
import { type PlanLines, planLines } from './rooms/plan-lines.ts'
import { roomChanges } from './rooms/room-changes.ts'
import { type RoomSide, roomSide, SIDES, sideOfWall } from './rooms/room-side.ts'
import { SceneEdit } from './scene-edit.ts'

/** Most rooms that one call lets stand. */
const STANDING_MAX = 256
/** Cost of a metre by which another room changes, where the building gives way: more than lines. */
const ROOM_COST = 100

const input = z.strictObject({
  zoneId: z.string(),
  side: z.enum(SIDES).optional(),
  wallId: z.string().optional(),
  by: lengthIn(-100, 100).optional().describe('Length, outward'),
  to: lengthIn(0.3, 1_000).optional().describe('Instead of by: clear dimension'),
  givesWay: z.enum(['neighbour', 'building']).optional(),
  standing: z.array(z.string()).max(STANDING_MAX).default([]),
  items: itemsField(),
})
type Input = z.infer<typeof input>

/** Makes a room larger or smaller at one side. */
export const resizeRoom: Operation<Input> = {
  name: 'resize_room',
  description:
    'Moves a side of a room by a length or to a clear dimension, wall lines as a whole. Wall lines move as a whole, as few and as little as possible, and standing rooms keep their size. Returns what moved by how much; refused with the requirements that conflict, and the nearest dimension that works.',
  input,
  refusals: MOVE_LINES_CODES,
  run(scene, given) {
    return orFix(
      () => resize(scene, given),
      (refusal) => ({
        fix: firstFix('resize_room', resizeOnPlot, scene, otherCalls(scene, given, refusal)),
        ...nearestOf(scene, given, refusal),
      }),
    )
  },
}

function resize(scene: Scene, given: Input): Outcome {
  const zone = requireNode(scene, given.zoneId, ['zone'], 'zoneId')
  const standing = given.standing.map(
    (id, index) => requireNode(scene, id, ['zone'], `standing.${index}`).id,
  )
  const side = sideOf(scene, zone, given)
  const plan = planLines(scene, zone.parent!, side.towards)
  const target = targetOf(plan, zone, side, given)
  const answer = solveDimensions(problemOf(plan, zone, target, given, standing))
  if (!answer.isSolved) throw impossible(zone, target, answer)
  const edit = new SceneEdit(scene)
  moveLines(edit, plan.lines, answer.moved, side.towards)
  const { issues, items: resolved } = resolveItems(scene, edit, given.items)
  refuseInvalid(edit.scene)
  refuseMisfits(scene, edit.scene)
  const moved = new Set(answer.moved.map(({ id }) => id))
  const facades = plan.lines.filter(({ id, isFacade }) => isFacade && moved.has(id))
  return {
    scene: edit.scene,
    result: {
      ...roomChanges(scene, edit.scene, zone.parent!),
      account: answer.account,
      ...resolved,
    },
    issues: [...issues, ...otherStoreysIssue(scene, zone.parent!, facades)],
  }
}

/** The edit as a fix may offer it: a facade does not leave the plot for it. */
function resizeOnPlot(scene: Scene, given: Input): Outcome {
  const outcome = resize(scene, given)
  const { parent } = requireNode(scene, given.zoneId, ['zone'], 'zoneId')
  if (leavesPlot(scene, outcome.scene, parent!))
    throw new Refusal('no_space', 'The facade would leave the plot.', { param: 'by' })
  return outcome
}

function sideOf(scene: Scene, zone: NodeOf<'zone'>, { side, wallId }: Input): RoomSide {
  if ((side === undefined) === (wallId === undefined))
    throw new Refusal('invalid_input', 'Give either side or wallId.', { param: 'side' })
  if (side !== undefined) return roomSide(scene, zone, side)
  return sideOfWall(scene, zone, requireNode(scene, wallId!, ['wall'], 'wallId'))
}

/** The clear dimension of the room across a side, now and as requested. */
interface Target {
  spanId: string
  now: number
  requested: number
  /** The line opposite, which stands still. */
  oppositeId: string
  lineId: string
}

function targetOf(
  { lines, spans }: PlanLines,
  zone: NodeOf<'zone'>,
  { wallIds }: RoomSide,
  { by, to }: Input,
): Target {
  if ((by === undefined) === (to === undefined))
    throw new Refusal('invalid_input', 'Give either by or to.', { param: 'by' })
  const line = lines.find((one) => one.wallIds.some((id) => wallIds.includes(id)))
  const [span] = spans
    .filter(({ zoneId, to }) => zoneId === zone.id && to === line?.id)
    .sort((a, b) => b.along - a.along)
  if (!line || !span)
    throw new Refusal('no_wall', `${nameOf(zone)} has no straight wall opposite that side.`, {
      param: 'side',
      nodeIds: [zone.id],
    })
  const opposite = lines.find(({ id }) => id === span.from)!
  const now = line.at - opposite.at - span.taken
  const requested = to ?? now + by!
  if (requested <= 0)
    throw new Refusal(
      'no_space',
      `${nameOf(zone)} is ${formatMetres(now)} across that side and cannot become ${formatMetres(-by!)} less.`,
      { param: 'by', nodeIds: [zone.id] },
    )
  return { spanId: span.id, now, requested, oppositeId: opposite.id, lineId: line.id }
}

function problemOf(
  { lines, spans }: PlanLines,
  zone: NodeOf<'zone'>,
  target: Target,
  given: Input,
  standing: readonly string[],
) {
  const isFacade = lines.find(({ id }) => id === target.lineId)!.isFacade
  const givesWay = given.givesWay ?? (isFacade ? 'building' : 'neighbour')
  if (isFacade && givesWay === 'neighbour')
    throw new Refusal(
      'invalid_input',
      `That side of ${nameOf(zone)} is the facade: no neighbour can give way there.`,
      { param: 'givesWay', nodeIds: [zone.id] },
    )
  return {
    lines: lines.map(({ id, label, at, isFacade }) => ({
      id,
      label,
      at,
      ...(id === target.oppositeId && { fixed: `is the other side of ${nameOf(zone)}` }),
      ...(isFacade &&
        givesWay === 'neighbour' &&
        id !== target.oppositeId && { fixed: 'stands, as neighbours give way' }),
    })),
    spans: spans.map((span) => ({
      ...span,
      ...(span.id === target.spanId
        ? { target: target.requested }
        : givesWay === 'building' && span.zoneId !== zone.id && { weight: ROOM_COST }),
      ...(span.zoneId !== undefined && standing.includes(span.zoneId) && { isStanding: true }),
    })),
  }
}

function impossible(zone: NodeOf<'zone'>, target: Target, answer: DimensionConflict): Refusal {
  const nearest = answer.nearest?.get(target.spanId)
  const isStill = nearest !== undefined && Math.abs(nearest - target.now) < 5e-4
  return new Refusal(
    'no_space',
    `${answer.reason}${isStill ? ` It stays ${formatMetres(target.now)}.` : ''}`,
    {
      param: 'to',
      nodeIds: [zone.id],
      details: {
        conflict: answer.conflict,
        ...(nearest !== undefined && { wallsAllow: quantize(nearest) }),
        ...(isStill && { nearestTo: quantize(nearest) }),
      },
    },
  )
}

/**
 * Words on the nearest dimension that the wall lines allow: it is possible only where the edit with
 * it is not refused for what stands in or at the walls.
 */
function nearestOf(scene: Scene, given: Input, { message, details = {} }: Refusal) {
  const { wallsAllow: to, nearestTo } = details
  if (typeof to !== 'number' || nearestTo !== undefined) return {}
  const call = { ...given, by: undefined, to }
  return firstFix('resize_room', resize, scene, [call])
    ? { message: `${message} ${formatMetres(to)} is possible.`, details: { nearestTo: to } }
    : { message: `${message} Its walls alone allow ${formatMetres(to)}.` }
}

const nameOf = ({ id, label }: NodeOf<'zone'>): string => label ?? id

function* otherCalls(scene: Scene, given: Input, refusal: Refusal): Iterable<Input> {
  const { code, param, details } = refusal
  if (param === 'givesWay') yield { ...given, givesWay: 'building' }
  if (code === 'invalid_input') return
  if (code === 'collides' && isRefusing(given)) {
    yield { ...given, items: 'shift' }
    yield { ...given, items: 'refurnish' }
  }
  const { by, ...rest } = given
  const nearest = details?.wallsAllow
  if (given.givesWay === undefined && nearest !== undefined)
    yield { ...given, givesWay: 'building' }
  if (typeof nearest === 'number') yield { ...rest, to: nearest }
  const full = changeOf(scene, given)
  if (full === null) return
  for (const share of SHARES) yield { ...rest, to: quantize(full.now + share * full.change) }
}

/** Shares of the requested change that are tried where walls or openings are in the way. */
const SHARES = [0.75, 0.5, 0.25, 0.1]

function changeOf(scene: Scene, given: Input): { now: number; change: number } | null {
  try {
    const zone = requireNode(scene, given.zoneId, ['zone'], 'zoneId')
    const side = sideOf(scene, zone, given)
    const { now, requested } = targetOf(
      planLines(scene, zone.parent!, side.towards),
      zone,
      side,
      given,
    )
    return { now, change: requested - now }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
