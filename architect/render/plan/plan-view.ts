import type { Box } from '../../geometry/polygon.ts'
import { difference, type Region, regionArea } from '../../geometry/regions.ts'
import { columnOutline } from '../../kernel/column-body.ts'
import { isInside } from '../../kernel/exposure.ts'
import type { LevelFrame } from '../../kernel/levels.ts'
import { doorSwing } from '../../kernel/openings/door-swing.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { type WallShape, wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { ROOM_TYPES } from '../../scene/room-types.ts'
import { childrenOf, nodeOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { drawChain } from '../drawing/dimension-chain.ts'
import { FreeSpace } from '../drawing/free-space.ts'
import {
  isSheet,
  type Layout,
  type Margins,
  pictureLayout,
  sheetLayout,
} from '../drawing/layout.ts'
import { formatArea } from '../drawing/lengths.ts'
import type { Place, Sheet, SheetBox } from '../drawing/sheet.ts'
import { writeSheet } from '../drawing/write-sheet.ts'
import { drawableName } from '../letters.ts'
import { INK, Paper, PEN } from '../paper.ts'
import { CORNER_TITLE_MM, drawTitle } from '../sheet-marks.ts'
import type { FullViewRequest, View } from '../view-request.ts'
import { drawOpeningNumbers } from './opening-numbers.ts'
import { axisOf, type Chain, planChains, type Side } from './plan-chains.ts'
import { extentOf, isSite, levelOf } from './plan-extent.ts'
import { drawFurniture, mixed, planItems } from './plan-furniture.ts'
import { type DrawnNote, drawNotes } from './plan-notes.ts'
import { planNumbers } from './plan-numbers.ts'
import { drawSchedule, scheduleLines, scheduleWidth } from './plan-schedule.ts'
import { drawSite } from './plan-site.ts'
import { drawStairs } from './plan-stairs.ts'
import { drawMark, drawOverhead, drawWalls } from './plan-structure.ts'
import { type DrawnLabel, drawRoomLabels } from './room-labels.ts'

/** A plan is cut at this height above the floor: through windows, over tables. In metres. */
const PLAN_CUT_M = 1.2
/** Share of a room's colour; the rest is white. */
const ZONE_SHARE = 0.5
/** Millimetres from the drawing to the first chain, from one to the next, and past the last. */
const SHEET_CHAINS = { first: 13, next: 9.5, past: 5 }
const PICTURE_CHAINS = { first: 5.5, next: 7.2, past: 4.5 }
const BARE_MM = 4
/** A picture narrower than this has no labels, in pixels. */
const LABELLED = { width: 400, height: 300 }

/** A plan on its sheet, and what a test or a caller needs to know of it. */
export interface PlanDrawing {
  sheet: Sheet
  layout: Layout
  paper: Paper
  level: LevelFrame
  cut: number
  visibleIds: string[]
  notes: DrawnNote[]
  labels: DrawnLabel[]
  numbers: SheetBox[]
  chains: Chain[]
  /** Areas of the numbers of the chains, and those for which there was no space. */
  dimensions: SheetBox[]
  missing: string[]
}

/** A level cut and seen from above. */
export function planView(scene: Scene, request: FullViewRequest): View {
  const { sheet, layout, paper, level, cut, visibleIds } = planDrawing(scene, request)
  const [x, z] = paper.centre
  return {
    ...writeSheet(sheet, layout, request),
    camera: {
      eye: [x, level.elevation + cut, z],
      lookAt: [x, level.elevation, z],
      metresHigh: sheet.height / paper.scale,
    },
    visibleIds,
    projection: 'orthographic',
  }
}

/** Draws a level on a sheet. Throws `ViewError`. */
export function planDrawing(scene: Scene, request: FullViewRequest): PlanDrawing {
  const level = levelOf(scene, request)
  const cut = request.cutAt ?? PLAN_CUT_M
  const walls = [...wallShapes(scene, level.id).values()]
  const box = extentOf(scene, level.id, walls, request.targetId)
  const isLabelled =
    request.labels &&
    (isSheet(request) || (request.width >= LABELLED.width && request.height >= LABELLED.height))
  const chains =
    isLabelled && request.targetId === undefined ? chainsOf(scene, level.id, request) : []
  const rooms = childrenOf(scene, level.id, 'zone').map((zone) => ({
    zone,
    regions: zoneRegions(scene, zone.id),
  }))
  const roomNumbers = planNumbers(scene)
  const named = rooms.map(({ zone, regions }) => ({
    number: roomNumbers.get(zone.id)!,
    name: drawableName(zone.label, ROOM_TYPES[zone.roomType].label),
    regions,
  }))
  const schedule =
    isLabelled && isSheet(request) ? scheduleLines(scene, level.id, named, request.unit) : []
  const layout = layoutOf(request, box, chains, isLabelled, schedule.length)
  const paper = new Paper(layout, box)
  const { visible, texts } = drawLevel(paper, scene, level, walls, cut, rooms, request)
  if (request.targetId !== undefined) clearAround(paper, layout)
  const title = [nodesOf(scene, 'site')[0]?.label, labelOf(scene, level)]
    .filter(Boolean)
    .join(' · ')
  const drawing = { layout, paper, level, cut, chains }
  if (!isLabelled)
    return {
      ...drawing,
      visibleIds: [...visible].sort(),
      notes: [],
      labels: [],
      numbers: [],
      dimensions: [],
      missing: [],
      sheet: paper.sheet(title),
    }
  const dimensions: SheetBox[] = []
  const missing = drawChains(paper, chains, box, request, dimensions)
  const space = spaceOf(paper, scene, level.id, walls, cut, layout, [...texts, ...dimensions], box)
  paper.layer = 'marks'
  const notes = drawNotes(paper, childrenOf(scene, level.id, 'annotation'), space)
  const numbers = layout.ratio === null ? [] : drawOpeningNumbers(paper, scene, walls, space)
  paper.layer = 'rooms'
  const labels = drawRoomLabels(paper, named, space, request.unit)
  if (layout.panel) drawSchedule(paper, schedule, layout.panel)
  drawTitle(paper, layout, {
    project: nodesOf(scene, 'site')[0]?.label ?? '',
    drawing: request.targetId !== undefined && isSite(scene, request.targetId) ? 'Site' : 'Plan',
    level: labelOf(scene, level),
    area: areaOf(scene, level, rooms, request) ?? undefined,
    notes:
      chains.length > 0 ? [`Dimensions by ${request.dimensions}, in ${UNITS[request.unit]}`] : [],
    unit: request.unit,
    hasNorth: true,
  })
  const visibleIds = [...visible, ...notes.map(({ id }) => id)].sort()
  const sheet = paper.sheet(title)
  return { ...drawing, visibleIds, notes, labels, numbers, dimensions, missing, sheet }
}

const UNITS = { m: 'metres', ft: 'feet and inches' } as const

const labelOf = (scene: Scene, level: LevelFrame): string =>
  drawableName(nodeOf(scene, level.id, 'level')?.label, `Level ${level.index}`)

type Room = { zone: NodeOf<'zone'>; regions: Region[] }

/** The floor area of the rooms, and apart from it that of terraces, which is no floor area. */
function areaOf(
  scene: Scene,
  level: LevelFrame,
  rooms: readonly Room[],
  { unit }: FullViewRequest,
): string | null {
  const areas = { inside: 0, outside: 0 }
  const counts = { inside: 0, outside: 0 }
  for (const { zone, regions } of rooms) {
    const where = isInside(scene, level.id, zone.id) ? 'inside' : 'outside'
    areas[where] += regionArea(regions)
    counts[where]++
  }
  const count = `${counts.inside} ${counts.inside === 1 ? 'room' : 'rooms'}`
  const parts = [
    counts.inside > 0 ? `Net floor area ${formatArea(areas.inside, unit)} in ${count}` : '',
    counts.outside > 0 ? `outdoors ${formatArea(areas.outside, unit)}` : '',
  ]
  return parts.filter(Boolean).join(', ') || null
}

/** All chains on a sheet; in a picture two a side at most. */
function chainsOf(scene: Scene, levelId: string, request: FullViewRequest): Chain[] {
  const chains = planChains(scene, levelId, request.dimensions)
  if (isSheet(request)) return chains
  return chains.filter(
    ({ side, kind }) =>
      kind !== 'openings' || !chains.some((other) => other.side === side && other.kind === 'rooms'),
  )
}

const spacingOf = (request: FullViewRequest) => (isSheet(request) ? SHEET_CHAINS : PICTURE_CHAINS)

function layoutOf(
  request: FullViewRequest,
  box: Box,
  chains: readonly Chain[],
  isLabelled: boolean,
  lines: number,
): Layout {
  const { first, next, past } = spacingOf(request)
  const of = (side: Side): number => {
    const count = chains.filter((chain) => chain.side === side).length
    return count === 0 ? BARE_MM : first + (count - 1) * next + past
  }
  const margins: Margins = {
    top: of('north'),
    right: of('east'),
    bottom: of('south'),
    left: of('west'),
  }
  if (!isSheet(request)) {
    if (isLabelled) {
      margins.top += CORNER_TITLE_MM
      margins.bottom += 9
    }
    return pictureLayout(request, box, margins)
  }
  return sheetLayout(request, box, margins, (height) => scheduleWidth(lines, height))
}

function drawLevel(
  paper: Paper,
  scene: Scene,
  level: LevelFrame,
  walls: readonly WallShape[],
  cut: number,
  rooms: readonly Room[],
  request: FullViewRequest,
): { visible: Set<string>; texts: SheetBox[] } {
  const marked = new Set(request.highlightIds)
  const visible = new Set<string>()
  const site = request.targetId === undefined ? null : nodeOf(scene, request.targetId, 'site')
  const texts: SheetBox[] = []
  paper.layer = 'floor'
  if (site) visible.add(drawSite(paper, scene, site, texts))
  for (const slab of childrenOf(scene, level.id, 'slab')) {
    visible.add(slab.id)
    const stroke = marked.has(slab.id)
      ? { color: INK.mark, width: 0.8 }
      : { color: INK.faint, width: PEN.thin }
    paper.fillRegions(difference([slab.polygon], slab.holes), '#f1efea', stroke)
  }
  for (const { zone, regions } of rooms) {
    visible.add(zone.id)
    paper.fillRegions(regions, mixed(marked.has(zone.id) ? INK.mark : zone.color, ZONE_SHARE))
  }
  paper.layer = 'stairs'
  for (const id of drawStairs(paper, scene, level.id, cut, texts)) visible.add(id)
  paper.layer = 'furniture'
  for (const id of drawFurniture(paper, scene, level.id, cut, marked)) visible.add(id)
  paper.layer = 'walls'
  for (const id of drawWalls(paper, scene, level, walls, cut, marked)) visible.add(id)
  paper.layer = 'overhead'
  drawOverhead(paper, scene, level.id, visible)
  paper.layer = 'marks'
  for (const id of marked) drawMark(paper, scene, id, walls)
  return { visible, texts }
}

/** Draws the chains around the drawing, the whole length outermost. Returns lost numbers. */
function drawChains(
  paper: Paper,
  chains: readonly Chain[],
  box: Box,
  request: FullViewRequest,
  taken: SheetBox[],
): string[] {
  paper.layer = 'dimensions'
  const { first, next } = spacingOf(request)
  const [left, top] = paper.at([box.minX, box.minZ])
  const [right, bottom] = paper.at([box.maxX, box.maxZ])
  const edges: Record<Side, [edge: number, outward: 1 | -1]> = {
    north: [top, -1],
    south: [bottom, 1],
    west: [left, -1],
    east: [right, 1],
  }
  const counts = new Map<Side, number>()
  return chains.flatMap(({ side, places }) => {
    const index = counts.get(side) ?? 0
    counts.set(side, index + 1)
    const isUpright = axisOf(side) === 1
    const [edge, outward] = edges[side]
    const across = edge + outward * (first + index * next)
    const toSheet = (metres: number): number =>
      isUpright ? paper.at([0, metres])[1] : paper.at([metres, 0])[0]
    return drawChain(paper, { places, toSheet, across, isUpright, unit: request.unit }, taken)
  })
}

/** The paper that is free for numbers and labels: neither drawn on nor part of another text. */
function spaceOf(
  paper: Paper,
  scene: Scene,
  levelId: string,
  walls: readonly WallShape[],
  cut: number,
  { frame, block, panel }: Layout,
  texts: readonly SheetBox[],
  box: Box,
): FreeSpace {
  const space = new FreeSpace({ x: 0, y: 0, width: paper.width, height: paper.height })
  const placed = (ring: readonly (readonly [number, number])[]): Place[] =>
    ring.map((corner) => paper.at(corner))
  const takeAll = (rings: readonly (readonly (readonly [number, number])[])[]): void => {
    for (const ring of rings) if (ring.length > 2) space.take([placed(ring)])
  }
  for (const wall of walls) takeAll([wall.footprint])
  for (const { shape } of planItems(scene, levelId)) takeAll([shape.prism.outline])
  for (const { openings } of walls)
    for (const { id, sill } of openings) if (sill < cut) takeAll(doorSwing(scene, id)?.leaf ?? [])
  for (const stair of nodesOf(scene, 'stair')) {
    const isHere = stair.parent === levelId || stair.toLevel === levelId
    if (isHere) takeAll([stairShape(scene, stair.id)?.outline ?? []])
  }
  for (const column of childrenOf(scene, levelId, 'column')) takeAll([columnOutline(column)])
  for (const kind of ['fence', 'railing'] as const)
    for (const { path } of childrenOf(scene, levelId, kind)) space.takeLine(placed(path))
  for (const text of texts) space.takeBox(text)
  // Beyond the drawing stand the chains, whose lines no label may cross.
  const [left, top] = paper.at([box.minX, box.minZ])
  const [right, bottom] = paper.at([box.maxX, box.maxZ])
  const around = frame ? 9 : 2
  space.takeOutside([
    [
      [left - around, top - around],
      [right + around, top - around],
      [right + around, bottom + around],
      [left - around, bottom + around],
    ],
  ])
  for (const part of [block, panel]) if (part) space.takeBox(part)
  if (!frame) space.takeBox({ x: 0, y: 0, width: paper.width, height: CORNER_TITLE_MM - 1 })
  return space
}

/** Clears the paper around a part of a level: its surroundings end at the drawing's area. */
function clearAround(paper: Paper, { area, width, height }: Layout): void {
  const fill = INK.paper
  const [right, bottom] = [area.x + area.width, area.y + area.height]
  paper.box({ x: 0, y: 0, width, height: area.y }, { fill })
  paper.box({ x: 0, y: bottom, width, height: height - bottom }, { fill })
  paper.box({ x: 0, y: 0, width: area.x, height }, { fill })
  paper.box({ x: right, y: 0, width: width - right, height }, { fill })
}
