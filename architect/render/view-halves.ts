import type { Scene } from '../scene/scene.ts'
import { type PerspectiveDrawing, perspectiveDrawing } from './perspective-view.ts'
import type { Rows } from './raster/fill-triangle.ts'
import { joinedPicture, type Picture } from './raster/rendered-picture.ts'
import type { FullViewRequest, View } from './view-request.ts'

/** The lower half of a view in perspective, drawn by the second thread. */
export function lowerHalf(scene: Scene, request: FullViewRequest): Picture {
  return perspectiveDrawing(scene, request).draw(halvesOf(request).lower)
}

/** The upper half of a view, waiting for the lower one; joined they have the bytes of the whole. */
export class UpperHalf {
  private readonly drawing: PerspectiveDrawing
  private readonly upper: Picture
  private readonly rows: { upper: Rows; lower: Rows }

  constructor(scene: Scene, request: FullViewRequest) {
    this.rows = halvesOf(request)
    this.drawing = perspectiveDrawing(scene, request)
    this.upper = this.drawing.draw(this.rows.upper)
  }

  /** The whole view. Draws the lower half where it is undefined. */
  view(lower: Picture | undefined): View {
    const below = lower ?? this.drawing.draw(this.rows.lower)
    return this.drawing.view(joinedPicture(this.upper, below))
  }
}

function halvesOf({ height }: FullViewRequest): { upper: Rows; lower: Rows } {
  const middle = height >> 1
  return { upper: { start: 0, end: middle }, lower: { start: middle, end: height } }
}
