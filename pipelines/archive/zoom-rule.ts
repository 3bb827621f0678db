/** Levels above this one merge into cells as large as a tile: there is nothing left to merge. */
export const LAST_LEVEL = 28

/** Treatment of small features at one zoom. Lengths in world units. */
export interface ZoomRule {
  /** Smaller features are merged (contiguous) or thinned (discontinuous). Square units. */
  readonly threshold: number
  /** log2 of the side of the cell whose small features become one. */
  readonly cellShift: number
  /** Longest distance of a simplified border from the original one. */
  readonly tolerance: number
}

/**
 * One rule for a whole zoom, so that neighbouring tiles look alike. Level 0 drops features that a
 * screen cannot show: 64 square tile units, one pixel of a 512-pixel tile, in cells of 32 units. A
 * zoom with a tile over the size cap moves up a level as a whole: twice the area, and every fourth
 * level cells twice as wide and twice the tolerance. The highest zoom shows everything at level 0.
 */
export function zoomRule(zoom: number, maxZoom: number, level: number): ZoomRule {
  const scale = 2 ** (maxZoom - zoom)
  const isWhole = zoom === maxZoom && level === 0
  return {
    threshold: isWhole ? 0 : 64 * 2 ** level * scale * scale,
    cellShift: 5 + Math.ceil(level / 4) + (maxZoom - zoom),
    tolerance: isWhole ? 0 : 2 ** (level / 4) * scale,
  }
}
