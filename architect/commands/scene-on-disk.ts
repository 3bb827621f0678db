import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { replaceFile } from '../../catalog/atomic-file.ts'
import { withProcessMutex } from '../../catalog/process-mutex.ts'
import { StepError } from '../../terminal/step-error.ts'
import { wallTangle } from '../kernel/walls/wall-network.ts'
import { Draft, type DraftState } from '../operations/draft.ts'
import { differenceOf } from '../operations/draft-answer.ts'
import { newScene, nodesOf, type Scene } from '../scene/scene.ts'
import { readScene, SCENE_FILE_CHARACTERS_MAX, writeScene } from '../scene/scene-file.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { writeOutput } from './output-path.ts'
import { readHistory, writeWithHistory } from './scene-history.ts'

/** How long a command waits for another one that is working on the same file. */
const SCENE_WAIT_MS = 10_000
/** Most faults of a file in its message; further ones are counted. */
const FAULTS_LISTED_MAX = 5

/** A scene with the text of the file that it was read from. */
interface SceneFile {
  scene: Scene
  text: string
}

/**
 * Reads a scene file. Throws `StepError` with the path of each fault where it does not hold a
 * scene.
 */
export async function openScene(path: string, step: string): Promise<Scene> {
  return (await readSceneFile(path, step)).scene
}

/**
 * Reads a scene file to derive walls, rooms and solids from it. Throws `StepError` also where the
 * walls are too many in one place.
 */
export async function openDerivedScene(path: string, step: string): Promise<Scene> {
  const scene = await openScene(path, step)
  for (const { id } of nodesOf(scene, 'level')) {
    const tangle = wallTangle(scene, id)
    if (tangle !== null) throw new StepError(step, path, 'has walls that cannot be joined', tangle)
  }
  return scene
}

/** Creates the file of a new scene. Throws `StepError` where it exists already. */
export async function createScene(path: string, name: string): Promise<Scene> {
  const scene = newScene(name, randomBytes(4).toString('hex'))
  await writeNewScene(path, scene, 'new')
  return scene
}

/** Writes a scene to a file of its own. Throws `StepError` where it exists already. */
export async function writeNewScene(path: string, scene: Scene, step: string): Promise<void> {
  if (await stat(path).catch(() => null))
    throw new StepError(step, path, 'exists already', 'Choose another name, or remove the file.')
  await writeOutput(path, writeScene(scene), step)
}

/**
 * Lets `change` edit the draft of a scene file, then writes its history next to it, and the scene
 * by a rename; a process that is killed leaves both as before the change or as after it. Commands
 * on the same file wait for each other. A file that another program has changed in the meantime is
 * not overwritten. Nothing is written when `change` throws, or `beforeWrite`, which gets the answer
 * of `change`.
 */
export async function changeScene<T>(
  path: string,
  step: string,
  change: (draft: Draft, note: string | undefined) => T,
  beforeWrite?: (answer: T) => Promise<void>,
): Promise<T> {
  return await withProcessMutex(`${path}.lock`, { step, wait_ms: SCENE_WAIT_MS }, async () => {
    const { scene, text } = await readSceneFile(path, step)
    const found = await readHistory(path, scene)
    const lastId = Math.max(scene.lastId, found.lastId ?? 0)
    const draft = new Draft({ ...scene, lastId }, { state: found.state })
    const before = draft.state
    const answer = change(draft, found.note)
    if (isUnchanged(before, draft.state)) return answer
    await expectUnchanged(path, step, text)
    await beforeWrite?.(answer)
    await writeWithHistory(path, draft, found, () => replaceFile(path, writeScene(draft.scene)))
    return answer
  })
}

/**
 * Replaces the scene of a file, or creates the file. It is one step of undo in its history, as an
 * edit named after `step`. `check` gets the scene on disk, and nothing is written when it throws.
 * Returns whether it is such a step, and why the history of the file was ignored, where it was.
 */
export async function replaceScene(
  path: string,
  step: string,
  scene: Scene,
  check: (now: Scene) => void,
): Promise<{ isEdit: boolean; note?: string }> {
  return await withProcessMutex(`${path}.lock`, { step, wait_ms: SCENE_WAIT_MS }, async () => {
    const isThere = (await stat(path).catch(() => null)) !== null
    if (!isThere) {
      await replaceFile(path, writeScene(scene))
      return { isEdit: false }
    }
    const { scene: now, text } = await readSceneFile(path, step)
    check(now)
    if (sceneHash(now) === sceneHash(scene)) return { isEdit: false }
    const found = await readHistory(path, now)
    const { state } = new Draft(now, { state: found.state })
    const version = state.version + 1
    const edit = { tool: step, version, ...differenceOf(now.nodes, scene.nodes) }
    const after = { ...state, version, undo: [...state.undo, edit], redo: [] }
    const lastId = Math.max(now.lastId, scene.lastId, found.lastId ?? 0)
    const written = { ...scene, lastId }
    await expectUnchanged(path, step, text)
    await writeWithHistory(path, { scene: written, state: after }, found, () =>
      replaceFile(path, writeScene(written)),
    )
    return { isEdit: true, note: found.note }
  })
}

/** Programs that do not know the lock may write the file too. */
async function expectUnchanged(path: string, step: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return
  throw new StepError(
    step,
    path,
    'was changed by another program in the meantime and was not overwritten',
    'Check that program, then run the command again.',
  )
}

/** False also where an edit changed nothing and its answer is stored for a repeat. */
function isUnchanged(before: DraftState, after: DraftState): boolean {
  return before.version === after.version && before.answers.at(-1) === after.answers.at(-1)
}

async function readSceneFile(path: string, step: string): Promise<SceneFile> {
  let text: string
  try {
    const { size } = await stat(path)
    if (size > 4 * SCENE_FILE_CHARACTERS_MAX) throw new Error(`It has ${size} bytes.`)
    text = await readFile(path, 'utf8')
  } catch (cause) {
    throw new StepError(
      step,
      path,
      'cannot be read',
      'Give the path of a scene file, or create one with plat-architect new.',
      {
        cause,
      },
    )
  }
  const read = readScene(text)
  if ('scene' in read) return { scene: read.scene, text }
  const shown = read.faults
    .slice(0, FAULTS_LISTED_MAX)
    .map((fault) => `${fault.path || 'it'} ${fault.message}`)
  const more = read.faults.length - shown.length
  throw new StepError(
    step,
    path,
    `is not a valid scene: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
    'Correct it by hand, or restore the last good copy.',
  )
}
