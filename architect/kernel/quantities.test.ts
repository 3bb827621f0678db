import { expect, test } from 'vitest'
import { sceneOf, type TestNode } from '../../tests/houses/scene-of.ts'
import { rectangle } from '../geometry/mesh.ts'
import { edges } from '../geometry/polygon.ts'
import { fullNode, newScene, type Scene } from '../scene/scene.ts'
import { quantities } from './quantities.ts'

const PLAN = rectangle([5, -3], 10, 6)

/** Four walls of 0.2 m round 10 by 6 m, with a door and a window, and what the test adds. */
function house(...more: object[]): Scene {
  const scene = newScene('A house', 'k3x9')
  const walls = edges(PLAN).map(([start, end], index) => ({
    id: `wall_${10 + index}`,
    kind: 'wall',
    parent: 'level_2',
    start,
    end,
    thickness: 0.2,
  }))
  const opening = { parent: 'wall_10', sill: 0, height: 2.1 }
  const nodes = [
    ...walls,
    { ...opening, id: 'door_20', kind: 'door', offset: 2, width: 0.9 },
    { ...opening, id: 'window_21', kind: 'window', offset: 6, width: 1.2, height: 1.2, sill: 0.9 },
    { id: 'slab_22', kind: 'slab', parent: 'level_2', polygon: PLAN, thickness: 0.3 },
    ...more,
  ].map((node) => fullNode(node as never) as { id: string })
  const added = Object.fromEntries(nodes.map((node) => [node.id, node]))
  return { ...scene, nodes: { ...scene.nodes, ...added } as never }
}

const room = { kind: 'zone', parent: 'level_2', roomType: 'living', color: '#f2d7a6' }
const is = (value: number) => ({ value: expect.closeTo(value, 6) })

test('a house of one room has the figures that one finds with a pencil', () => {
  const { figures, counts, levels, siteArea } = quantities(
    house({ ...room, id: 'zone_30', polygon: PLAN }),
  )
  expect(figures).toMatchObject({
    grossFloorArea: is(10.2 * 6.2),
    enclosedArea: is(9.8 * 5.8),
    roomNetArea: is(9.8 * 5.8),
    roomGrossArea: is(60),
    wallLength: is(32),
    wallFaceArea: is(2.8 * 2 * (10.2 + 6.2 + 9.8 + 5.8) - 2 * (0.9 * 2.1 + 1.2 * 1.2)),
    wallVolume: is(2.8 * (10.2 * 6.2 - 9.8 * 5.8) - 0.2 * (0.9 * 2.1 + 1.2 * 1.2)),
    doorArea: is(0.9 * 2.1),
    windowArea: is(1.2 * 1.2),
    // Drawn along the middle of the walls, it reaches out to their faces.
    slabArea: is(10.2 * 6.2),
    slabVolume: is(10.2 * 6.2 * 0.3),
    roofArea: is(0),
  })
  expect(counts).toEqual({
    site: 1,
    building: 1,
    level: 1,
    wall: 4,
    door: 1,
    window: 1,
    slab: 1,
    zone: 1,
  })
  expect(levels[0].rooms).toEqual([
    expect.objectContaining({ id: 'zone_30', netArea: expect.closeTo(9.8 * 5.8, 6) }),
  ])
  // 5 m around the walls, outward to whole 5 m: from -10 to 20 and from -15 to 10 m.
  expect(siteArea).toBe(30 * 25)
})

test('an unknown figure states the reason, for its level and for all', () => {
  const bow = [
    [0, 0],
    [4, -4],
    [4, 0],
    [0, -4],
  ]
  const { figures, levels } = quantities(
    house(
      { ...room, id: 'zone_30', polygon: PLAN },
      { ...room, id: 'zone_31', polygon: rectangle([0, -3], 2, 2) },
      { id: 'roof_32', kind: 'roof', parent: 'level_2', polygon: bow },
      { id: 'stair_33', kind: 'stair', parent: 'level_2', toLevel: 'level_2', position: [1, 1] },
    ),
  )
  expect(levels[0].figures.roomNetArea).toEqual({
    unavailable: 'zone_30 and zone_31 share 2.00 m²',
  })
  expect(figures.roofArea).toEqual({
    unavailable: expect.stringMatching(/^of Ground floor \(level_2\): roof_32: .*crosses/),
  })
  expect(figures.stairRisers).toHaveProperty('unavailable')
})

test('a round head takes its corners off the area of a window', () => {
  const window = {
    id: 'window_40',
    kind: 'window',
    parent: 'wall_12',
    offset: 5,
    width: 1,
    height: 2,
    sill: 0.5,
  }
  const areaOf = (shape: string) => {
    const { windowArea } = quantities(house({ ...window, shape })).figures
    return 'value' in windowArea ? windowArea.value - 1.44 : Number.NaN
  }
  expect(areaOf('rectangle')).toBeCloseTo(2, 9)
  // Of a half circle in 16 chords: 0.64 % less than its area.
  expect(areaOf('round')).toBeCloseTo(1.5 + (Math.PI / 8) * 0.9936, 3)
})

test('a terrace before the house has its own figure: rooms have no more floor than walls enclose', () => {
  const polygon = rectangle([5, 2], 10, 3.8)
  const { figures } = quantities(
    house(
      { ...room, id: 'zone_30', polygon: PLAN },
      { ...room, id: 'zone_31', roomType: 'terrace', polygon },
    ),
  )
  expect(figures).toMatchObject({
    enclosedArea: is(9.8 * 5.8),
    roomNetArea: is(9.8 * 5.8),
    roomGrossArea: is(60),
    terraceArea: is(38),
  })
})

test('fences around the plot, which are on no level, count in the sums', () => {
  const fence = (id: string, parent: string): TestNode => ({
    kind: 'fence',
    id,
    parent,
    path: [
      [20, 0],
      [24, 0],
      [24, 3],
    ],
  })
  const { figures, levels } = quantities(
    sceneOf(fence('fence_40', 'site_k3x9'), fence('fence_41', 'level_2')),
  )
  // 4 and 3 m each.
  expect(levels[0].figures.fenceLength).toEqual({ value: 7 })
  expect(figures.fenceLength).toEqual({ value: 14 })
})
