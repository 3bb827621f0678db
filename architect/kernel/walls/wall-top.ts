import { contains } from '../../geometry/polygon.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { levelFrames } from '../levels.ts'
import type { WallStrip } from './wall-strip.ts'

/** How far a wall may stand out of the slab above, beyond half its thickness, in metres. */
const STANDS_OUT_M = 0.001

/**
 * Heights of a wall's foot and top above the site's ground. Without a height of its own the wall
 * ends at the slab of the level above where one covers all of it, else at the top of its level.
 */
export function wallHeights(scene: Scene, strip: WallStrip): { base: number; top: number } {
  const { wall } = strip
  const frame = levelFrames(scene).get(wall.parent ?? '')
  if (!frame) throw new Error(`${wall.id} is on no level`)
  const base = frame.elevation
  if (wall.height !== undefined) return { base, top: base + wall.height }
  const full = base + frame.height
  const slabs = frame.above === undefined ? [] : childrenOf(scene, frame.above, 'slab')
  const undersides = slabs
    .filter((slab) => covers(slab, strip))
    .map(({ top, thickness }) => full + top - thickness)
    .filter((underside) => underside > base)
  return { base, top: Math.min(full, ...undersides) }
}

/**
 * Whether the slab, drawn to the middle or to a face of the wall, lies over both ends and the
 * middle.
 */
function covers({ polygon }: NodeOf<'slab'>, { path, half }: WallStrip): boolean {
  return [0, path.length / 2, path.length].every((s) =>
    contains(polygon, path.at(s), half + STANDS_OUT_M),
  )
}
