import gdal from 'gdal-async'
import { expect, test } from 'vitest'
import { between } from '../../random/choices.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { sampleCounty } from '../../tests/sample/shared-county.ts'
import { twiceArea } from '../plan/areas.ts'
import { type LngLat, MAPPED } from '../plan/plan.ts'
import { zoneAt } from './flood-plan.ts'

const county = sampleCounty()
const { floodPlan, floodZones } = county

function polygonOf(rings: LngLat[][]): gdal.Polygon {
  const polygon = new gdal.Polygon()
  for (const points of rings) {
    const ring = new gdal.LinearRing()
    for (const [lng, lat] of [...points, points[0]]) ring.points.add(lng, lat)
    polygon.rings.add(ring)
  }
  return polygon
}

const area = (ring: LngLat[]): number => Math.abs(twiceArea(ring)) / 2

test('the zones are a planar partition of the panels, except the unmapped hole', () => {
  const all = new gdal.MultiPolygon()
  let sum = 0
  for (const { rings, attributes } of floodZones) {
    const polygon = polygonOf(rings)
    expect(polygon.isValid(), `${attributes.zone} is a valid polygon`).toBe(true)
    sum += polygon.getArea()
    all.children.add(polygon)
  }
  const union = all.unionCascaded() as gdal.Polygon
  expect(Math.abs(sum / union.getArea() - 1)).toBeLessThan(1e-9) // no overlap
  // One piece with one hole: there is no sliver between neighbours.
  expect(union.name).toBe('POLYGON')
  expect(union.rings.count()).toBe(2)
  const mapped = (MAPPED.east - MAPPED.west) * (MAPPED.north - MAPPED.south)
  const hole = (union.rings.get(1) as gdal.LinearRing).getArea()
  expect(Math.abs((sum + hole) / mapped - 1)).toBeLessThan(1e-9)
})

test('nearly every vertex of a zone is a vertex of a neighbour too', () => {
  const seen = new Map<string, number>()
  const vertices = floodZones.flatMap(({ rings }) => rings.flat())
  for (const at of vertices) seen.set(at.join(), (seen.get(at.join()) ?? 0) + 1)
  const outer = ([lng, lat]: LngLat): boolean =>
    lng === MAPPED.west || lng === MAPPED.east || lat === MAPPED.south || lat === MAPPED.north
  const alone = vertices.filter((at) => seen.get(at.join()) === 1 && !outer(at))
  const hole = floodPlan.patches.find(({ attributes }) => attributes === null)
  expect(alone.length).toBe(hole?.vertices)
})

test('several polygons have thousands of vertices, as river polygons do', () => {
  const large = floodZones.filter(({ rings }) => rings.flat().length > 2000)
  expect(large.length).toBeGreaterThanOrEqual(5)
})

test('the polygons agree with the inequalities of the plan', () => {
  const random = seededRandom(1, 'test')
  const step = 2e-5 // about 2 m: nearer to a line than that, polygons and plan may differ
  let compared = 0
  for (let i = 0; i < 800; i++) {
    const point: LngLat = [between(random, -72.1, -71.9), between(random, 29.92, 30.08)]
    const around: LngLat[] = [
      [0, step],
      [step, 0],
      [0, -step],
      [-step, 0],
    ].map(([x, y]) => [point[0] + x, point[1] + y])
    const expected = zoneAt(floodPlan, point)
    if (around.some((near) => zoneAt(floodPlan, near) !== expected)) continue
    const holders = floodZones.filter(({ rings }) => contains(rings, point))
    expect(holders.map(({ attributes }) => attributes)).toEqual(expected === null ? [] : [expected])
    compared++
  }
  expect(compared).toBeGreaterThan(750)
})

test('panels tile the mapped rectangle', () => {
  const sum = county.panels.reduce((total, { ring }) => total + area(ring), 0)
  expect(sum).toBeCloseTo(0.2 * 0.16, 12)
})

/** Even-odd rule over all rings. */
function contains(rings: LngLat[][], [x, y]: LngLat): boolean {
  let inside = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [[xi, yi], [xj, yj]] = [ring[i], ring[j]]
      if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
    }
  }
  return inside
}
