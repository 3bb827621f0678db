import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { PlanCall } from '../layout/plan-call.ts'
import { type PlannedLayout, planLayouts } from '../layout/plan-layout.ts'
import type { RoomProgram } from '../layout/room-program.ts'
import { ROOM_STANDARDS } from '../layout/room-standards.ts'
import { ROOF_TYPES } from '../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../scene/scene.ts'
import { addDoor } from './add-door.ts'
import { addWindow } from './add-window.ts'
import { createLevel } from './create-level.ts'
import { createRoof } from './create-roof.ts'
import { createRoom } from './create-room.ts'
import { createStairBetweenLevels } from './create-stair-between-levels.ts'
import { deleteNode } from './delete-node.ts'
import { EDITS_OF_KINDS } from './edit-kinds.ts'
import { furnishRoom } from './furnish-room.ts'
import { requireAsset } from './input/require-asset.ts'
import { type DrawnLayout, LayoutDrawing } from './layout/drawn-layout.ts'
import { PITCH_MAX } from './layout/layout-limits.ts'
import { programFields, programOf } from './layout/program-input.ts'
import type { Operation } from './operation.ts'
import { Refusal } from './refusal.ts'

/** Layouts that a call offers. */
const PLANS = 3
/** Largest seed of a search. */
const SEED_MAX = 1_000_000
/** Errors of the check without whose repair rooms cannot be reached. */
const CODES_OF_WAYS: ReadonlySet<string> = new Set(['room.unreachable', 'door.blocked'])
/** Below this share of the least width of its type, a room of no given size is of no use. */
const USABLE_SHARE = 0.6
/** Sentences of a refusal about what does not fit. */
const REASONS_MAX = 4
/** Usual pitch of a roof that is not flat, in degrees. */
const PITCH = 30
/** Searches whose result is cached: a dry run is followed by the same call in earnest. */
const CACHED_MAX = 8
const cached = new LRUCache<string, readonly PlannedLayout[]>({ max: CACHED_MAX })

const input = z.strictObject({
  ...programFields,
  roofType: z
    .enum([...ROOF_TYPES, 'none'])
    .default('gable')
    .describe('Of the roof'),
  pitch: z.number().min(0).max(PITCH_MAX).optional().describe('Of the roof, degrees'),
  furnish: z.boolean().default(false).describe('All rooms'),
  seed: z.int().min(0).max(SEED_MAX).default(1).describe('Others find other layouts'),
  plan: z.int().min(1).max(PLANS).default(1).describe('Which of the layouts, 1 the best'),
  dryRun: z.boolean().default(false).describe('Layouts and scores alone'),
})
type Input = z.infer<typeof input>

/** A whole building from a list of rooms. */
export const planLayout: Operation<Input> = {
  name: 'plan_layout',
  description:
    'Lays out a building from its rooms, on empty levels: walls, hall, stair, doors, windows, roof, furniture. It searches for arrangements that meet areas, sides, neighbours, daylight and short ways best, sets exact dimensions, and checks what it draws. Answers up to three layouts with scores; `plan` chooses one, `dryRun` draws none.',
  input,
  refusals: ['invalid_input', 'level_not_empty', 'no_space', 'asset_not_found', 'limit_exceeded'],
  isSlow: true,
  run(scene, request) {
    const program = programOf(request)
    for (const [index, { require }] of request.rooms.entries())
      for (const [at, name] of require.entries()) requireAsset(name, `rooms.${index}.require.${at}`)
    if (!request.dryRun) requireEmpty(scene, program.storeys)
    const plans = layoutsOf(program, request.seed)
    const shown = plans.map(shownPlan)
    if (request.dryRun) return { scene, result: { plans: shown, applied: null } }
    const { drawn, applied } = drawBest(scene, plans, request)
    return {
      scene: drawn.scene,
      result: {
        plans: shown,
        applied,
        rooms: roomsDrawn(scene, drawn.scene),
        omitted: drawn.omitted,
      },
      issues: drawn.errors,
    }
  },
}

const drawing = new LayoutDrawing([
  createLevel,
  createRoom,
  addDoor,
  addWindow,
  createRoof,
  createStairBetweenLevels,
  furnishRoom,
  deleteNode,
  ...EDITS_OF_KINDS,
] as readonly Operation[])

function layoutsOf(program: RoomProgram, seed: number): readonly PlannedLayout[] {
  const key = JSON.stringify([program, seed])
  const plans = cached.get(key) ?? planLayouts(program, { seed, count: PLANS })
  cached.set(key, plans)
  if (plans.length > 0) return plans
  throw new Refusal(
    'no_space',
    'No arrangement of these rooms was found: ask for fewer or smaller rooms, or more space.',
  )
}

