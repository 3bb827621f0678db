import { expect, test } from 'vitest'
import { box, isUndone, made } from '../../../tests/houses/drafted-house.ts'
import { area } from '../../geometry/polygon.ts'
import { findRooms } from '../../kernel/rooms.ts'
import { newScene, nodesOf } from '../../scene/scene.ts'
import { Draft } from '../draft.ts'

const newDraft = () => new Draft(newScene('A house', 'k3x9'))
/** Chords leave an arc by 5 mm at most, so two thirds of that along it may be missing. */
const chordsM2 = (length: number) => (2 / 3) * 0.005 * length
const wallAlong = (draft: Draft, z: number, x: number) =>
  nodesOf(draft.scene, 'wall').find(
    ({ start, end }) =>
      start[1] === z && end[1] === z && Math.abs((start[0] + end[0]) / 2 - x) < 0.01,
  )!

/** Two rooms of 6 by 6 and 4 by 6 m on one slab of 10 by 6 m, its border `out` from the walls. */
function twoRooms(out: number) {
  const draft = newDraft()
  const { zoneId } = made(
    draft.apply('create_room', {
      label: 'Living',
      polygon: box(0, 0, 10, 6),
      wallThickness: 0.3,
      createSlab: false,
    }),
  )
  for (const { id } of nodesOf(draft.scene, 'slab')) made(draft.apply('delete_node', { ids: [id] }))
  const outline = box(-out, out, 10 + 2 * out, 6 + 2 * out)
  made(draft.apply('create_slab', { polygon: outline }))
  made(draft.apply('split_room', { zoneId, axis: 'x', at: 6 }))
  return { draft, wall: wallAlong(draft, 0, 8) }
}
const slabM2 = ({ scene }: Draft) => area(nodesOf(scene, 'slab')[0].polygon)

/**
 * What an arc of 0.5 m over 4 m adds, by how far the border is from the middle of the walls. Its
 * radius is (2^2 / 0.5 + 0.5) / 2 = 4.25 m, the angle 2 asin(2 / 4.25) = 0.9799, and the segment
 * 4.25^2 / 2 (0.9799 - sin 0.9799). Along the outer faces the radius is 4.4 m, 3.9 m from the
 * border: 4.4^2 / 2 (0.9627 - sin 0.9627) = 1.3743, less 0.0034 at the corner in the east. Along
 * the inner faces it is 4.1 m, 3.6 m from it: 4.1^2 / 2 (0.9981 - sin 0.9981) = 1.3252, less
 * 0.0033 beyond the inner face of the east.
 */
const ADDED_M2: [out: number, added: number][] = [
  [0, 1.3499],
  [0.15, 1.3709],
  [-0.15, 1.3219],
]

test.each(ADDED_M2)('a slab of two rooms, %d m out, follows a wall that is bent', (out, added) => {
  const { draft, wall } = twoRooms(out)
  const flat = nodesOf(draft.scene, 'slab')[0].polygon
  // To the right, seen from west to east, is outside.
  made(draft.apply('edit_wall', { id: wall.id, sagitta: -0.5 }))
  const difference = slabM2(draft) - area(flat)
  expect(difference).toBeGreaterThan(added - chordsM2(4.3) - 0.001)
  expect(difference).toBeLessThan(added + 0.001)
  const flatten = { id: wall.id, sagitta: 0 }
  expect(isUndone(draft, () => draft.apply('edit_wall', flatten))).toBe(true)
  expect(nodesOf(draft.scene, 'slab')[0].polygon).toEqual(flat)
})

test('the slab and the ceiling of two rooms are as large as both', () => {
  const { draft, wall } = twoRooms(0)
  made(draft.apply('edit_wall', { id: wall.id, sagitta: 0.5 }))
  const rooms = findRooms(draft.scene, 'level_2')
  const enclosed = rooms.reduce((sum, { grossArea }) => sum + grossArea, 0)
  expect(slabM2(draft)).toBeCloseTo(enclosed, 3)
  const [ceiling] = nodesOf(draft.scene, 'ceiling')
  expect(area(ceiling.polygon)).toBeCloseTo(enclosed, 3)
})

test('a slab and a ceiling of two rooms follow an arc whose end slides along its circle', () => {
  const draft = newDraft()
  // The west is an arc of 1 m to the inside: a radius of (2.5^2 + 1) / 2 = 3.625 m.
  const { zoneId } = made(
    draft.apply('create_room', {
      label: 'Right',
      polygon: box(6, 0, 5, 5),
      arcs: [{ edge: 3, sagitta: 1 }],
      wallThickness: 0.15,
    }),
  )
  made(draft.apply('split_room', { zoneId, axis: 'x', share: 0.7 }))
  const [slab] = nodesOf(draft.scene, 'slab')
  const south = nodesOf(draft.scene, 'wall').find(({ start, end }) => start[1] + end[1] === 0)!
  made(draft.apply('move_wall', { wallId: south.id, by: [0, 1] }))
  // The middle of the circle is at x 3.375, so 7.625 by 6 m less what is under the circle from
  // -2.5 to 3.5 m beside it: 10.2416 and 8.2813 m².
  const least = 45.75 - 10.2416 - 8.2813
  for (const { polygon } of [...nodesOf(draft.scene, 'slab'), ...nodesOf(draft.scene, 'ceiling')]) {
    expect(area(polygon)).toBeGreaterThan(least - 0.001)
    expect(area(polygon)).toBeLessThan(least + chordsM2(7.499) + 0.001)
  }
  made(draft.apply('move_wall', { wallId: south.id, by: [0, -1] }))
  expect(nodesOf(draft.scene, 'slab')).toEqual([slab])
})
