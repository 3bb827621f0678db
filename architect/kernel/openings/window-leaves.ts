import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { wallSides } from '../rooms.ts'
import type { Figure } from '../upright.ts'
import { wallShapes } from '../walls/wall-shapes.ts'
import { type LeafMotion, tilting, turning } from './leaf-motion.ts'
import { cut, movedIn, type OpeningPlace } from './opening-outline.ts'

/** Visible widths of the fixed frame and of what opens in it, in metres. */
export const FRAME_M = 0.05
export const SASH_M = 0.05
/** Across the wall. */
const FRAME_DEPTH_M = 0.08
const SASH_DEPTH_M = 0.05

/** A field filled with a pane, and how it opens. */
export interface WindowLeaf {
  /** Absent where the field does not open. */
  number?: number
  figure: Figure
  /** The middle of the leaf across the wall; left is positive. */
  at: number
  /** Across the wall. */
  thickness: number
  /** Position of the handle, `[along, height]`. */
  handle?: readonly [number, number]
  motion?: LeafMotion
}

/** The frame of a window and what is in it. */
export interface WindowLeaves {
  /** Depth of the frame across the wall, and its visible width, in metres. */
  depth: number
  rim: number
  /** The figure within the frame. */
  inner: Figure
  leaves: WindowLeaf[]
  /** The side of the room, on which the handles are: 1 for the left of the wall. */
  room: 1 | -1
}

export function windowLeaves(
  scene: Scene,
  window: NodeOf<'window'>,
  place: OpeningPlace,
): WindowLeaves {
  const depth = Math.min(FRAME_DEPTH_M, place.depth)
  const rim = Math.min(FRAME_M, place.width / 8, (place.head - place.sill) / 8)
  const inner = movedIn(place.outline, rim)
  const room = sideOfRoom(scene, window)
  return { depth, rim, inner, leaves: leavesOf(window, inner, depth, room), room }
}

/** The left, unless only the right side of the wall has a room. */
function sideOfRoom(scene: Scene, window: NodeOf<'window'>): 1 | -1 {
  const wall = scene.nodes[window.parent!]
  if (!wallShapes(scene, wall.parent!).has(wall.id)) return 1
  const { left, right } = wallSides(scene, wall.id)
  return left === undefined && right !== undefined ? -1 : 1
}

function leavesOf(
  { windowType }: NodeOf<'window'>,
  inner: Figure,
  depth: number,
  room: 1 | -1,
): WindowLeaf[] {
  const [[left, bottom], [right]] = inner
  const top = Math.max(...inner.map(([, y]) => y))
  const middle = (left + right) / 2
  const half = (bottom + top) / 2
  const edge = SASH_M / 2
  const hung = { from: -SASH_DEPTH_M / 2, to: SASH_DEPTH_M / 2 }
  const sash = { at: 0, thickness: SASH_DEPTH_M }
  switch (windowType) {
    case 'fixed':
      return [{ figure: inner, ...sash }]
    case 'casement': {
      const motion = turning(left, 1, room, hung)
      return [{ number: 1, figure: inner, ...sash, handle: [right - edge, half], motion }]
    }
    case 'awning': {
      // Its foot goes out, away from the room.
      const motion = tilting(top, room > 0 ? -1 : 1, hung)
      return [{ number: 1, figure: inner, ...sash, handle: [middle, bottom + edge], motion }]
    }
    case 'double_casement':
      return [
        {
          number: 1,
          figure: cut(inner, middle, 1),
          ...sash,
          handle: [middle - edge, half],
          motion: turning(left, 1, room, hung),
        },
        {
          number: 2,
          figure: cut(inner, middle, -1),
          ...sash,
          motion: turning(right, -1, room, hung),
        },
      ]
    case 'sliding': {
      // The sashes pass each other: each takes half of the frame's depth.
      const thickness = Math.min(SASH_DEPTH_M, depth / 2)
      const motion = { kind: 'slide', metres: right - middle - edge } as const
      return [
        {
          number: 1,
          figure: cut(inner, middle + edge, 1),
          at: (room * thickness) / 2,
          thickness,
          handle: [left + edge, half],
          // Under an arch the sash would come into the frame.
          ...(inner.length === 4 && { motion }),
        },
        {
          number: 2,
          figure: cut(inner, middle - edge, -1),
          at: (-room * thickness) / 2,
          thickness,
        },
      ]
    }
  }
}
