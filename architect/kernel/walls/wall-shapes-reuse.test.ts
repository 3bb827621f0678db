import { expect, test } from 'vitest'
import { box, made } from '../../../tests/houses/drafted-house.ts'
import { Draft } from '../../operations/draft.ts'
import { newScene } from '../../scene/scene.ts'
import { wallShapes } from './wall-shapes.ts'

test('walls that a move of another wall leaves as they are have the same shape object', () => {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const rooms = [box(0, 0, 4, 3), box(10, 0, 14, 3)].map((polygon, index) =>
    made(draft.apply('create_room', { name: `Room ${index}`, polygon, wallThickness: 0.2 })),
  )
  const before = wallShapes(draft.scene, 'level_2')
  const [moved] = rooms[0].wallIds
  made(draft.apply('move_wall', { wallId: moved, by: [0, 0.5] }))
  const after = wallShapes(draft.scene, 'level_2')
  for (const id of rooms[1].wallIds) expect(after.get(id)).toBe(before.get(id))
  for (const id of rooms[0].wallIds.slice(0, 2)) expect(after.get(id)).not.toBe(before.get(id))
})
