import { leftOf, type Point, scale } from '../geometry/point.ts'
import { boxOf, centroid } from '../geometry/polygon.ts'
import { type Point3, plus } from '../geometry/vector.ts'
import { wallSides } from '../kernel/rooms.ts'
import { type WallShape, wallShapes } from '../kernel/walls/wall-shapes.ts'
import type { SceneNode } from '../scene/nodes.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { type DrawnScene, drawnScene } from './drawn-scene.ts'
import { drawHeights } from './height-marks.ts'
import { type CutFill, KIND_VIEWS } from './kind-views.ts'
import { BARE_MARGINS, INK, Paper } from './paper.ts'
import { drawChain } from './plan/plan-dimensions.ts'
import { axesOf, lensOf } from './raster/camera.ts'
import { renderPicture } from './raster/rendered-picture.ts'
import { DAYLIGHT, SECTION_LIGHT } from './raster/shading.ts'
import { SUN_HEIGHT, sunOver } from './raster/shadow-map.ts'
import { drawScaleBar, drawTitle } from './sheet-marks.ts'
import { ViewError } from './view-error.ts'
import { type FullViewRequest, VIEW_SIDES, type View } from './view-request.ts'
import { marksOf, visibleNodes } from './visible-nodes.ts'

/** Pixels around the drawing: for heights at the right, for the title, the bar and the length. */
const WITH_LABELS = { top: 84, right: 150, bottom: 92, left: 40 }
/** Depth of the drawn earth under the ground, in metres. */
const EARTH_M = 0.6
const WINDS = ['north', 'east', 'south', 'west'] as const
type Wind = (typeof WINDS)[number]

/** The plane of the sheet in the world. */
interface Stand {
  forward: Point3
  title: string
  /** Distance of the cut along `forward` from the origin, in metres; absent in elevations. */
  cutAt?: number
}

type UprightRequest = FullViewRequest & { view: 'elevation' | 'section' }

const STANDS: Record<
  UprightRequest['view'],
  (scene: Scene, shown: DrawnScene, request: FullViewRequest) => Stand
> = { elevation: elevationStand, section: sectionStand }

/**
 * A house from one side, or cut by an upright plane; at one scale, with the heights of its floors.
 */
export function uprightView(scene: Scene, request: UprightRequest): View {
  const shown = drawnScene(scene)
  const stand = STANDS[request.view](scene, shown, request)
  const { right, forward } = axesOf(stand.forward)
  const isBuilt = (node: number): boolean => shown.kinds[node] !== 'site'
  const box = boxAlong(shown, right, isBuilt)
  const [bottom, top] = [Math.min(box.low, -EARTH_M), box.high]
  const { width, height } = request
  const hasLabels = request.labels && width >= 400 && height >= 300
  const paper = new Paper(
    width,
    height,
    { minX: box.left, maxX: box.right, minZ: -top, maxZ: -bottom },
    hasLabels ? WITH_LABELS : BARE_MARGINS,
  )
  const isSection = stand.cutAt !== undefined
  // An elevation draws the earth over things below ground; a section cuts the earth like all else.
  const isShown = marksOf(shown, (node) => node !== shown.ground && (isSection || isBuilt(node)))
  const [across, down] = paper.centre
  const { left: first, right: last } = boxAlong(shown, forward, (node) => isShown[node] === 1)
  const from = stand.cutAt ?? first - 1
  const eye = plus(plus([right[0] * across, 0, right[2] * across], [0, 1, 0], -down), forward, from)
  const camera = { eye, lookAt: plus(eye, forward, 10), metresHigh: height / paper.scale }
  const marked = new Set(request.highlightIds)
  const picture = renderPicture(shown.drawn, {
    lens: lensOf(camera, width, height, Math.max(1, last - from + 1)),
    lighting: {
      ...(isSection ? SECTION_LIGHT : DAYLIGHT),
      toSun: sunOver(forward, SUN_HEIGHT),
    },
    isShown,
    // A section is lit as if nothing were in front of its plane or above.
    isCasting: isSection ? new Uint8Array(shown.kinds.length) : isShown,
    isMarked: marksOf(shown, (_, id) => marked.has(id)),
    isCutOut: true,
    cutColors: isSection
      ? Uint8Array.from(shown.kinds, (kind) => CUT_COLORS[KIND_VIEWS[kind].cut])
      : undefined,
  })
  paper.lay(picture.rgba)
  if (isSection) clearMargins(paper, box.left, box.right)
  else drawEarth(paper, box.left, box.right)
  if (hasLabels) {
    drawHeights(paper, scene, box.right, box.high)
    const [, y] = paper.at([0, -bottom])
    const house = shown.kinds.includes('wall')
      ? boxAlong(shown, right, (node) => shown.kinds[node] === 'wall')
      : box
    drawChain(paper, [house.left, house.right], (u) => paper.at([u, 0])[0], y + 24, false)
    const site = nodesOf(scene, 'site')[0]
    drawTitle(paper, stand.title, site?.label ?? '')
    drawScaleBar(paper)
  }
  return {
    png: paper.png(),
    camera,
    visibleIds: visibleNodes(shown, picture),
    projection: 'orthographic',
    metresPerPixel: 1 / paper.scale,
  }
}

