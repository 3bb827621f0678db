import { expect, test } from 'vitest'
import { box, made } from '../../../tests/houses/drafted-house.ts'
import { Draft } from '../../operations/draft.ts'
import { newScene } from '../../scene/scene.ts'
import { verifyScene } from '../verify.ts'

/** Rooms of 3 by 4 m in a row, each with a door to the one before, the first with a front door. */
function through(...roomTypes: string[]): string[] {
  const draft = new Draft(newScene('A row', 'k3x9'))
  const ids = roomTypes.map((roomType, index) => {
    const doors = [index === 0 ? { edge: 0 } : { edge: 3 }]
    const room = { label: `Room ${index}`, roomType, polygon: box(3 * index, 0, 3, 4), doors }
    return made(draft.apply('create_room', room)).zoneId
  })
  return verifyScene(draft.scene, { checks: ['room.through_private'] }).issues.map(({ nodeIds }) =>
    nodeIds.map((id) => roomTypes[ids.indexOf(id)]).join(' behind '),
  )
}

test.each([
  [['hall', 'bedroom', 'living'], ['living behind bedroom']],
  [['hall', 'bedroom', 'closet', 'living'], ['living behind bedroom']],
  [['hall', 'bedroom', 'closet', 'storage', 'living'], ['living behind bedroom']],
  [['hall', 'bedroom', 'closet', 'bathroom', 'office'], ['office behind bathroom']],
  // Only the first room behind a private one is at fault; one behind a second one is too.
  [['hall', 'bedroom', 'closet', 'living', 'kitchen'], ['living behind bedroom']],
  [
    ['hall', 'bathroom', 'bedroom', 'office'],
    ['bedroom behind bathroom', 'office behind bedroom'],
  ],
  [['hall', 'bedroom', 'closet', 'bathroom'], []],
  [['hall', 'closet', 'living'], []],
])('a row of %j', (row, found) => {
  expect(through(...row)).toEqual(found)
})
