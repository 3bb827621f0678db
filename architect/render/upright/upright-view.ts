import type { Point } from '../../geometry/point.ts'
import { boxOf, type Polygon } from '../../geometry/polygon.ts'
import { type Region, ringsOf, union } from '../../geometry/regions.ts'
import { type Point3, plus } from '../../geometry/vector.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { drawChain } from '../drawing/dimension-chain.ts'
import { isSheet, type Layout, pictureLayout, sheetLayout } from '../drawing/layout.ts'
import type { Sheet, SheetBox } from '../drawing/sheet.ts'
import { writeSheet } from '../drawing/write-sheet.ts'
import { type DrawnScene, drawnScene } from '../drawn-scene.ts'
import { INK, Paper, PEN } from '../paper.ts'
import { axesOf, type Camera, lensOf } from '../raster/camera.ts'
import { renderPicture } from '../raster/rendered-picture.ts'
import { DAYLIGHT, SECTION_LIGHT } from '../raster/shading.ts'
import { SUN_HEIGHT, sunOver } from '../raster/shadow-map.ts'
import { CORNER_TITLE_MM, drawTitle } from '../sheet-marks.ts'
import type { View } from '../view-request.ts'
import { marksOf, visibleNodes } from '../visible-nodes.ts'
import { type CutFace, cutFaces } from './cut-faces.ts'
import { drawCutEarth, drawGround, EARTH_M } from './ground.ts'
import { drawHeights, levelMarks, MARKS_MM, openingMarks } from './height-marks.ts'
import { boxAlong, STANDS, type Stand, type UprightRequest } from './stands.ts'

/** Millimetres from the drawing to its chains, from one to the next, and past the last. */
const CHAIN = { first: 7, next: 9, past: 5 }
const BARE_MM = 4
/** Length of the ground drawn on each side of the house, as a share of its length. */
const GROUND_SHARE = 0.06
/** Pixels of the picture on a sheet: the longer side, and the most of a millimetre. */
const SHEET_PIXELS = 2048
const PIXELS_PER_MM_MAX = 8
const NOTES = {
  m: 'Heights above ground, in metres',
  ft: 'Heights above ground, in feet and inches',
}

/** An elevation or a section on its sheet. */
export interface UprightDrawing {
  sheet: Sheet
  layout: Layout
  paper: Paper
  camera: Camera
  visibleIds: string[]
  /** Areas of the texts of heights and dimensions. */
  heights: SheetBox[]
  dimensions: SheetBox[]
  cuts: CutFace[]
}

/** A house from one side, or cut by an upright plane; at one scale, with its heights. */
export function uprightView(scene: Scene, request: UprightRequest): View {
  const { sheet, layout, camera, visibleIds } = uprightDrawing(scene, request)
  return { ...writeSheet(sheet, layout, request), camera, visibleIds, projection: 'orthographic' }
}

/** Draws an elevation or a section. Throws `ViewError`. */
export function uprightDrawing(scene: Scene, request: UprightRequest): UprightDrawing {
  const shown = drawnScene(scene)
  const stand = STANDS[request.view](scene, shown, request)
  const { right } = axesOf(stand.forward)
  const isBuilt = (node: number): boolean => isDrawn(shown, node)
  const box = boxAlong(shown, right, isBuilt)
  const bottom = Math.min(box.low, 0) - EARTH_M
  const around = (box.right - box.left) * GROUND_SHARE
  const ends = { left: box.left - around, right: box.right + around }
  const extent = { minX: ends.left, maxX: ends.right, minZ: -box.high, maxZ: -bottom }
  const isLabelled =
    request.labels && (isSheet(request) || (request.width >= 400 && request.height >= 300))
  const layout = layoutOf(request, extent, isLabelled)
  const paper = new Paper(layout, extent)
  const { camera, visibleIds } = drawPicture(paper, shown, stand, request, layout, box)
  const cuts = stand.cutAt === undefined ? [] : cutFaces(scene, stand.forward, right, stand.cutAt)
  if (stand.cutAt === undefined) {
    paper.layer = 'ground'
    drawGround(paper, ends.left, ends.right, bottom)
  } else drawCuts(paper, scene, cuts, ends, bottom, right, new Set(request.highlightIds))
  const project = nodesOf(scene, 'site')[0]?.label ?? ''
  const name = [project, stand.title].filter(Boolean).join(' · ')
  const drawing = { layout, paper, camera, visibleIds, cuts }
  if (!isLabelled) return { ...drawing, heights: [], dimensions: [], sheet: paper.sheet(name) }
  paper.layer = 'heights'
  const [edgeLeft] = paper.at([ends.left, 0])
  const [edgeRight] = paper.at([ends.right, 0])
  const heights = drawHeights(paper, levelMarks(scene, box.high), edgeRight, 'right', request.unit)
  const isSection = stand.cutAt !== undefined
  if (!isSection) {
    const marks = openingMarks(scene, stand.forward, new Set(visibleIds))
    heights.push(...drawHeights(paper, marks, edgeLeft, 'left', request.unit))
  }
  paper.layer = 'dimensions'
  const dimensions: SheetBox[] = []
  drawLength(paper, shown, right, box, bottom, request, dimensions)
  if (isSection) drawStoreys(paper, scene, cuts, edgeLeft, request, dimensions)
  drawTitle(paper, layout, {
    project,
    drawing: stand.title,
    notes: [NOTES[request.unit]],
    unit: request.unit,
    hasNorth: false,
  })
  return { ...drawing, heights, dimensions, sheet: paper.sheet(name) }
}

