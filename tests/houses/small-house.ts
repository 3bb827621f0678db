import type { Scene } from '../../architect/scene/scene.ts'
import { sceneOf, type TestNode } from './scene-of.ts'

const corners: [number, number][] = [
  [0, 4],
  [6, 4],
  [6, 0],
  [0, 0],
]

/**
 * One room of 6 by 4 metres along the middle of its walls, with a door, a window and a column in
 * it.
 */
export function smallHouse(...more: TestNode[]): Scene {
  const walls = corners.map((start, side): TestNode => {
    const end = corners[(side + 1) % 4]
    return { kind: 'wall', id: `wall_${3 + side}`, start, end, thickness: 0.2, height: 2.6 }
  })
  return sceneOf(
    ...walls,
    { kind: 'slab', id: 'slab_7', polygon: corners },
    {
      kind: 'zone',
      id: 'zone_8',
      label: 'Kitchen',
      roomType: 'kitchen',
      color: '#f3b98f',
      polygon: corners,
    },
    { kind: 'door', id: 'door_9', parent: 'wall_3', offset: 1.5, width: 0.9, height: 2.1, sill: 0 },
    {
      kind: 'window',
      id: 'window_10',
      parent: 'wall_4',
      offset: 2,
      width: 1.5,
      height: 1.2,
      sill: 0.9,
    },
    { kind: 'column', id: 'column_11', position: [3, 2] },
    ...more,
  )
}
