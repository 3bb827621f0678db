import { expect, test } from 'vitest'
import { draftedHouse, made, refusedFor } from '../../../tests/houses/drafted-house.ts'

test('a wall may not leave less than 0.3 m of a room', () => {
  const { draft, east, walls } = draftedHouse()
  // The room is 3.85 m wide between its walls: 3.6 m more would leave 0.25 m.
  const call = { wallId: walls.between, by: [3.6, 0] }
  const refused = refusedFor(draft.apply('move_wall', call))
  expect(refused).toMatchObject({ code: 'invalid_polygon', nodeIds: [east.zoneId] })
  expect(refused.message).toContain('East would be less than 0.3 m wide')
  expect((refused.fix!.arguments.by as number[])[0]).toBeCloseTo(3.55, 2)
  made(draft.apply('move_wall', { wallId: walls.between, by: [3.55, 0] }))
})
