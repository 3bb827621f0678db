import { rectangle } from '../../geometry/mesh.ts'
import { add, rotate } from '../../geometry/point.ts'
import { type Box, boxOf, type Polygon } from '../../geometry/polygon.ts'
import { difference, type Region, regionArea, union } from '../../geometry/regions.ts'
import { isInside } from '../../kernel/exposure.ts'
import { itemShape } from '../../kernel/item-shape.ts'
import { type LevelFrame, levelFrames } from '../../kernel/levels.ts'
import type { OpeningSpan } from '../../kernel/openings/openings.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { type WallShape, wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf, SceneNode } from '../../scene/nodes.ts'
import { ROOM_TYPES } from '../../scene/room-types.ts'
import { childrenOf, levelIdOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { BARE_MARGINS, INK, Paper, type TextBox } from '../paper.ts'
import { drawNorth, drawScaleBar, drawTitle } from '../sheet-marks.ts'
import { ViewError } from '../view-error.ts'
import type { FullViewRequest, View } from '../view-request.ts'
import { drawDimensions } from './plan-dimensions.ts'
import { drawFurniture } from './plan-furniture.ts'
import { drawOpening, pointByWall, stretch } from './plan-openings.ts'
import { drawStairs } from './plan-stairs.ts'
import { areaText, drawRoomLabels } from './room-labels.ts'

/** A plan is cut at this height above the floor: through windows, over tables. In metres. */
const PLAN_CUT_M = 1.2
/** Pixels around the plan, for the chains of dimensions, the title and the bar. */
const WITH_LABELS = { top: 78, right: 92, bottom: 104, left: 56 }
/** Share of a room's colour; the rest is white. */
const ZONE_SHARE = 0.5

/** A level cut and seen from above. */
export function planView(scene: Scene, request: FullViewRequest): View {
  const level = levelOf(scene, request)
  const cut = request.cutAt ?? PLAN_CUT_M
  const walls = [...wallShapes(scene, level.id).values()]
  const box = extentOf(scene, level.id, walls, request.targetId)
  const isSmall = request.width < 400 || request.height < 300
  const hasLabels = request.labels && !isSmall
  const paper = new Paper(
    request.width,
    request.height,
    box,
    hasLabels ? WITH_LABELS : BARE_MARGINS,
  )
  const marked = new Set(request.highlightIds)
  const visible = new Set<string>()

  for (const slab of childrenOf(scene, level.id, 'slab')) {
    visible.add(slab.id)
    paper.fillRegions(difference([slab.polygon], slab.holes), '#f1efea')
    paper.outline(
      [slab.polygon],
      marked.has(slab.id) ? INK.mark : INK.faint,
      marked.has(slab.id) ? 3 : 0.8,
    )
  }
  const rooms = childrenOf(scene, level.id, 'zone').map((zone) => ({
    zone,
    regions: zoneRegions(scene, zone.id),
  }))
  for (const { zone, regions } of rooms) {
    visible.add(zone.id)
    paper.fillRegions(regions, mixed(marked.has(zone.id) ? INK.mark : zone.color, ZONE_SHARE))
  }
  for (const id of drawStairs(paper, scene, level.id, cut)) visible.add(id)
  const furniture = drawFurniture(paper, scene, level, marked)
  for (const id of furniture) visible.add(id)
  for (const id of drawWalls(paper, scene, level, walls, cut, marked)) visible.add(id)
  drawOverhead(paper, scene, level.id, visible)
  for (const id of marked) drawMark(paper, scene, id, walls)

  if (hasLabels) {
    const taken: TextBox[] = []
    for (const note of childrenOf(scene, level.id, 'annotation')) {
      const [x, y] = paper.at(note.position)
      taken.push(paper.text(note.text, x, y, 12, { color: '#a1440b' }))
      visible.add(note.id)
    }
    drawRoomLabels(
      paper,
      rooms.map(({ zone, regions }) => ({
        name: zone.label ?? ROOM_TYPES[zone.roomType].label,
        regions,
      })),
      furniture.flatMap((id): Polygon[] => {
        const shape = itemShape(scene, id)
        return shape ? [shape.prism.outline] : []
      }),
      taken,
    )
    drawDimensions(paper, walls)
    const indoors = rooms.filter(({ zone }) => isInside(scene, level.id, zone.id))
    const total = regionArea(union(indoors.flatMap(({ regions }) => regions.map((r) => r.outer))))
    const label = nodeOf(scene, level.id, 'level')?.label ?? `Level ${level.index}`
    const project = Object.values(scene.nodes).find((node) => node.kind === 'site')?.label
    drawTitle(
      paper,
      label,
      [project, indoors.length > 0 ? `${areaText(total)} in ${indoors.length} rooms` : undefined]
        .filter(Boolean)
        .join(' · '),
    )
    drawScaleBar(paper)
    drawNorth(paper)
  }
  const height = level.elevation + cut
  const [x, z] = paper.centre
  return {
    png: paper.png(),
    camera: {
      eye: [x, height, z],
      lookAt: [x, level.elevation, z],
      metresHigh: request.height / paper.scale,
    },
    visibleIds: [...visible].sort(),
    projection: 'orthographic',
    metresPerPixel: 1 / paper.scale,
  }
}

function levelOf(scene: Scene, { levelId, targetId }: FullViewRequest): LevelFrame {
  const frames = levelFrames(scene)
  if (levelId !== undefined) {
    const level = frames.get(levelId)
    if (level) return level
    throw new ViewError('node_not_found', `There is no level \`${levelId}\`.`, 'levelId')
  }
  if (targetId !== undefined) {
    const node = Object.hasOwn(scene.nodes, targetId) ? scene.nodes[targetId] : undefined
    const level = node && frames.get(levelIdOf(scene, node) ?? '')
    if (level) return level
    throw new ViewError('node_not_found', `\`${targetId}\` is on no level.`, 'targetId')
  }
  const all = [...frames.values()]
  const level = all.find(({ index }) => index === 0) ?? all[0]
  if (level) return level
  throw new ViewError('nothing_to_see', 'The project has no level yet.')
}

/** The box that must be on the sheet: the whole level, or the target with a metre around it. */
function extentOf(
  scene: Scene,
  levelId: string,
  walls: readonly WallShape[],
  targetId: string | undefined,
): Box {
  const rings = (id: string): Polygon[] => {
    const node = scene.nodes[id]
    if (!node) return []
    switch (node.kind) {
      case 'zone':
      case 'slab':
        return [node.polygon]
      case 'item':
        return [itemShape(scene, id)?.prism.outline ?? []]
      case 'stair':
        return [stairShape(scene, id)?.outline ?? []]
      case 'wall':
        return [walls.find((wall) => wall.id === id)?.footprint ?? []]
      case 'column':
      case 'annotation':
        return [[node.position]]
      case 'fence':
      case 'railing':
        return [node.path]
      case 'site':
      case 'building':
      case 'level':
      case 'door':
      case 'window':
      case 'opening':
      case 'ceiling':
      case 'roof':
      case 'beam':
        return []
    }
  }
  const target = targetId === undefined ? [] : rings(targetId).flat()
  const points =
    target.length > 0 ? target : childrenOf(scene, levelId).flatMap(({ id }) => rings(id).flat())
  if (points.length === 0)
    throw new ViewError('nothing_to_see', 'There is nothing on this level yet.')
  const box = boxOf(points)
  const around = target.length > 0 ? 1 : 0
  return {
    minX: box.minX - around,
    minZ: box.minZ - around,
    maxX: box.maxX + around,
    maxZ: box.maxZ + around,
  }
}

/** Most walls drawn as one area, without seams: uniting 4,000 took 6 s. */
const JOINED_WALLS_MAX = 1_000

/** The parts of the cut walls between the openings; above the limit wall by wall. */
function cutWalls(
  walls: readonly WallShape[],
  open: readonly { wall: WallShape; span: OpeningSpan }[],
): Region[] {
  const gapsOf = (own: typeof open) =>
    own.map(({ wall: { path, thickness }, span: { from, to } }) =>
      // Slightly wider than the wall, so that no sliver remains at its faces.
      stretch(path, from, to, thickness / 2 + 0.002),
    )
  if (walls.length <= JOINED_WALLS_MAX)
    return difference(
      walls.flatMap(({ pieces }) => pieces),
      gapsOf(open),
    )
  const byWall = Map.groupBy(open, ({ wall }) => wall)
  return walls.flatMap((wall) => difference(wall.pieces, gapsOf(byWall.get(wall) ?? [])))
}

/** Draws the cut walls filled, lower ones in outline, and the doors and windows in the gaps. */
function drawWalls(
  paper: Paper,
  scene: Scene,
  level: LevelFrame,
  walls: readonly WallShape[],
  cut: number,
  marked: ReadonlySet<string>,
): string[] {
  const height = level.elevation + cut
  const isCut = (wall: WallShape): boolean => wall.base < height && wall.top > height
  const low = walls.filter((wall) => wall.top <= height)
  paper.fill(
    low.map(({ footprint }) => footprint),
    '#e3e1dc',
  )
  paper.outline(
    low.map(({ footprint }) => footprint),
    INK.line,
    1,
  )
  const open = walls
    .filter(isCut)
    .flatMap((wall) =>
      wall.openings
        .filter(({ sill, head }) => sill < cut && head > cut)
        .map((span) => ({ wall, span })),
    )
  const solid = cutWalls(walls.filter(isCut), open)
  for (const { wall, span } of open) {
    paper.fill([stretch(wall.path, span.from, span.to, wall.thickness / 2)], '#f7f5f1')
    drawOpening(paper, scene, wall, span, marked.has(span.id) ? INK.mark : INK.line)
  }
  paper.fillRegions(solid, INK.wall)
  for (const wall of walls.filter(isCut)) {
    for (const { from, to } of wall.openings.filter(({ sill }) => sill >= cut)) {
      for (const t of [-wall.thickness / 4, wall.thickness / 4])
        paper.line(
          [pointByWall(wall.path, from, t), pointByWall(wall.path, to, t)],
          '#ffffff',
          0.8,
          [4, 3],
        )
    }
  }
  return walls.flatMap(({ id, openings }) => [id, ...openings.map((span) => span.id)])
}

/** Draws cut columns, beams and roofs above the cut dashed, and railings and fences below it. */
function drawOverhead(paper: Paper, scene: Scene, levelId: string, visible: Set<string>): void {
  for (const node of childrenOf(scene, levelId)) if (isDrawnOver(paper, node)) visible.add(node.id)
}

/** Draws a node of these kinds; false for kinds that are drawn elsewhere, or not at all. */
function isDrawnOver(paper: Paper, node: SceneNode): boolean {
  switch (node.kind) {
    case 'column':
      paper.fill([columnOutline(node)], INK.wall)
      return true
    case 'beam':
      paper.line([node.start, node.end], INK.faint, node.width * paper.scale * 0.1 + 0.8, [7, 4])
      return true
    case 'roof':
      paper.outline([node.polygon], INK.faint, 0.9, [9, 5])
      return true
    case 'railing':
    case 'fence':
      paper.line(node.path, INK.line, 2.2)
      paper.line(node.path, '#ffffff', 0.8)
      return true
    case 'site':
    case 'building':
    case 'level':
    case 'wall':
    case 'door':
    case 'window':
    case 'opening':
    case 'item':
    case 'zone':
    case 'slab':
    case 'ceiling':
    case 'stair':
    case 'annotation':
      return false
  }
}

function columnOutline({ outline, position, width, depth, rotation }: NodeOf<'column'>): Polygon {
  switch (outline) {
    case 'rectangle':
      return rectangle([0, 0], width, depth).map((corner) =>
        add(position, rotate(corner, rotation)),
      )
    case 'circle':
      return Array.from({ length: 32 }, (_, k) => {
        const angle = (k / 16) * Math.PI
        return add(position, [(Math.cos(angle) * width) / 2, (-Math.sin(angle) * depth) / 2])
      })
  }
}

/** Marks a node whose own drawing does not use the colour of marks. */
function drawMark(paper: Paper, scene: Scene, id: string, walls: readonly WallShape[]): void {
  const wall = walls.find((each) => each.id === id)
  if (wall) paper.fill([wall.footprint], `${INK.mark}b0`)
  const host = walls.find(({ openings }) => openings.some((span) => span.id === id))
  const span = host?.openings.find((each) => each.id === id)
  if (host && span)
    paper.fill([stretch(host.path, span.from, span.to, host.thickness / 2 + 0.08)], `${INK.mark}66`)
  const stair = stairShape(scene, id)
  if (stair) paper.fill([stair.outline], `${INK.mark}55`)
  const column = nodeOf(scene, id, 'column')
  if (column) paper.fill([columnOutline(column)], INK.mark)
}

/** A colour mixed with the white of the paper. */
function mixed(color: string, share: number): string {
  const channel = (at: number): string => {
    const own = Number.parseInt(color.slice(at, at + 2), 16)
    return Math.round(255 + (own - 255) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}
