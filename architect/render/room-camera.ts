import { mix, type Point } from '../geometry/point.ts'
import {
  area,
  boxOf,
  centroid,
  contains,
  distanceToBorder,
  type Polygon,
} from '../geometry/polygon.ts'
import type { Point3 } from '../geometry/vector.ts'
import { columnOutline } from '../kernel/column-body.ts'
import { itemShape } from '../kernel/item-shape.ts'
import { levelFrames } from '../kernel/levels.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import { stairShape } from '../kernel/stairs/stair-shape.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'
import type { DrawnScene } from './drawn-scene.ts'
import { type Camera, lensOf, toPixel } from './raster/camera.ts'
import type { DepthPlane } from './raster/fill-triangle.ts'
import { projectTriangles } from './raster/projected-triangles.ts'
import { marksOf } from './visible-nodes.ts'

/** Height of the eye above the floor, in metres: of a person who stands. */
export const EYE_M = 1.5
/** Distances of the eye from all things, in metres, the preferred one first. */
const CLEARANCES_M = [0.4, 0.3, 0.2, 0.1]
/** The eye may be nearer to a wall: a photographer stands with the back against it. */
const WALL_SHARE = 0.5
/** Distance of places that are tried, in metres; in a large room so many along a side at most. */
const STEP_M = 0.25
const STEPS_MAX = 24
/** What is lower is stepped on, and what begins higher is over the head, in metres. */
const STEPPED_ON_M = 0.08
const OVERHEAD_M = 1.9
/** What reaches higher hides what is behind it from the eye, in metres. */
export const HIDES_FROM_M = 1.3
/** Directions that are compared, and rays of a whole turn. */
const DIRECTIONS = 24
const RAYS = 96
/** What is farther adds nothing to the worth of a direction, in metres. */
const FAR_M = 12
/** Views that are compared as small pictures, no two of them nearly alike. */
const TRIALS_MAX = 24
const ALIKE_M = 0.6
const TRIAL_PIXELS = 80
/** Tilts of the view in degrees: level enough for the walls, low enough for the floor. */
const TILTS = [-5, -9, -14]
const USUAL_TILT = -9
/** Weights of the seen shares of floor, walls and items. */
const WEIGHTS = [1, 0.8, 1.8]
/**
 * Things nearer to the eye than this stand in the way, in metres; in a small room less, as a share
 * of the side of a square of its area.
 */
const CLOSE_M = 1
const CLOSE_SHARE = 0.3
/** Heights of the points of the room by which views are compared, in metres. */
const FLOOR_M = 0.02
const WALL_HEIGHTS_M = [0.4, 1.2, 2]
/** Shares of an item's outline from its middle at which it is looked at: most of it is in view. */
const ITEM_SHARE = 0.8
/** Distance of those points along a border, in metres. */
const BORDER_STEP_M = 0.5
/** A point is seen where nothing is nearer to the eye by more than this, in metres. */
const BEFORE_M = 0.25
/**
 * Greatest share of a picture that the nearest item should have: one sees over a bed or a table,
 * which is the room's main thing, but not over a cabinet.
 */
export const NEAREST_SHARE_MAX = 0.25
export const NEAREST_LOW_SHARE_MAX = 0.4

/** A place to stand and a direction to look, in plan. */
interface Stand {
  at: Point
  /** Radians from east, clockwise from above. */
  angle: number
  worth: number
}

