import type { Scene } from '../scene/scene.ts'
import { perspectiveView } from './perspective-view.ts'
import { planView } from './plan/plan-view.ts'
import { uprightView } from './upright/upright-view.ts'
import type { FullViewRequest, View } from './view-request.ts'

/** Draws a view in this thread, in up to a second. Throws `ViewError`. */
export function drawView(scene: Scene, request: FullViewRequest): View {
  switch (request.view) {
    case 'plan':
      return planView(scene, request)
    case 'perspective':
      return perspectiveView(scene, request)
    case 'elevation':
    case 'section':
      return uprightView(scene, { ...request, view: request.view })
  }
}
