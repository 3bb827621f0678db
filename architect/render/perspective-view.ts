import { encodePngSync } from '../../images/png.ts'
import { area } from '../geometry/polygon.ts'
import { minus, type Point3, plus, unit3 } from '../geometry/vector.ts'
import { type LevelFrame, levelFrames } from '../kernel/levels.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'
import { type DrawnScene, drawnScene } from './drawn-scene.ts'
import { KIND_VIEWS } from './kind-views.ts'
import { orbiting } from './orbit.ts'
import { axesOf, type Camera, fitted, type Lens, lensOf, NORTH } from './raster/camera.ts'
import type { Rows } from './raster/fill-triangle.ts'
import type { PictureRequest } from './raster/picture-request.ts'
import { type Picture, renderPicture } from './raster/rendered-picture.ts'
import { DAYLIGHT, ROOMLIGHT } from './raster/shading.ts'
import { SUN_HEIGHT, SUN_HEIGHT_OPEN, sunOver } from './raster/shadow-map.ts'
import { roomCamera } from './room-camera.ts'
import { ViewError } from './view-error.ts'
import { type FullViewRequest, PNG_LEVEL, VIEW_SIDES, type View } from './view-request.ts'
import { isLid, marksOf, visibleNodes } from './visible-nodes.ts'

/** The vertical angle of view: from outside, where uprights stay nearly parallel, and in a room. */
const OUTSIDE_FOV = 34
const INSIDE_FOV = 58
/** In rooms smaller than these, in square metres, one sees little with the usual angle. */
const SMALL_ROOM_M2 = 7
const SMALL_ROOM_FOV = 74
const MIDDLE_ROOM_M2 = 20
const MIDDLE_ROOM_FOV = 66
/** Tilt of the view down on a house, and into a level opened from above, in degrees. */
const OUTSIDE_TILT = 24
const OPEN_TILT = 50
/** Share of the picture left free around a single target, to show its surroundings. */
const TARGET_MARGIN = 0.26
/** About the height of a window's sill. */
const SILL_M = 0.9

/** A view in perspective, also from a circle around what it shows. */
export interface PerspectiveRequest extends FullViewRequest {
  /** Degrees on that circle, clockwise from the south-east. A room is opened from above then. */
  orbitDeg?: number
}

/** How one of several pictures differs that are averaged: to the right and up. */
export interface PictureShift {
  pixels: readonly [x: number, y: number]
  sunDegrees: readonly [x: number, y: number]
}

/** A view that is ready to be drawn, whole or in parts. */
export interface PerspectiveDrawing {
  draw(rows?: Rows, shift?: PictureShift): Picture
  view(picture: Picture): View
}

/** A house from outside, a level from above, a room from inside, or a part of them. */
export function perspectiveView(scene: Scene, request: PerspectiveRequest): View {
  const drawing = perspectiveDrawing(scene, request)
  return drawing.view(drawing.draw())
}