function windOf({ from = 'south' }: FullViewRequest): Wind {
  const wind = WINDS.find((each) => each === from)
  if (wind) return wind
  const known = `\`from\` is one of ${WINDS.join(', ')} here`
  throw new ViewError('invalid_view', `The view cannot be made: ${known}.`, 'from')
}

const across = ([x, z]: Point): Point3 => [-x, 0, -z]

function elevationStand(scene: Scene, _: DrawnScene, request: FullViewRequest): Stand {
  const { targetId } = request
  if (targetId === undefined) {
    const wind = windOf(request)
    return { forward: across(VIEW_SIDES[wind]), title: `Elevation from the ${wind}` }
  }
  const wall = wallNamed(scene, targetId)
  const { left, right } = wallSides(scene, targetId)
  // From outside where the sides decide it: the side without a room.
  const side = left !== undefined && right === undefined ? -1 : 1
  const { path, label } = wall
  const [x, z] = scale(leftOf(path.direction(path.length / 2)), side)
  return { forward: [-x, 0, -z], title: `Elevation of ${label ?? targetId}` }
}

function wallNamed(scene: Scene, id: string): WallShape & { label?: string } {
  const node: SceneNode | undefined = Object.hasOwn(scene.nodes, id) ? scene.nodes[id] : undefined
  if (!node) throw new ViewError('node_not_found', `There is no node \`${id}\`.`, 'targetId')
  const shape = node.kind === 'wall' ? wallShapes(scene, node.parent!).get(id) : undefined
  if (shape) return { ...shape, label: node.label }
  const message = `An elevation is of a wall, and \`${id}\` is a ${node.kind}.`
  throw new ViewError('wrong_kind', message, 'targetId')
}

function sectionStand(scene: Scene, shown: DrawnScene, request: FullViewRequest): Stand {
  const wind = windOf(request)
  const forward = across(VIEW_SIDES[wind])
  const axis = wind === 'east' || wind === 'west' ? 0 : 2
  const middle = clearOfWalls(scene, axis, (shown.low[axis] + shown.high[axis]) / 2)
  const at = request.cutAt ?? targetMiddle(scene, shown, request.targetId)?.[axis] ?? middle
  const looking = { north: 'south', south: 'north', east: 'west', west: 'east' }[wind]
  const plane = `${axis === 0 ? 'x' : 'z'} = ${at.toFixed(2)} m`
  return {
    forward,
    title: `Section at ${plane}, looking ${looking}`,
    // `forward` is 1 or -1 along the axis.
    cutAt: at * forward[axis],
  }
}

/** Step and number of moves of a plane away from a wall that it would run along. */
const MOVED_M = 0.25
const MOVES_MAX = 12

