import type { Polygon } from '../../geometry/polygon.ts'
import { difference, type Region } from '../../geometry/regions.ts'
import { columnOutline } from '../../kernel/column-body.ts'
import type { LevelFrame } from '../../kernel/levels.ts'
import type { OpeningSpan } from '../../kernel/openings/openings.ts'
import { roofPlan } from '../../kernel/roofs/roof-plan.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import type { WallShape } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf, SceneNode } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { INK, type Paper, PEN } from '../paper.ts'
import { drawOpening, pointByWall, stretch } from './plan-openings.ts'

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
export function drawWalls(
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
    PEN.thin,
  )
  paper.layer = 'openings'
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
  paper.layer = 'walls'
  paper.fillRegions(solid, INK.wall)
  for (const wall of walls.filter(isCut)) {
    for (const { from, to } of wall.openings.filter(({ sill }) => sill >= cut)) {
      for (const t of [-wall.thickness / 4, wall.thickness / 4])
        paper.line(
          [pointByWall(wall.path, from, t), pointByWall(wall.path, to, t)],
          '#ffffff',
          PEN.thin,
          [1, 0.8],
        )
    }
  }
  return walls.flatMap(({ id, openings }) => [id, ...openings.map((span) => span.id)])
}

/** Draws cut columns, beams and roofs above the cut dashed, and railings and fences below it. */
export function drawOverhead(
  paper: Paper,
  scene: Scene,
  levelId: string,
  visible: Set<string>,
): void {
  for (const node of childrenOf(scene, levelId)) if (isDrawnOver(paper, node)) visible.add(node.id)
}

/** Draws a node of these kinds; false for kinds that are drawn elsewhere, or not at all. */
function isDrawnOver(paper: Paper, node: SceneNode): boolean {
  switch (node.kind) {
    case 'column':
      paper.fill([columnOutline(node)], INK.wall)
      return true
    case 'beam':
      paper.line([node.start, node.end], INK.faint, PEN.seen, [1.8, 1])
      return true
    case 'roof':
      paper.outline([roofEdge(node)], INK.quiet, PEN.thin, [2.4, 1.3])
      return true
    case 'railing':
    case 'fence':
      paper.line(node.path, INK.line, 0.6)
      paper.line(node.path, '#ffffff', 0.25)
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

/** The edge of a roof with its overhang; of one that cannot be built, its polygon. */
export function roofEdge(roof: NodeOf<'roof'>): Polygon {
  const plan = roofPlan(roof)
  return 'fault' in plan ? roof.polygon : plan.eaves
}

/** Marks a node whose own drawing does not use the colour of marks. */
export function drawMark(
  paper: Paper,
  scene: Scene,
  id: string,
  walls: readonly WallShape[],
): void {
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
