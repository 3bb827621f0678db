import { expect, test } from 'vitest'
import { sceneOf, type TestNode, withFields, withNodes } from '../../tests/houses/scene-of.ts'
import { box, SOUND_HOUSE } from '../../tests/houses/sound-house.ts'
import { type Measurement, type MeasureRequest, measure } from './measure.ts'

const measured = (request: MeasureRequest, scene = SOUND_HOUSE) =>
  measure(scene, request) as Measurement

test('from a door to a room it is measured in the world, not along the wall of the door', () => {
  // door_11 is 3.1 m along wall_9, which stands at x = 5: at [5, -3.1]. The middle of the living
  // room is at [2.5, -2.5].
  const { value, points } = measured({ mode: 'centre', fromId: 'door_11', toId: 'zone_14' })
  expect(value).toBeCloseTo(Math.hypot(2.5, 0.6), 4)
  expect(points).toEqual([
    [5, 1.05, -3.1],
    [2.5, 0, -2.5],
  ])
})

test('a measure is the same from either end, and wherever the wall of a door begins', () => {
  const there = measured({ mode: 'centre', fromId: 'door_11', toId: 'item_18' })
  const back = measured({ mode: 'centre', fromId: 'item_18', toId: 'door_11' })
  expect(back.value).toBe(there.value)
  const turned = withFields(
    withFields(SOUND_HOUSE, 'wall_9', { start: [5, -5], end: [5, 0] }),
    'door_11',
    { offset: 1.9 },
  )
  expect(measured({ mode: 'centre', fromId: 'door_11', toId: 'item_18' }, turned).value).toBe(
    there.value,
  )
})

test('a clear gap is between the things, an edge from the middle of the first', () => {
  // The sofa ends at z = -1.06, the table of 0.6 m begins at z = -1.9.
  const pair = { fromId: 'item_18', toId: 'item_17' }
  expect(measured({ mode: 'clear_gap', ...pair }).value).toBeCloseTo(0.84, 4)
  expect(measured({ mode: 'edge', ...pair }).value).toBeCloseTo(1.14, 4)
  expect(measured({ mode: 'clear_gap', fromId: 'item_18', toId: 'zone_14' }).value).toBe(0)
  // From inside of the room to the nearest of its borders, which is to the west.
  expect(measured({ mode: 'edge', fromId: 'item_18', toId: 'zone_14' }).value).toBeCloseTo(1.2, 4)
})

test('points of the world are accepted in place of nodes', () => {
  const { value } = measured({ mode: 'centre', from: [0, 0, 0], to: [3, 1, -4] })
  expect(value).toBe(5)
})

test('lengths and areas are in the requested unit', () => {
  const feet = measured({ mode: 'height', fromId: 'door_11', unit: 'ft' })
  expect([feet.value, feet.unit]).toEqual([6.8898, 'ft'])
  // 5 by 5 m between walls of 0.15 m.
  expect(measured({ mode: 'area', fromId: 'zone_14' }).value).toBeCloseTo(4.85 * 4.85, 4)
  const square = measured({ mode: 'area', fromId: 'zone_14', unit: 'ft' })
  expect(square.unit).toBe('ft²')
  expect(square.value).toBeCloseTo(4.85 ** 2 / 0.3048 ** 2, 3)
})

test('the height of the floor above is that of the storey', () => {
  expect(measured({ mode: 'height', fromId: 'zone_14', toId: 'zone_29' }).value).toBe(2.8)
})

test('the height of a room on a raised slab is that of its slab', () => {
  const room = (id: string, x: number): TestNode[] => {
    const polygon = box(x, 0, 4, 4)
    return [
      { kind: 'zone', id: `zone_${id}`, polygon, color: '#f2d7a6' },
      { kind: 'slab', id: `slab_${id}`, polygon, top: x === 0 ? 0 : 1.8 },
    ]
  }
  const scene = sceneOf(...room('10', 0), ...room('20', 4))
  const step = measured({ mode: 'height', fromId: 'zone_10', toId: 'zone_20' }, scene)
  expect(step.value).toBe(1.8)
  expect(step.points).toEqual([
    [2, 0, -2],
    [6, 1.8, -2],
  ])
})

test('a way leads through doors, and around what is in between', () => {
  const straight = measured({ mode: 'centre', fromId: 'item_19', toId: 'item_18' })
  const way = measured({ mode: 'path', fromId: 'item_19', toId: 'item_18' })
  expect(way.value).toBeGreaterThan(straight.value)
  expect(way.value).toBeLessThan(straight.value * 2)
  // Through the door of 0.9 m, which is the narrowest place.
  expect(way.points.some(([x, , z]) => Math.abs(x - 5) < 0.05 && Math.abs(z + 3.1) < 0.45)).toBe(
    true,
  )
  expect(way.note).toContain('0.90 m')
})

test('a way upstairs takes the stair, and its slope is walked', () => {
  const way = measured({ mode: 'path', fromId: 'zone_14', toId: 'zone_29' })
  expect(way.note).toContain('stair_21')
  expect(way.value).toBeGreaterThan(Math.hypot(3.9, 2.8))
  expect(way.points.at(-1)![1]).toBe(2.8)
})

test('a way between points is on the levels of their heights', () => {
  const place = (id: string, y: number) =>
    [...measured({ mode: 'centre', fromId: id, toId: id }).points[0]].with(1, y)
  const [from, to] = [place('zone_14', 0), place('zone_29', 2.8)]
  const way = measured({ mode: 'path', from, to })
  expect(way.note).toContain('stair_21')
  expect(way.points.at(-1)![1]).toBe(2.8)
})

test('without a way there is a reason and no number', () => {
  const walled = withNodes(SOUND_HOUSE, {
    kind: 'item',
    id: 'item_40',
    asset: 'sideboard',
    position: [5.4, 0, -2.4],
    size: [0.6, 2, 4.7],
  })
  expect(measure(walled, { mode: 'path', fromId: 'zone_14', toId: 'item_19' })).toEqual({
    unavailable: 'No way leads from zone_14 to item_19.',
  })
})

test('nodes without a place and unknown nodes are not measured', () => {
  expect(measure(SOUND_HOUSE, { mode: 'centre', fromId: 'wall_99', to: [0, 0, 0] })).toEqual({
    unavailable: 'No node is called wall_99.',
  })
  expect(
    measure(SOUND_HOUSE, { mode: 'centre', fromId: 'building_1', to: [0, 0, 0] }),
  ).toHaveProperty('unavailable')
  expect(measure(SOUND_HOUSE, { mode: 'centre', fromId: 'wall_3' })).toHaveProperty('unavailable')
  expect(measure(SOUND_HOUSE, { mode: 'area', fromId: 'building_1' })).toHaveProperty('unavailable')
  expect(measure(SOUND_HOUSE, { mode: 'area', from: [0, 0, 0] })).toEqual({
    unavailable: 'The mode area needs fromId, the id of a node; points have no area.',
  })
})
