import { expect, test } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../../tests/fuzz-seed.ts'
import { withNodes, withoutNodes } from '../../../tests/houses/scene-of.ts'
import { box, SOUND_HOUSE } from '../../../tests/houses/sound-house.ts'
import { overlapDepth } from '../../geometry/convex.ts'
import { contains } from '../../geometry/polygon.ts'
import { CELLS_MAX, cellAt, distancesTo, fillConvex, floorGrid, middleOf } from './floor-grid.ts'
import { openBorders } from './room-borders.ts'
import { OUTSIDE, reachedFrom, roomGraph } from './room-graph.ts'
import { bestRoute } from './routes.ts'
import { walkableFloor } from './walkable-floor.ts'
import { wideParts } from './wide-parts.ts'

test('the distance to the nearest blocked cell is that of a search through all of them', () => {
  const random = seededRandom(FUZZ_SEED + 5)
  const grid = floorGrid({ minX: -1, minZ: 2, maxX: 0.55, maxZ: 3 })
  const count = grid.columns * grid.rows
  for (let round = 0; round < 5; round++) {
    const blocked = Uint8Array.from({ length: count }, () => (random() < 0.02 ? 1 : 0))
    const distances = distancesTo(grid, blocked)
    for (let cell = 0; cell < count; cell += 7) {
      const [x, z] = middleOf(grid, cell)
      let least = Infinity
      for (let other = 0; other < count; other++) {
        const [ox, oz] = middleOf(grid, other)
        if (blocked[other]) least = Math.min(least, Math.hypot(ox - x, oz - z))
      }
      expect(Math.abs(distances[cell] - least)).toBeLessThan(1e-9)
    }
  }
})

test('a polygon fills exactly the cells whose middle is in it', () => {
  const random = seededRandom(FUZZ_SEED + 6)
  const grid = floorGrid({ minX: 0, minZ: 0, maxX: 2, maxZ: 2 })
  for (let round = 0; round < 20; round++) {
    const [x, z, size] = [random() * 2, random() * 2, 0.1 + random()]
    const triangle = [0, 120, 240].map((turn): [number, number] => {
      const angle = ((turn + round * 17) * Math.PI) / 180
      return [x + size * Math.cos(angle), z - size * Math.sin(angle)]
    })
    const cells = new Uint8Array(grid.columns * grid.rows)
    fillConvex(grid, cells, triangle, 1)
    const wrong = [...cells.keys()].filter(
      (cell) => (cells[cell] === 1) !== contains(triangle, middleOf(grid, cell)),
    )
    expect(wrong).toEqual([])
  }
})

test('cells of a large plan are larger, so that there are never more than the bound', () => {
  for (const side of [5, 50, 500, 5000]) {
    const { columns, rows, cell } = floorGrid({ minX: 0, minZ: 0, maxX: side, maxZ: side })
    expect(columns * rows).toBeLessThanOrEqual(CELLS_MAX)
    expect(columns * cell).toBeGreaterThanOrEqual(side)
  }
})

test('all rooms of a house with doors and a stair are reached from outside', () => {
  const graph = roomGraph(SOUND_HOUSE)
  expect(graph.entrances).toEqual(['door_10'])
  const reached = reachedFrom(graph, OUTSIDE)
  expect([...reached].sort()).toEqual([OUTSIDE, 'zone_14', 'zone_15', 'zone_29', 'zone_30'])
})

test('a room that is open to another is reached without a door', () => {
  const open = withoutNodes(SOUND_HOUSE, 'wall_9', 'door_11')
  expect(openBorders(open, 'level_2').map(({ zone, beyond }) => [zone, beyond])).toEqual([
    ['zone_14', 'zone_15'],
    ['zone_15', 'zone_14'],
  ])
  expect(reachedFrom(roomGraph(open), OUTSIDE).has('zone_15')).toBe(true)
})

test('the narrowest place of a way is as wide as the door, to the millimetre', () => {
  const floor = walkableFloor(SOUND_HOUSE, 'level_2')!
  const { narrowest } = bestRoute(floor, [4, -2.5], [6, -4])!
  expect(narrowest.width).toBeCloseTo(0.9, 9)
  expect(narrowest.between).toEqual(['wall_9'])
})

test('a way is never through anything', () => {
  const floor = walkableFloor(SOUND_HOUSE, 'level_2')!
  const { points } = bestRoute(floor, [0.5, -1.6], [7.5, -4.5])!
  for (const [x, z] of points) {
    // A quarter of a millimetre about the point: a probe, since a point has no area to overlap.
    const probe = box(x - 0.0001, z + 0.0001, 0.0002, 0.0002)
    expect(floor.barriers.filter(({ outline }) => overlapDepth(outline, probe) > 0)).toEqual([])
  }
  expect(cellAt(floor.grid, points[0])).toBeDefined()
})

test('stops are in one part where the way between them is wide enough by a cell, and never where it is not', () => {
  // A sideboard leaves 0.55 m to the wall behind it and runs from wall to wall but for that.
  const scene = withNodes(withoutNodes(SOUND_HOUSE, 'item_19'), {
    kind: 'item',
    id: 'item_40',
    asset: 'sideboard',
    position: [6.225, 0, -1.5],
    size: [2.3, 1, 0.4],
  })
  const floor = walkableFloor(scene, 'level_2')!
  const stops: [number, number][] = [
    [6, -0.6],
    [6, -3],
  ]
  const [south, north] = wideParts(floor, 0.25, stops)
  expect(south).toBe(north)
  const apart = wideParts(floor, 0.28, stops)
  expect(apart[0]).not.toBe(apart[1])
})
