import { add, scale } from '../../geometry/point.ts'
import { counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { offset, ringsOf, union } from '../../geometry/regions.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { ceilingFaces } from '../floors/ceiling-faces.ts'
import { levelFrames } from '../levels.ts'
import { overlapping } from '../storey.ts'
import { STAIR_GAP_M, type StairTread, type StairTreads, stairTreads } from './stair-treads.ts'

/** What follows from a stair and the levels that it joins. Heights are above the floor it stands on. */
export interface StairShape extends StairTreads {
  /** Of the lower floor above the site's ground. */
  base: number
  /** From the lower floor to the upper. */
  rise: number
  risers: number
  riserHeight: number
  going: number
  /** What must be open in the slab and the ceiling under the upper floor; empty where nothing need. */
  opening: Polygon
  /** The least height over a tread under what is not open; absent where nothing is above. */
  headroom?: number
}

/** A riser is no higher, unless the stair says how many it has. In metres. */
export const RISER_MAX_M = 0.18
/** Free over each tread, in metres. */
export const HEADROOM_M = 2
/** By which an opening begins before the first tread that needs it, in metres. */
export const OPENING_MARGIN_M = 0.1
/** Around a spiral, in metres. */
const SPIRAL_MARGIN_M = 0.02

const shapes = new WeakMap<Scene['nodes'], Map<string, StairShape | undefined>>()

/** The shape of a stair, kept by the scene's nodes; undefined where it does not lead up to a level. */
export function stairShape(scene: Scene, stairId: string): StairShape | undefined {
  const known = shapes.get(scene.nodes) ?? new Map<string, StairShape | undefined>()
  shapes.set(scene.nodes, known)
  if (!known.has(stairId)) {
    const stair = nodeOf(scene, stairId, 'stair')
    known.set(stairId, stair && stairShapeOf(scene, stair))
  }
  return known.get(stairId)
}

/** The same of a stair that need not be in the scene yet. */
export function stairShapeOf(scene: Scene, stair: NodeOf<'stair'>): StairShape | undefined {
  const frames = levelFrames(scene)
  const [lower, upper] = [frames.get(stair.parent!), frames.get(stair.toLevel)]
  if (!lower || !upper || lower.building !== upper.building) return undefined
  const rise = upper.elevation - lower.elevation
  if (rise <= 0) return undefined
  const risers = stair.risers ?? Math.max(1, Math.ceil(rise / RISER_MAX_M - 1e-6))
  const riserHeight = rise / risers
  const treads = stairTreads(stair, risers, riserHeight)
  const soffit = soffitOf(scene, treads.outline, upper.id)
  const open = soffit === undefined ? [] : needed(treads.treads, soffit - lower.elevation, rise)
  const heads = headroomsOf(stair, treads.treads, open, soffit && soffit - lower.elevation)
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
 * What of the floor of `levelId` must be open for the stair: that of its upper level, or of a level
 * that it passes. Empty where it does not come near.
 */
export function stairOpening(scene: Scene, stair: NodeOf<'stair'>, levelId: string): Polygon {
  const shape = stairShape(scene, stair.id)
  const frame = levelFrames(scene).get(levelId)
  if (!shape || !frame) return []
  const floor = frame.elevation - shape.base
  if (floor <= 0 || floor > shape.rise + 1e-6) return []
  if (levelId === stair.toLevel) return shape.opening
  const soffit = soffitOf(scene, shape.outline, levelId)
  if (soffit === undefined) return []
  return openingOver(stair, shape, needed(shape.treads, soffit - shape.base, floor))
}

/** The lowest of what lies over the stair at the floor of a level, above the site's ground. */
function soffitOf(scene: Scene, outline: Polygon, levelId: string): number | undefined {
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
  return heights.length === 0 ? undefined : Math.min(...heights)
}

/** The treads on which one would hit one's head under `soffit`, up to the floor. */
function needed(treads: StairTread[], soffit: number, floor: number): StairTread[] {
  return treads.filter(({ top }) => top > soffit - HEADROOM_M + 1e-6 && top < floor + 1e-6)
}

function openingOver(
  stair: NodeOf<'stair'>,
  { outline }: StairTreads,
  open: StairTread[],
): Polygon {
  if (open.length === 0) return []
  if (stair.shape === 'spiral') return offset([outline], SPIRAL_MARGIN_M)[0].outer
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
  soffit: number | undefined,
): number[] {
  if (soffit === undefined) return []
  const covered = stair.cuts ? treads.filter((tread) => !open.includes(tread)) : treads
  return [soffit, ...covered.filter(({ top }) => top < soffit).map(({ top }) => soffit - top)]
}
