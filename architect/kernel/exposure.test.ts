import { expect, test } from 'vitest'
import { sceneOf, withFields, withNodes } from '../../tests/houses/scene-of.ts'
import { box, SOUND_HOUSE } from '../../tests/houses/sound-house.ts'
import { ring, wall, window, zone } from '../../tests/thresholds/threshold.ts'
import { verifyScene } from '../checks/verify.ts'
import { exposuresOf } from './exposure.ts'
import { quantities } from './quantities.ts'
import { wallSides } from './rooms.ts'

const on = (...nodes: Parameters<typeof sceneOf>) => sceneOf(...nodes)
const of = (scene: ReturnType<typeof sceneOf>, id: string) => exposuresOf(scene, 'level_2').get(id)

/** A living room of 6 by 4 m with a terrace of 6 by 3 m to the south of it. */
const withTerrace = on(
  ...ring(box(0, 0, 6, 4), 3),
  zone('zone_8', box(0, 0, 6, 4), { roomType: 'living' }),
  zone('zone_9', box(0, 3, 6, 3), { roomType: 'terrace' }),
)

test('a terrace is outside, and covered where at least half of it is under a roof or a floor', () => {
  expect([of(withTerrace, 'zone_8'), of(withTerrace, 'zone_9')]).toEqual(['inside', 'outside'])
  const roofed = (depth: number) =>
    withNodes(withTerrace, {
      kind: 'roof',
      id: 'roof_10',
      roofType: 'flat',
      polygon: box(0, depth, 6, depth + 4),
    })
  // 1.2 m of 3 m are under the roof, then 1.8 m.
  expect(of(roofed(1.2), 'zone_9')).toBe('outside')
  expect(of(roofed(1.8), 'zone_9')).toBe('covered')
  const balcony = withNodes(
    withTerrace,
    { kind: 'level', id: 'level_20', parent: 'building_1', index: 1 },
    { kind: 'slab', id: 'slab_21', parent: 'level_20', polygon: box(0, 3, 6, 3) },
  )
  expect(of(balcony, 'zone_9')).toBe('covered')
  const loggia = withNodes(withTerrace, {
    kind: 'ceiling',
    id: 'ceiling_11',
    polygon: box(0, 3, 6, 3),
  })
  expect(of(loggia, 'zone_9')).toBe('covered')
})

test('a terrace stays outdoors where walls enclose it, and a store without walls is outdoors', () => {
  const courtyard = on(
    ...ring(box(0, 0, 6, 4), 3),
    zone('zone_8', box(0, 0, 6, 4), { roomType: 'terrace' }),
  )
  expect(of(courtyard, 'zone_8')).toBe('outside')
  const carport = (...sides: number[]) =>
    on(
      ...ring(box(0, 0, 6, 4), 3).filter((_, index) => sides.includes(index)),
      zone('zone_8', box(0, 0, 6, 4), { roomType: 'garage' }),
    )
  // Walls along 4 of 20 m, along 16 of 20 m, and around all of it.
  expect(of(carport(1), 'zone_8')).toBe('outside')
  expect(of(carport(0, 1, 2), 'zone_8')).toBe('inside')
  expect(of(carport(0, 1, 2, 3), 'zone_8')).toBe('inside')
})

test('rooms of a sketch without walls, and habitable rooms without some, are inside', () => {
  expect(of(on(zone('zone_8', box(0, 0, 3, 3), { roomType: 'storage' })), 'zone_8')).toBe('inside')
  const open = on(
    wall('wall_3', [20, 0], [26, 0]),
    zone('zone_8', box(0, 0, 6, 4), { roomType: 'living' }),
  )
  expect(of(open, 'zone_8')).toBe('inside')
})

test('the wall between a living room and its terrace is a facade', () => {
  expect(wallSides(withTerrace, 'wall_3')).toEqual({
    left: 'zone_8',
    right: 'zone_9',
    isExterior: true,
  })
})

test('a walled courtyard is not floor area of the house', () => {
  const courtyard = on(
    ...ring(box(0, 0, 6, 4), 3),
    ...ring(box(0, 3, 6, 3), 10).filter((_, index) => index !== 2),
    zone('zone_8', box(0, 0, 6, 4), { roomType: 'living' }),
    zone('zone_9', box(0, 3, 6, 3), { roomType: 'terrace' }),
  )
  const { figures } = quantities(courtyard)
  // At two corners the outer 0.1 by 0.2 m belong to the walls of the courtyard.
  expect(figures.grossFloorArea).toEqual({ value: expect.closeTo(6.2 * 4.2 - 2 * 0.02, 6) })
  expect(figures.enclosedArea).toEqual({ value: expect.closeTo(5.8 * 3.8, 6) })
  expect(figures.terraceArea).toEqual({ value: expect.closeTo(5.8 * 2.8, 6) })
})

test('a store without walls does not need a roof, and its area is that of a terrace', () => {
  const carport = on(
    ...ring(box(0, 0, 6, 4), 3),
    zone('zone_8', box(0, 0, 6, 4), { roomType: 'living' }),
    zone('zone_9', box(10, 0, 3, 5), { roomType: 'garage' }),
  )
  const { issues } = verifyScene(carport, { checks: ['roof', 'slab'] })
  expect(issues.filter(({ nodeIds }) => nodeIds.includes('zone_9'))).toEqual([])
  expect(quantities(carport).figures.terraceArea).toEqual({ value: expect.closeTo(15, 6) })
})

test('a window to an inner hall gives no daylight, one to a terrace does', () => {
  const lit = (beyond: string) =>
    on(
      ...ring(box(0, 0, 6, 4), 3),
      ...ring(box(0, 3, 6, 3), 10).filter((_, index) => index !== 2),
      window('window_20', 'wall_3', 3),
      zone('zone_8', box(0, 0, 6, 4), { roomType: 'office' }),
      zone('zone_9', box(0, 3, 6, 3), { roomType: beyond }),
    )
  const dark = (beyond: string) => verifyScene(lit(beyond), { checks: ['room.no_window'] }).issues
  expect(dark('hall').map(({ nodeIds }) => nodeIds)).toEqual([['zone_8']])
  expect(dark('terrace')).toEqual([])
})

test('a window is offered in the wall to a terrace', () => {
  const dark = withFields(withTerrace, 'zone_8', { roomType: 'office' })
  const only = withNodes(
    dark,
    ...[4, 5, 6].map((id) => zone(`zone_${20 + id}`, beside(id), { roomType: 'meeting' })),
  )
  const [issue] = verifyScene(only, { checks: ['room.no_window'] }).issues
  expect(issue.fix?.arguments).toMatchObject({ wallId: 'wall_3' })
})

/** Rooms to the east, north and west of the living room. */
const beside = (id: number) =>
  id === 4 ? box(6, 0, 3, 4) : id === 5 ? box(0, -4, 6, 3) : box(-3, 0, 3, 4)

test('all rooms of the sound house are inside', () => {
  expect([...exposuresOf(SOUND_HOUSE, 'level_2').values()]).toEqual(['inside', 'inside'])
})
