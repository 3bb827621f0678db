import type { Scene } from '../scene/scene.ts'
import { readViewRequest, type View, type ViewRequest } from './view-request.ts'
import { ViewThreads } from './view-threads.ts'

const threads = new ViewThreads()

/**
 * A picture of a scene as PNG, drawn in a thread: the same scene and request give the same bytes.
 * Throws `ViewError`.
 */
export async function renderView(scene: Scene, request: ViewRequest): Promise<View> {
  return threads.draw(scene, readViewRequest(request))
}
