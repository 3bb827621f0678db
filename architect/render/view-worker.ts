import { parentPort } from 'node:worker_threads'
import type { Scene } from '../scene/scene.ts'
import { drawView } from './draw-view.ts'
import type { Picture } from './raster/rendered-picture.ts'
import { ViewError } from './view-error.ts'
import { lowerHalf, UpperHalf } from './view-halves.ts'
import type { FromViewWorker, ToViewWorker, ViewWork } from './view-threads.ts'

/** Scenes kept with what was derived of them; the one not asked for longest goes first. */
const CACHED_SCENES_MAX = 3
const scenes = new Map<string, Scene>()
/** The half that was drawn here and waits for the other one, and of which view it is. */
let waiting: { job: number; half: UpperHalf } | undefined
/** A lower half that came before the scene of its view did. */
let early: { job: number; picture: Picture | undefined } | undefined

/** Draws the views that it is sent, one at a time; asks for a scene that it does not have. */
parentPort!.on('message', (message: ToViewWorker) => {
  try {
    if (message.kind === 'lower') {
      early = message
      join()
    } else work(message)
  } catch (error) {
    if (!(error instanceof ViewError)) throw error
    answer({ kind: 'refused', code: error.code, message: error.message, param: error.param })
  }
})

function work({ hash, scene: sent, request, part, job }: ViewWork): void {
  waiting = undefined
  const scene = sent ?? scenes.get(hash)
  if (scene) keep(hash, scene)
  if (!scene) answer({ kind: 'unknown_scene' })
  else if (part === 'whole') answer({ kind: 'view', view: drawView(scene, request) })
  else if (part === 'upper') {
    waiting = { job, half: new UpperHalf(scene, request) }
    join()
  } else {
    const picture = lowerHalf(scene, request)
    answer({ kind: 'lower', picture }, [picture.rgba.buffer, picture.samplesOf.buffer])
  }
}

/** Answers once both halves are there. One of a view that was given up is not waited for. */
function join(): void {
  if (waiting === undefined || waiting.job !== early?.job) return
  const [{ half }, { picture }] = [waiting, early]
  waiting = undefined
  early = undefined
  answer({ kind: 'view', view: half.view(picture) })
}

function keep(hash: string, scene: Scene): void {
  scenes.delete(hash)
  scenes.set(hash, scene)
  for (const oldest of scenes.keys()) {
    if (scenes.size <= CACHED_SCENES_MAX) break
    scenes.delete(oldest)
  }
}

function answer(message: FromViewWorker, moved: ArrayBufferLike[] = []): void {
  parentPort!.postMessage(message, moved as ArrayBuffer[])
}
