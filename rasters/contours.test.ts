import { describe, expect, test } from 'vitest'
import { GRID } from '../geometry/polygons.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { isLongRun } from '../tests/long-run.ts'
import { type ContourLines, contoursOf, TooManyContours } from './contours.ts'
import type { HeightGrid } from './height-grid.ts'

const STEP = 1 / 10_800
const WEST = -72
const NORTH = 30
/** Half a grid unit of coordinates on either axis. */
const ROUNDING = 0.5 / GRID + 1e-12

/** A grid of heights in feet by a function of the place, in steps from the corner. */
function gridOf(
  columns: number,
  rows: number,
  height: (u: number, v: number) => number,
): HeightGrid {
  return {
    xs: Float64Array.from({ length: columns }, (_, c) => WEST + c * STEP),
    ys: Float64Array.from({ length: rows }, (_, r) => NORTH - r * STEP),
    heights: Float64Array.from({ length: columns * rows }, (_, i) =>
      height(i % columns, Math.floor(i / columns)),
    ),
  }
}

interface Line {
  level: number
  points: [x: number, y: number][]
}

function linesOf({ elevations, ends, coords }: ContourLines): Line[] {
  return Array.from(elevations, (level, i) => {
    const from = i === 0 ? 0 : ends[i - 1]
    const points = Array.from({ length: ends[i] - from }, (_, k) => {
      return [coords[(from + k) * 2], coords[(from + k) * 2 + 1]] as [number, number]
    })
    return { level, points }
  })
}
const contour = (grid: HeightGrid, interval = 1, most = 1e6) =>
  linesOf(contoursOf(grid, interval, most))

/** Column in steps from the corner. */
const uOf = (x: number) => (x / GRID - WEST) / STEP
const vOf = (y: number) => (NORTH - y / GRID) / STEP
const isClosed = ({ points }: Line) => `${points[0]}` === `${points.at(-1)}`
const isOnEdge = ([x, y]: [number, number], { xs, ys }: HeightGrid) =>
  [xs[0], xs.at(-1)!].some((edge) => Math.round(edge * GRID) === x) ||
  [ys[0], ys.at(-1)!].some((edge) => Math.round(edge * GRID) === y)

/** The heights at a place within a cell, as the surface between nodes is. */
function surface({ xs, heights }: HeightGrid, u: number, v: number): number {
  const columns = xs.length
  const rows = heights.length / columns
  const c = Math.min(columns - 2, Math.max(0, Math.floor(u)))
  const r = Math.min(rows - 2, Math.max(0, Math.floor(v)))
  const at = (k: number, l: number) => heights[(r + l) * columns + c + k]
  const [a, b] = [u - c, v - r]
  return (at(0, 0) * (1 - a) + at(1, 0) * a) * (1 - b) + (at(0, 1) * (1 - a) + at(1, 1) * a) * b
}

describe('on a plane', () => {
  const random = seededRandom(6_001)
  test.each(Array.from({ length: isLongRun ? 40 : 12 }, (_, i) => i))(
    'number %i every vertex is at its level, a line ends at the edge, and each level has one line',
    () => {
      const [a, b, z0] = [random() * 4 - 2, random() * 4 - 2, random() * 100 - 50]
      const grid = gridOf(12, 9, (u, v) => z0 + a * u + b * v)
      const lines = contour(grid)
      const [low, high] = [Math.min(...grid.heights), Math.max(...grid.heights)]
      const levels = lines.map(({ level }) => level)
      expect(levels).toEqual(
        Array.from({ length: levels.length }, (_, i) => Math.floor(low) + 1 + i),
      )
      expect(levels.length).toBe(Math.floor(high) - Math.floor(low))
      // Change of this plane's height over half a grid unit either way.
      const tolerance = ((Math.abs(a) + Math.abs(b)) * ROUNDING) / STEP + 1e-9
      for (const line of lines) {
        expect(isOnEdge(line.points[0], grid) && isOnEdge(line.points.at(-1)!, grid)).toBe(true)
        for (const [x, y] of line.points)
          expect(Math.abs(z0 + a * uOf(x) + b * vOf(y) - line.level)).toBeLessThanOrEqual(tolerance)
      }
    },
  )

  test('the higher ground lies on the left of a line', () => {
    const east = contour(gridOf(5, 5, (u) => u + 0.5))
    for (const { points } of east) expect(points.at(-1)![1]).toBeLessThan(points[0][1])
    const north = contour(gridOf(5, 5, (_, v) => 4.5 - v))
    for (const { points } of north) expect(points.at(-1)![0]).toBeGreaterThan(points[0][0])
  })
})

