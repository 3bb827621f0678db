import { Raycaster, Vector3 } from 'three'
import type { Building } from './building.ts'
import { eyeOf, type Orbit, type Vec3 } from './orbit.ts'

/** Turns of the camera that are tried, the smallest first, in degrees. */
const TURNS = [0, 40, -40, 80, -80, 120, -120, 180]
/**
 * Pitches that are tried after the one of the camera: over the walls of a room, and into one that
 * is narrower than its walls are high.
 */
const STEEP = [62, 75, 86]
/** What is this near to the target hides none of it, in metres. */
const NEAR_M = 0.35

/**
 * The camera turned, as little as possible, to where nothing hides its target. Where there is no
 * such side it looks from above, the direction from which the target is hidden by the least.
 */
export function freeView(
  building: Pick<Building, 'nodes' | 'pick'>,
  orbit: Orbit,
  id: string | null,
): { orbit: Orbit; isFree: boolean } {
  const isTarget = (hit: string): boolean => {
    for (let at = building.nodes.get(hit); at; at = building.nodes.get(at.parentId ?? ''))
      if (at.id === id) return true
    return false
  }
  const isFree = (view: Orbit): boolean => {
    const eye = eyeOf(view)
    const way: Vec3 = [view.target[0] - eye[0], view.target[1] - eye[1], view.target[2] - eye[2]]
    const ray = new Raycaster(new Vector3(...eye), new Vector3(...way).normalize())
    const hit = building.pick(ray)
    return !hit || isTarget(hit.id) || hit.distance > view.distance - NEAR_M
  }
  for (const pitch of [orbit.pitch, ...STEEP])
    for (const turn of TURNS) {
      const view = { ...orbit, pitch, bearing: (orbit.bearing + turn + 360) % 360 }
      if (isFree(view)) return { orbit: view, isFree: true }
    }
  return { orbit: { ...orbit, pitch: STEEP.at(-1)! }, isFree: false }
}
