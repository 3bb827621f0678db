import { expect, test } from 'vitest'
import { sceneOf, type TestNode, withNodes } from '../../tests/houses/scene-of.ts'
import { rectangle } from '../geometry/mesh.ts'
import { edges } from '../geometry/polygon.ts'
import type { Scene } from '../scene/scene.ts'
import { materialFigures } from './material-figures.ts'
import { quantities } from './quantities.ts'
import { roomFigures, roomsOfLevel } from './room-figures.ts'

const PLAN = rectangle([5, -3], 10, 6)
const room = { kind: 'zone', color: '#f2d7a6' } as const

/** 10 by 6 m, walls of 0.2 m and 2.5 m high, cut in rooms of 6 and 4 m by one of 0.1 m. */
function house(...more: TestNode[]): Scene {
  const walls = edges(PLAN).map(([start, end], index) => ({
    kind: 'wall' as const,
    id: `wall_${10 + index}`,
    start,
    end,
    thickness: 0.2,
    height: 2.5,
  }))
  return sceneOf(
    ...walls,
    { kind: 'wall', id: 'wall_14', start: [6, 0], end: [6, -6], thickness: 0.1, height: 2.5 },
    {
      ...room,
      id: 'zone_30',
      label: 'Hall',
      roomType: 'living',
      polygon: rectangle([3, -3], 6, 6),
    },
    { ...room, id: 'zone_31', roomType: 'bedroom', polygon: rectangle([8, -3], 4, 6) },
    { kind: 'slab', id: 'slab_22', polygon: PLAN, thickness: 0.3 },
    { kind: 'door', id: 'door_20', parent: 'wall_14', offset: 2, width: 0.9, height: 2.1, sill: 0 },
    {
      kind: 'window',
      id: 'window_21',
      parent: 'wall_10',
      offset: 3,
      width: 2,
      height: 1.2,
      sill: 0.9,
    },
    {
      kind: 'window',
      id: 'window_23',
      parent: 'wall_10',
      offset: 8,
      width: 1,
      height: 1.5,
      sill: 0.9,
    },
    ...more,
  )
}
const is = (value: number) => expect.closeTo(value, 6)
const DOOR = 0.9 * 2.1

test('a room has the figures that one finds with a pencil', () => {
  // 5.85 by 5.8 m between the faces: half of 0.2 m off at one side and of 0.1 m at the other.
  expect(roomFigures(house(), 'zone_30')).toEqual({
    zoneId: 'zone_30',
    levelId: 'level_2',
    label: 'Hall',
    roomType: 'living',
    grossArea: is(36),
    netArea: is(5.85 * 5.8),
    perimeter: is(2 * (5.85 + 5.8)),
    clearHeight: is(2.5),
    volume: is(5.85 * 5.8 * 2.5),
    wallFaceArea: is(2 * (5.85 + 5.8) * 2.5 - DOOR - 2.4),
    floorArea: is(5.85 * 5.8),
    ceilingArea: 0,
    doorArea: is(DOOR),
    windowArea: is(2.4),
    openingArea: 0,
    lightRatio: is(2.4 / (5.85 * 5.8)),
  })
  // The door is of both rooms.
  expect(roomFigures(house(), 'zone_31')).toMatchObject({
    netArea: is(3.85 * 5.8),
    wallFaceArea: is(2 * (3.85 + 5.8) * 2.5 - DOOR - 1.5),
    doorArea: is(DOOR),
    windowArea: is(1.5),
  })
})

test('a ceiling over half of a room lowers its height there; a floor is thicker than the level', () => {
  const scene = withNodes(
    house({ kind: 'ceiling', id: 'ceiling_40', polygon: rectangle([1.5, -3], 3, 6), height: 2.3 }),
    { kind: 'slab', id: 'slab_22', polygon: PLAN, thickness: 0.3, top: 0.1 },
  )
  const low = (3 - 0.1) * 5.8
  expect(roomFigures(scene, 'zone_30')).toMatchObject({
    clearHeight: is(2.2),
    volume: is(low * 2.2 + (5.85 * 5.8 - low) * 2.4),
    ceilingArea: is(low),
    wallFaceArea: is(2 * (5.85 + 5.8) * 2.2 - DOOR - 2.4),
  })
})

