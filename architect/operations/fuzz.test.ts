import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { EDIT_CALLS, type EditCall, editCall } from '../../tests/houses/edit-calls.ts'
import { wrongSums } from '../../tests/houses/room-sums.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { validateScene } from '../checks/validate.ts'
import { sceneBodies } from '../kernel/bodies.ts'
import { newScene, nodesOf, type Scene } from '../scene/scene.ts'
import { readScene, writeScene } from '../scene/scene-file.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { Draft } from './draft.ts'
import { isRefused } from './draft-answer.ts'
import { EDITS_OF_KINDS } from './edit-kinds.ts'
import { OPERATIONS } from './index.ts'

/** Number of sequences and of edits in each. */
const [SEQUENCES, STEPS] = isLongRun ? [20, 1000] : [2, 60]
const SEEDS = Array.from({ length: SEQUENCES }, (_, index) => FUZZ_SEED + index)
/** Steps between two checks of the derived geometry and of the scene file. */
const STEPS_PER_CHECK = 50
/** Above this many nodes, the sequence deletes some so that the scene stays small. */
const NODES_MAX = 160

/** Far longer than a sequence takes on a busy machine, in milliseconds. */
const SEED_MS = 600_000

const TOOLS = OPERATIONS.map(({ name }) => name)

/** The edits of one kind each count as one tool, or they would be most of all calls. */
const KIND_EDITS = EDITS_OF_KINDS.map(({ name }) => name)
const groupOf = (tool: string): string => (KIND_EDITS.includes(tool) ? 'edit_kind' : tool)
const GROUPS = [...new Set(TOOLS.map(groupOf))]

test('every operation occurs in the sequences', () => {
  expect(TOOLS.filter((tool) => !Object.hasOwn(EDIT_CALLS, tool))).toEqual([])
})

test.each(SEEDS)(
  'seed %i: every edit leaves a valid scene whose rooms are what walls enclose; none is lost',
  { timeout: SEED_MS },
  (seed) => {
    const { draft, first } = checkedSequence(seed)
    // A sequence may end with undone edits: they are redone first, so that all are counted.
    while (!isRefused(draft.redo()));
    const last = sceneHash(draft.scene)
    let edits = 0
    while (!isRefused(draft.undo())) edits++
    expect(sceneHash(draft.scene)).toBe(first)
    while (!isRefused(draft.redo())) edits--
    expect(edits).toBe(0)
    expect(sceneHash(draft.scene)).toBe(last)
  },
)

test('the same seed gives the same scene', { timeout: SEED_MS }, () => {
  const [once, twice] = [0, 1].map(() => sequence(FUZZ_SEED, isLongRun ? 150 : 30).draft.scene)
  expect(writeScene(twice)).toBe(writeScene(once))
})

/**
 * Least share of the calls of each operation that succeed: a fifth less than measured. A fifth of
 * all calls is implausible on purpose.
 */
const SHARES: Record<string, number> = {
  plan_layout: 0.35,
  create_level: 0.7,
  duplicate_level: 0.65,
  create_story_shell: 0.5,
  create_room: 0.7,
  create_wall: 0.55,
  move_wall: 0.55,
  add_door: 0.65,
  add_window: 0.65,
  cut_opening: 0.6,
  set_zone: 0.7,
  create_slab: 0.65,
  create_ceiling: 0.65,
  create_roof: 0.65,
  create_stair_between_levels: 0.45,
  create_column: 0.65,
  create_beam: 0.7,
  create_fence: 0.7,
  furnish_room: 0.6,
  split_room: 0.3,
  merge_rooms: 0.1,
  swap_rooms: 0.2,
  delete_room: 0.3,
  resize_room: 0.15,
  move_room: 0.1,
  set_finishes: 0.2,
  set_building: 0.3,
  set_element: 0.6,
  place_item: 0.5,
  add_annotation: 0.7,
  edit_kind: 0.4,
  edit_node: 0.6,
  set_material: 0.6,
  delete_node: 0.7,
  apply_patch: 0.65,
  undo: 0.8,
  redo: 0.5,
}
/**
 * How many standard deviations a share may be below its mean by chance. At least one call must
 * succeed in the long run; of the 20 calls of an edit in a short one, none may.
 */
const LUCK = 4
const MADE_MIN = isLongRun ? 1 : 0
/** Share of all calls that succeed at least. The first edits of a scene find little to edit. */
const MADE_SHARE_MIN = isLongRun ? 0.7 : 0.4

