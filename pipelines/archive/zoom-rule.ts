import { EXTENT, tileSide } from './world-grid.ts'

/** Levels above this one merge into cells as large as a tile: there is nothing left to merge. */
export const LAST_LEVEL = 29
/**
 * From this level on features have no id and no properties of their own. Lots of a suburb are 300
 * to 400 square tile units at zoom 12, more than the 256 that this level still draws: without their
 * ids and properties they fit into a tile that is too large with them.
 */
const PLAIN_LEVEL = 3

/** Treatment of small features at one zoom. Lengths in world units. */
export interface ZoomRule {
  /** Smaller features are merged (contiguous) or thinned (discontinuous). Square units. */
  readonly threshold: number
  /** log2 of the side of the cell whose small features become one. */
  readonly cellShift: number
  /** log2 of the side of a pixel of a 512-pixel tile. */
  readonly pixelShift: number
  /** Longest distance of a simplified border from the original one. */
  readonly tolerance: number
  /** True where features are drawn without id, with the properties that survive a merge. */
  readonly isPlain: boolean
}

/**
 * One rule for a whole zoom, so that neighbouring tiles look alike. Level 0 drops features that a
 * screen cannot show: 64 square tile units, one pixel of a 512-pixel tile, in cells of 32 units,
 * and thins borders by a unit of the tile. A zoom with a tile over the size cap moves up a level as
 * a whole: twice the area, and every fourth level cells twice as wide and twice the tolerance. One
 * level of layers that merge, instead, leaves out the ids and own properties of all features. The
 * highest zoom shows everything at level 0.
 */
export function zoomRule(
  zoom: number,
  maxZoom: number,
  level: number,
  hasPlainLevel: boolean,
): ZoomRule {
  const scale = 2 ** (maxZoom - zoom)
  const fineness = tileSide(zoom, maxZoom) / EXTENT
  const isWhole = zoom === maxZoom && level === 0
  const isPlain = hasPlainLevel && level >= PLAIN_LEVEL
  const step = isPlain ? level - 1 : level
  return {
    threshold: isWhole ? 0 : 64 * 2 ** step * scale * scale,
    pixelShift: 3 + (maxZoom - zoom),
    cellShift: 5 + Math.ceil(step / 4) + (maxZoom - zoom),
    tolerance: isWhole ? 0 : (2 ** (step / 4) * scale) / fineness,
    isPlain,
  }
}

/** The first level of the zoom below: two levels are a zoom, so it is no finer on the ground. */
export function levelBelow(level: number): number {
  return Math.max(0, level - 2)
}
