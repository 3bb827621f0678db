import type { DoorType, OpeningKind, WindowType } from '../../scene/nodes.ts'

/** Bounds in metres within which openings of a kind are made. */
export interface UsualSizes {
  width: readonly [least: number, most: number]
  height: readonly [least: number, most: number]
}

/**
 * Sizes that makers list, from the narrowest leaf for a closet to the largest set of panels. A call
 * may request others; a fix offers them only as requested.
 */
const DOORS: Record<DoorType, UsualSizes> = {
  hinged: { width: [0.6, 1.2], height: [1.9, 2.6] },
  double: { width: [1.2, 2.4], height: [1.9, 2.6] },
  sliding: { width: [0.6, 5], height: [1.9, 2.8] },
  pocket: { width: [0.6, 1.2], height: [1.9, 2.6] },
  folding: { width: [1.2, 6], height: [1.9, 2.8] },
  garage: { width: [2.2, 6], height: [1.9, 3] },
}
const WINDOWS: Record<WindowType, UsualSizes> = {
  fixed: { width: [0.3, 6], height: [0.3, 3] },
  casement: { width: [0.4, 3], height: [0.4, 2.6] },
  double_casement: { width: [0.8, 2.8], height: [0.4, 2.6] },
  sliding: { width: [0.8, 5], height: [0.4, 2.8] },
  awning: { width: [0.4, 2.4], height: [0.3, 1.5] },
}
/** A hole in a wall between two rooms may leave little of the wall. */
const HOLES: UsualSizes = { width: [0.6, 6], height: [0.3, 3] }

/** The usual sizes of an opening of a kind and type; of the usual type where none is given. */
export function usualSizes(
  kind: OpeningKind,
  types: { doorType?: DoorType; windowType?: WindowType } = {},
): UsualSizes {
  switch (kind) {
    case 'door':
      return DOORS[types.doorType ?? 'hinged']
    case 'window':
      return WINDOWS[types.windowType ?? 'casement']
    case 'opening':
      return HOLES
  }
}
