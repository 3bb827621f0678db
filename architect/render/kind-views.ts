import type { Kind } from '../scene/nodes.ts'

/** Fill of a solid that a section cuts: structure, contents of the house, or the earth. */
export type CutFill = 'structure' | 'contents' | 'earth'

/** How views treat the nodes of a kind. */
interface KindView {
  /** Left out of the view of its level from above, because it lies over the level. */
  isLid: boolean
  /** Inside a level, which is opened from above where a view looks at the node. */
  isInside: boolean
  cut: CutFill
}

export const KIND_VIEWS: Record<Kind, KindView> = {
  site: { isLid: false, isInside: false, cut: 'earth' },
  building: { isLid: false, isInside: false, cut: 'structure' },
  level: { isLid: false, isInside: false, cut: 'structure' },
  wall: { isLid: false, isInside: false, cut: 'structure' },
  door: { isLid: false, isInside: false, cut: 'contents' },
  window: { isLid: false, isInside: false, cut: 'contents' },
  opening: { isLid: false, isInside: false, cut: 'structure' },
  item: { isLid: false, isInside: true, cut: 'contents' },
  zone: { isLid: false, isInside: true, cut: 'structure' },
  slab: { isLid: false, isInside: true, cut: 'structure' },
  ceiling: { isLid: true, isInside: true, cut: 'structure' },
  roof: { isLid: true, isInside: false, cut: 'structure' },
  stair: { isLid: false, isInside: true, cut: 'structure' },
  column: { isLid: false, isInside: false, cut: 'structure' },
  beam: { isLid: false, isInside: false, cut: 'structure' },
  fence: { isLid: false, isInside: false, cut: 'contents' },
  railing: { isLid: false, isInside: true, cut: 'contents' },
  annotation: { isLid: false, isInside: false, cut: 'structure' },
}
