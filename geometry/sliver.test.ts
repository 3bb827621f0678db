import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { metresFrom, polygonOf } from '../tests/fixtures/ground.ts'
import { clipExactly } from './exact-clip.ts'
import { areaM2, gridUnitAt } from './geodesic-area.ts'
import { geos, read } from './geos-shapes.ts'
import { lengthInside } from './length-inside.ts'
import { makeSubject, overlapCells } from './overlap.ts'
import { GRID, type Polygons } from './polygons.ts'
import { borderM } from './rings.ts'
import { SLIVER_WIDTH_M, withoutSlivers } from './sliver.ts'
import { subdivide } from './subdivide.ts'

const LAT = 41
const UNIT = gridUnitAt(LAT)
type Metres = readonly [east: number, north: number]

/** A polygon from rings in metres around one point. */
function polygon(...rings: Metres[][]): Polygons {
  return polygonOf(...rings.map((ring) => ring.map(metresFrom([-72, LAT]))))
}

/** A ring around the point that never crosses itself, counter-clockwise. */
function star(radius: number, corners: number, random: () => number, east = 0): Metres[] {
  return Array.from({ length: corners }, (_, i): Metres => {
    const angle = (i / corners) * 2 * Math.PI
    const reach = radius * (0.7 + 0.3 * random())
    return [east + reach * Math.cos(angle), reach * Math.sin(angle)]
  })
}

function isSliver(shape: Polygons, area: Polygons) {
  const measured = { polygons: area, area_m2: areaM2(area), subject: makeSubject(area) }
  const parts = subdivide(shape).flatMap((piece) => overlapCells(measured.subject, piece))
  const area_m2 = parts.reduce((sum, part) => sum + part.area_m2, 0)
  if (area_m2 <= 0) return null
  return withoutSlivers([{ area_m2, parts }], measured, () => shape).found.length === 0
}

/** The polygons with metres as units, for GEOS, on no grid. */
function inMetres({ coords, ringEnds, polygonEnds }: Polygons): Polygons {
  const scaled = Array.from(coords, (value, i) =>
    i % 2 === 0
      ? (value + 72 * GRID) * UNIT.east_m * GRID
      : (value - LAT * GRID) * UNIT.north_m * GRID,
  )
  return { coords: scaled as unknown as Int32Array, ringEnds, polygonEnds }
}

/** True if GEOS, in metres, leaves something of the overlap of two after removing a rim. */
function isWider(a: Polygons, b: Polygons, width_m: number): boolean {
  const shared = geos.GEOSIntersection(read(inMetres(a)), read(inMetres(b)))
  return geos.GEOSisEmpty(geos.GEOSBuffer(shared, -width_m / 2, 16)) === 0
}

test('an overlap over a border is a sliver if GEOS finds it thinner than 10 cm everywhere', () => {
  const random = seededRandom(7)
  const counts = { thin: 0, wide: 0 }
  for (let i = 0; i < 400; i++) {
    const corners = 4 + Math.floor(random() * (i % 4 === 0 ? 200 : 30))
    const ring = star(10 ** (1 + 2.5 * random()), corners, random)
    // A stretch of the border, each corner of it drawn anew, and 20 m of land outside of it.
    const count = 2 + Math.floor(random() * Math.min(20, corners - 2))
    const over_m = 0.3 * random()
    const stretch = ring.slice(0, count)
    const moved =
      (by: number) =>
      ([east, north]: Metres): Metres => {
        const length = Math.hypot(east, north)
        return [east * (1 + by / length), north * (1 + by / length)]
      }
    const drawn = stretch.map((corner) => moved(-over_m * random())(corner))
    const [shape, area] = [polygon([...drawn, ...stretch.map(moved(20)).reverse()]), polygon(ring)]
    const answer = isSliver(shape, area)
    if (answer === null || clipExactly(shape, area) === null) continue
    if (isWider(shape, area, SLIVER_WIDTH_M + 0.02)) {
      counts.wide++
      expect(answer, `${i}`).toBe(false)
    } else if (!isWider(shape, area, SLIVER_WIDTH_M - 0.02)) {
      counts.thin++
      expect(answer, `${i}`).toBe(true)
    }
  }
  expect(Math.min(counts.thin, counts.wide)).toBeGreaterThan(100)
})

test('one bulge of 20 cm makes an overlap of 2 km by 3 cm more than a sliver', () => {
  const area = polygon([[-2000, -500], [0, -500], [0, 500], [-2000, 500]]) // biome-ignore format: one ring
  const lapped = (place: Metres[]) =>
    polygon([[20, -500], [20, 500], [-0.03, 500], ...place, [-0.03, -500]]) // biome-ignore format: one ring
  const square = (depth: number): Metres[] => [[-0.03, 10], [-depth, 10], [-depth, 9], [-0.03, 9]] // biome-ignore format: one ring
  expect(isSliver(lapped([]), area)).toBe(true)
  expect(isSliver(lapped(square(0.08)), area)).toBe(true)
  expect(isSliver(lapped(square(0.2)), area)).toBe(false)
})

test('a part from rounding, without a border, does not widen a sliver', () => {
  const area = polygon([[-2000, -500], [0, -500], [0, 500], [-2000, 500]]) // biome-ignore format: one ring
  const shape = polygon([[-0.03, -500], [20, -500], [20, 500], [-0.03, 500]]) // biome-ignore format: one ring
  const subject = makeSubject(area)
  const [part] = overlapCells(subject, shape)
  const nothing = { ...part, area_m2: 1e-6, piece: polygon(star(1, 5, seededRandom(1), 500)) }
  const overlap = { area_m2: part.area_m2 + nothing.area_m2, parts: [part, nothing] }
  const measured = { polygons: area, area_m2: areaM2(area), subject }
  expect(withoutSlivers([overlap], measured, () => shape).found).toEqual([])
})

test('the border of one area inside another is as long as GEOS measures it', () => {
  const random = seededRandom(8)
  for (let i = 0; i < 200; i++) {
    const a = polygon(star(100, 3 + Math.floor(random() * 40), random))
    const b = polygon(star(120, 3 + Math.floor(random() * 90), random, 150 * random()))
    const shared = clipExactly(a, b)
    const around = lengthInside(a, b) + lengthInside(b, a)
    // GEOS puts corners on the grid: up to 1 cm each.
    expect(Math.abs(around - (shared ? borderM(shared) : 0)), `${i}`).toBeLessThan(0.5)
  }
  const [inner, outer] = [polygon(star(10, 9, random)), polygon(star(100, 9, random))]
  expect(lengthInside(inner, outer)).toBeCloseTo(borderM(inner), 2)
  expect(lengthInside(outer, inner)).toBe(0)
})

test('upright edges and holes count too', () => {
  const square = (size: number): Metres[] => [[-size, -size], [size, -size], [size, size], [-size, size]] // biome-ignore format: one ring
  const ring = polygon(square(50), square(20).reverse())
  expect(lengthInside(polygon(square(30)), ring)).toBeCloseTo(240, 0)
  expect(lengthInside(polygon(square(10)), ring)).toBe(0)
  expect(lengthInside(ring, polygon(square(30)))).toBeCloseTo(160, 0)
})
