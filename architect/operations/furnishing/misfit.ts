import { OBSTACLE_TRAITS, type Obstacle } from '../../checks/obstacles.ts'
import { isInside } from '../../checks/on-floor.ts'
import { metres } from '../../checks/places.ts'
import { OVER_HEAD_M } from '../../checks/walking/free-passages.ts'
import { clearGap, overlapDepth } from '../../geometry/convex.ts'
import { areNear, boxOf } from '../../geometry/polygon.ts'
import type { Region } from '../../geometry/regions.ts'
import { cachedByObject } from '../../kernel/cached-by-object.ts'
import type { ItemShape } from '../../kernel/item-shape.ts'
import { type Prism, prismOverlap, TOUCH_M } from '../../kernel/prism.ts'
import type { RefusalCode } from '../refusal.ts'
import type { Passage, WindowClearance } from './room.ts'

/** Why a thing does not fit at a position. */
export interface Misfit {
  code: Extract<RefusalCode, 'outside_room' | 'blocks_door' | 'collides' | 'no_space' | 'headroom'>
  message: string
  nodeIds: string[]
}

/** Everything that a thing must stay clear of. */
export interface Surroundings {
  obstacles: readonly Obstacle[]
  passages: readonly Pick<Passage, 'id' | 'keepOut'>[]
  /** The floor within which it must stay; when absent, anywhere except in walls. */
  regions?: Region[]
  /** Height above the floor, in metres. */
  ceiling: number
}

/** How far a thing in front of a window may rise above its sill, in metres. */
const OVER_SILL_M = 0.15

/**
 * The first reason why a shape does not fit, or null. `host` is the id of the node that carries it.
 */
export function misfitOf(
  { asset, prism }: ItemShape,
  { obstacles, passages, regions, ceiling }: Surroundings,
  host?: string,
): Misfit | null {
  const { label } = asset
  const box = boxOf(prism.outline)
  if (regions && !isInside(regions, prism.outline))
    return {
      code: 'outside_room',
      message: `The ${lower(label)} would reach out of the room.`,
      nodeIds: [],
    }
  if (prism.top > ceiling + TOUCH_M)
    return {
      code: 'headroom',
      message: `The ${lower(label)} would reach up to ${metres(prism.top)}, and the ceiling is at ${metres(ceiling)}.`,
      nodeIds: [],
    }
  for (const other of obstacles) {
    if (!areNear(box, other.box) || other.id === host || isOver(asset.isWalkable, other)) continue
    const depth = Math.max(...other.pieces.map((piece) => prismOverlap(prism, piece)))
    if (depth === 0) continue
    const isDoor = other.kind === 'swing'
    const what = isDoor
      ? `in the way that the leaf of ${other.id} swings`
      : `${other.kind === 'hole' ? 'over a hole in' : 'in'} ${other.id}`
    return {
      code: isDoor ? 'blocks_door' : 'collides',
      message: `The ${lower(label)} would stand ${metres(depth)} deep ${what}.`,
      nodeIds: [other.id],
    }
  }
  if (asset.isWalkable || prism.bottom >= OVER_HEAD_M) return null
  for (const { id, keepOut } of passages)
    for (const ring of keepOut)
      if (overlapDepth(prism.outline, ring) > TOUCH_M)
        return {
          code: 'blocks_door',
          message: `The ${lower(label)} would block the way through ${id}.`,
          nodeIds: [id],
        }
  return null
}

/**
 * The first reason why a shape is badly placed: it blocks light, or the floor from which it is used
 * is not free.
 */
export function discomfortOf(
  { asset, prism, clearance }: ItemShape,
  { obstacles, regions }: Surroundings,
  windows: readonly WindowClearance[],
): Misfit | null {
  if (asset.isWalkable) return null
  const light = windows.find(
    ({ before, sill }) =>
      prism.top > sill + OVER_SILL_M && overlapDepth(prism.outline, before) > TOUCH_M,
  )
  if (light)
    return {
      code: 'collides',
      message: `The ${lower(asset.label)} would stand in the light of ${light.id}.`,
      nodeIds: [light.id],
    }
  for (const ring of clearance) {
    if (regions && !isInside(regions, ring)) return shutOff(asset)
    const free: Prism = { outline: ring, bottom: prism.bottom, top: prism.top }
    const box = boxOf(ring)
    for (const other of obstacles)
      if (OBSTACLE_TRAITS[other.kind].isSolid && !other.isWalkable && areNear(box, other.box))
        if (other.pieces.some((piece) => prismOverlap(free, piece) > 0)) return shutOff(asset)
  }
  return null
}

/**
 * Why a thing does not fit among things placed earlier: overlap, too small a gap, or a blocked
 * clearance.
 */
export function crowdingOf(
  { shape }: { shape: ItemShape },
  others: readonly { shape: ItemShape }[],
  gap: number,
): Misfit | null {
  const { asset, prism, clearance } = shape
  if (asset.isWalkable) return null
  const reach = reachOf(shape)
  for (const { shape: other } of others) {
    if (other.asset.isWalkable || apart(prism, other.prism)) continue
    if (!areNear(reach, reachOf(other), gap)) continue
    const depth = overlapDepth(prism.outline, other.prism.outline)
    if (depth > TOUCH_M || clearGap(prism.outline, other.prism.outline) < gap - TOUCH_M)
      return {
        code: 'collides',
        message: `The ${lower(asset.label)} would not be ${metres(gap)} clear of the ${lower(other.asset.label)}.`,
        nodeIds: [],
      }
    const isShut =
      clearance.some((ring) => overlapDepth(ring, other.prism.outline) > TOUCH_M) ||
      other.clearance.some((ring) => overlapDepth(ring, prism.outline) > TOUCH_M)
    if (isShut) return shutOff(asset)
  }
  return null
}

/** The box of a thing and of the floor from which it is used. */
const reachOf = cachedByObject(({ prism, clearance }: ItemShape) =>
  boxOf([prism.outline, ...clearance].flat()),
)

const shutOff = ({ label }: ItemShape['asset']): Misfit => ({
  code: 'no_space',
  message: `The floor from which the ${lower(label)} is used would not be free.`,
  nodeIds: [],
})

const apart = (a: Prism, b: Prism): boolean =>
  Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom) <= TOUCH_M

const isOver = (isWalkable: boolean | undefined, other: Obstacle): boolean =>
  (isWalkable || other.isWalkable === true) && !OBSTACLE_TRAITS[other.kind].piercesRugs

const lower = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)
