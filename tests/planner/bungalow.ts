import { Draft } from '../../architect/operations/draft.ts'
import type { RoomTypeName } from '../../architect/scene/room-types.ts'
import { newScene, type Scene } from '../../architect/scene/scene.ts'
import { box, made } from '../houses/drafted-house.ts'

/** [label, type, west, south, width, depth, edge of its door, edges of its windows] */
type Row = [string, RoomTypeName, number, number, number, number, number | null, number[]]

/** South 0, east 1, north 2, west 3: edges of boxes. */
const ROOMS: Row[] = [
  ['Living room', 'living', 0, 0, 5.4, 4.4, 2, [0, 3]],
  ['Kitchen', 'kitchen', 5.4, 0, 3, 4.4, 2, [0]],
  ['Main bedroom', 'bedroom', 8.4, 0, 3.6, 4.4, 2, [0]],
  ['Corridor', 'corridor', 0, -4.4, 12, 1.3, 3, [1]],
  ['West bedroom', 'bedroom', 0, -5.7, 3.6, 3.4, 0, [2]],
  ['Bathroom', 'bathroom', 3.6, -5.7, 2.4, 3.4, 0, [2]],
  ['East bedroom', 'bedroom', 6, -5.7, 3.6, 3.4, 0, [2]],
  ['Storage', 'storage', 9.6, -5.7, 2.4, 3.4, 0, []],
]

/**
 * A fictional house on one level, 12 by 9.1 m along the middles of its outer walls: three rooms in
 * the south, three and a storage in the north, and a corridor between them with the front door in
 * its west end. The living room and the main bedroom are furnished.
 */
export function bungalow(): Scene {
  const draft = new Draft(newScene('Bungalow', 'b7n2'))
  made(
    draft.apply('create_room', {
      polygon: box(0, 0, 12, 9.1),
      wallThickness: 0.3,
      createZone: false,
      createCeiling: false,
    }),
  )
  for (const [label, roomType, x, z, width, depth, door, windows] of ROOMS) {
    const isFront = roomType === 'corridor'
    made(
      draft.apply('create_room', {
        label,
        roomType,
        polygon: box(x, z, width, depth),
        wallThickness: 0.12,
        createSlab: false,
        doors: door === null ? [] : [{ edge: door, t: 0.5, width: isFront ? 1 : 0.85 }],
        windows: windows.map((edge) => ({ edge, t: 0.5, width: isFront ? 0.6 : 1.4 })),
      }),
    )
  }
  const find = (label: string) =>
    Object.values(draft.scene.nodes).find((node) => node.label === label)!.id
  made(draft.apply('furnish_room', { zoneId: find('Living room') }))
  made(draft.apply('furnish_room', { zoneId: find('Main bedroom') }))
  made(draft.apply('create_roof', { roofType: 'gable', pitch: 35 }))
  return draft.scene
}
