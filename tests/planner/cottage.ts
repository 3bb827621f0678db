import { Draft } from '../../architect/operations/draft.ts'
import type { RoomTypeName } from '../../architect/scene/room-types.ts'
import { newScene, type Scene } from '../../architect/scene/scene.ts'
import { box, made } from '../houses/drafted-house.ts'

/** [label, type, west, south, width, depth, edge of its door, edges of its windows] */
type Row = [string, RoomTypeName, number, number, number, number, number | null, number[]]

/** South 0, east 1, north 2, west 3: edges of boxes. */
const ROOMS: Row[] = [
  ['Living room', 'living', 0, 0, 5.5, 4.2, 2, [0, 3]],
  ['Kitchen', 'kitchen', 5.5, 0, 4.5, 4.2, 2, [0]],
  ['Hall', 'hall', 0, -4.2, 10, 1.5, 3, []],
  ['Bedroom', 'bedroom', 0, -5.7, 4.2, 3.8, 0, [2]],
  ['Bathroom', 'bathroom', 4.2, -5.7, 2.4, 3.8, 0, []],
  ['Study', 'office', 6.6, -5.7, 3.4, 3.8, 0, [1]],
]

/** A fictional house of 10 by 9.5 m, without furniture, so that edits of it are quick. */
export function cottage(): Scene {
  const draft = new Draft(newScene('Cottage', 'c5k9'))
  made(
    draft.apply('create_room', {
      polygon: box(0, 0, 10, 9.5),
      wallThickness: 0.3,
      createZone: false,
      createCeiling: false,
    }),
  )
  for (const [label, roomType, x, z, width, depth, door, windows] of ROOMS)
    made(
      draft.apply('create_room', {
        label,
        roomType,
        polygon: box(x, z, width, depth),
        wallThickness: 0.12,
        createSlab: false,
        doors: door === null ? [] : [{ edge: door, t: 0.5, width: 0.9 }],
        windows: windows.map((edge) => ({ edge, t: 0.5, width: 1.4 })),
      }),
    )
  made(draft.apply('create_roof', { roofType: 'hip', pitch: 30 }))
  return draft.scene
}
