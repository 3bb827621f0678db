import { parentPort } from 'node:worker_threads'
import type { Scene } from '../scene/scene.ts'
import { drawView } from './draw-view.ts'
import { ViewError } from './view-error.ts'
import type { FromViewWorker, ToViewWorker } from './view-threads.ts'

/** Scenes kept with what was derived of them; the one not asked for longest goes first. */
const SCENES_KEPT = 3
const scenes = new Map<string, Scene>()

/** Draws the views that it is sent, one at a time; asks for a scene that it does not have. */
parentPort!.on('message', ({ hash, scene: sent, request }: ToViewWorker) => {
  const scene = sent ?? scenes.get(hash)
  if (!scene) return answer({ kind: 'unknown_scene' })
  scenes.delete(hash)
  scenes.set(hash, scene)
  for (const oldest of scenes.keys()) {
    if (scenes.size <= SCENES_KEPT) break
    scenes.delete(oldest)
  }
  try {
    answer({ kind: 'view', view: drawView(scene, request) })
  } catch (error) {
    if (!(error instanceof ViewError)) throw error
    answer({ kind: 'refused', code: error.code, message: error.message, param: error.param })
  }
})

function answer(message: FromViewWorker): void {
  parentPort!.postMessage(message)
}
