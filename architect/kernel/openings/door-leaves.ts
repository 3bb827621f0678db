import type { NodeOf } from '../../scene/nodes.ts'
import type { Figure } from '../upright.ts'
import { folding, type LeafMotion, turning } from './leaf-motion.ts'
import { cut, movedInAbove, type OpeningPlace } from './opening-outline.ts'

/** Visible width of the frame, and how far it stands out of the wall's faces, in metres. */
const FRAME_M = 0.05
export const FRAME_OUT_M = 0.012
const LEAF_M = 0.04
/** Between the frame and a leaf that moves along the face of the wall, in metres. */
const CLEAR_M = 0.003
/** Between the leaf and the floor. */
const FLOOR_GAP_M = 0.006
/** Between leaves that meet. */
const JOINT_M = 0.004
/** Least width of a door that slides in two glazed leaves, or folds in four panels. */
const WIDE_M = 1.5
/** Width of a glazed leaf's rim. */
export const RIM_M = 0.08
/** Height of a section of a garage door, and the radius in which its track turns, in metres. */
const SECTION_M = 0.55
const BEND_M = 0.3

/** One leaf of a closed door, and how it opens. */
export interface Leaf {
  figure: Figure
  /** The two faces of the leaf across the wall; left is positive. */
  from: number
  to: number
  isGlazed?: boolean
  isPanelled?: boolean
  /** Position of the handle along the leaf, and its form: a lever where absent. */
  handle?: number
  grip?: 'sunk'
  /** Absent where the leaf stays: the second one of a sliding door. */
  motion?: LeafMotion
}

/** The figure within a door's frame, and its leaves: `leaf_1` is the first of them. */
export function doorLeaves(
  door: NodeOf<'door'>,
  place: OpeningPlace,
): { inner: Figure; leaves: Leaf[] } {
  const inner = movedInAbove(place.outline, Math.min(FRAME_M, place.width / 8))
  return { inner, leaves: leavesOf(door, raised(inner), place) }
}

const raised = ([[a, y], [b, w], ...head]: Figure): Figure => [
  [a, y + FLOOR_GAP_M],
  [b, w + FLOOR_GAP_M],
  ...head,
]

function leavesOf(
  door: NodeOf<'door'>,
  inner: Figure,
  { depth: thickness, isCurved }: OpeningPlace,
): Leaf[] {
  const [[left, bottom], [right]] = inner
  const middle = (left + right) / 2
  const width = right - left
  const leaf = Math.min(LEAF_M, thickness / 2)
  const side = door.swing === 'left' ? 1 : -1
  // A leaf that turns or folds lies at the face of the side into which it opens, one that slides
  // between the jambs in the middle, and one that moves along the wall in front of the frame. A
  // curved wall has no way along it.
  const face = thickness / 2 - 0.005
  const hung = side > 0 ? { from: face - leaf, to: face } : { from: -face, to: leaf - face }
  const slid = { from: -leaf / 2, to: leaf / 2 }
  const out = thickness / 2 + FRAME_OUT_M + CLEAR_M
  const before = side > 0 ? { from: out, to: out + leaf } : { from: -out - leaf, to: -out }
  const isRectangle = inner.length === 4
  const grip = 0.06
  const [hinge, towards, opposite] =
    door.hinge === 'start'
      ? ([left, 1, right - grip] as const)
      : ([right, -1, left + grip] as const)
  switch (door.doorType) {
    case 'hinged': {
      const motion = turning(hinge, towards, side, hung)
      return [{ figure: inner, ...hung, isPanelled: isRectangle, handle: opposite, motion }]
    }
    case 'pocket': {
      // Into the wall, which hides it.
      const motion = { kind: 'slide', metres: -towards * width } as const
      return [{ figure: inner, ...slid, handle: opposite, grip: 'sunk', motion }]
    }
    case 'double':
      return [
        {
          figure: cut(inner, middle - JOINT_M / 2, 1),
          ...hung,
          isPanelled: isRectangle,
          handle: middle - grip,
          motion: turning(left, 1, side, hung),
        },
        {
          figure: cut(inner, middle + JOINT_M / 2, -1),
          ...hung,
          isPanelled: isRectangle,
          handle: middle + grip,
          motion: turning(right, -1, side, hung),
        },
      ]
    case 'sliding': {
      if (!hasGlazedLeaves(door)) {
        const motion = { kind: 'slide', metres: -towards * width } as const
        return [
          { figure: inner, ...(isCurved ? slid : before), handle: opposite, grip: 'sunk', motion },
        ]
      }
      const metres = right - middle - RIM_M / 2
      return [
        {
          figure: cut(inner, middle + RIM_M / 2, 1),
          from: 0,
          to: leaf,
          isGlazed: true,
          handle: left + RIM_M / 2,
          // Under an arch the leaf would come into the frame.
          ...(isRectangle && { motion: { kind: 'slide', metres } }),
        },
        { figure: cut(inner, middle - RIM_M / 2, -1), from: -leaf, to: 0, isGlazed: true },
      ]
    }
    case 'folding': {
      const count = foldingPanels(door.width)
      return Array.from({ length: count }, (_, i) => {
        const [from, to] = [left + (width * i) / count, left + (width * (i + 1)) / count]
        const [order, edge] = towards > 0 ? [i, from] : [count - 1 - i, to]
        return {
          figure: cut(cut(inner, to - JOINT_M / 2, 1), from + JOINT_M / 2, -1),
          ...hung,
          motion: folding(edge, order, towards, side, hung, i + 1 - towards),
        }
      })
    }
    case 'garage': {
      const top = Math.max(...inner.map(([, y]) => y))
      const count = Math.max(1, Math.round((top - bottom) / SECTION_M))
      const at = [side * (out + BEND_M), top] as const
      // More than the height of the door: the lowest section leans in the bend.
      const metres = top - bottom + BEND_M / 2
      return Array.from({ length: count }, (_, i) => {
        const [low, high] = [i, i + 1].map((step) => bottom + ((top - bottom) * step) / count)
        const motion = {
          kind: 'roll',
          at,
          radius: BEND_M,
          metres,
          low,
          high,
        } as const
        return { figure: between(inner, low, high), ...(isCurved ? hung : before), motion }
      })
    }
  }
}

/** True for doors that slide in two leaves of glass. */
export const hasGlazedLeaves = ({ doorType, width }: NodeOf<'door'>): boolean =>
  doorType === 'sliding' && width >= WIDE_M

/** Number of panels of a folding door of this width. */
export const foldingPanels = (width: number): 2 | 4 => (width < WIDE_M ? 2 : 4)

/** The part of the figure between two heights, with a joint above it. */
function between(figure: Figure, low: number, high: number): Figure {
  const lying = figure.map(([s, y]) => [y, s] as const)
  return cut(cut(lying, high - JOINT_M, 1), low, -1).map(([y, s]) => [s, y] as const)
}
