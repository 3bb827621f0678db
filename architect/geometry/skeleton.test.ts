import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { rectangle } from './mesh.ts'
import { add, dot, leftOf, type Point, rotate, subtract, unit } from './point.ts'
import { area, counterClockwise, edges, type Polygon } from './polygon.ts'
import { difference, union } from './regions.ts'
import { type StraightSkeleton, straightSkeleton } from './skeleton.ts'

function faultsOf(polygon: Polygon, skeleton: StraightSkeleton, uprights = new Set<number>()) {
  const { nodes, cells } = skeleton
  const ring = (cell: number[]) => cell.map((node) => nodes[node].at)
  const faults: string[] = []
  const covered = cells.reduce((sum, cell) => sum + area(ring(cell)), 0)
  if (Math.abs(covered - area(polygon)) > 1e-5) faults.push(`${covered} of ${area(polygon)} m2`)
  for (const [index, [a, b]] of edges(polygon).entries()) {
    if (uprights.has(index)) continue
    const inward = leftOf(unit(subtract(b, a)))
    for (const node of cells[index]) {
      const away = dot(subtract(nodes[node].at, a), inward) - nodes[node].t
      if (Math.abs(away) > 1e-5) faults.push(`node ${node} is off the plane of edge ${index}`)
    }
  }
  return faults
}

const turned = (polygon: Polygon, degrees: number, by: Point = [0, 0]): Polygon =>
  polygon.map((corner) => add(rotate(corner, degrees), by))

const L: Polygon = [
  [0, 0],
  [10, 0],
  [10, -4],
  [4, -4],
  [4, -9],
  [0, -9],
]

test('the ridge of a rectangle runs between the points where its hips meet', () => {
  const { nodes, cells } = straightSkeleton(counterClockwise(rectangle([0, 0], 10, 6)))!
  expect(nodes.slice(4).map(({ at, t }) => [...at, t])).toEqual(
    expect.arrayContaining([
      [-2, 0, 3],
      [2, 0, 3],
    ]),
  )
  expect(cells.map((cell) => cell.length)).toEqual([4, 3, 4, 3])
})

test('a square has one peak, and a corner on a straight side changes no plane', () => {
  const square = straightSkeleton(rectangle([0, 0], 4, 4))!
  expect(square.nodes).toHaveLength(5)
  const sides: Polygon = [
    [0, 0],
    [3, 0],
    [10, 0],
    [10, -6],
    [0, -6],
  ]
  expect(faultsOf(sides, straightSkeleton(sides)!)).toEqual([])
})

test('with its short sides upright a rectangle has one straight ridge from end to end', () => {
  const polygon = rectangle([0, 0], 10, 6)
  const uprights = new Set([1, 3])
  const skeleton = straightSkeleton(polygon, uprights)!
  expect(skeleton.nodes.slice(4).map(({ at, t }) => [...at, t])).toEqual(
    expect.arrayContaining([
      [5, 0, 3],
      [-5, 0, 3],
    ]),
  )
  expect(faultsOf(polygon, skeleton, uprights)).toEqual([])
})

test.each([
  ['L', L],
  ['L of one width', [...L.slice(0, 2), [10, -4], [4, -4], [4, -10], [0, -10]] as Polygon],
  ['T', union([rectangle([0, 0], 12, 4), rectangle([0, 4], 4, 6)])[0].outer],
  ['U', difference([rectangle([0, 0], 12, 8)], [rectangle([0, 2], 4, 6)])[0].outer],
  ['cross', union([rectangle([0, 0], 12, 4), rectangle([0, 0], 4, 12)])[0].outer],
  [
    'H',
    difference([rectangle([0, 0], 12, 9)], [rectangle([0, 4], 4, 4), rectangle([0, -4], 4, 4)])[0]
      .outer,
  ],
  [
    'stairs',
    [
      [0, 0],
      [9, 0],
      [9, -3],
      [6, -3],
      [6, -6],
      [3, -6],
      [3, -9],
      [0, -9],
    ] as Polygon,
  ],
])('planes over a plan like %s lie edge to edge, however it is turned', (_, polygon) => {
  for (const degrees of [0, 90, 30, 45, 77.7]) {
    const placed = turned(polygon, degrees, [13.3, -7.1])
    expect(faultsOf(placed, straightSkeleton(placed)!)).toEqual([])
  }
})

/** A star of 3 to 14 corners at random angles. */
function star(seed: number): Polygon {
  const random = seededRandom(seed)
  const count = 3 + Math.floor(random() * 12)
  return Array.from({ length: count }, (_, k) =>
    rotate([3 + random() * 5, 0], ((k + random() * 0.6) * 360) / count),
  )
}

// In each two sides face each other at 2 to 4e-5 radians, once others are gone.
const LEVEL_RIDGES = [103477, 105094, 122547, 133768, 134092]

test.each(LEVEL_RIDGES)('so do those over star %i, of which a ridge is all but level', (seed) => {
  const skeleton = straightSkeleton(star(seed))
  expect(skeleton).not.toBeNull()
  expect(faultsOf(star(seed), skeleton!)).toEqual([])
})

test('so do those over polygons of any angles', () => {
  for (let i = 0; i < 400; i++) {
    const polygon = star(FUZZ_SEED + i)
    const skeleton = straightSkeleton(polygon)
    expect(skeleton, `seed ${FUZZ_SEED + i}`).not.toBeNull()
    expect(faultsOf(polygon, skeleton!), `seed ${FUZZ_SEED + i}`).toEqual([])
  }
})

test('so do those over rooms put together on a grid, where much happens at one moment', () => {
  const random = seededRandom(FUZZ_SEED + 18)
  for (let i = 0; i < 200; i++) {
    const rooms = Array.from({ length: 2 + Math.floor(random() * 6) }, () =>
      rectangle(
        [Math.round(random() * 10), Math.round(random() * 10)],
        2 * (1 + Math.floor(random() * 4)),
        2 * (1 + Math.floor(random() * 4)),
      ),
    )
    for (const { outer, holes } of union(rooms)) {
      if (holes.length > 0) continue
      const skeleton = straightSkeleton(outer)
      expect(skeleton, JSON.stringify(outer)).not.toBeNull()
      expect(faultsOf(outer, skeleton!), JSON.stringify(outer)).toEqual([])
    }
  }
})
