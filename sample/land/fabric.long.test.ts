import gdal from 'gdal-async'
import { expect, test } from 'vitest'
import { sampleCounty } from '../../tests/sample/shared-county.ts'
import { project } from '../plan/transverse-mercator.ts'

const { parcels } = sampleCounty()
// One record per piece of ground.
const pieces = parcels.filter(
  (parcel, i) =>
    parcel.oddity !== 'bow_tie' && parcels.findIndex(({ lot }) => lot === parcel.lot) === i,
)

type Point = readonly [number, number]
const rings: Point[][] = pieces.flatMap((piece) => piece.rings.map((ring) => ring.map(project)))

test('parcels do not overlap: their areas add up to the area of their union', () => {
  const all = new gdal.MultiPolygon()
  let sum = 0
  for (const piece of pieces) {
    const polygon = new gdal.Polygon()
    for (const points of piece.rings) {
      const ring = new gdal.LinearRing()
      for (const at of [...points, points[0]]) ring.points.add(...project(at))
      polygon.rings.add(ring)
    }
    sum += polygon.getArea()
    all.children.add(polygon)
  }
  const union = all.unionCascaded() as gdal.MultiPolygon
  expect(Math.abs(union.getArea() / sum - 1)).toBeLessThan(1e-9)
  // Blocks are apart: the streets between them are not parcels.
  expect(union.children.count()).toBeGreaterThan(300)
})

test('no vertex of a parcel lies on a neighbour edge without being its vertex', () => {
  const cell = 25
  const key = (x: number, y: number): string => `${Math.floor(x / cell)} ${Math.floor(y / cell)}`
  const vertices = new Map<string, Point[]>()
  for (const at of rings.flat()) {
    const list = vertices.get(key(...at))
    if (list === undefined) vertices.set(key(...at), [at])
    else list.push(at)
  }
  const loose: string[] = []
  for (const ring of rings) {
    for (const [i, from] of ring.entries()) {
      const to = ring[(i + 1) % ring.length]
      for (const at of near(vertices, key, cell, from, to)) {
        if (isLoose(at, from, to)) loose.push(`${at} on ${from} ${to}`)
      }
    }
  }
  expect(loose).toEqual([])
})

test('a lot on the bank has a curved side of many vertices', () => {
  const banked = pieces.filter(({ lot }) => lot.bank !== null && lot.character === 'rural')
  expect(Math.max(...banked.map((piece) => piece.rings[0].length))).toBeGreaterThan(60)
})

test('most lots share at least two exact vertices with another lot', () => {
  const seen = new Map<string, number>()
  for (const at of rings.flat()) seen.set(at.join(), (seen.get(at.join()) ?? 0) + 1)
  const woven = rings.filter(
    (ring) => ring.filter((at) => (seen.get(at.join()) ?? 0) > 1).length >= 2,
  )
  expect(woven.length / rings.length).toBeGreaterThan(0.95)
})

function* near(
  vertices: Map<string, Point[]>,
  key: (x: number, y: number) => string,
  cell: number,
  from: Point,
  to: Point,
): Generator<Point> {
  const [west, east] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])]
  const [south, north] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])]
  for (let x = west - cell; x <= east + cell; x += cell) {
    for (let y = south - cell; y <= north + cell; y += cell) yield* vertices.get(key(x, y)) ?? []
  }
}

/** Within 20 cm of the edge, and more than 20 cm from both its ends. */
function isLoose([x, y]: Point, [x0, y0]: Point, [x1, y1]: Point): boolean {
  const length = Math.hypot(x1 - x0, y1 - y0)
  const along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length
  const off = Math.abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / length
  return off < 0.2 && along > 0.2 && along < length - 0.2
}
