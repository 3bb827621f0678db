import { z } from 'zod'
import { solveDimensions } from '../dimensions/solve-dimensions.ts'
import { add, type Point } from '../geometry/point.ts'
import { contains } from '../geometry/polygon.ts'
import { lengthIn } from '../input/input-units.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../scene/scene.ts'
import { formatPoint, quantize } from '../scene/units.ts'
import { firstFix, orFix } from './fit/first-fix.ts'
import { isRefusing, itemsField } from './fit/items-mode.ts'
import { refuseInvalid } from './fit/refuse-invalid.ts'
import { refuseMisfits } from './fit/refuse-misfits.ts'
import { resolveItems } from './fit/resolve-items.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation, Outcome } from './operation.ts'
import { Refusal } from './refusal.ts'
import { carryHoles } from './rooms/carry-holes.ts'
import { carryOpenings, openingsAround } from './rooms/carry-room-openings.ts'
import { leftInRoom } from './rooms/left-in-room.ts'
import { MOVE_LINES_CODES, moveLines } from './rooms/move-lines.ts'
import { type PlanLines, planLines } from './rooms/plan-lines.ts'
import { roomChanges } from './rooms/room-changes.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  zoneId: z.string(),
  by: z.array(lengthIn(-100, 100)).length(2),
  items: itemsField(),
})
type Input = z.infer<typeof input>

/** Moves a room as a block between its neighbours. */
export const moveRoom: Operation<Input> = {
  name: 'move_room',
  description:
    'Moves a room with its openings, holes, furniture and notes; the rooms beside it give way. The wall lines of its sides move together. The facade of other rooms stands, and so do stairs, columns and beams, which an issue names. Refused with the largest move that works.',
  input,
  refusals: MOVE_LINES_CODES,
  run(scene, given) {
    return orFix(
      () => move(scene, given),
      (refusal) => ({
        fix: firstFix('move_room', move, scene, otherCalls(given, refusal)),
        ...largestOf(scene, given, refusal),
      }),
    )
  },
}

function move(scene: Scene, { zoneId, by, items }: Input): Outcome {
  const zone = requireNode(scene, zoneId, ['zone'], 'zoneId')
  if (Math.hypot(...by) === 0)
    throw new Refusal('invalid_input', 'The way must not be [0, 0].', { param: 'by' })
  const edit = new SceneEdit(scene)
  const account = ([0, 1] as const).flatMap((axis) =>
    by[axis] === 0 ? [] : moveAlong(edit, zone.id, axis, by),
  )
  const { issues, items: resolved } = resolveItems(scene, edit, items)
  refuseInvalid(edit.scene)
  refuseMisfits(scene, edit.scene)
  return {
    scene: edit.scene,
    result: { ...roomChanges(scene, edit.scene, zone.parent!), account, ...resolved },
    issues: [...issues, ...leftInRoom(scene, edit.scene, zone)],
  }
}

/** Moves the two sides of the room that lie across an axis; returns the solver's account. */
function moveAlong(edit: SceneEdit, zoneId: string, axis: 0 | 1, by: readonly number[]): string[] {
  const scene = edit.scene
  const zone = nodeOf(scene, zoneId, 'zone')!
  const towards: Point = axis === 0 ? [1, 0] : [0, 1]
  const way: Point = axis === 0 ? [by[0], 0] : [0, by[1]]
  const plan = planLines(scene, zone.parent!, towards)
  const answer = solveDimensions(problemOf(plan, zone, by[axis]))
  if (!answer.isSolved) {
    const lines = new Map(plan.lines.map((line) => [line.id, line]))
    const ways = [...(answer.nearest ?? [])].map(([id, at]) => at - lines.get(id)!.at)
    const largest = ways.reduce(
      (best, one) => (Math.abs(one) < Math.abs(best) ? one : best),
      by[axis],
    )
    const most = by.map((part, index) => (index === axis ? quantize(largest) : part))
    throw new Refusal('no_space', answer.reason, {
      param: 'by',
      nodeIds: [zone.id],
      details: { conflict: answer.conflict, wallsAllow: most },
    })
  }
  const openings = openingsAround(scene, zone, towards)
  const moved = new Set(answer.moved.map(({ id }) => id))
  const hosts = new Set(plan.lines.flatMap(({ id, wallIds }) => (moved.has(id) ? wallIds : [])))
  moveLines(edit, plan.lines, answer.moved, towards)
  carryOpenings(edit, zone.id, openings, way)
  carryHoles(scene, edit, zone, way)
  for (const note of childrenOf(scene, zone.parent!, 'annotation'))
    if (contains(zone.polygon, note.position))
      edit.change(note.id, { position: add(note.position, way) })
  for (const item of childrenOf(scene, zone.parent!, 'item')) {
    const [x, y, z] = item.position
    // Items on the moved lines went with them already.
    if (!contains(zone.polygon, [x, z]) || (item.host !== undefined && hosts.has(item.host)))
      continue
    edit.change(item.id, { position: [x + way[0], y, z + way[1]] })
  }
  return answer.account
}

/** The room's lines have targets; its own widths stand, so that they move alike. */
function problemOf({ lines, spans }: PlanLines, zone: NodeOf<'zone'>, by: number) {
  const own = spans.filter(({ zoneId }) => zoneId === zone.id)
  const sides = new Set(own.flatMap(({ from, to }) => [from, to]))
  if (sides.size === 0)
    throw new Refusal('no_wall', `${zone.label ?? zone.id} has no two walls across that way.`, {
      param: 'by',
      nodeIds: [zone.id],
    })
  return {
    lines: lines.map(({ id, label, at, isFacade, zoneIds }) => ({
      id,
      label,
      at,
      ...(sides.has(id) && { target: at + by }),
      ...(isFacade &&
        zoneIds.some((other) => other !== zone.id) && {
          fixed: 'is part of the facade, which stands',
        }),
    })),
    spans: spans.map((span) => ({ ...span, isStanding: span.zoneId === zone.id })),
  }
}

/** Shares of the way that are tried where openings or items are in the way. */
const SHARES = [0.75, 0.5, 0.25, 0.1]

/**
 * Words on the largest move that the wall lines allow: it is possible only where it is not refused
 * for what stands in or at the walls.
 */
function largestOf(scene: Scene, given: Input, { message, details }: Refusal) {
  const by = details?.wallsAllow as number[] | undefined
  if (!by) return {}
  if (Math.hypot(...by) === 0) return { message: `${message} It stays where it is.` }
  return firstFix('move_room', move, scene, [{ ...given, by }])
    ? { message: `${message} The largest move is ${formatPoint(by)}.`, details: { largestBy: by } }
    : { message: `${message} Its walls alone allow ${formatPoint(by)}.` }
}

function* otherCalls(given: Input, { code, details }: Refusal): Iterable<Input> {
  if (code === 'invalid_input') return
  if (code === 'collides' && isRefusing(given)) {
    yield { ...given, items: 'shift' }
    yield { ...given, items: 'refurnish' }
  }
  const largest = details?.wallsAllow as number[] | undefined
  const way = largest ?? given.by
  if (largest) yield { ...given, by: largest }
  for (const share of SHARES) yield { ...given, by: way.map((part) => quantize(part * share)) }
}