/** The place nearest to `at` where an upright plane does not run along a wall. */
function clearOfWalls(scene: Scene, axis: 0 | 2, at: number): number {
  const along = nodesOf(scene, 'wall').filter(({ start, end }) => {
    const [x, z] = [Math.abs(end[0] - start[0]), Math.abs(end[1] - start[1])]
    return axis === 0 ? x < z / 20 : z < x / 20
  })
  for (let move = 0; move <= MOVES_MAX; move++) {
    const tried = at + MOVED_M * Math.ceil(move / 2) * (move % 2 === 0 ? 1 : -1)
    const isIn = ({ start, thickness }: (typeof along)[number]): boolean =>
      Math.abs(start[axis / 2] - tried) < thickness / 2 + 0.05
    if (!along.some(isIn)) return tried
  }
  return at
}

function targetMiddle(
  scene: Scene,
  { drawn }: DrawnScene,
  targetId: string | undefined,
): Point3 | null {
  if (targetId === undefined) return null
  const node = Object.hasOwn(scene.nodes, targetId) ? scene.nodes[targetId] : undefined
  if (!node) throw new ViewError('node_not_found', `There is no node \`${targetId}\`.`, 'targetId')
  if (node.kind === 'zone') {
    const [x, z] = centroid(node.polygon)
    return [x, 0, z]
  }
  const corners: Point[] = []
  for (let t = 0; t < drawn.count; t++) {
    if (drawn.nodeIds[drawn.node[t]] !== targetId) continue
    for (let k = t * 9; k < t * 9 + 9; k += 3)
      corners.push([drawn.corners[k], drawn.corners[k + 2]])
  }
  if (corners.length === 0) {
    const message = `A ${node.kind} has no body to cut: \`${targetId}\`.`
    throw new ViewError('wrong_kind', message, 'targetId')
  }
  const { minX, minZ, maxX, maxZ } = boxOf(corners)
  return [(minX + maxX) / 2, 0, (minZ + maxZ) / 2]
}

/** The index of each fill in the shader's list of cut colours. */
const CUT_COLORS: Record<CutFill, number> = { structure: 0, contents: 1, earth: 2 }

function boxAlong({ drawn }: DrawnScene, right: Point3, isIn: (node: number) => boolean) {
  const wanted = drawn.nodeIds.map((_, node) => isIn(node))
  const box = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity }
  for (let t = 0; t < drawn.count; t++) {
    if (!wanted[drawn.node[t]]) continue
    for (let k = t * 9; k < t * 9 + 9; k += 3) {
      const u = drawn.corners[k] * right[0] + drawn.corners[k + 2] * right[2]
      box.left = Math.min(box.left, u)
      box.right = Math.max(box.right, u)
      box.low = Math.min(box.low, drawn.corners[k + 1])
      box.high = Math.max(box.high, drawn.corners[k + 1])
    }
  }
  if (box.left < box.right) return box
  throw new ViewError('nothing_to_see', 'Nothing is built yet.')
}

/** Length of the ground drawn on each side of the house, as a share of its length. */
const GROUND_SHARE = 0.06

/** Clears the cut ground from the sheet's margins. */
function clearMargins(paper: Paper, left: number, right: number): void {
  const around = (right - left) * GROUND_SHARE
  const [from] = paper.at([left - around, 0])
  const [to] = paper.at([right + around, 0])
  paper.context.fillStyle = INK.paper
  paper.context.fillRect(0, 0, from, paper.height)
  paper.context.fillRect(to, 0, paper.width - to, paper.height)
}

/** Draws the ground as a line with earth under it, over the parts of the house below ground. */
function drawEarth(paper: Paper, left: number, right: number): void {
  const around = (right - left) * GROUND_SHARE
  const ring: Point[] = [
    [left - around, 0],
    [right + around, 0],
    [right + around, EARTH_M],
    [left - around, EARTH_M],
  ]
  const { context } = paper
  const [x, y] = paper.at(ring[0])
  const [toX, toY] = paper.at(ring[2])
  const earth = context.createLinearGradient(0, y, 0, toY)
  earth.addColorStop(0, '#d9d3c7')
  earth.addColorStop(1, INK.paper)
  context.fillStyle = earth
  context.fillRect(x, y, toX - x, paper.height - y)
  paper.line([ring[0], ring[1]], INK.wall, 2.2)
}
