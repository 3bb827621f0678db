import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { TangledWalls } from '../kernel/walls/wall-tangle.ts'
import type { Scene } from '../scene/scene.ts'
import { drawView } from './draw-view.ts'
import { type PerspectiveDrawing, perspectiveDrawing } from './perspective-view.ts'
import type { Picture } from './raster/rendered-picture.ts'
import { addPass, studioFile } from './studio/studio-picture.ts'
import type { StudioRequest } from './studio/studio-request.ts'
import { ViewError, type ViewErrorCode } from './view-error.ts'
import { lowerHalf, UpperHalf } from './view-halves.ts'
import type { FullViewRequest, View } from './view-request.ts'

/** A view to be drawn, or a half of it. */
export interface ViewWork {
  kind: 'work'
  /** Running number that the two halves of one view share. */
  job: number
  part: 'whole' | 'upper' | 'lower'
  hash: string
  /** Sent after the worker replied that it does not have the scene. */
  scene?: Scene
  request: FullViewRequest
}
/** One of the passes of a picture in studio quality; the last one ends with its file. */
export interface StudioWork {
  kind: 'studio'
  hash: string
  /** Sent after the worker replied that it does not have the scene. */
  scene?: Scene
  request: StudioRequest
  /** From 0. */
  pass: number
  /** Shared memory, to which each pass adds its pixels. */
  sum: Uint16Array
}
/**
 * The lower half, for the thread with the upper one; it draws the lower half itself if undefined.
 */
export interface LowerHalf {
  kind: 'lower'
  job: number
  picture: Picture | undefined
}
export type ToViewWorker = ViewWork | StudioWork | LowerHalf
export type FromViewWorker =
  | { kind: 'view'; view: View }
  | { kind: 'lower'; picture: Picture }
  /** `file` after the last pass. */
  | { kind: 'studio'; file?: Uint8Array }
  | { kind: 'refused'; code: ViewErrorCode; message: string; param?: string }
  | { kind: 'unknown_scene' }

/** Scenes cached with their derived values; the least recently used is dropped first. */
const CACHED_SCENES_MAX = 3
const scenes = new LRUCache<string, Scene>({ max: CACHED_SCENES_MAX })
/** The picture whose pass was drawn last: the next pass has the same camera. */
let inStudio: { key: string; drawing: PerspectiveDrawing } | undefined
/** The upper half that waits for the lower one, and the number of its job. */
let waiting: { job: number; half: UpperHalf } | undefined
/** A lower half that arrived before its upper half was ready. */
let early: { job: number; picture: Picture | undefined } | undefined

/** Draws the views that it receives, one at a time; requests a scene that it does not have. */
parentPort!.on('message', (message: ToViewWorker) => {
  try {
    switch (message.kind) {
      case 'lower':
        early = message
        join()
        break
      case 'work':
        work(message)
        break
      case 'studio':
        workInStudio(message)
        break
      default:
        message satisfies never
    }
  } catch (error) {
    if (error instanceof TangledWalls) {
      answer({ kind: 'refused', code: 'limit_exceeded', message: error.message })
      return
    }
    if (!(error instanceof ViewError)) throw error
    answer({ kind: 'refused', code: error.code, message: error.message, param: error.param })
  }
})

/** The scene of a work; null where it is not here: then it is requested. */
function sceneOf({ hash, scene: sent }: ViewWork | StudioWork): Scene | null {
  waiting = undefined
  const scene = sent ?? scenes.get(hash)
  if (scene) scenes.set(hash, scene)
  else answer({ kind: 'unknown_scene' })
  return scene ?? null
}

function workInStudio(message: StudioWork): void {
  const scene = sceneOf(message)
  if (!scene) return
  const { hash, request, pass, sum } = message
  const key = `${hash} ${JSON.stringify(request)}`
  if (inStudio?.key !== key) inStudio = { key, drawing: perspectiveDrawing(scene, request.view) }
  addPass(inStudio.drawing, request, pass, sum)
  const isLast = pass === request.passes - 1
  answer({ kind: 'studio', ...(isLast && { file: studioFile(request, sum) }) })
}

function work(message: ViewWork): void {
  const scene = sceneOf(message)
  if (!scene) return
  const { request, part, job } = message
  switch (part) {
    case 'whole':
      answer({ kind: 'view', view: drawView(scene, request) })
      break
    case 'upper':
      waiting = { job, half: new UpperHalf(scene, request) }
      join()
      break
    case 'lower': {
      const picture = lowerHalf(scene, request)
      answer({ kind: 'lower', picture }, [picture.rgba.buffer, picture.samplesOf.buffer])
      break
    }
    default:
      part satisfies never
  }
}

/** Answers once both halves are there; a half of an abandoned view is ignored. */
function join(): void {
  if (waiting === undefined || waiting.job !== early?.job) return
  const [{ half }, { picture }] = [waiting, early]
  waiting = undefined
  early = undefined
  answer({ kind: 'view', view: half.view(picture) })
}

function answer(message: FromViewWorker, moved: ArrayBufferLike[] = []): void {
  parentPort!.postMessage(message, moved as ArrayBuffer[])
}
