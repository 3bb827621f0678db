import Module from 'manifold-3d'
import { beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { crossingPlan } from '../../../tests/houses/crossing-plan.ts'
import { wallPlan } from '../../../tests/houses/wall-plan.ts'
import { closedMeshFaults } from '../../../tests/oracles/closed-mesh.ts'
import { solidVolume } from '../../../tests/oracles/solid-referee.ts'
import type { Mesh } from '../../geometry/mesh.ts'
import { volumeOf } from '../../geometry/mesh-measure.ts'
import { wallBody } from './wall-body.ts'
import { wallShapes } from './wall-shapes.ts'

let referee: Awaited<ReturnType<typeof Module>>
beforeAll(async () => {
  referee = await Module()
  referee.setup()
})

const CORNER = [
  { start: [0, 0], end: [4, 0] },
  { start: [4, 0], end: [4, 3] },
]
const bodyOf = (wall: object, ...openings: object[]): Mesh =>
  wallBody(
    wallPlan(
      [{ start: [0, 0], end: [4, 0], ...wall }],
      openings.map((opening) => ({ wall: 0, kind: 'opening' as const, ...opening })),
    ),
    'wall_10',
  ).parts[0].mesh

test('a door cuts to the floor, a window leaves its parapet', () => {
  const mesh = bodyOf(
    {},
    { offset: 1, width: 0.9, height: 2, sill: 0 },
    { offset: 2.5, width: 1.2, height: 1.2, sill: 0.9 },
  )
  expect(closedMeshFaults(mesh)).toEqual([])
  expect(volumeOf(mesh)).toBeCloseTo((4 * 2.8 - 0.9 * 2 - 1.2 * 1.2) * 0.2, 9)
})

test('a half round head takes half a circle, but for its chords', () => {
  const mesh = bodyOf({}, { offset: 2, width: 1, height: 2, sill: 0, shape: 'round' })
  const cut = 4 * 2.8 - volumeOf(mesh) / 0.2
  expect(cut).toBeLessThan(1 * 1.5 + Math.PI / 8)
  expect(cut).toBeGreaterThan(1 * 1.5 + (Math.PI / 8) * 0.99)
})

test('an opening over the top of the wall cuts it through, and one next to the wall cuts nothing', () => {
  const cut = bodyOf({ height: 1.5 }, { offset: 2, width: 1, height: 2, sill: 0.5 })
  expect(closedMeshFaults(cut)).toEqual([])
  expect(volumeOf(cut)).toBeCloseTo((4 * 1.5 - 1) * 0.2, 9)
  const whole = bodyOf({}, { offset: 6, width: 1, height: 2, sill: 0 })
  expect(volumeOf(whole)).toBeCloseTo(4 * 2.8 * 0.2, 9)
})

test('a window over a door, and two that overlap, are cut once', () => {
  const mesh = bodyOf(
    {},
    { offset: 2, width: 1, height: 2, sill: 0 },
    { offset: 2, width: 1, height: 0.5, sill: 2.1 },
    { offset: 2.5, width: 1, height: 1, sill: 0 },
  )
  expect(closedMeshFaults(mesh)).toEqual([])
  expect(volumeOf(mesh)).toBeCloseTo((4 * 2.8 - 1 * 2 - 0.5 - 0.5) * 0.2, 9)
})

test('an opening in an arc is cut square to its faces', () => {
  const opening = { offset: 2, width: 1, height: 1.2, sill: 0.9 }
  const [whole, cut] = [bodyOf({ sagitta: 1 }), bodyOf({ sagitta: 1 }, opening)]
  expect(closedMeshFaults(cut)).toEqual([])
  // Through the middle of the wall its width is as given, except for the chords of the arc.
  expect((volumeOf(whole) - volumeOf(cut)) / (1.2 * 0.2)).toBeCloseTo(1, 2)
})

test('an opening where another wall ends is cut, and that wall is closed behind it', () => {
  const scene = wallPlan(
    [CORNER[0], { start: [2, 0], end: [2, 2] }],
    [{ wall: 0, kind: 'opening', offset: 2, width: 1, height: 2, sill: 0 }],
  )
  const [through, ending] = ['wall_10', 'wall_11'].map((id) => wallBody(scene, id).parts[0].mesh)
  expect([closedMeshFaults(through), closedMeshFaults(ending)]).toEqual([[], []])
  expect(volumeOf(through)).toBeCloseTo((4 * 2.8 - 2) * 0.2, 9)
  expect(volumeOf(ending)).toBeCloseTo(1.9 * 2.8 * 0.2, 9)
})

test('of two walls of unequal height each is closed in itself', () => {
  const scene = wallPlan([CORNER[0], { ...CORNER[1], height: 1.2 }])
  for (const id of ['wall_10', 'wall_11'])
    expect(closedMeshFaults(wallBody(scene, id).parts[0].mesh)).toEqual([])
})

test('faces of unequal finish are parts that are closed together', () => {
  const scene = wallPlan([{ ...CORNER[0], finishes: { left: { preset: 'brick_red' } } }, CORNER[1]])
  const { parts } = wallBody(scene, 'wall_10')
  expect(parts.map(({ name, material }) => [name, material.color])).toEqual([
    ['left', '#a65f4b'],
    ['right', '#f4f1ea'],
    ['body', '#f4f1ea'],
  ])
  const positions = parts.flatMap(({ mesh }) => [...mesh.positions])
  let first = 0
  const indices = parts.flatMap(({ mesh }) => {
    const moved = [...mesh.indices].map((index) => index + first)
    first += mesh.positions.length / 3
    return moved
  })
  const joined = { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) }
  expect(closedMeshFaults({ ...joined, normals: joined.positions })).toEqual([])
})

test('another kernel takes the bodies of crossing walls as solids of the same volume', () => {
  let compared = 0
  for (let seed = 1; seed <= 25; seed++) {
    const { walls, openings } = crossingPlan(seededRandom(seed), seed % 2 === 0)
    const scene = wallPlan(walls, openings)
    for (const id of wallShapes(scene, 'level_2').keys()) {
      for (const { mesh } of wallBody(scene, id).parts) {
        expect(solidVolume(referee, mesh)).toBeCloseTo(volumeOf(mesh), 4)
        compared++
      }
    }
  }
  expect(compared).toBeGreaterThan(80)
})
