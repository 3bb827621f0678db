import { add, scale } from '../../geometry/point.ts'
import { counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { offset, ringsOf, union } from '../../geometry/regions.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { ceilingFaces } from '../floors/ceiling-faces.ts'
import { levelFrames } from '../levels.ts'
import { overlapping } from '../storey.ts'
import {
  STAIR_GAP_M,
  type StairTread,
  type StairTreads,
  stairTreads,
  WINDS_ABOUT_POLE,
} from './stair-treads.ts'

/** A stair with what follows from its levels. Heights are above the lower floor. */
export interface StairShape extends StairTreads {
  /** Height of the lower floor above the site's ground. */
  base: number
  /** Height from the lower floor to the upper. */
  rise: number
  risers: number
  riserHeight: number
  going: number
  /** The opening that the slab and the ceiling at the upper floor need; may be empty. */
  opening: Polygon
  /** The least clear height over a tread; absent where nothing is above. */
  headroom?: number
}

/** Greatest height of a riser where the stair does not fix their number, in metres. */
export const RISER_MAX_M = 0.18
/** Clear height over each tread, in metres. */
export const HEADROOM_M = 2
/** An opening begins this much before the first tread that needs it, in metres. */
const OPENING_MARGIN_M = 0.1
/** Margin around a spiral, in metres. */
const SPIRAL_MARGIN_M = 0.02

const shapes = new WeakMap<Scene['nodes'], Map<string, StairShape | null>>()

/**
 * The shape of a stair, cached by the scene's nodes; null where it does not lead up to a
 * level.
 */
export function stairShape(scene: Scene, stairId: string): StairShape | null {
  const known = shapes.get(scene.nodes) ?? new Map<string, StairShape | null>()
  shapes.set(scene.nodes, known)
  if (!known.has(stairId)) {
    const stair = nodeOf(scene, stairId, 'stair')
    known.set(stairId, stair && stairShapeOf(scene, stair))
  }
  return known.get(stairId) ?? null
}

/** The shape of a stair that may not be in the scene yet. */
export function stairShapeOf(scene: Scene, stair: NodeOf<'stair'>): StairShape | null {
  const frames = levelFrames(scene)
  const [lower, upper] = [frames.get(stair.parent!), frames.get(stair.toLevel)]
  if (!lower || !upper || lower.building !== upper.building) return null
  const rise = upper.elevation - lower.elevation
  if (rise <= 0) return null
  const risers = stair.risers ?? Math.max(1, Math.ceil(rise / RISER_MAX_M - 1e-6))
  const riserHeight = rise / risers
  const treads = stairTreads(stair, risers, riserHeight)
  const soffit = soffitOf(scene, treads.outline, upper.id)
  const open = soffit === null ? [] : needed(treads.treads, soffit - lower.elevation, rise)
  const heads = headroomsOf(
    stair,
    treads.treads,
    open,
    soffit === null ? null : soffit - lower.elevation,
  )
  return {
    ...treads,
    base: lower.elevation,
    rise,
    risers,
    riserHeight,
    going: stair.going,
    opening: openingOver(stair, treads, open),
    ...(heads.length > 0 && { headroom: Math.min(...heads) }),
  }
}

/**
 * The opening that the stair needs in the floor of `levelId`: of its upper level, or of a level
 * that it passes. Empty where the stair does not come near.
 */
export function stairOpening(scene: Scene, stair: NodeOf<'stair'>, levelId: string): Polygon {
  const shape = stairShape(scene, stair.id)
  const frame = levelFrames(scene).get(levelId)
  if (!shape || !frame) return []
  const floor = frame.elevation - shape.base
  if (floor <= 0 || floor > shape.rise + 1e-6) return []
  if (levelId === stair.toLevel) return shape.opening
  const soffit = soffitOf(scene, shape.outline, levelId)
  if (soffit === null) return []
  return openingOver(stair, shape, needed(shape.treads, soffit - shape.base, floor))
}

/** The lowest underside over the stair at the floor of a level, above the site's ground. */
function soffitOf(scene: Scene, outline: Polygon, levelId: string): number | null {
  const frames = levelFrames(scene)
  const { elevation, below } = frames.get(levelId)!
  const slabs = overlapping(childrenOf(scene, levelId, 'slab'), outline)
  const ceilings = below ? overlapping(childrenOf(scene, below, 'ceiling'), outline) : []
  const heights = [
    ...slabs.map(({ top, thickness }) => elevation + top - thickness),
    ...ceilings.flatMap((ceiling) => {
      const faces = ceilingFaces(scene, ceiling)
      return faces ? [frames.get(below!)!.elevation + faces.bottom] : []
    }),
  ]
  return heights.length === 0 ? null : Math.min(...heights)
}

/** The treads with too little headroom under `soffit`, up to the floor. */
function needed(treads: StairTread[], soffit: number, floor: number): StairTread[] {
  return treads.filter(({ top }) => top > soffit - HEADROOM_M + 1e-6 && top < floor + 1e-6)
}

function openingOver(
  stair: NodeOf<'stair'>,
  { outline }: StairTreads,
  open: StairTread[],
): Polygon {
  if (open.length === 0) return []
  if (WINDS_ABOUT_POLE[stair.shape]) return offset([outline], SPIRAL_MARGIN_M)[0].outer
  // Back from the first of them, in its own direction; where it is a landing, that is before it.
  const before = scale(open[0].direction, -OPENING_MARGIN_M)
  const start = open[0].outline.map((corner) => add(corner, before))
  const pieces = union([counterClockwise(start), ...open.map((tread) => tread.outline)])
  // Grown and shrunk again: that closes the gap between two flights, and hairs between treads.
  const gap = STAIR_GAP_M / 2 + 0.001
  return offset(ringsOf(offset(ringsOf(pieces), gap)), -gap)[0].outer
}

function headroomsOf(
  stair: NodeOf<'stair'>,
  treads: StairTread[],
  open: StairTread[],
  soffit: number | null,
): number[] {
  if (soffit === null) return []
  const covered = stair.cuts ? treads.filter((tread) => !open.includes(tread)) : treads
  return [soffit, ...covered.filter(({ top }) => top < soffit).map(({ top }) => soffit - top)]
}
