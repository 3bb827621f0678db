import type { Kind } from '../scene/nodes.ts'

/** The faces of each kind that may have a finish of their own; `body` is all that is not named. */
export const FACES: Record<Kind, readonly string[]> = {
  site: ['body'],
  building: [],
  level: [],
  wall: ['body', 'left', 'right', 'top', 'ends'],
  door: ['body', 'leaf', 'frame'],
  window: ['body', 'frame', 'pane'],
  opening: [],
  item: ['body'],
  zone: [],
  slab: ['body', 'top', 'side', 'underside'],
  ceiling: ['body'],
  roof: ['body', 'cover', 'underside', 'gable'],
  stair: ['body'],
  column: ['body'],
  beam: ['body'],
  fence: ['body'],
  railing: ['body'],
  annotation: [],
}
