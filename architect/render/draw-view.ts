import type { Scene } from '../scene/scene.ts'
import { perspectiveView } from './perspective-view.ts'
import type { FullViewRequest, View } from './view-request.ts'

/** Draws a view here and now, in up to a second. Throws `ViewError`. */
export function drawView(scene: Scene, request: FullViewRequest): View {
  return perspectiveView(scene, request)
}