test('most calls of every operation succeed, and some are refused', {
  timeout: SEED_MS * 4,
}, () => {
  const tally: Tally = {}
  for (const seed of SEEDS) {
    for (const [tool, { calls, made }] of Object.entries(checkedSequence(seed).tally)) {
      tally[tool] ??= { calls: 0, made: 0 }
      tally[tool].calls += calls
      tally[tool].made += made
    }
  }
  const lines = Object.entries(tally).map(([tool, { calls, made }]) => `${tool} ${made}/${calls}`)
  console.log(`edits made: ${lines.sort().join(', ')}`)
  // A short run may have no call of a rare operation.
  if (isLongRun) expect(Object.keys(tally).sort()).toEqual([...GROUPS, 'undo', 'redo'].sort())
  expect(Object.keys(SHARES).sort()).toEqual([...GROUPS, 'undo', 'redo'].sort())
  const few = Object.entries(tally).filter(([tool, { calls, made }]) => {
    const luck = LUCK * Math.sqrt(SHARES[tool] * (1 - SHARES[tool]) * calls)
    return made < Math.max(MADE_MIN, SHARES[tool] * calls - luck)
  })
  expect(few).toEqual([])
  const all = Object.values(tally)
  const sum = (of: (each: { calls: number; made: number }) => number) =>
    all.reduce((total, each) => total + of(each), 0)
  expect(sum(({ made }) => made) / sum(({ calls }) => calls)).toBeGreaterThan(MADE_SHARE_MIN)
  expect(sum(({ made }) => made) / sum(({ calls }) => calls)).toBeLessThan(0.97)
})

/** Calls of each operation, and how many of them changed the scene. */
type Tally = Record<string, { calls: number; made: number }>

const sequences = new Map<number, ReturnType<typeof sequence>>()

/** Runs the sequence of a seed once, and checks its file and its bodies at intervals. */
function checkedSequence(seed: number): ReturnType<typeof sequence> {
  const known = sequences.get(seed)
  if (known) return known
  const made = sequence(seed, STEPS, (scene, step, call) => {
    if (step % STEPS_PER_CHECK > 0) return
    expect(readScene(writeScene(scene)), formatCall(step, call)).toEqual({ scene })
    for (const { nodeId, parts } of sceneBodies(scene))
      for (const { mesh, name } of parts)
        expect(mesh.positions.every(Number.isFinite), `${nodeId} ${name}`).toBe(true)
  })
  sequences.set(seed, made)
  return made
}

/**
 * Makes the edits of a seed. After each, the scene must be valid, or unchanged where the edit was
 * refused.
 */
function sequence(
  seed: number,
  steps: number,
  check: (scene: Scene, step: number, call: EditCall) => void = () => {},
) {
  const random = seededRandom(seed)
  const draft = new Draft(newScene('A house', 'k3x9'))
  const first = sceneHash(draft.scene)
  const tally: Tally = {}
  let isUndone = false
  for (let step = 0; step < steps; step++) {
    const { scene, version } = draft
    const call = nextCall(draft, random, isUndone)
    const answer =
      call.tool === 'undo' || call.tool === 'redo'
        ? draft[call.tool](call.given.steps as number)
        : draft.apply(call.tool, call.given)
    const group = groupOf(call.tool)
    tally[group] ??= { calls: 0, made: 0 }
    tally[group].calls++
    if (draft.scene !== scene || (!isRefused(answer) && call.given.dryRun === true))
      tally[group].made++
    if (isRefused(answer)) {
      expect(codesOf(call.tool), formatCall(step, call)).toContain(answer.error.code)
      expect(draft.scene, formatCall(step, call)).toBe(scene)
      expect(draft.version, formatCall(step, call)).toBe(version)
    } else if (draft.scene !== scene) {
      isUndone = call.tool === 'undo'
      expect(draft.version, formatCall(step, call)).toBe(version + 1)
      expect(validateScene(draft.scene).errors, formatCall(step, call)).toEqual([])
      for (const { id } of nodesOf(draft.scene, 'level'))
        expect(wrongSums(draft.scene, id), formatCall(step, call)).toEqual([])
    }
    check(draft.scene, step, call)
  }
  return { draft, first, tally }
}

/**
 * The next call: an edit, or an undo of one to four edits. After an undo, half of the calls are
 * redos.
 */
function nextCall({ scene }: Draft, random: () => number, isUndone: boolean): EditCall {
  const kind = random()
  const steps = 1 + Math.floor(random() * 4)
  if (kind < 0.06) return { tool: 'undo', given: { steps } }
  if (kind < (isUndone ? 0.5 : 0.065)) return { tool: 'redo', given: { steps } }
  const isFull = Object.keys(scene.nodes).length > NODES_MAX
  if (isFull) return editCall(scene, random, ['delete_node'])
  const group = GROUPS[Math.floor(random() * GROUPS.length)]
  return editCall(scene, random, group === 'edit_kind' ? KIND_EDITS : [group])
}

/**
 * Codes with which an operation may refuse; no operation declares `invalid_result`, which would be
 * a bug.
 */
const codesOf = (tool: string): string[] =>
  tool === 'undo' || tool === 'redo'
    ? ['nothing_to_undo']
    : ['invalid_input', 'ambiguous_name', ...OPERATIONS.find(({ name }) => name === tool)!.refusals]

const formatCall = (step: number, { tool, given }: EditCall): string =>
  `step ${step}: ${tool} ${JSON.stringify(given)}`
