import { type Point3, unit3 } from '../geometry/vector.ts'
import { type Camera, fitted, NORTH } from './raster/camera.ts'

/** Heights between the lowest and the highest place for which a reach is computed. */
const BANDS = 24
/** Points of a circle. */
const CHORDS = 32
/** Degrees from east to south-east, where a circle begins. */
const START_DEG = 45

interface Orbit {
  /** Degrees from the south-east, clockwise from above. */
  orbitDeg: number
  /** Down, in radians. */
  tilt: number
  fovDeg: number
  /** Width of the picture by its height. */
  aspect: number
  /** Share of the picture left free on each side. */
  margin?: number
}

/**
 * A camera on a circle around the places, from any point of which all of them are in the picture:
 * the circle and the distance are the same for each of its points, so that a turn-table turns
 * evenly. `places` are x, y, z one after another.
 */
export function orbiting(
  places: Float64Array,
  { orbitDeg, tilt, fovDeg, aspect, margin }: Orbit,
): Camera {
  const angle = ((START_DEG + orbitDeg) * Math.PI) / 180
  const [x, z] = [Math.cos(angle), Math.sin(angle)]
  const flat = Math.cos(tilt)
  const forward = unit3([-x * flat, -Math.sin(tilt), -z * flat], NORTH)
  return fitted(turnedSolid(places, angle), forward, fovDeg, aspect, margin)
}

/** Places on the solid that the given ones pass through in a whole turn, alike from any `angle`. */
function turnedSolid(places: Float64Array, angle: number): Float64Array {
  const { low, high } = boundsOf(places)
  const [middleX, middleZ] = [(low[0] + high[0]) / 2, (low[2] + high[2]) / 2]
  const band = (high[1] - low[1]) / BANDS || 1
  const reach = new Float64Array(BANDS)
  for (let i = 0; i < places.length; i += 3) {
    const at = Math.min(BANDS - 1, Math.floor((places[i + 1] - low[1]) / band))
    const metres = Math.hypot(places[i] - middleX, places[i + 2] - middleZ)
    if (metres > reach[at]) reach[at] = metres
  }
  const points: number[] = []
  for (let at = 0; at < BANDS; at++) {
    if (reach[at] === 0) continue
    const top = Math.min(high[1], low[1] + band * (at + 1))
    for (let k = 0; k < CHORDS; k++) {
      const turn = angle + (k / CHORDS) * 2 * Math.PI
      const x = middleX + Math.cos(turn) * reach[at]
      const z = middleZ + Math.sin(turn) * reach[at]
      points.push(x, low[1] + band * at, z, x, top, z)
    }
  }
  return points.length > 0 ? Float64Array.from(points) : places
}

function boundsOf(places: Float64Array): { low: Point3; high: Point3 } {
  const low: [number, number, number] = [Infinity, Infinity, Infinity]
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < places.length; i++) {
    const axis = i % 3
    if (places[i] < low[axis]) low[axis] = places[i]
    if (places[i] > high[axis]) high[axis] = places[i]
  }
  return { low, high }
}
