import { expect, test } from 'vitest'
import { EDIT_CALLS, type EditCall, editCall } from '../../tests/edit-calls.ts'
import { seeded } from '../../tests/seeded.ts'
import { validateScene } from '../checks/validate.ts'
import { sceneBodies } from '../kernel/bodies.ts'
import { newScene, type Scene } from '../scene/scene.ts'
import { readScene, writeScene } from '../scene/scene-file.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { Draft } from './draft.ts'
import { isRefused } from './draft-answer.ts'
import { OPERATIONS } from './index.ts'

/** Sequences of edits, and edits of each: 10,000 in all. */
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)
const STEPS = 500
/** Between two looks at what is derived from the scene, and at its file. */
const STEPS_A_LOOK = 50
/** Edits that make something fill a scene that others empty: past this many nodes it is thinned out. */
const NODES_MAX = 160

/** Ten times what a seed takes on a quiet machine, in milliseconds. */
const SEED_MS = 120_000

const TOOLS = OPERATIONS.map(({ name }) => name)

test('every edit is in the sequences', () => {
  expect(TOOLS.filter((tool) => !Object.hasOwn(EDIT_CALLS, tool))).toEqual([])
})

test.each(SEEDS)(
  'seed %i: no edit leaves a scene that cannot be kept, none is lost',
  { timeout: SEED_MS },
  (seed) => {
    const { draft, first } = sequence(seed, (scene, step, call) => {
      if (step % STEPS_A_LOOK > 0) return
      expect(readScene(writeScene(scene)), told(step, call)).toEqual({ scene })
      for (const { nodeId, parts } of sceneBodies(scene))
        for (const { mesh, name } of parts)
          expect(mesh.positions.every(Number.isFinite), `${nodeId} ${name}`).toBe(true)
    })
    // A sequence may end with edits taken back: they are made again first, so that all are counted.
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

test('the same seed makes the same scene again', { timeout: SEED_MS }, () => {
  const [once, twice] = [sequence(SEEDS[0]), sequence(SEEDS[0])].map(({ draft }) => draft.scene)
  expect(writeScene(twice)).toBe(writeScene(once))
})

/** Makes the edits of a seed; after each the scene must be valid, or as it was where it was refused. */
function sequence(
  seed: number,
  look: (scene: Scene, step: number, call: EditCall) => void = () => {},
) {
  const random = seeded(seed)
  const draft = new Draft(newScene('A house', 'k3x9'))
  const first = sceneHash(draft.scene)
  for (let step = 0; step < STEPS; step++) {
    const { scene, version } = draft
    const call = nextCall(draft, random)
    const answer =
      call.tool === 'undo' || call.tool === 'redo'
        ? draft[call.tool](call.given.steps as number)
        : draft.apply(call.tool, call.given)
    if (isRefused(answer)) {
      expect(codesOf(call.tool), told(step, call)).toContain(answer.error.code)
      expect(draft.scene, told(step, call)).toBe(scene)
      expect(draft.version, told(step, call)).toBe(version)
    } else if (draft.scene !== scene) {
      expect(draft.version, told(step, call)).toBe(version + 1)
      expect(validateScene(draft.scene).errors, told(step, call)).toEqual([])
    }
    look(draft.scene, step, call)
  }
  return { draft, first }
}

function nextCall({ scene }: Draft, random: () => number): EditCall {
  const kind = random()
  if (kind < 0.06) return { tool: 'undo', given: { steps: 1 + Math.floor(random() * 4) } }
  if (kind < 0.1) return { tool: 'redo', given: { steps: 1 + Math.floor(random() * 4) } }
  const isFull = Object.keys(scene.nodes).length > NODES_MAX
  return editCall(scene, random, isFull ? ['delete_node'] : TOOLS)
}

/** What an edit may be refused for: of `invalid_result`, our own fault, no edit says so. */
const codesOf = (tool: string): string[] =>
  tool === 'undo' || tool === 'redo'
    ? ['nothing_to_undo']
    : ['invalid_input', ...OPERATIONS.find(({ name }) => name === tool)!.refusals]

const told = (step: number, { tool, given }: EditCall): string =>
  `step ${step}: ${tool} ${JSON.stringify(given)}`
