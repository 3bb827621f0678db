import type { Side } from '../../layout/room-program.ts'

const WAYS: Record<Side, readonly [number, number]> = {
  north: [0, -1],
  east: [1, 0],
  south: [0, 1],
  west: [-1, 0],
}

export const OPPOSITE: Record<Side, Side> = {
  north: 'south',
  south: 'north',
  east: 'west',
  west: 'east',
}

/** A way of so many metres to a side, as a step in the plan. */
export const wayTo = (side: Side, metres: number): [number, number] => [
  WAYS[side][0] * metres,
  WAYS[side][1] * metres,
]
