import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { crossingPlan } from '../../tests/houses/crossing-plan.ts'
import { dividedPlan } from '../../tests/houses/divided-plan.ts'
import { wallPlan } from '../../tests/houses/wall-plan.ts'
import { area } from '../geometry/polygon.ts'
import { intersection, regionArea, union } from '../geometry/regions.ts'
import { fullNode, type Scene } from '../scene/scene.ts'
import { findRooms, wallSides, zoneInside, zoneRegions } from './rooms.ts'
import { wallShapes } from './walls/wall-shapes.ts'

const ring = (x: number, z: number, width: number, depth: number) => [
  { start: [x, z], end: [x + width, z] },
  { start: [x + width, z], end: [x + width, z + depth] },
  { start: [x + width, z + depth], end: [x, z + depth] },
  { start: [x, z + depth], end: [x, z] },
]
const bodiesArea = (scene: Scene): number =>
  [...wallShapes(scene, 'level_2').values()]
    .flatMap(({ pieces }) => pieces)
    .reduce((sum, piece) => sum + area(piece), 0)
const roomsOf = (scene: Scene) => findRooms(scene, 'level_2')

function withZone(scene: Scene, id: string, polygon: number[][]): Scene {
  const zone = fullNode({ id, kind: 'zone', parent: 'level_2', polygon, color: '#aabbcc' })
  return { ...scene, nodes: { ...scene.nodes, [id]: zone } }
}

/** Walls may share a square millimetre each that both count: of some 40 walls a few do. */
const SHARED_M2 = 1e-5

test('rooms and the area under walls are together what the outer walls enclose', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = seededRandom(FUZZ_SEED + seed)
    const plan = { width: 11.3, depth: 8.45, divisions: 3 + (seed % 9), degrees: 0, outer: 0.3 }
    const scene = wallPlan(dividedPlan(random, plan))
    const net = roomsOf(scene).reduce((sum, { netArea }) => sum + netArea, 0)
    const error = Math.abs(net + bodiesArea(scene) - 11.6 * 8.75)
    expect(error, `seed ${FUZZ_SEED + seed}`).toBeLessThan(SHARED_M2)
  }
})

test('so they are where nothing is parallel to the axes', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = seededRandom(FUZZ_SEED + seed)
    const degrees = Math.round(random() * 3600) / 10
    const plan = { width: 11.3, depth: 8.45, divisions: 3 + (seed % 9), degrees, outer: 0.3 }
    const scene = wallPlan(dividedPlan(random, plan))
    const rooms = roomsOf(scene)
    const footprints = [...wallShapes(scene, 'level_2').values()].flatMap(({ pieces }) => pieces)
    const whole = regionArea(union([...footprints, ...rooms.map(({ loop }) => loop)]))
    const net = rooms.reduce((sum, { netArea }) => sum + netArea, 0)
    const error = Math.abs(net + bodiesArea(scene) - whole)
    expect(error, `seed ${FUZZ_SEED + seed}`).toBeLessThan(SHARED_M2)
  }
})

test('walls that stand in a room by themselves are a hole in it', () => {
  const rooms = roomsOf(wallPlan([...ring(0, 0, 6, 5), ...ring(2, 2, 1, 1)]))
  expect(rooms).toHaveLength(2)
  const [outer, inner] = rooms
  expect(outer.holes).toHaveLength(1)
  expect(outer.grossArea).toBeCloseTo(29, 9)
  expect(outer.netArea).toBeCloseTo(5.8 * 4.8 - 1.2 * 1.2, 6)
  expect(inner.netArea).toBeCloseTo(0.8 * 0.8, 6)
})

test('a wall that ends free divides no room, and takes its area from it', () => {
  const [room, ...others] = roomsOf(wallPlan([...ring(0, 0, 4, 3), { start: [2, 0], end: [2, 2] }]))
  expect(others).toEqual([])
  expect(room.wallIds).toEqual(['wall_10', 'wall_11', 'wall_12', 'wall_13'])
  expect(room.netArea).toBeCloseTo(3.8 * 2.8 - 1.9 * 0.2, 6)
})

