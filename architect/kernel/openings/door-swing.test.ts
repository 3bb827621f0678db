import { expect, test } from 'vitest'
import { overlapDepth } from '../../geometry/convex.ts'
import { rectangle } from '../../geometry/mesh.ts'
import { area, boxOf, signedArea } from '../../geometry/polygon.ts'
import { fullNode, newScene, type Scene } from '../../scene/scene.ts'
import { doorSwing } from './door-swing.ts'

/** A wall of 0.2 m that goes east from the origin for 4 m, with a door of 0.9 m in its middle. */
function withDoor(fields: object, kind: 'door' | 'opening' = 'door'): Scene {
  const scene = newScene('A wall', 't')
  const wall = fullNode({
    id: 'wall_3',
    kind: 'wall',
    parent: 'level_2',
    start: [0, 0],
    end: [4, 0],
    thickness: 0.2,
  })
  const opening = { parent: wall.id, offset: 2, width: 0.9, height: 2.1, sill: 0, ...fields }
  const door = fullNode({ id: `${kind}_4`, kind, ...opening })
  return { ...scene, nodes: { ...scene.nodes, [wall.id]: wall, [door.id]: door } }
}

test('a hinged door sweeps a quarter circle on the side it opens to, about the jamb of its hinges', () => {
  const swing = doorSwing(withDoor({ hinge: 'end', swing: 'right' }), 'door_4')!
  const [leaf] = swing.leaf
  const box = boxOf(leaf)
  expect(box.maxX).toBeCloseTo(2.45, 9)
  expect(box.minZ).toBeCloseTo(0.1, 9)
  expect(box.maxZ).toBeGreaterThanOrEqual(1)
  // Drawn from outside: never less than the quarter, and by next to nothing more.
  expect(area(leaf)).toBeGreaterThan((Math.PI * 0.81) / 4)
  expect(area(leaf)).toBeLessThan(((Math.PI * 0.81) / 4) * 1.01)
})

test('a door has free floor on both of its sides', () => {
  const [left, right] = doorSwing(withDoor({ doorType: 'sliding' }), 'door_4')!.keepOut
  expect(boxOf(left)).toMatchObject({ minX: 1.55, maxX: 2.45, maxZ: -0.1 })
  expect(boxOf(right).maxZ).toBeCloseTo(0.75, 9)
})

test.each([
  ['sliding', 0],
  ['pocket', 0],
  ['garage', 0],
  ['hinged', 1],
  ['double', 2],
  ['folding', 1],
])('a %s door has %i swept areas, all counter-clockwise', (doorType, count) => {
  for (const hinge of ['start', 'end'])
    for (const side of ['left', 'right']) {
      const { leaf } = doorSwing(withDoor({ doorType, hinge, swing: side }), 'door_4')!
      expect(leaf).toHaveLength(count)
      for (const ring of leaf) expect(signedArea(ring)).toBeGreaterThan(0)
    }
})

test('the leaves of a double door do not meet, and a folding one reaches half as far', () => {
  const [a, b] = doorSwing(withDoor({ doorType: 'double' }), 'door_4')!.leaf
  expect(overlapDepth(a, b)).toBeLessThan(0.02)
  const [folding] = doorSwing(withDoor({ doorType: 'folding' }), 'door_4')!.leaf
  expect(overlapDepth(folding, rectangle([2, -0.8], 0.9, 0.4))).toBe(0)
})

test('a hole in the wall is a passage when its sill is not a step, and has no leaf', () => {
  expect(doorSwing(withDoor({}, 'opening'), 'opening_4')!.leaf).toEqual([])
  expect(doorSwing(withDoor({ sill: 0.9 }, 'opening'), 'opening_4')).toBeNull()
})
