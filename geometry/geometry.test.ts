import { describe, expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { polygonOf, polygonsOf, rectangle } from '../tests/fixtures/ground.ts'
import { karneyArea } from '../tests/oracles/karney.ts'
import { containsPoint, INSIDE, locateInPiece, NEAR_EDGE, OUTSIDE } from './contains.ts'
import { clipExactly } from './exact-clip.ts'
import { areaM2 } from './geodesic-area.ts'
import { toGeoJson } from './geojson.ts'
import { hilbertOf } from './hilbert.ts'
import { makeSubject, overlapM2 } from './overlap.ts'
import { GRID, type Polygons } from './polygons.ts'
import { PolygonsBuilder } from './polygons-builder.ts'
import { faultOf } from './soundness.ts'
import { subdivide } from './subdivide.ts'
import { polygonsToWkb, wkbToPolygons } from './wkb.ts'

/** A star-shaped ring: never crosses itself, usually far from convex. */
function star(lng: number, lat: number, radius: number, points: number, random: () => number) {
  const ring: [number, number][] = []
  for (let i = 0; i < points; i++) {
    const angle = (i / points) * 2 * Math.PI
    const r = radius * (0.35 + 0.65 * random())
    ring.push([lng + r * Math.cos(angle), lat + r * Math.sin(angle)])
  }
  return polygonOf(ring)
}

describe('areas', () => {
  test.each([
    ['Guam', 144.8, 13.4],
    ['Tampa', -82.4, 27.9],
    ['Denver', -105, 39.7],
    ['Anchorage', -149.9, 61.2],
    ['Utqiagvik', -156.8, 71.3],
  ])('a parcel in %s is within 0.01 %% of Karney', (_name, lng, lat) => {
    const random = seededRandom(7)
    for (const radius of [0.0003, 0.003, 0.05]) {
      const shape = star(lng, lat, radius, 40, random)
      expect(areaM2(shape) / karneyArea(shape)).toBeCloseTo(1, 4)
      expect(overlapM2(makeSubject(shape), shape) / karneyArea(shape)).toBeCloseTo(1, 4)
    }
  })

  test('edges are straight in lon/lat, not geodesics', () => {
    const [west, south, height, km_1_5] = [-69, 45, 0.0009, 0.01903]
    const corner = (at: number, y: number): [number, number] => [west + (at / 64) * km_1_5, y]
    const along = Array.from({ length: 65 }, (_, i) => i)
    const shape = polygonOf([corner(0, south), corner(64, south), corner(64, south + height), corner(0, south + height)]) // biome-ignore format: one ring
    // With points along them geodesic edges must follow the straight ones.
    const followed = polygonOf([
      ...along.map((i) => corner(i, south)),
      ...along.toReversed().map((i) => corner(i, south + height)),
    ])
    expect(areaM2(shape) / karneyArea(followed)).toBeCloseTo(1, 6)
    // The base bulges by 44 m2, and by the cube of their length each half above it by an eighth.
    const triangle = polygonOf([corner(0, south), corner(64, south), corner(32, south + height)])
    expect(Math.abs(areaM2(triangle) - karneyArea(triangle))).toBeCloseTo(44 * (1 - 2 / 8), -1)
  })

  test('a hole is subtracted', () => {
    const shell: [number, number][] = [[0, 0], [0.01, 0], [0.01, 0.01], [0, 0.01]] // biome-ignore format: one ring
    const hole: [number, number][] = [[0.002, 0.002], [0.004, 0.002], [0.004, 0.004], [0.002, 0.004]] // biome-ignore format: one ring
    const whole = areaM2(polygonOf(shell))
    expect(areaM2(polygonOf(shell, hole)) / whole).toBeCloseTo(0.96, 6)
    const holed = polygonOf(shell, hole)
    expect(overlapM2(makeSubject(holed), polygonOf(shell)) / whole).toBeCloseTo(0.96, 6)
    expect(overlapM2(makeSubject(polygonOf(shell)), holed) / whole).toBeCloseTo(0.96, 6)
  })
})

describe('containment', () => {
  test('a point on a shared edge or corner belongs to exactly one cell of a fabric', () => {
    const cells = [
      rectangle(0, 0, 1, 1),
      rectangle(1, 0, 2, 1),
      rectangle(0, 1, 1, 2),
      rectangle(1, 1, 2, 2),
    ]
    for (const [x, y] of [[1, 0.5], [0.5, 1], [1, 1], [1.5, 1], [1, 1.5]]) // biome-ignore format: points
      expect(cells.filter((cell) => containsPoint(cell, x * GRID, y * GRID))).toHaveLength(1)
  })

  test('a point on a slanted shared edge belongs to one cell too', () => {
    const random = seededRandom(3)
    const centre: [number, number] = [0.5031, 0.4977]
    const corners: [number, number][] = [[0, 0], [1, 0.02], [0.98, 1], [0.01, 0.99]] // biome-ignore format: one ring
    const cells = corners.map((corner, i) => polygonOf([corner, corners[(i + 1) % 4], centre]))
    const whole = polygonOf(corners)
    for (let i = 0; i < 2000; i++) {
      const corner = corners[i % 4]
      const t = random()
      const x = Math.round((corner[0] + t * (centre[0] - corner[0])) * GRID)
      const y = Math.round((corner[1] + t * (centre[1] - corner[1])) * GRID)
      const claims = cells.filter((cell) => containsPoint(cell, x, y)).length
      expect(claims).toBe(containsPoint(whole, x, y) ? 1 : 0)
    }
  })

  test('pieces decide inside or outside, or leave a point near an edge to the whole feature', () => {
    const shape = star(0.5, 0.5, 0.4, 5000, seededRandom(11))
    const pieces = subdivide(shape)
    expect(pieces.length).toBeGreaterThan(20)
    for (const piece of pieces) expect(piece.coords.length / 2).toBeLessThanOrEqual(256)
    const random = seededRandom(12)
    for (let i = 0; i < 3000; i++) {
      const x = Math.round(random() * GRID)
      const y = Math.round(random() * GRID)
      const found = pieces.map((piece) => locateInPiece(piece, x, y, 2))
      if (found.includes(NEAR_EDGE)) continue
      expect(found.filter((place) => place === INSIDE).length).toBe(
        containsPoint(shape, x, y) ? 1 : 0,
      )
    }
    expect(locateInPiece(rectangle(0, 0, 1, 1), -5, 5, 2)).toBe(OUTSIDE)
    expect(locateInPiece(rectangle(0, 0, 1, 1), 1, 5, 2)).toBe(NEAR_EDGE)
  })
})

describe('overlap', () => {
  test('pieces cover exactly what the feature covers', () => {
    const shape = star(-72, 30, 0.05, 4000, seededRandom(21))
    const sum = subdivide(shape).reduce((total, piece) => {
      const ring = { ...piece, polygonEnds: Uint32Array.of(piece.ringEnds.length) }
      return total + areaM2(ring)
    }, 0)
    expect(sum / areaM2(shape)).toBeCloseTo(1, 4)
  })

  test('the kernel agrees with GEOS on 200 pairs of ragged shapes', () => {
    const random = seededRandom(31)
    for (let i = 0; i < 200; i++) {
      const lat = 10 + 60 * random()
      const parcel = star(-72, lat, 0.001, 4 + Math.floor(random() * 30), random)
      const reach = 0.0005 + 0.003 * random()
      const zone = star(-72 + (random() - 0.5) * 0.004, lat, reach, 300, random)
      const subject = makeSubject(parcel)
      const measured = subdivide(zone, 64).reduce(
        (sum, piece) => sum + overlapM2(subject, piece),
        0,
      )
      const exact = clipExactly(zone, parcel)
      const difference = Math.abs(measured - (exact ? areaM2(exact) : 0))
      expect(difference / areaM2(parcel)).toBeLessThan(1e-4)
    }
  })
})

describe('exact clips', () => {
  test('are valid on the grid and have the area that the kernel measures', () => {
    const random = seededRandom(926)
    for (let i = 0; i < 300; i++) {
      const lat = -33 + 98 * random()
      const parcel = star(-72, lat, 0.001, 5 + Math.floor(random() * 40), random)
      const zone = star(
        -72 + (random() - 0.5) * 0.003,
        lat,
        0.002,
        3 + Math.floor(random() * 200),
        random,
      )
      if (faultOf(parcel) || faultOf(zone)) continue
      const clipped = clipExactly(zone, parcel)
      const area = clipped ? areaM2(clipped) : 0
      expect(Math.abs(area - overlapM2(makeSubject(parcel), zone)) / areaM2(parcel)).toBeLessThan(
        1e-4,
      )
      // Rings that touch are legal; edges of one ring that cross or fold back are not.
      if (clipped) expect(faultOf(clipped)).not.toBe('self_intersection')
    }
  })

  test('by a parcel still work after one by a broken parcel failed', () => {
    const random = seededRandom(7)
    const [parcel, zone] = [0.001, 0.002].map((size) => star(-72, 30, size, 9, random))
    const before = clipExactly(zone, parcel)
    expect(() => clipExactly(zone, {} as Polygons)).toThrow()
    expect(clipExactly(zone, parcel)).toEqual(before)
  })
})

describe('encodings', () => {
  test('WKB round trips, with holes and parts', () => {
    const ring = (x: number, s: number): [number, number][] => [[x, 0], [x + s, 0], [x + s, s], [x, s]] // biome-ignore format: one ring
    const shapes = polygonsOf(...[0, 5].map((x) => [ring(x, 3), ring(x + 0.5, 1)]))
    expect([...shapes.polygonEnds]).toEqual([2, 4])
    expect(wkbToPolygons(polygonsToWkb(shapes))).toEqual(shapes)
    expect(toGeoJson(shapes).type).toBe('MultiPolygon')
  })

  test('rings that collapse on the grid are counted, and lose their holes', () => {
    const builder = new PolygonsBuilder()
    for (const [lng, lat] of [[0, 0], [1e-9, 0], [0, 1e-9]]) builder.point(lng, lat) // biome-ignore format: one ring
    builder.endRing()
    for (const [lng, lat] of [[0, 0], [1, 0], [0, 1]]) builder.point(lng, lat) // biome-ignore format: one ring
    builder.endRing()
    builder.endPolygon()
    expect(builder.finish().polygonEnds).toHaveLength(0)
    expect(builder.collapsedRings).toBe(1)
  })

  test('neighbours on the ground are neighbours on the curve', () => {
    const near = hilbertOf([-72e7, 30e7, -72e7, 30e7])
    const close = hilbertOf([-72e7 + 50, 30e7, -72e7 + 50, 30e7])
    const far = hilbertOf([10e7, 50e7, 10e7, 50e7])
    expect(Math.abs(near - close)).toBeLessThan(Math.abs(near - far) / 1e6)
    const places = new Set<number>()
    for (let x = 0; x < 64; x++)
      for (let y = 0; y < 64; y++) {
        const lng = Math.round(((x + 0.5) / 64) * 360e7 - 180e7)
        const lat = Math.round(((y + 0.5) / 64) * 180e7 - 90e7)
        places.add(Math.floor(hilbertOf([lng, lat, lng, lat]) / 4 ** 20))
      }
    expect(places.size).toBe(4096)
  })
})