test('where a room is open to the next there is a border and no wall', () => {
  const scene = sceneOf(
    { kind: 'wall', id: 'wall_3', start: [0, 0], end: [4, 0], thickness: 0.2, height: 2.5 },
    { ...room, id: 'zone_30', roomType: 'living', polygon: rectangle([2, -1.5], 4, 3) },
  )
  // The wall takes 0.1 m off along the south side, and is as long as the room.
  expect(roomFigures(scene, 'zone_30')).toMatchObject({
    netArea: is(4 * 2.9),
    perimeter: is(2 * (4 + 2.9)),
    wallFaceArea: is(4 * 2.5),
    floorArea: 0,
  })
})

test('a hole over a stair is no floor', () => {
  const scene = withNodes(house(), {
    kind: 'slab',
    id: 'slab_22',
    polygon: PLAN,
    thickness: 0.3,
    holes: [rectangle([2, -2], 1, 2)],
  })
  expect(roomFigures(scene, 'zone_30')).toMatchObject({ floorArea: is(5.85 * 5.8 - 2) })
})

test('rooms sum to the figures of their level', () => {
  const scene = house()
  const { figures } = quantities(scene)
  const rooms = roomsOfLevel(scene, 'level_2')
  const sum = (of: 'netArea' | 'grossArea' | 'windowArea') =>
    rooms.reduce((total, figure) => total + figure[of], 0)
  expect(figures.roomNetArea).toEqual({ value: is(sum('netArea')) })
  expect(figures.roomGrossArea).toEqual({ value: is(sum('grossArea')) })
  expect(figures.windowArea).toEqual({ value: is(sum('windowArea')) })
})

test('materials sum to the figures of their level, by kind', () => {
  const scene = house(
    { kind: 'ceiling', id: 'ceiling_40', polygon: PLAN, height: 2.3 },
    {
      kind: 'roof',
      id: 'roof_41',
      polygon: rectangle([5, -3], 10.2, 6.2),
      pitch: 35,
      overhang: 0.4,
    },
    { kind: 'column', id: 'column_42', position: [3, -3] },
    { kind: 'beam', id: 'beam_43', start: [1, -3], end: [5, -3] },
    {
      kind: 'wall',
      id: 'wall_14',
      start: [6, 0],
      end: [6, -6],
      thickness: 0.1,
      height: 2.5,
      finishes: { left: { preset: 'brick_red' }, right: { color: '#123456' } },
    },
  )
  const { figures } = quantities(scene)
  const materials = materialFigures(scene, 'level_2')
  const sum = (kind: string, of: 'area' | 'volume') =>
    materials
      .flatMap(({ kinds }) => kinds)
      .filter((figure) => figure.kind === kind)
      .reduce((total, figure) => total + figure[of], 0)
  expect(figures).toMatchObject({
    wallFaceArea: { value: is(sum('wall', 'area')) },
    wallVolume: { value: is(sum('wall', 'volume')) },
    slabVolume: { value: is(sum('slab', 'volume')) },
    ceilingArea: { value: is(sum('ceiling', 'area')) },
    columnVolume: { value: is(sum('column', 'volume')) },
    beamVolume: { value: is(sum('beam', 'volume')) },
  })
  for (const { area, volume, kinds } of materials) {
    expect(area).toBeCloseTo(
      kinds.reduce((total, kind) => total + kind.area, 0),
      9,
    )
    expect(volume).toBeCloseTo(
      kinds.reduce((total, kind) => total + kind.volume, 0),
      9,
    )
  }
  const cover = materials.find(({ preset }) => preset === 'roof_terracotta')!
  expect(figures.roofArea).toEqual({ value: is(cover.area) })
  // One face of the wall between the rooms is brick: 5.8 m by 2.5 m without its door.
  const brick = materials.find(({ preset }) => preset === 'brick_red')!
  expect(brick.area).toBeCloseTo(5.8 * 2.5 - DOOR, 6)
  expect(brick.volume).toBe(0)
  const own = materials.find(({ material }) => material.color === '#123456')!
  expect(own.preset).toBeNull()
  expect(own.area).toBeCloseTo(5.8 * 2.5 - DOOR, 6)
})