/**
 * A camera at eye height on free floor: clear of furniture, walls, stairs and columns, turned to
 * where most of the room is seen and nothing near fills the picture.
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
  const things = thingsIn(scene, zone)
  const rooms = zoneRegions(scene, zone.id)
  const ring = [...rooms].sort((a, b) => spread(b.outer) - spread(a.outer))[0]
  const borders = ring ? [ring.outer, ...ring.holes] : [zone.polygon]
  const across = 2 * Math.atan(Math.tan((fovDeg * Math.PI) / 360) * aspect)
  const close = Math.min(CLOSE_M, CLOSE_SHARE * Math.sqrt(spread(borders[0])))
  const stands = distinctStands(standsIn(borders, things, across, close))
  const points = pointsOf(scene, zone, borders, floor)
  const lows = marksOf(shown, (_, id) => (itemShape(scene, id)?.prism?.top ?? 9) < HIDES_FROM_M)
  const cameraAt = ({ at, angle }: Stand, tilt: number): Camera => {
    const [x, z] = at
    const eye = floor + topAt(scene, zone.parent!, at) + EYE_M
    const down = Math.tan((tilt * Math.PI) / 180)
    const lookAt: Point3 = [x + Math.cos(angle), eye + down, z + Math.sin(angle)]
    return { eye: [x, eye, z], lookAt, fovDeg }
  }
  const best = <Choice>(
    choices: readonly Choice[],
    cameraOf: (choice: Choice) => Camera,
  ): Choice => {
    const worths = choices.map((choice) =>
      worthOf(shown, cameraOf(choice), isShown, aspect, points, close, lows),
    )
    return choices[worths.indexOf(Math.max(...worths))]
  }
  const stand = best(stands, (choice) => cameraAt(choice, USUAL_TILT))
  return cameraAt(
    stand,
    best(TILTS, (tilt) => cameraAt(stand, tilt)),
  )
}

/** Height of a raised or sunken floor at a point over the floor of its level, in metres. */
function topAt(scene: Scene, levelId: string, at: Point): number {
  const tops = childrenOf(scene, levelId, 'slab')
    .filter(({ polygon }) => contains(polygon, at))
    .map(({ top }) => top)
  return tops.length > 0 ? Math.max(...tops) : 0
}

function spread(ring: Polygon): number {
  const { minX, minZ, maxX, maxZ } = boxOf(ring)
  return (maxX - minX) * (maxZ - minZ)
}

interface Thing {
  outline: Polygon
  top: number
}

/** What stands in or near the room and cannot be stood on. */
function thingsIn(scene: Scene, { parent }: NodeOf<'zone'>): Thing[] {
  const levelId = parent!
  const items = childrenOf(scene, levelId, 'item').flatMap(({ id }): Thing[] => {
    const prism = itemShape(scene, id)?.prism
    if (!prism || prism.top < STEPPED_ON_M || prism.bottom > OVERHEAD_M) return []
    return [{ outline: prism.outline, top: prism.top }]
  })
  const columns = childrenOf(scene, levelId, 'column').map((column) => ({
    outline: columnOutline(column),
    top: Infinity,
  }))
  const stairs = childrenOf(scene, levelId, 'stair').flatMap(({ id }): Thing[] => {
    const shape = stairShape(scene, id)
    return shape ? [{ outline: shape.outline, top: Infinity }] : []
  })
  return [...items, ...columns, ...stairs]
}

/** Free places with directions from each, the best first; the freest place where none is free. */
function standsIn(
  borders: readonly Polygon[],
  things: readonly Thing[],
  across: number,
  close: number,
): Stand[] {
  const [outer, ...holes] = borders
  const box = boxOf(outer)
  const near = things.filter(({ outline }) => {
    const own = boxOf(outline)
    const isApart =
      own.minX > box.maxX + 1 ||
      own.maxX < box.minX - 1 ||
      own.minZ > box.maxZ + 1 ||
      own.maxZ < box.minZ - 1
    return !isApart
  })
  const places = placesIn(outer, holes, near)
  const most = Math.max(...places.map(({ clear }) => clear), 0)
  const needed = CLEARANCES_M.find((clearance) => clearance <= most)
  const free =
    needed === undefined
      ? [places.find(({ clear }) => clear === most)?.at ?? centroid(outer)]
      : places.filter(({ clear }) => clear >= needed).map(({ at }) => at)
  const hiding = near.filter(({ top }) => top > HIDES_FROM_M).map(({ outline }) => outline)
  const lines = edgesOf([...borders, ...hiding])
  return free
    .flatMap((at) => directionsFrom(at, lines, across, close))
    .sort((a, b) => b.worth - a.worth)
}

