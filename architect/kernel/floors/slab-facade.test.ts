import { expect, test } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../../tests/fuzz-seed.ts'
import { dividedPlan } from '../../../tests/houses/divided-plan.ts'
import { sceneOf, type TestNode } from '../../../tests/houses/scene-of.ts'
import { closedMeshFaults } from '../../../tests/oracles/closed-mesh.ts'
import { rectangle } from '../../geometry/mesh.ts'
import { volumeOf } from '../../geometry/mesh-measure.ts'
import type { Point } from '../../geometry/point.ts'
import { edges, type Polygon } from '../../geometry/polygon.ts'
import { regionArea } from '../../geometry/regions.ts'
import { materialOf } from '../../scene/materials.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { bodyOf } from '../bodies.ts'
import type { Part } from '../body.ts'
import { slabRegions } from './slab-regions.ts'

const LEVEL = { kind: 'level', id: 'level_3', parent: 'building_1', index: 1 } as const
const PLAN = rectangle([5, -3], 10, 6)
const BRICK = { left: { preset: 'brick_red' }, right: { preset: 'brick_red' } }

const wallsAround = (polygon: Polygon, parent: string, first: number): TestNode[] =>
  edges(polygon).map(([start, end], index) => ({
    kind: 'wall',
    id: `wall_${first + index}`,
    parent,
    start,
    end,
    thickness: 0.3,
    finishes: BRICK,
  }))
const slab = (parent: string, fields: object = {}): TestNode => ({
  kind: 'slab',
  id: 'slab_4',
  parent,
  polygon: PLAN,
  thickness: 0.2,
  ...fields,
})
const partsOf = (scene: Scene, id = 'slab_4'): Part[] => bodyOf(scene, id)!.parts

/** Heights and looks of the faces of a body in the vertical line of a facade, from below up. */
function looksAt(scene: Scene, isOnFace: (x: number, z: number) => boolean, id = 'slab_4') {
  const looks = partsOf(scene, id).flatMap(({ material, mesh: { positions, indices } }) => {
    const heights: number[] = []
    for (let i = 0; i < indices.length; i += 3) {
      const corners = [0, 1, 2].map((k) => indices[i + k] * 3)
      if (!corners.every((at) => isOnFace(positions[at], positions[at + 2]))) continue
      heights.push(...corners.map((at) => positions[at + 1]))
    }
    if (heights.length === 0) return []
    return [{ color: material.color, from: Math.min(...heights), to: Math.max(...heights) }]
  })
  return looks.sort((a, b) => a.from - b.from)
}
const near = (value: number) => expect.closeTo(value, 6)
const isAt = (value: number, expected: number) => Math.abs(value - expected) < 1e-6
const color = (name: Parameters<typeof materialOf>[1]) => materialOf(undefined, name).color

test('between storeys the facade of brick runs past the edge of the floor, without a line of oak', () => {
  const scene = sceneOf(
    LEVEL,
    ...wallsAround(PLAN, 'level_2', 10),
    ...wallsAround(PLAN, 'level_3', 20),
    slab('level_3'),
  )
  for (const face of [
    (_: number, z: number) => isAt(z, 0.15),
    (x: number) => isAt(x, 10.15),
    (x: number) => isAt(x, -0.15),
  ])
    expect(looksAt(scene, face)).toEqual([
      { color: color('brick_red'), from: near(2.6), to: near(2.8) },
    ])
  const parts = partsOf(scene)
  for (const { name, mesh } of parts) expect(closedMeshFaults(mesh), name).toEqual([])
  const sum = parts.reduce((total, { mesh }) => total + volumeOf(mesh), 0)
  expect(sum).toBeCloseTo(10.3 * 6.3 * 0.2, 5)
  // The floor ends in the middle of the walls, under their doors.
  const [top] = parts
  expect(volumeOf(top.mesh)).toBeCloseTo(60 * 0.01, 5)
})

test('at the lowest level the edge is a plinth up to the walls', () => {
  const scene = sceneOf(...wallsAround(PLAN, 'level_2', 10), slab('level_2'))
  expect(looksAt(scene, (_, z) => isAt(z, 0.15))).toEqual([
    { color: color('concrete'), from: near(-0.2), to: near(0) },
  ])
})

