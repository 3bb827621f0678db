import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { replaceFile } from '../../catalog/atomic-file.ts'
import { withProcessLock } from '../../catalog/process-lock.ts'
import { StepError } from '../../terminal/step-error.ts'
import { Draft } from '../operations/draft.ts'
import { newScene, type Scene } from '../scene/scene.ts'
import { readScene, SCENE_FILE_CHARACTERS_MAX, writeScene } from '../scene/scene-file.ts'
import { readHistory, writeHistory } from './scene-history.ts'

/** How long a command waits for another one that is at work on the same file. */
const SCENE_WAIT_MS = 10_000
/** Faults of a file that are told; the rest is counted. */
const FAULTS_LISTED_MAX = 5

/** A scene file as it was read, with the bytes it had. */
interface SceneFile {
  scene: Scene
  text: string
}

/** Reads a scene file. Throws `StepError` with every fault's path where it holds no scene. */
export async function openScene(path: string, step: string): Promise<Scene> {
  return (await readSceneFile(path, step)).scene
}

/** Makes a scene file. Throws `StepError` where there is a file already. */
export async function createScene(path: string, name: string): Promise<Scene> {
  if (await stat(path).catch(() => null))
    throw new StepError(
      'new',
      path,
      'is there already',
      'Choose another name, or remove it: nothing is ever overwritten.',
    )
  const scene = newScene(name, randomBytes(4).toString('hex'))
  await replaceFile(path, writeScene(scene))
  return scene
}

/**
 * Lets `change` edit the draft of a scene file and writes what came of it, the file by a rename and
 * its history beside it. Commands at work on one file wait for each other; a file that anything else
 * has changed meanwhile is left as that left it. What `change` throws is written nowhere.
 */
export async function changeScene<T>(
  path: string,
  step: string,
  change: (draft: Draft, note: string | undefined) => T,
): Promise<T> {
  return await withProcessLock(`${path}.lock`, { step, wait_ms: SCENE_WAIT_MS }, async () => {
    const { scene, text } = await readSceneFile(path, step)
    const { state, note } = await readHistory(path, scene)
    const draft = new Draft(scene, { state })
    const version = draft.version
    const answer = change(draft, note)
    if (draft.version === version) return answer
    if ((await readFile(path, 'utf8').catch(() => undefined)) !== text)
      throw new StepError(
        step,
        path,
        'was changed by something else meanwhile, and is left as that left it',
        'Look at what changed it, then run the command again.',
      )
    // The history first: where the scene is then not replaced, it is of another state and set aside.
    await writeHistory(path, draft.scene, draft.state)
    await replaceFile(path, writeScene(draft.scene))
    return answer
  })
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
      'Name a scene file, or make one: plat-architect new.',
      {
        cause,
      },
    )
  }
  const read = readScene(text)
  if ('scene' in read) return { scene: read.scene, text }
  const told = read.faults
    .slice(0, FAULTS_LISTED_MAX)
    .map((fault) => `${fault.path || 'it'} ${fault.message}`)
  const more = read.faults.length - told.length
  throw new StepError(
    step,
    path,
    `holds no scene: ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
    'Correct it by hand, or take the last copy that was well.',
  )
}