/** Places of the room, each with its distance to the nearest border or thing. */
function placesIn(
  outer: Polygon,
  holes: readonly Polygon[],
  things: readonly Thing[],
): { at: Point; clear: number }[] {
  const { minX, minZ, maxX, maxZ } = boxOf(outer)
  const step = Math.max(STEP_M, (maxX - minX) / STEPS_MAX, (maxZ - minZ) / STEPS_MAX)
  const places: { at: Point; clear: number }[] = []
  for (let x = minX + step / 2; x < maxX; x += step) {
    for (let z = minZ + step / 2; z < maxZ; z += step) {
      const at: Point = [x, z]
      if (!contains(outer, at) || holes.some((hole) => contains(hole, at))) continue
      if (things.some(({ outline }) => contains(outline, at))) continue
      const toWalls = Math.min(...[outer, ...holes].map((ring) => distanceToBorder(ring, at)))
      const toThings = things.map(({ outline }) => distanceToBorder(outline, at))
      places.push({ at, clear: Math.min(toWalls / WALL_SHARE, ...toThings) })
    }
  }
  return places
}

/** The worth of each direction from a place: the floor that one sees in it, less what is near. */
function directionsFrom(at: Point, lines: Float64Array, across: number, close: number): Stand[] {
  const far = Array.from({ length: RAYS }, (_, k) => reach(at, (k / RAYS) * 2 * Math.PI, lines))
  const half = Math.max(1, Math.round(((across / 2) * RAYS) / (2 * Math.PI)))
  return Array.from({ length: DIRECTIONS }, (_, k) => {
    const middle = Math.round((k * RAYS) / DIRECTIONS)
    let worth = 0
    for (let ray = middle - half; ray <= middle + half; ray++) {
      const metres = far[(ray + RAYS) % RAYS]
      worth += metres < close ? -1 : Math.min(metres, FAR_M) ** 2
    }
    return { at, angle: (k / DIRECTIONS) * 2 * Math.PI, worth: worth / (2 * half + 1) }
  })
}

/** Edges of rings, four numbers each: a corner, and the way to the next one. */
const edgesOf = (rings: readonly Polygon[]): Float64Array =>
  Float64Array.from(
    rings.flatMap((ring) =>
      ring.flatMap(([x, z], index) => {
        const [toX, toZ] = ring[(index + 1) % ring.length]
        return [x, z, toX - x, toZ - z]
      }),
    ),
  )

/** Metres from a place to the nearest line in a direction. */
function reach([x, z]: Point, angle: number, lines: Float64Array): number {
  const dx = Math.cos(angle)
  const dz = Math.sin(angle)
  let least = FAR_M * 2
  for (let i = 0; i < lines.length; i += 4) {
    const ex = lines[i + 2]
    const ez = lines[i + 3]
    const turn = dx * ez - dz * ex
    if (Math.abs(turn) < 1e-12) continue
    const along = ((lines[i] - x) * ez - (lines[i + 1] - z) * ex) / turn
    const share = ((lines[i] - x) * dz - (lines[i + 1] - z) * dx) / turn
    if (along > 0 && along < least && share >= 0 && share <= 1) least = along
  }
  return least
}

/** The best stands of which no two are nearly alike. */
function distinctStands(stands: readonly Stand[]): Stand[] {
  const chosen: Stand[] = []
  for (const stand of stands) {
    if (chosen.length === TRIALS_MAX) break
    const isAlike = chosen.some(({ at, angle }) => {
      const turn = Math.abs(
        Math.atan2(Math.sin(angle - stand.angle), Math.cos(angle - stand.angle)),
      )
      return Math.hypot(at[0] - stand.at[0], at[1] - stand.at[1]) < ALIKE_M && turn < 0.6
    })
    if (!isAlike) chosen.push(stand)
  }
  return chosen
}

/** A point of the room or on an item, and how much it counts. */
interface SeenPoint {
  at: Point3
  weight: number
  /** The item that it is a point of: seen where the item itself is. */
  itemId?: string
}

