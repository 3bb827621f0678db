import { quantize } from '../../scene/units.ts'
import type { WallPath } from '../walls/wall-path.ts'

/** Least depth of a frame with its leaf, in metres; in a thinner wall half of its thickness. */
const FRAME_DEPTH_MIN_M = 0.08

/** How far the middle of an arc leaves the chord over `width` metres of it, in metres. */
export function bulgeOver({ arc }: WallPath, width: number): number {
  if (!arc) return 0
  const radius = Math.abs(arc.radius)
  return radius * (1 - Math.cos(Math.min(Math.PI, width / 2 / radius)))
}

/**
 * Depth in metres that a flat frame has in a wall over `width` of it: the thickness, less what an
 * arc leaves the chord by, so that the frame stands within the wall at its jambs and its middle.
 */
export function flatDepth(path: WallPath, thickness: number, width: number): number {
  return Math.max(leastDepth(thickness), thickness - bulgeOver(path, width))
}

/**
 * The greatest width along the centreline, in whole millimetres as metres, at which a flat frame
 * still stands within a curved wall; null where the wall is straight.
 */
export function widestFlat({ arc }: WallPath, thickness: number): number | null {
  if (!arc) return null
  const radius = Math.abs(arc.radius)
  const bulge = thickness - leastDepth(thickness)
  // A frame wider than half of the circle would not stand across the wall at its jambs.
  const width = bulge >= radius ? Math.PI * radius : 2 * radius * Math.acos(1 - bulge / radius)
  return quantize(Math.floor(width * 1e3) / 1e3)
}

const leastDepth = (thickness: number): number => Math.min(FRAME_DEPTH_MIN_M, thickness / 2)