/**
 * The earth is drawn by lines, over what is below ground. Fences stand before the house and would
 * hide its foot: they are drawn only where there is no house.
 */
function isDrawn(shown: DrawnScene, node: number): boolean {
  if (node === shown.ground) return false
  switch (shown.kinds[node]) {
    case 'site':
      return false
    case 'fence':
      return !shown.kinds.includes('wall')
    default:
      return true
  }
}

function layoutOf(
  request: UprightRequest,
  extent: { minX: number; minZ: number; maxX: number; maxZ: number },
  isLabelled: boolean,
): Layout {
  const chains = CHAIN.first + CHAIN.next + CHAIN.past
  const labelled = {
    top: BARE_MM,
    right: MARKS_MM,
    bottom: CHAIN.first + CHAIN.past,
    left: request.view === 'section' ? chains : MARKS_MM,
  }
  const bare = { top: BARE_MM, right: BARE_MM, bottom: BARE_MM, left: BARE_MM }
  const margins = isLabelled ? labelled : bare
  if (isSheet(request)) return sheetLayout(request, extent, margins, () => 0)
  if (!isLabelled) return pictureLayout(request, extent, margins)
  const { top, bottom } = margins
  return pictureLayout(request, extent, {
    ...margins,
    top: top + CORNER_TITLE_MM,
    bottom: bottom + 9,
  })
}

/** Draws what stands behind the plane as pixels: on a sheet only the drawing's part of it. */
function drawPicture(
  paper: Paper,
  shown: DrawnScene,
  { forward, cutAt }: Stand,
  request: UprightRequest,
  { ratio }: Layout,
  box: { left: number; right: number; low: number; high: number },
): { camera: Camera; visibleIds: string[] } {
  const isSection = cutAt !== undefined
  const { right } = axesOf(forward)
  const isShown = marksOf(shown, (node) => isDrawn(shown, node))
  const { left: first, right: last } = boxAlong(shown, forward, (node) => isShown[node] === 1)
  const from = cutAt ?? first - 1
  const cameraAt = ([across, down]: Point, metresHigh: number): Camera => {
    const eye = plus(
      plus([right[0] * across, 0, right[2] * across], [0, 1, 0], -down),
      forward,
      from,
    )
    return { eye, lookAt: plus(eye, forward, 10), metresHigh }
  }
  const part = ratio === null ? wholeOf(paper) : partOf(paper, box)
  const perMm =
    ratio === null
      ? request.width / paper.width
      : Math.min(PIXELS_PER_MM_MAX, SHEET_PIXELS / Math.max(part.width, part.height))
  const [width, height] = [part.width, part.height].map((mm) => Math.max(1, Math.round(mm * perMm)))
  const middle = paper.place(part.x + part.width / 2, part.y + part.height / 2)
  const marked = new Set(request.highlightIds)
  const camera = cameraAt(middle, part.height / paper.scale)
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
      ? Uint8Array.from(shown.kinds, (kind) => (kind === 'item' ? 1 : 0))
      : undefined,
  })
  paper.layer = 'picture'
  paper.lay(picture.rgba, { width, height }, part)
  return { camera, visibleIds: visibleNodes(shown, picture) }
}

const wholeOf = ({ width, height }: Paper): SheetBox => ({ x: 0, y: 0, width, height })

/** Millimetres of the picture beyond the drawing: lines at its edges have a width. */
const BEYOND_MM = 1

function partOf(
  paper: Paper,
  { left, right, low, high }: { left: number; right: number; low: number; high: number },
): SheetBox {
  const [x, y] = paper.at([left, -high])
  const [toX, toY] = paper.at([right, -low])
  return {
    x: x - BEYOND_MM,
    y: y - BEYOND_MM,
    width: toX - x + 2 * BEYOND_MM,
    height: toY - y + 2 * BEYOND_MM,
  }
}

