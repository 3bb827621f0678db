import { z } from 'zod'
import { distance, dot, leftOf, type Point, subtract, unit } from '../../geometry/point.ts'
import { type Polygon, signedArea } from '../../geometry/polygon.ts'
import { lengthIn } from '../../input/input-units.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import { POLYGON_CORNERS_MAX } from '../../scene/length-schema.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { Refusal } from '../refusal.ts'
import { onGrid, SNAP_M, type Snapped, snapCorners } from '../walls/wall-snap.ts'
import { besideRing, type Edge, edgePath } from './reference-line.ts'
import { cleanOutline } from './room-outline.ts'

/** Most arcs of one outline. */
const OUTLINE_ARCS_MAX = 16

/** Fields of every call that draws an outline: edges that are arcs, and what it runs along. */
export const outlineFields = {
  arcs: z
    .array(
      z.strictObject({
        edge: z.int().min(0).max(255),
        sagitta: lengthIn(-50, 50),
      }),
    )
    .max(OUTLINE_ARCS_MAX)
    .optional(),
  reference: z.enum(['centre', 'outer', 'inner']).optional(),
}

export interface OutlineRequest {
  polygon: Polygon
  arcs?: { edge: number; sagitta: number }[]
  reference?: 'centre' | 'outer' | 'inner'
  /** Thickness of walls that are made along it, in metres; 0 where none are made. */
  thickness: number
}

/** An outline along the middle of its walls. */
export interface CentreOutline {
  /** One corner for each drawn one, snapped to existing walls. */
  corners: Point[]
  /** Of each edge; 0 where it is straight. */
  sagittas: number[]
  /** Without repeated corners, arcs in the chords that their walls have. */
  outline: Polygon
  snapped: Snapped[]
}

/**
 * The outline along the middle of the walls that stand along it or are made there. Refuses one
 * that crosses itself, and arcs on edges that it does not have.
 */
export function centreOutline(
  scene: Scene,
  levelId: string,
  request: OutlineRequest,
  param = 'polygon',
): CentreOutline {
  const { polygon, arcs = [], reference = 'centre' } = request
  const drawn = arcs.length > 0 ? sagittasOf(polygon, arcs) : polygon.map(() => 0)
  const clean = cleanOutline(chorded(polygon, drawn), param)
  let centred: { corners: Polygon; sagittas: number[] } = { corners: polygon, sagittas: drawn }
  if (reference !== 'centre') {
    const toLeft = signedArea(clean) > 0 === (reference === 'outer') ? 1 : -1
    const edges = edgesOf(polygon, drawn)
    const walls = childrenOf(scene, levelId, 'wall')
    const by = edges.map(
      (edge) => (toLeft * (thicknessAlong(walls, edge, toLeft) ?? request.thickness)) / 2,
    )
    const moved = besideRing(edges, by, param)
    centred = {
      corners: moved.map(({ start }) => start),
      sagittas: moved.map(({ sagitta }) => quantize(sagitta)),
    }
  }
  const { corners, snapped } = snapCorners(scene, levelId, centred.corners, true)
  const outline = cleanOutline(chorded(corners, centred.sagittas), param)
  return { corners, sagittas: centred.sagittas, outline, snapped }
}

function sagittasOf(polygon: Polygon, arcs: { edge: number; sagitta: number }[]): number[] {
  const sagittas = polygon.map(() => 0)
  for (const [index, { edge, sagitta }] of arcs.entries()) {
    const isTwice = arcs.findIndex((other) => other.edge === edge) !== index
    if (edge >= polygon.length || isTwice)
      throw new Refusal(
        'invalid_input',
        isTwice
          ? `Edge ${edge} has two arcs.`
          : `The outline has no edge ${edge}: its edges are 0 to ${polygon.length - 1}.`,
        { param: `arcs.${index}.edge` },
      )
    sagittas[edge] = quantize(sagitta)
  }
  return sagittas
}

const edgesOf = (corners: Polygon, sagittas: readonly number[]): Edge[] =>
  corners.map((start, i) => ({
    start,
    end: corners[(i + 1) % corners.length],
    sagitta: sagittas[i],
  }))

/** The corners with those of the chords of arcs between them, as walls on these arcs have them. */
function chorded(corners: Polygon, sagittas: readonly number[]): Polygon {
  if (sagittas.every((sagitta) => sagitta === 0)) return corners
  const ring = edgesOf(corners, sagittas).flatMap((edge) =>
    edge.sagitta === 0
      ? [edge.start]
      : edgePath(edge)
          .corners()
          .slice(0, -1)
          .map(({ at }) => onGrid(at)),
  )
  if (ring.length <= POLYGON_CORNERS_MAX) return ring
  throw new Refusal(
    'limit_exceeded',
    `The arcs make an outline of ${ring.length} corners, more than the ${POLYGON_CORNERS_MAX} of a polygon: draw fewer or smaller arcs.`,
    { param: 'arcs' },
  )
}

/**
 * Thickness of the existing wall that has its face along an edge for the longest stretch, its
 * middle to the left of the edge (`side` 1) or to the right; null where there is none.
 */
function thicknessAlong(walls: readonly NodeOf<'wall'>[], edge: Edge, side: 1 | -1): number | null {
  let best: { thickness: number; shared: number } | null = null
  for (const wall of walls) {
    const shared = edge.sagitta === 0 ? sharedLength(wall, edge, side) : sharedArc(wall, edge, side)
    if (shared > (best?.shared ?? SNAP_M)) best = { thickness: wall.thickness, shared }
  }
  return best?.thickness ?? null
}

/** Sine of the angle up to which walls count as parallel: 0.5 mm on 1 m. */
const PARALLEL_SINE = 5e-4

function sharedLength(wall: NodeOf<'wall'>, { start, end }: Edge, side: 1 | -1): number {
  if (wall.sagitta !== 0) return 0
  const along = unit(subtract(end, start))
  if (Math.abs(dot(unit(subtract(wall.end, wall.start)), leftOf(along))) > PARALLEL_SINE) return 0
  const away = dot(subtract(wall.start, start), leftOf(along))
  if (Math.abs(away - (side * wall.thickness) / 2) > SNAP_M / 2) return 0
  const [from, to] = [wall.start, wall.end].map((at) => dot(subtract(at, start), along))
  return Math.min(distance(start, end), Math.max(from, to)) - Math.max(0, Math.min(from, to))
}

function sharedArc(wall: NodeOf<'wall'>, edge: Edge, side: 1 | -1): number {
  const path = edgePath(edge)
  const own = wallPath(wall)
  if (!own.arc || !path.arc) return 0
  if (distance(own.arc.centre, path.arc.centre) > SNAP_M / 2) return 0
  // To the left is towards a centre that is on the left.
  const inward = (side * Math.sign(path.arc.radius) * wall.thickness) / 2
  const away = Math.abs(path.arc.radius) - Math.abs(own.arc.radius) - inward
  return Math.abs(away) > SNAP_M / 2 ? 0 : Math.min(own.length, path.length)
}
