import { expect, test } from 'vitest'
import { detailsFields } from './details-fields.ts'

test('a position is listed once, and the rise of an arc not of a straight wall', () => {
  const item = { id: 'item_1', kind: 'item', position: [1, 0, 2], rotation: 90 }
  expect(detailsFields({ node: item, derived: { position: [1, 0, 2], height: 1 } })).toEqual({
    data: [
      ['position', [1, 0, 2]],
      ['rotation', 90],
    ],
    quantities: [['height', 1]],
  })
  const wall = (sagitta: number) => ({ id: 'wall_1', kind: 'wall', thickness: 0.3, sagitta })
  const names = (sagitta: number) =>
    detailsFields({ node: wall(sagitta), derived: {} }).data.map(([name]) => name)
  expect(names(0)).toEqual(['thickness'])
  expect(names(0.4)).toEqual(['thickness', 'sagitta'])
})