/** Draws the faces that the plane cuts, and the earth around them. */
function drawCuts(
  paper: Paper,
  scene: Scene,
  cuts: readonly CutFace[],
  ends: { left: number; right: number },
  bottom: number,
  right: Point3,
  marked: ReadonlySet<string>,
): void {
  const structure = cuts.filter(({ fill }) => fill === 'structure')
  const solid = union(structure.flatMap(({ regions }) => ringsOf(regions)))
  paper.layer = 'ground'
  drawCutEarth(paper, ends.left, ends.right, bottom, [
    ...solid.map(({ outer }) => outer),
    ...cellars(scene, right),
  ])
  paper.layer = 'walls'
  for (const { fill, regions } of cuts)
    if (fill !== 'structure')
      paper.fillRegions(regions, '#b9b4ab', { color: INK.line, width: PEN.hair })
  paper.fillRegions(solid, INK.wall, { color: INK.wall, width: PEN.thin })
  for (const { nodeId, regions } of cuts)
    if (marked.has(nodeId)) paper.fillRegions(regions, INK.mark)
}

/** The space of the levels below ground, as far as their walls reach. */
function cellars(scene: Scene, right: Point3): Polygon[] {
  return [...levelFrames(scene).values()].flatMap(({ id, elevation }): Polygon[] => {
    const walls = childrenOf(scene, id, 'wall')
    if (elevation >= 0 || walls.length === 0) return []
    const ends = walls.flatMap(({ start, end }) =>
      [start, end].map(([x, z]): Point => [x * right[0] + z * right[2], 0]),
    )
    const { minX, maxX } = boxOf(ends)
    return [
      [
        [minX, -elevation],
        [maxX, -elevation],
        [maxX, 0],
        [minX, 0],
      ],
    ]
  })
}

/** Draws the length of the house over its walls' faces under the drawing. */
function drawLength(
  paper: Paper,
  shown: DrawnScene,
  right: Point3,
  box: { left: number; right: number },
  bottom: number,
  { unit }: UprightRequest,
  taken: SheetBox[],
): void {
  const { left, right: end } = shown.kinds.includes('wall')
    ? boxAlong(shown, right, (node) => shown.kinds[node] === 'wall')
    : box
  const [, y] = paper.at([0, -bottom])
  const toSheet = (metres: number): number => paper.at([metres, 0])[0]
  const chain = { places: [left, end], toSheet, across: y + CHAIN.first, isUpright: false, unit }
  drawChain(paper, chain, taken)
}

/** Draws two upright chains: clear heights with the floors between them, and heights of storeys. */
function drawStoreys(
  paper: Paper,
  scene: Scene,
  cuts: readonly CutFace[],
  edge: number,
  { unit }: UprightRequest,
  taken: SheetBox[],
): void {
  const levels = [...levelFrames(scene).values()].filter(
    ({ id }) => childrenOf(scene, id, 'wall').length > 0,
  )
  if (levels.length === 0) return
  const toSheet = (down: number): number => paper.at([0, down])[1]
  const storeys = levels.map(({ elevation }) => -elevation)
  const last = levels[levels.length - 1]
  storeys.push(-(last.elevation + last.height))
  const clear = levels.flatMap(({ id, elevation, height }) => {
    const ceiling = ceilingOver(scene, cuts, id, elevation, elevation + height)
    return ceiling === null ? [-elevation] : [-elevation, -ceiling]
  })
  const chains = [clear, storeys].map((places) => [...new Set(places)].sort((a, b) => a - b))
  for (const [index, places] of chains.entries()) {
    const across = edge - CHAIN.first - index * CHAIN.next
    if (places.length > 1)
      drawChain(paper, { places, toSheet, across, isUpright: true, unit }, taken)
  }
}

/** Least height of a room, in metres: lower solids are in it, and not its ceiling. */
const HEADROOM_M = 1.5

/** The lowest underside that is cut over a level's floor: of a ceiling, a slab or a roof. */
function ceilingOver(
  scene: Scene,
  cuts: readonly CutFace[],
  levelId: string,
  floor: number,
  top: number,
): number | null {
  const undersides = (regions: readonly Region[]): number[] =>
    regions.flatMap(({ outer }) => -boxOf(outer).maxZ)
  const of = (kind: CutFace['kind'], isOwn: boolean): number[] =>
    cuts
      .filter((cut) => cut.kind === kind && (scene.nodes[cut.nodeId].parent === levelId) === isOwn)
      .flatMap(({ regions }) => undersides(regions))
      .filter((height) => height > floor + HEADROOM_M && height < top + 0.01)
  const found = [of('ceiling', true), of('slab', false), of('roof', true)].find(
    (heights) => heights.length > 0,
  )
  return found ? Math.min(...found) : null
}