describe('on a saddle z = xy', () => {
  const random = seededRandom(6_002)
  test.each(Array.from({ length: isLongRun ? 40 : 12 }, (_, i) => i))(
    'number %i every vertex is exact, and lines pass the middle on the right side',
    () => {
      const [u0, v0] = [2 + random() * 6, 2 + random() * 6]
      const [scale, z0] = [(0.2 + random()) * (random() < 0.5 ? -1 : 1), random() * 10 - 5]
      const exact = (u: number, v: number) => z0 + scale * (u - u0) * (v - v0)
      const grid = gridOf(11, 11, exact)
      for (const { level, points } of contour(grid)) {
        for (const [x, y] of points) {
          const [u, v] = [uOf(x), vOf(y)]
          const slope = Math.abs(scale) * (Math.abs(u - u0) + Math.abs(v - v0))
          expect(Math.abs(exact(u, v) - level)).toBeLessThanOrEqual(
            (slope * ROUNDING) / STEP + 1e-9,
          )
        }
        // A hyperbola has two branches: no line may cross from one to the other. Each stays in one
        // quadrant about the middle.
        const quadrants = new Set(
          points
            .filter(([x, y]) => Math.abs(uOf(x) - u0) > 0.01 && Math.abs(vOf(y) - v0) > 0.01)
            .map(([x, y]) => `${uOf(x) > u0} ${vOf(y) > v0}`),
        )
        if (Math.abs(level - z0) > 0.01) expect(quadrants.size).toBeLessThanOrEqual(1)
      }
    },
  )
})

describe('on a cone', () => {
  test('contours are one ring each, and no vertex is further off than the cone bends in a cell', () => {
    const [u0, v0, slope] = [20.3, 19.6, 1.7]
    const grid = gridOf(41, 41, (u, v) => 40 - slope * Math.hypot(u - u0, v - v0))
    // Down to where the cone meets the edge of the grid.
    const lines = contour(grid).filter(({ level }) => level > 40 - slope * 19)
    expect(lines.length).toBeGreaterThan(25)
    for (const { level, points } of lines) {
      expect(points[0]).toEqual(points.at(-1))
      const radius = (40 - level) / slope
      for (const [x, y] of points) {
        const off = Math.abs(Math.hypot(uOf(x) - u0, vOf(y) - v0) - radius)
        // A chord of length 1 of a circle lies at most 1 / (8 r) inside; near the top at most 1.
        expect(off).toBeLessThanOrEqual(Math.min(1, 1 / (8 * Math.max(radius - 1, 0.125))) + 0.001)
      }
    }
    expect(new Set(lines.map(({ level }) => level)).size).toBe(lines.length)
  })
})