/** Points by which views are compared: over the floor, on the walls, on top of the room's items. */
function pointsOf(
  scene: Scene,
  { parent }: NodeOf<'zone'>,
  borders: readonly Polygon[],
  floor: number,
): SeenPoint[] {
  const [outer, ...holes] = borders
  const onFloor = placesIn(outer, holes, []).map(
    ({ at: [x, z] }): Point3 => [x, floor + FLOOR_M, z],
  )
  const onWalls = borders.flatMap((ring) =>
    ring.flatMap(([x, z], index) => {
      const [toX, toZ] = ring[(index + 1) % ring.length]
      const steps = Math.max(1, Math.round(Math.hypot(toX - x, toZ - z) / BORDER_STEP_M))
      return Array.from({ length: steps }, (_, k) => (k + 0.5) / steps).flatMap((share) =>
        WALL_HEIGHTS_M.map((height): Point3 => {
          return [x + share * (toX - x), floor + height, z + share * (toZ - z)]
        }),
      )
    }),
  )
  const onItems = childrenOf(scene, parent!, 'item').flatMap(({ id }): SeenPoint[] => {
    const prism = itemShape(scene, id)?.prism
    if (!prism) return []
    const middle = centroid(prism.outline)
    if (!contains(outer, middle)) return []
    const places = [middle, ...prism.outline.map((corner) => mix(middle, corner, ITEM_SHARE))]
    // A bed counts more than the lamp next to it.
    const weight = Math.sqrt(area(prism.outline)) / places.length
    return places.flatMap(([x, z]) =>
      [prism.bottom, prism.top].map((y) => ({ at: [x, floor + y, z], weight, itemId: id })),
    )
  })
  // Floor, walls and items count as wholes, however many points they have; items the most.
  const wholes = [
    ...[onFloor, onWalls].map((points) => points.map((at) => ({ at, weight: 1 }))),
    onItems,
  ]
  return wholes.flatMap((points, index) => {
    const sum = points.reduce((total, { weight }) => total + weight, 0)
    return points.map(({ at, weight }) => ({ at, weight: (WEIGHTS[index] * weight) / sum }))
  })
}

/**
 * Worth of a view: the share of the room's points that it sees, less for things right before the
 * eye and for a nearest item that fills the picture.
 */
function worthOf(
  { drawn, kinds }: DrawnScene,
  camera: Camera,
  isShown: Uint8Array,
  aspect: number,
  points: readonly SeenPoint[],
  close: number,
  lows: Uint8Array,
): number {
  const width = TRIAL_PIXELS
  const height = Math.max(1, Math.round(width / aspect))
  const lens = lensOf(camera, width, height, 1)
  const size = width * height
  const plane: DepthPlane = {
    width,
    height,
    nearness: new Float32Array(size),
    ids: new Uint32Array(size),
  }
  // The glass of a shower stands in the way; that of a window does not.
  const isDrawn = (node: number, look: number) =>
    isShown[node] === 1 && (!drawn.looks[look].isGlass || kinds[node] === 'item')
  projectTriangles(drawn, lens, [plane], [[0.5, 0.5]], { isDrawn })
  const counts = new Map<number, number>()
  let blocked = 0
  let nearest = { node: -1, metres: Infinity }
  for (let at = 0; at < size; at++) {
    if (plane.ids[at] === 0) continue
    const metres = 1 / plane.nearness[at]
    if (metres < close) blocked++
    const node = drawn.node[plane.ids[at] - 1]
    counts.set(node, (counts.get(node) ?? 0) + 1)
    if (kinds[node] === 'item' && metres < nearest.metres) nearest = { node, metres }
  }
  let seen = 0
  for (const { at, weight, itemId } of points) {
    const { x, y, ahead } = toPixel(lens, at)
    if (ahead <= 0 || x < 0 || y < 0 || x >= width || y >= height) continue
    const pixel = Math.floor(y) * width + Math.floor(x)
    const triangle = plane.ids[pixel] - 1
    const isOwn = triangle >= 0 && drawn.nodeIds[drawn.node[triangle]] === itemId
    if (triangle < 0 || isOwn || 1 / plane.nearness[pixel] > ahead - BEFORE_M) seen += weight
  }
  const share = (counts.get(nearest.node) ?? 0) / size
  const most = lows[nearest.node] === 1 ? NEAREST_LOW_SHARE_MAX : NEAREST_SHARE_MAX
  const excess = Math.max(0, share - most * 0.8)
  return seen - (2 * blocked) / size - excess * 10
}