test('walls that cross uncut divide a room in four', () => {
  const cross = [
    { start: [2, 0], end: [2, 3] },
    { start: [0, 1.5], end: [4, 1.5] },
  ]
  const rooms = roomsOf(wallPlan([...ring(0, 0, 4, 3), ...cross]))
  expect(rooms.map(({ netArea }) => netArea)).toEqual(Array(4).fill(expect.closeTo(1.8 * 1.3, 6)))
})

test('a room behind an arc has the area of its segment, but for its chords', () => {
  const [room] = roomsOf(
    wallPlan([
      { start: [-2, 0], end: [2, 0], sagitta: 2 },
      { start: [2, 0], end: [-2, 0] },
    ]),
  )
  expect(room.grossArea).toBeGreaterThan(2 * Math.PI * 0.98)
  expect(room.grossArea).toBeLessThan(2 * Math.PI)
})

test('a wall that is there twice is one border', () => {
  const walls = ring(0, 0, 4, 3)
  const twice = roomsOf(wallPlan([...walls, { start: [4, 0], end: [0, 0] }]))
  expect(twice.map(({ loop }) => loop.length)).toEqual([4])
  expect(twice[0].netArea).toBeCloseTo(3.8 * 2.8, 6)
})

test('rooms between walls that cross at random have the area that none of the walls covers', () => {
  let compared = 0
  // In these three walls cross in one point, lie on one another, or mislead Clipper.
  const known = [1137, 2286, 2580, 2593, 2844, 2948, 2969, 3383, 3635, 5184, 5217, 162709212]
  for (const seed of [...known, ...Array.from({ length: 150 }, (_, index) => FUZZ_SEED + index)]) {
    const scene = wallPlan(crossingPlan(seededRandom(seed), false).walls)
    const pieces = [...wallShapes(scene, 'level_2').values()].flatMap((shape) => shape.pieces)
    for (const { loop, holes, netArea } of roomsOf(scene)) {
      if (holes.length > 0) continue
      const covered = pieces.reduce(
        (sum, piece) => sum + regionArea(intersection([loop], [piece])),
        0,
      )
      // Of a room that walls divide, parts under 0.01 square metres are left out.
      const error = Math.abs(area(loop) - covered - netArea)
      expect(error, `seed ${seed}`).toBeLessThan(0.02)
      compared++
    }
  }
  expect(compared).toBeGreaterThan(80)
})

test('walls that do not close make no room', () => {
  expect(roomsOf(wallPlan(ring(0, 0, 4, 3).slice(0, 3)))).toEqual([])
})

test('a zone drawn along the middle of walls is what lies between their faces', () => {
  const scene = withZone(wallPlan(ring(0, 0, 4, 3)), 'zone_1', [
    [0, 0],
    [4, 0],
    [4, 3],
    [0, 3],
  ])
  expect(regionArea(zoneRegions(scene, 'zone_1'))).toBeCloseTo(3.8 * 2.8, 6)
  expect(wallSides(scene, 'wall_10')).toEqual({ right: 'zone_1', isExterior: true })
})

test('a wall between two rooms is exterior on no side, with a zone or without', () => {
  const bare = wallPlan([...ring(0, 0, 4, 3), { start: [2, 0], end: [2, 3] }])
  expect(wallSides(bare, 'wall_14')).toEqual({ isExterior: false })
  const scene = withZone(bare, 'zone_1', [
    [0, 0],
    [2, 0],
    [2, 3],
    [0, 3],
  ])
  // Walking south, left is east.
  expect(wallSides(scene, 'wall_14')).toEqual({ right: 'zone_1', isExterior: false })
  expect(wallSides(scene, 'wall_11').isExterior).toBe(true)
})