describe('on rough ground', () => {
  const random = seededRandom(6_003)
  /** Whole numbers in half of them: nodes, edges and plateaus at levels. */
  const grounds = Array.from({ length: isLongRun ? 60 : 20 }, (_, i) => {
    const isWhole = i % 2 === 0
    const holes = i % 3 === 0
    return gridOf(10 + (i % 5), 8 + (i % 4), () => {
      if (holes && random() < 0.08) return Number.NaN
      const height = random() * 6
      return isWhole ? Math.round(height) : height
    })
  })

  test.each(grounds.map((grid, i) => [i, grid] as const))(
    'number %i lines are closed or end at the edge or a hole, and cut the surface where it has their level',
    (_, grid) => {
      for (const line of contour(grid)) {
        expect(line.points.length).toBeGreaterThan(1)
        if (!isClosed(line))
          for (const end of [line.points[0], line.points.at(-1)!])
            expect(isOnEdge(end, grid) || isNextToHole(grid, end)).toBe(true)
        for (const [x, y] of line.points) {
          const height = surface(grid, uOf(x), vOf(y))
          // Next to a hole the cell of the point may be the one without heights.
          if (!Number.isNaN(height)) expect(Math.abs(height - line.level)).toBeLessThan(0.02)
        }
        const same = line.points.filter((point, i) => `${point}` === `${line.points[i + 1]}`)
        expect(same).toEqual([])
      }
    },
  )

  test.each(grounds.map((grid, i) => [i, grid] as const))(
    'number %i no stretch is drawn twice at one level',
    (_, grid) => {
      const drawn = new Set<string>()
      for (const { level, points } of contour(grid))
        for (let i = 1; i < points.length; i++) {
          const key = `${level} ${[`${points[i - 1]}`, `${points[i]}`].sort().join(' ')}`
          expect(drawn.has(key), key).toBe(false)
          drawn.add(key)
        }
    },
  )

  test.each(grounds.map((grid, i) => [i, grid] as const))(
    'number %i lines of different levels do not cross, and lines of one level only touch',
    (_, grid) => {
      const lines = contour(grid)
      const pieces = lines.flatMap(({ level, points }) =>
        points.slice(1).map((to, i) => ({ level, from: points[i], to })),
      )
      const crossing = pieces.flatMap((piece, i) =>
        pieces.slice(0, i).flatMap((other) => (crosses(piece, other) ? [[piece, other]] : [])),
      )
      expect(crossing).toEqual([])
    },
  )

  test.each(grounds.map((grid, i) => [i, grid] as const))(
    'number %i every edge whose ends lie on different sides of a level is crossed once',
    (_, grid) => {
      const columns = grid.xs.length
      const cell = (i: number) => {
        const at = [i, i + 1, i + columns, i + columns + 1].map((k) => grid.heights[k])
        const isCell = i % columns < columns - 1 && i + columns < grid.heights.length
        return isCell && at.every((height) => !Number.isNaN(height))
      }
      let expected = 0
      for (let i = 0; i < grid.heights.length; i++)
        for (const [j, sides] of [
          [i + 1, [i, i - columns]],
          [i + columns, [i, i - 1]],
        ] as const) {
          if (j === i + 1 && i % columns === columns - 1) continue
          if (!sides.some((side) => side >= 0 && cell(side))) continue
          const [a, b] = [grid.heights[i], grid.heights[j]]
          expected += Math.abs(Math.floor(a) - Math.floor(b))
        }
      // Vertices at a node coincide, which heights that are not whole numbers avoid.
      const isWhole = grid.heights.some((height) => Number.isInteger(height))
      if (isWhole) return expect(expected).toBeGreaterThan(0)
      const vertices = contour(grid).reduce(
        (sum, line) => sum + line.points.length - Number(isClosed(line)),
        0,
      )
      expect(vertices).toBe(expected)
    },
  )
})

test('a plateau at a level is bounded once, a single summit at a level has no line', () => {
  const plateau = contour(
    gridOf(7, 7, (u, v) => (Math.max(Math.abs(u - 3), Math.abs(v - 3)) <= 1 ? 5 : 4.5)),
  )
  expect(plateau).toHaveLength(1)
  expect(plateau[0].points[0]).toEqual(plateau[0].points.at(-1))
  expect(contour(gridOf(5, 5, (u, v) => (u === 2 && v === 2 ? 5 : 4.5)))).toEqual([])
  expect(contour(gridOf(5, 5, () => 5))).toEqual([])
})

test('too many contours are refused while they are counted, and not made', () => {
  const cliff = gridOf(3, 3, (u) => u * 1e6)
  expect(() => contour(cliff, 1, 1_000)).toThrow(TooManyContours)
})

function isNextToHole({ xs, heights }: HeightGrid, [x, y]: [number, number]): boolean {
  const columns = xs.length
  const [u, v] = [uOf(x), vOf(y)]
  for (const r of [Math.floor(v - 0.01), Math.ceil(v + 0.01) - 1])
    for (const c of [Math.floor(u - 0.01), Math.ceil(u + 0.01) - 1])
      for (const k of [0, 1, columns, columns + 1])
        if (Number.isNaN(heights[r * columns + c + k] ?? 0)) return true
  return false
}

interface Piece {
  from: [number, number]
  to: [number, number]
}

/** Whether two stretches cross in the inside of both, beyond what rounding to the grid may do. */
function crosses(a: Piece, b: Piece): boolean {
  const isApart = [0, 1].some(
    (k) =>
      Math.max(a.from[k], a.to[k]) < Math.min(b.from[k], b.to[k]) ||
      Math.max(b.from[k], b.to[k]) < Math.min(a.from[k], a.to[k]),
  )
  if (isApart) return false
  const side = (p: Piece, [x, y]: [number, number]) => {
    const [dx, dy] = [p.to[0] - p.from[0], p.to[1] - p.from[1]]
    const distance = (dx * (y - p.from[1]) - dy * (x - p.from[0])) / Math.hypot(dx, dy)
    return Math.abs(distance) < 2 ? 0 : Math.sign(distance)
  }
  return side(a, b.from) * side(a, b.to) < 0 && side(b, a.from) * side(b, a.to) < 0
}
