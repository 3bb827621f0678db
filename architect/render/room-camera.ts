import type { Point } from '../geometry/point.ts'
import { centroid, counterClockwise } from '../geometry/polygon.ts'
import { offset } from '../geometry/regions.ts'
import type { Point3 } from '../geometry/vector.ts'
import { levelFrames } from '../kernel/levels.ts'
import type { NodeOf } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import type { DrawnScene } from './drawn-scene.ts'
import { type Camera, lensOf } from './raster/camera.ts'
import type { DepthPlane } from './raster/fill-triangle.ts'
import { projectTriangles } from './raster/projected-triangles.ts'

/**
 * Heights of the eye of a standing person and of the point looked at, above the floor, in metres.
 */
const EYE_M = 1.6
const GAZE_M = 0.95
/** Distance of the eye from the zone's border, which runs along the middle of walls. */
const INSET_M = 0.5
/** Corners that are tried, and pixels of the small pictures that compare them. */
const CORNERS_MAX = 12
const TRIAL = { width: 80, height: 60 }
/** Things nearer to the eye than this block the view, in metres. */
const CLOSE_M = 0.9

/**
 * A camera at eye height in a corner of the room: the corner with the widest view of the most
 * things.
 */
export function roomCamera(
  scene: Scene,
  shown: DrawnScene,
  zone: NodeOf<'zone'>,
  isShown: Uint8Array,
  aspect: number,
  fovDeg: number,
): Camera {
  const floor = levelFrames(scene).get(zone.parent!)?.elevation ?? 0
  const ring = counterClockwise(zone.polygon)
  const [room] = offset([ring], -INSET_M)
  const [cx, cz] = centroid(room?.outer ?? ring)
  const corners = (room?.outer ?? [centroid(ring)]).slice(0, CORNERS_MAX)
  const cameras = corners.map(([x, z]): Camera => {
    const across: Point = [cx + (cx - x) * 0.35, cz + (cz - z) * 0.35]
    const isMiddle = Math.hypot(cx - x, cz - z) < 0.05
    const lookAt: Point3 = isMiddle
      ? [x, floor + GAZE_M, z - 1]
      : [across[0], floor + GAZE_M, across[1]]
    return { eye: [x, floor + EYE_M, z], lookAt, fovDeg }
  })
  const scores = cameras.map((camera) => worthOf(shown, camera, isShown, aspect))
  return cameras[scores.indexOf(Math.max(...scores))]
}

/**
 * Worth of a view: metres of depth, less for things right before the eye, more for visible items.
 */
function worthOf(
  { drawn, kinds }: DrawnScene,
  camera: Camera,
  isShown: Uint8Array,
  aspect: number,
): number {
  const { width } = TRIAL
  const height = Math.max(1, Math.round(width / aspect))
  const lens = lensOf(camera, width, height, 1)
  const size = width * height
  const plane: DepthPlane = {
    width,
    height,
    nearness: new Float32Array(size),
    ids: new Uint32Array(size),
  }
  const isDrawn = (node: number, look: number) => isShown[node] === 1 && !drawn.looks[look].isGlass
  projectTriangles(drawn, lens, [plane], [[0.5, 0.5]], { isDrawn })
  const things = new Set<number>()
  let worth = 0
  for (let at = 0; at < size; at++) {
    if (plane.ids[at] === 0) continue
    const metres = 1 / plane.nearness[at]
    worth += metres < CLOSE_M ? -8 : Math.min(metres, 8)
    const node = drawn.node[plane.ids[at] - 1]
    if (kinds[node] === 'item') things.add(node)
  }
  return worth / size + things.size * 0.4
}