test('a zone that walls enclose is what they enclose, whatever its polygon leaves out', () => {
  // A room of 4 by 3 m, its zone drawn 1 m too short.
  const scene = withZone(wallPlan(ring(0, 0, 4, 3)), 'zone_1', [
    [0, 0],
    [3, 0],
    [3, 3],
    [0, 3],
  ])
  const { netArea, grossArea, enclosure } = zoneInside(scene, 'zone_1')
  expect(netArea).toBeCloseTo(3.8 * 2.8, 6)
  expect(grossArea).toBeCloseTo(12, 6)
  expect(enclosure).toBe('walls')
})

test('of a zone that reaches outdoors, a loop that it fills counts alone', () => {
  const scene = withZone(wallPlan(ring(0, 0, 4, 3)), 'zone_1', [
    [0, 0],
    [5, 0],
    [5, 3],
    [0, 3],
  ])
  expect(zoneInside(scene, 'zone_1')).toMatchObject({
    netArea: expect.closeTo(3.8 * 2.8, 6),
    enclosure: 'walls',
  })
})

test('several zones in one loop share it: each has the part under its polygon', () => {
  let scene = wallPlan(ring(0, 0, 6, 3))
  scene = withZone(scene, 'zone_1', [
    [0, 0],
    [4, 0],
    [4, 3],
    [0, 3],
  ])
  scene = withZone(scene, 'zone_2', [
    [4, 0],
    [6, 0],
    [6, 3],
    [4, 3],
  ])
  // The loop is 5.8 by 2.8 m between the faces; the border at x = 4 has no wall.
  expect(zoneInside(scene, 'zone_1')).toMatchObject({
    netArea: expect.closeTo(3.9 * 2.8, 6),
    grossArea: expect.closeTo(12, 6),
    enclosure: 'shared',
  })
  expect(zoneInside(scene, 'zone_2').netArea).toBeCloseTo(1.9 * 2.8, 6)
})

test('a small zone alone in a large loop is as drawn, and one without a loop too', () => {
  const small = withZone(wallPlan(ring(0, 0, 6, 3)), 'zone_1', [
    [0, 0],
    [1, 0],
    [1, 3],
    [0, 3],
  ])
  expect(zoneInside(small, 'zone_1')).toMatchObject({
    netArea: expect.closeTo(0.9 * 2.8, 6),
    enclosure: 'shared',
  })
  // A terrace along the wall at z = 3: 0.1 m of it is under the wall.
  const terrace = withZone(wallPlan(ring(0, 0, 6, 3)), 'zone_1', [
    [0, 3],
    [6, 3],
    [6, 5],
    [0, 5],
  ])
  expect(zoneInside(terrace, 'zone_1')).toMatchObject({
    netArea: expect.closeTo(6 * 1.9, 6),
    grossArea: expect.closeTo(12, 6),
    enclosure: 'none',
  })
})

test('a zone in a room and outdoors has nothing of a room of which it covers a strip', () => {
  const walls = [...ring(0, 0, 4, 4), ...ring(5, 0, 4, 4)]
  const scene = withZone(wallPlan(walls), 'zone_1', [
    [1, -4],
    [5.4, -4],
    [5.4, 2],
    [1, 2],
  ])
  // Its floor in the first room, north of both, and between them; not the 0.57 m² in the second.
  expect(zoneInside(scene, 'zone_1')).toMatchObject({
    netArea: expect.closeTo(2.9 * 1.9 + 4.4 * 3.9 + 0.8 * 2.1, 6),
    grossArea: expect.closeTo(4.4 * 6 - 0.4 * 2, 6),
    enclosure: 'shared',
  })
})

test('a wall through a zone leaves it both rooms, and a zone next door loses nothing', () => {
  const walls = [...ring(0, 0, 6, 3), { start: [4, 0], end: [4, 3] }]
  const scene = withZone(wallPlan(walls), 'zone_1', [
    [0, 0],
    [6, 0],
    [6, 3],
    [0, 3],
  ])
  expect(zoneInside(scene, 'zone_1')).toMatchObject({
    netArea: expect.closeTo((3.8 + 1.8) * 2.8, 6),
    grossArea: expect.closeTo(18, 6),
    enclosure: 'walls',
  })
})