/** The levels that are drawn on must have nothing on them. */
function requireEmpty(scene: Scene, storeys: number): void {
  const taken = nodesOf(scene, 'level').find(
    ({ id, index }) => index >= 0 && index < storeys && childrenOf(scene, id).length > 0,
  )
  if (taken)
    throw new Refusal(
      'level_not_empty',
      `${taken.label ?? taken.id} has something on it: a layout is drawn on empty levels. Delete what is there, or change it with the other edits.`,
      { nodeIds: [taken.id] },
    )
}

/** Faults of a drawn layout: errors of the check, and what was left out. */
const faultsOf = ({ errors, omitted }: DrawnLayout): number => errors.length + omitted.length

/** The layout that is requested; in place of a faulty best one the first with the fewest faults. */
function drawBest(
  scene: Scene,
  plans: readonly PlannedLayout[],
  request: Input,
): { drawn: DrawnLayout; applied: number } {
  const first = Math.min(request.plan, plans.length) - 1
  let best = { drawn: drawLayout(scene, plans[first], request), applied: first + 1 }
  for (let next = 1; first === 0 && next < plans.length && faultsOf(best.drawn) > 0; next++) {
    const drawn = drawLayout(scene, plans[next], request)
    if (faultsOf(drawn) < faultsOf(best.drawn)) best = { drawn, applied: next + 1 }
  }
  requireUsable(best.drawn, plans[best.applied - 1], request)
  return best
}

/** Rooms that nobody can reach or stand in are not a building. Throws `Refusal`. */
function requireUsable({ errors, scene }: DrawnLayout, plan: PlannedLayout, request: Input): void {
  const isOfItem = (id: string) => scene.nodes[id]?.kind === 'item'
  const lost = errors.filter(
    ({ code, nodeIds }) => CODES_OF_WAYS.has(code) && !nodeIds.some(isOfItem),
  )
  const isNarrow = plan.rooms.some(
    ({ type, width, depth }, index) =>
      Math.min(width, depth) < USABLE_SHARE * ROOM_STANDARDS[type].minWidth &&
      request.rooms[index].size === undefined &&
      request.rooms[index].area === undefined,
  )
  if (lost.length === 0 && !isNarrow) return
  const reasons = plan.unmet.length > 0 ? plan.unmet : lost.map(({ message }) => message)
  throw new Refusal(
    'no_space',
    `These rooms do not fit into this outline: the best arrangement has rooms that are too narrow, or that no way leads to. ${reasons.slice(0, REASONS_MAX).join(' ')} Ask for fewer or smaller rooms, or more space.`,
  )
}

function drawLayout(scene: Scene, plan: PlannedLayout, request: Input): DrawnLayout {
  const { roofType, pitch = PITCH } = request
  const roof: PlanCall[] =
    roofType === 'none'
      ? []
      : [
          {
            tool: 'create_roof',
            arguments: { roofType, ...(roofType === 'flat' ? {} : { pitch }) },
          },
        ]
  const drawn = drawing.draw(scene, [...plan.calls, ...roof])
  return request.furnish || request.rooms.some(({ require }) => require.length > 0)
    ? furnished(scene, drawn, request)
    : drawn
}

/** Furniture in all rooms, or in those that must have some. */
function furnished(before: Scene, drawn: DrawnLayout, { rooms, furnish }: Input): DrawnLayout {
  const required = new Map(rooms.map(({ label, require }) => [label, require]))
  const calls = zonesDrawn(before, drawn.scene).flatMap(({ id, label }): PlanCall[] => {
    const require = required.get(label ?? '') ?? []
    if (!furnish && require.length === 0) return []
    return [{ tool: 'furnish_room', arguments: { zoneId: id, require } }]
  })
  const after = drawing.draw(drawn.scene, calls)
  return { ...after, omitted: [...drawn.omitted, ...after.omitted] }
}

const zonesDrawn = (before: Scene, after: Scene) =>
  nodesOf(after, 'zone').filter(({ id }) => !(id in before.nodes))

const roomsDrawn = (before: Scene, after: Scene) =>
  zonesDrawn(before, after).map(({ id, label }) => ({ label, zoneId: id }))

function shownPlan(plan: PlannedLayout, index: number) {
  const { score, scores, footprint, hallShare, rooms, unmet } = plan
  return {
    plan: index + 1,
    score,
    scores,
    ...footprint,
    hallShare,
    rooms: rooms.map(({ label, level, wantedArea, plannedArea, width, depth }) => ({
      ...{ label, level, wantedArea, area: plannedArea, width, depth },
    })),
    unmet,
  }
}
