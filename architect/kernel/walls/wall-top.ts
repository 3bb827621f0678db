import { contains } from '../../geometry/polygon.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { levelFrames } from '../levels.ts'
import type { WallStrip } from './wall-strip.ts'

/** How far a wall may stand out of the slab above, beyond half its thickness, in metres. */
const STANDS_OUT_M = 0.001

/**
 * Heights of a wall's foot and top above the site's ground. Without a height of its own the wall
 * ends at the slabs of the level above where those of one height cover all of it, as a floor that
 * finishes cut between rooms does; else at the top of its level.
 */
export function wallHeights(scene: Scene, strip: WallStrip): { base: number; top: number } {
  const { wall } = strip
  const frame = levelFrames(scene).get(wall.parent ?? '')
  if (!frame) throw new Error(`${wall.id} is on no level`)
  const base = frame.elevation
  if (wall.height !== undefined) return { base, top: base + wall.height }
  const full = base + frame.height
  const floors = new Map<number, NodeOf<'slab'>[]>()
  for (const slab of frame.above === undefined ? [] : childrenOf(scene, frame.above, 'slab')) {
    const underside = full + slab.top - slab.thickness
    if (underside <= base) continue
    const known = floors.get(underside)
    if (known) known.push(slab)
    else floors.set(underside, [slab])
  }
  const covering = [...floors].filter(([, slabs]) => cover(slabs, strip))
  return { base, top: Math.min(full, ...covering.map(([underside]) => underside)) }
}

/**
 * Whether slabs, drawn to the middle or to a face of the wall, lie over both ends and the middle.
 */
function cover(slabs: readonly NodeOf<'slab'>[], { path, half }: WallStrip): boolean {
  return [0, path.length / 2, path.length].every((s) =>
    slabs.some(({ polygon }) => contains(polygon, path.at(s), half + STANDS_OUT_M)),
  )
}
