import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { closedMeshFaults } from '../../tests/oracles/closed-mesh.ts'
import { rectangle } from '../geometry/mesh.ts'
import { volumeOf } from '../geometry/mesh-measure.ts'
import { rotate } from '../geometry/point.ts'
import { area, edges } from '../geometry/polygon.ts'
import { intersection, regionArea, ringsOf } from '../geometry/regions.ts'
import { fullNode, newScene, nodeOf, type Scene } from '../scene/scene.ts'
import { bodyOf } from './bodies.ts'
import { boardRegions, holesOf } from './floors/holes.ts'
import { slabRegions } from './floors/slab-regions.ts'
import { stairShape } from './stairs/stair-shape.ts'

/** Two storeys of 2.8 m, and nodes of the test on them: `level_2` and `level_3`. */
function houseWith(...nodes: Parameters<typeof fullNode>[0][]): Scene {
  const scene = newScene('A house', 'k3x9')
  const upper = { id: 'level_3', kind: 'level', parent: 'building_1', index: 1 } as const
  const all = [upper, ...nodes].map((node) => fullNode(node))
  return {
    ...scene,
    nodes: { ...scene.nodes, ...Object.fromEntries(all.map((node) => [node.id, node])) } as never,
  }
}

const FLOOR = {
  id: 'slab_4',
  kind: 'slab',
  parent: 'level_3',
  polygon: rectangle([5, -4], 10, 8),
} as const

test('a slab less its holes, overlapping ones counted once and those outside not at all', () => {
  const scene = houseWith({
    ...FLOOR,
    holes: [rectangle([5, -4], 2, 2), rectangle([6, -4], 2, 2), rectangle([10, -4], 2, 2)],
  })
  const parts = bodyOf(scene, 'slab_4')!.parts
  for (const { mesh } of parts) expect(closedMeshFaults(mesh)).toEqual([])
  const volume = parts.reduce((sum, { mesh }) => sum + volumeOf(mesh), 0)
  expect(volume).toBeCloseTo((80 - 6 - 2) * 0.2, 6)
})

test('a ceiling hangs under the walls and never reaches into the slab above it', () => {
  const board = (height?: number) => {
    const polygon = rectangle([5, -4], 4, 4)
    const ceiling = { id: 'ceiling_5', kind: 'ceiling', parent: 'level_2', polygon, height }
    const scene = houseWith(FLOOR, ceiling as never)
    const heights = [...bodyOf(scene, 'ceiling_5')!.parts.map(({ mesh }) => mesh.positions)]
    const ys = heights.flatMap((positions) => [...positions].filter((_, i) => i % 3 === 1))
    return ys.length === 0 ? undefined : [Math.min(...ys), Math.max(...ys)]
  }
  const near = (value: number) => expect.closeTo(value, 6)
  expect(board()).toEqual([near(2.58), near(2.6)])
  expect(board(2.4)).toEqual([near(2.4), near(2.42)])
  expect(board(2.59)).toEqual([near(2.59), near(2.6)])
  expect(board(2.7)).toBeUndefined()
})

test('a stair of 2.8 m has 16 risers of 0.175 m and opens the floor where heads would meet it', () => {
  const stair = { id: 'stair_5', kind: 'stair', parent: 'level_2', toLevel: 'level_3' } as const
  const scene = houseWith(FLOOR, { ...stair, position: [2, -4], going: 0.25 })
  const shape = stairShape(scene, 'stair_5')!
  expect([shape.risers, shape.treads.length]).toEqual([16, 15])
  expect(shape.riserHeight).toBeCloseTo(0.175, 9)
  expect(shape.topAt).toEqual([5.75, -4])
  // The slab's underside is at 2.6 m: treads higher than 0.6 m need it open, from the fourth on.
  expect(shape.headroom).toBeCloseTo(2.6 - 3 * 0.175, 9)
  expect(area(shape.opening)).toBeCloseTo(5.75 - (2 + 3 * 0.25 - 0.1), 6)
  expect(holesOf(scene, 'slab_4')).toHaveLength(1)
  expect(regionArea(boardRegions(scene, 'slab_4'))).toBeCloseTo(80 - area(shape.opening), 6)
})

test('treads of any stair lie side by side within its outline and rise by one riser each', () => {
  const random = seededRandom(FUZZ_SEED + 8)
  for (let i = 0; i < 60; i++) {
    const shape = (['straight', 'l_shaped', 'u_shaped', 'spiral'] as const)[i % 4]
    const direction = Math.round(random() * 360)
    const scene = houseWith(FLOOR, {
      id: 'stair_5',
      kind: 'stair',
      parent: 'level_2',
      toLevel: 'level_3',
      shape,
      direction,
      position: rotate([random() * 5, random() * 5], direction),
      turn: random() < 0.5 ? 'left' : 'right',
      width: 0.6 + random(),
      risers: 2 + Math.floor(random() * 18),
    })
    const { treads, outline, riserHeight, rise, risers } = stairShape(scene, 'stair_5')!
    expect(treads.at(-1)!.top).toBeCloseTo(shape === 'spiral' ? rise : rise - riserHeight, 9)
    for (const [index, { top }] of treads.entries())
      expect(top).toBeCloseTo((index + 1) * riserHeight, 9)
    expect(treads).toHaveLength(shape === 'spiral' ? risers : risers - 1)
    if (shape === 'spiral') continue
    const inside = treads.flatMap((tread) => intersection([tread.outline], [outline]))
    const sum = treads.reduce((total, tread) => total + area(tread.outline), 0)
    expect(regionArea(inside)).toBeCloseTo(sum, 5)
    for (const [index, tread] of treads.slice(1).entries())
      expect(regionArea(intersection([tread.outline], [treads[index].outline]))).toBeLessThan(1e-6)
  }
})

test('slabs of two rooms reach out to the faces of the outer walls and share nothing between them', () => {
  const rooms = [rectangle([2, -2], 4, 4), rectangle([6, -2], 4, 4)]
  const walls = rooms
    .flatMap((room) => edges(room))
    .filter(([a, b]) => !(a[0] === 4 && b[0] === 4 && a[1] < b[1]))
    .map(([start, end], index) => ({
      id: `wall_${20 + index}`,
      kind: 'wall',
      parent: 'level_2',
      start,
      end,
      thickness: 0.3,
    }))
  const slabs = rooms.map((polygon, index) => ({ ...FLOOR, id: `slab_${10 + index}`, polygon }))
  const scene = houseWith(...(walls as never[]), ...slabs)
  // Those of the floor above end the walls, which they rest on.
  const regions = slabs.map(({ id }) => slabRegions(scene, nodeOf(scene, id, 'slab')!))
  expect(regions.map((region) => region.length)).toEqual([1, 1])
  expect(regions.reduce((sum, region) => sum + regionArea(region), 0)).toBeCloseTo(8.3 * 4.3, 5)
  expect(regionArea(intersection(ringsOf(regions[0]), ringsOf(regions[1])))).toBeLessThan(1e-6)
})