export function perspectiveDrawing(scene: Scene, request: PerspectiveRequest): PerspectiveDrawing {
  if (request.format !== 'png')
    throw new ViewError('invalid_view', 'A perspective is a picture: its format is png.', 'format')
  const shown = drawnScene(scene)
  const { width, height, targetId, eye, from, orbitDeg } = request
  const zone = targetId === undefined ? null : nodeOf(scene, targetId, 'zone')
  const isInside = zone !== null && from === undefined && !eye && orbitDeg === undefined
  const isShown = shownNodes(scene, shown, request, isInside)
  const camera = isInside
    ? roomCamera(scene, shown, zone, isShown, width / height, request.fovDeg ?? fovIn(zone))
    : cameraOf(shown, request, isShown, zone ? zonePlaces(scene, zone) : undefined)
  const { low, high } = shown
  const middle: Point3 = [(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2]
  const size = Math.max(8, Math.hypot(high[0] - low[0], high[2] - low[2]))
  const far = size * 10
  const lens = lensOf(camera, width, height, far)
  const isOpen = !isInside && isShown.includes(0)
  const lighting = {
    ...(isInside ? ROOMLIGHT : DAYLIGHT),
    toSun: sunOver(lens.forward, isOpen ? SUN_HEIGHT_OPEN : SUN_HEIGHT),
  }
  const opened = isOpen ? openedLevel(shown, isShown) : null
  const picture: PictureRequest = {
    lens,
    lighting,
    isShown,
    // The ground is flat: its shadow would only take pixels of the shadow map from the house.
    isCasting: marksOf(shown, (index) => shown.kinds[index] !== 'site' && isShown[index] === 1),
    isMarked: marksOf(shown, (_, id) => request.highlightIds.includes(id)),
    // Walls of the level that is opened are filled as in plans: the rooms are clear at a glance.
    tops: opened
      ? {
          isTop: marksOf(
            shown,
            (index) => shown.kinds[index] === 'wall' && shown.levels[index]?.id === opened.id,
          ),
          from: opened.elevation + opened.height / 2,
        }
      : undefined,
    fading: { node: shown.ground, middle, from: size * 0.6, to: size * 2.2 },
  }
  return {
    draw: (rows, shift) => {
      if (!shift) return renderPicture(shown.drawn, { ...picture, rows })
      const moved = lensOf(turned(camera, lens, shift.pixels), width, height, far)
      const toSun = movedSun(lighting.toSun, shift.sunDegrees)
      const light = { ...lighting, toSun }
      return renderPicture(shown.drawn, { ...picture, lens: moved, lighting: light, rows })
    },
    view: (picture) => ({
      png: encodePngSync({ width: picture.width, channels: 4, data: picture.rgba }, PNG_LEVEL),
      camera,
      visibleIds: visibleNodes(shown, picture),
      projection: 'perspective',
    }),
  }
}

/** The camera turned so that all moves by so many pixels: by some thousandths of a degree. */
function turned({ eye, fovDeg }: Camera, lens: Lens, [x, y]: PictureShift['pixels']): Camera {
  const ahead = plus(plus(lens.forward, lens.right, x / lens.scale), lens.up, y / lens.scale)
  return { eye, lookAt: plus(eye, ahead, 1), fovDeg }
}

function movedSun(toSun: Point3, [x, y]: PictureShift['sunDegrees']): Point3 {
  const { right, up } = axesOf(toSun)
  const perDegree = Math.PI / 180
  return unit3(plus(plus(toSun, right, x * perDegree), up, y * perDegree), NORTH)
}

/** All nodes; for a level opened from above, only those that are not over it. */
function shownNodes(
  scene: Scene,
  shown: DrawnScene,
  { levelId, targetId, eye }: PerspectiveRequest,
  isInside: boolean,
): Uint8Array {
  const target = targetId === undefined ? undefined : targetOf(shown, scene, targetId)
  const opened = levelId ?? (isInside || eye ? null : openedBy(shown, scene, target))
  if (opened === null) return marksOf(shown, () => true)
  const level = levelFrames(scene).get(opened)
  if (!level) throw new ViewError('node_not_found', `There is no level \`${opened}\`.`, 'levelId')
  return marksOf(shown, (index) => {
    const own = shown.levels[index]
    const kind = shown.kinds[index]
    if (kind === 'site') return level.elevation > -0.5
    if (!own || own.building !== level.building) return true
    if (own.index > level.index) return false
    const id = shown.drawn.nodeIds[index]
    return own.index < level.index || id === target || !isLid(scene, id)
  })
}

/** The highest level with a shown node. */
function openedLevel({ levels }: DrawnScene, isShown: Uint8Array): LevelFrame | null {
  const open = levels.filter((_, index) => isShown[index] === 1)
  return (
    open.reduce(
      (top, level) => (level && level.elevation > (top?.elevation ?? -Infinity) ? level : top),
      undefined,
    ) ?? null
  )
}

/** The level to open so that a target inside of it is visible; null for targets outdoors. */
function openedBy(shown: DrawnScene, scene: Scene, target: string | undefined): string | null {
  const node = target === undefined ? undefined : scene.nodes[target]
  if (!node || !KIND_VIEWS[node.kind].isInside) return null
  const index = shown.drawn.nodeIds.indexOf(node.id)
  return index < 0 ? (node.parent ?? null) : (shown.levels[index]?.id ?? null)
}

function targetOf(shown: DrawnScene, scene: Scene, targetId: string): string {
  const node = Object.hasOwn(scene.nodes, targetId) ? scene.nodes[targetId] : undefined
  if (!node) throw new ViewError('node_not_found', `There is no node \`${targetId}\`.`, 'targetId')
  if (node.kind !== 'zone' && !shown.drawn.nodeIds.includes(targetId)) {
    const what = `A ${node.kind} has no body to look at`
    throw new ViewError('wrong_kind', `${what}: \`${targetId}\`.`, 'targetId')
  }
  return targetId
}

function cameraOf(
  shown: DrawnScene,
  {
    eye,
    lookAt,
    fovDeg = OUTSIDE_FOV,
    from,
    levelId,
    targetId,
    width,
    height,
    orbitDeg,
  }: PerspectiveRequest,
  isShown: Uint8Array,
  zone: Float64Array | undefined,
): Camera {
  const { low, high } = shown
  if (eye) {
    const middle = low.map((least, axis) => (least + high[axis]) / 2) as unknown as Point3
    const at = lookAt ?? middle
    if (Math.hypot(...minus(at, eye)) < 1e-6)
      throw new ViewError('invalid_view', 'The eye cannot be where it looks at.', 'lookAt')
    return { eye, lookAt: at, fovDeg }
  }
  const isOpen = levelId !== undefined || targetId !== undefined
  const tilt = ((isOpen ? OPEN_TILT : OUTSIDE_TILT) * Math.PI) / 180
  const places = zone ?? placesOf(shown, isShown, levelId, targetId)
  const margin = targetId === undefined ? undefined : TARGET_MARGIN
  if (orbitDeg !== undefined)
    return orbiting(places, { orbitDeg, tilt, fovDeg, aspect: width / height, margin })
  const [x, z] = VIEW_SIDES[from ?? 'south_east']
  const flat = Math.cos(tilt) / Math.hypot(x, z)
  const forward = unit3([-x * flat, -Math.sin(tilt), -z * flat], NORTH)
  return fitted(places, forward, fovDeg, width / height, margin)
}

/** A zone has no body: the view shows its room up to the height of a window's sill. */
function zonePlaces(scene: Scene, zone: NodeOf<'zone'>): Float64Array {
  const floor = levelFrames(scene).get(zone.parent ?? '')?.elevation ?? 0
  return Float64Array.from(zone.polygon.flatMap(([x, z]) => [x, floor, z, x, floor + SILL_M, z]))
}

/** The corners that the picture must contain: of the target, the level, or the whole house. */
function placesOf(
  { drawn, kinds, levels }: DrawnScene,
  isShown: Uint8Array,
  levelId: string | undefined,
  targetId: string | undefined,
): Float64Array {
  const isWanted = (node: number): boolean => {
    if (targetId !== undefined) return drawn.nodeIds[node] === targetId
    if (kinds[node] === 'site' || isShown[node] === 0) return false
    return levelId === undefined || levels[node]?.id === levelId
  }
  const wanted = drawn.nodeIds.map((_, node) => isWanted(node))
  let count = 0
  for (let t = 0; t < drawn.count; t++) if (wanted[drawn.node[t]]) count++
  const places = new Float64Array(count * 9)
  let at = 0
  for (let t = 0; t < drawn.count; t++) {
    if (!wanted[drawn.node[t]]) continue
    for (let k = t * 9; k < t * 9 + 9; k++) places[at++] = drawn.corners[k]
  }
  if (places.length === 0)
    throw new ViewError('nothing_to_see', 'There is nothing with a body there yet.')
  return places
}

function fovIn({ polygon }: NodeOf<'zone'>): number {
  const size = area(polygon)
  if (size < SMALL_ROOM_M2) return SMALL_ROOM_FOV
  return size < MIDDLE_ROOM_M2 ? MIDDLE_ROOM_FOV : INSIDE_FOV
}