test('the edge of a terrace has its finish, and so has a balcony in front of a wall', () => {
  const terrace = sceneOf(slab('level_2'))
  expect(looksAt(terrace, (_, z) => isAt(z, 0)).map((look) => look.color)).toEqual([
    color('plaster_white'),
    color('concrete'),
    color('wood_oak'),
  ])
  // The floor reaches 1.5 m out over the south wall, from end to end.
  const polygon: Point[] = [
    [0, 1.5],
    [10, 1.5],
    [10, -6],
    [0, -6],
  ]
  const balcony = sceneOf(LEVEL, ...wallsAround(PLAN, 'level_3', 20), slab('level_3', { polygon }))
  const south = looksAt(balcony, (_, z) => isAt(z, 1.5))
  expect(south.at(-1)).toEqual({ color: color('wood_oak'), from: near(2.79), to: near(2.8) })
  // Under the south wall the floor goes on out to the balcony: the middle of its line is oak.
  const [{ mesh }] = partsOf(balcony)
  expect(volumeOf(mesh)).toBeCloseTo((60 + 10 * 1.5) * 0.01, 2)
})

test('a terrace on a roof has its finish over the facade of the storey below', () => {
  const scene = sceneOf(LEVEL, ...wallsAround(PLAN, 'level_2', 10), slab('level_3'))
  expect(looksAt(scene, (_, z) => isAt(z, 0.15))).toEqual([
    { color: color('brick_red'), from: near(2.6), to: near(2.79) },
    { color: color('wood_oak'), from: near(2.79), to: near(2.8) },
  ])
})

test('a finish of the sides that was chosen is in the facade, over the whole height', () => {
  const finishes = { side: { preset: 'stone' } }
  const scene = sceneOf(LEVEL, ...wallsAround(PLAN, 'level_3', 20), slab('level_3', { finishes }))
  expect(looksAt(scene, (_, z) => isAt(z, 0.15))).toEqual([
    { color: color('stone'), from: near(2.6), to: near(2.8) },
  ])
})

test('floors of two rooms are one under the wall between them, and oak goes through its door', () => {
  const [west, east] = [rectangle([2.5, -3], 5, 6), rectangle([7.5, -3], 5, 6)]
  const scene = sceneOf(
    ...wallsAround(PLAN, 'level_2', 10),
    { kind: 'wall', id: 'wall_20', start: [5, 0], end: [5, -6], thickness: 0.1, finishes: BRICK },
    slab('level_2', { polygon: west }),
    slab('level_2', { id: 'slab_5', polygon: east }),
  )
  const tops = ['slab_4', 'slab_5'].map((id) => volumeOf(partsOf(scene, id)[0].mesh))
  expect(tops[0] + tops[1]).toBeCloseTo(60 * 0.01, 5)
})

test('the parts of any floor are closed, share nothing and make up its volume', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = seededRandom(FUZZ_SEED + seed)
    const plan = { width: 9, depth: 7, divisions: 4, outer: 0.3 }
    const degrees = Math.round(random() * 3600) / 10
    const walls = dividedPlan(random, { ...plan, degrees }).map((wall, index) => ({
      kind: 'wall' as const,
      id: `wall_${10 + index}`,
      parent: 'level_3',
      ...wall,
      finishes: random() < 0.5 ? BRICK : undefined,
    }))
    const polygon = dividedPlan(() => 0.9, { ...plan, divisions: 0, degrees }).map(
      ({ start }) => start,
    )
    const scene = sceneOf(LEVEL, ...walls, slab('level_3', { polygon }))
    const parts = partsOf(scene)
    const subject = `seed ${FUZZ_SEED + seed}`
    for (const { name, mesh } of parts)
      expect(closedMeshFaults(mesh), `${name}, ${subject}`).toEqual([])
    const sum = parts.reduce((total, { mesh }) => total + volumeOf(mesh), 0)
    const plane = regionArea(slabRegions(scene, nodeOf(scene, 'slab_4', 'slab')!))
    expect(sum, subject).toBeCloseTo(plane * 0.2, 3)
  }
})
