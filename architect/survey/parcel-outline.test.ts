import { expect, test } from 'vitest'
import { area } from '../geometry/polygon.ts'
import type { Degrees } from './local-frame.ts'
import { localFrame } from './local-frame.ts'
import { frontOf, parcelOutline } from './parcel-outline.ts'
import { regionsOf, storedRing, UnusableShape } from './plan-shapes.ts'

const NEAR: Degrees = { latitude: 30, longitude: -72 }
const frame = localFrame(NEAR)

/** A closed ring of GeoJSON from corners in metres. */
function ring(...corners: [x: number, z: number][]): number[][] {
  const placed = corners.map((corner) => {
    const { latitude, longitude } = frame.toDegrees(corner)
    return [longitude, latitude]
  })
  return [...placed, placed[0]]
}
const square = (x: number, z: number, size: number): [number, number][] => [
  [x, z],
  [x + size, z],
  [x + size, z - size],
  [x, z - size],
]
const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates })
const outline = (geojson: unknown, statedArea: number | null = null) =>
  parcelOutline(geojson, NEAR, { origin: null, statedArea })

test('the middle of a parcel is the origin of plan, whichever way its ring goes', () => {
  for (const corners of [square(100, 50, 20), square(100, 50, 20).toReversed()]) {
    const { ring: found, notes } = outline(polygon(ring(...corners)), 400)
    expect(notes).toEqual([])
    expect(area(found)).toBeCloseTo(400, 2)
    for (const [x, z] of found) expect([Math.abs(x), Math.abs(z)].map(Math.round)).toEqual([10, 10])
  }
})

test('an origin that an earlier survey has set stays', () => {
  const origin = frame.toDegrees([90, 40])
  const geojson = polygon(ring(...square(100, 50, 20)))
  const found = parcelOutline(geojson, NEAR, { origin, statedArea: 400 })
  expect(found.ring.map((corner) => corner.map(Math.round))).toContainEqual([10, 10])
})

test('of several parts the largest is the site, and holes are stated', () => {
  const parts = [
    [ring(...square(0, 0, 10))],
    [ring(...square(50, 0, 30)), ring(...square(55, -5, 10))],
  ]
  const { ring: found, notes } = outline({ type: 'MultiPolygon', coordinates: parts })
  expect(area(found)).toBeCloseTo(900, 1)
  expect(notes.join(' ')).toMatch(/has 2 parts: the site is the largest, 88.9 % of it/)
  expect(notes.join(' ')).toMatch(/100 m² within the outline, in 1 holes/)
})

test('another area than the stated one is reported from a thousandth on', () => {
  const geojson = polygon(ring(...square(0, 0, 20)))
  expect(outline(geojson, 400.3).notes).toEqual([])
  expect(outline(geojson, 401).notes).toEqual([
    'Its outline encloses 400 m², and the service states 401 m².',
  ])
})

test('an outline of many corners has 256 at most, and its area', () => {
  const corners = Array.from({ length: 3_000 }, (_, index): [number, number] => {
    const angle = (-index / 3_000) * 2 * Math.PI
    return [60 * Math.cos(angle), 60 * Math.sin(angle)]
  })
  const { ring: found, notes } = outline(polygon(ring(...corners)))
  expect(found.length).toBeLessThanOrEqual(256)
  expect(area(found) / (Math.PI * 3_600)).toBeCloseTo(1, 3)
  expect(notes).toEqual([])
})

test.each([
  ['a bow tie', polygon(ring([0, 0], [20, -20], [20, 0], [0, -30])), /crosses/],
  ['nothing', polygon(ring([0, 0], [0.1, 0], [0.1, -0.1])), /next to nothing/],
  ['a point', { type: 'Point', coordinates: [-72, 30] }, /not a polygon/],
  ['no geometry', { type: 'Feature', geometry: null }, /not a polygon/],
  ['texts', { type: 'Polygon', coordinates: [[['a', 'b']]] }, /not a polygon/],
  [
    'a line',
    polygon([
      [-72, 30],
      [-72, 31],
    ]),
    /not a polygon/,
  ],
  [
    'another continent',
    polygon([
      [10, 50],
      [11, 50],
      [11, 51],
      [10, 50],
    ]),
    /more than 10 km/,
  ],
  [
    'the other order',
    polygon([
      [30, -172],
      [31, -172],
      [31, -171],
      [30, -172],
    ]),
    /not on the earth/,
  ],
])('%s is no outline', (_, geojson, message) => {
  expect(() => outline(geojson)).toThrow(UnusableShape)
  expect(() => outline(geojson)).toThrow(message)
})

test('slivers of a parcel are left out', () => {
  const parts = [[ring(...square(0, 0, 10))], [ring(...square(50, 0, 0.5))]]
  expect(regionsOf({ type: 'MultiPolygon', coordinates: parts }, frame)).toHaveLength(1)
  expect(() =>
    storedRing([
      [0, 0],
      [1, 0],
    ]),
  ).toThrow(/next to nothing/)
})

const LOT: [number, number][] = [
  [0, 0],
  [20, 0],
  [20, -40],
  [0, -40],
]
test.each([
  [
    'south',
    [
      [
        [0, 0],
        [20, 0],
      ],
    ],
  ],
  [
    'west',
    [
      [
        [0, -40],
        [0, 0],
      ],
      [
        [0, 0],
        [20, 0],
      ],
    ],
  ],
  [null, []],
  // A corner lot of which both sides are alike.
  [
    null,
    [
      [
        [0, 0],
        [20, 0],
      ],
      [
        [20, -40],
        [20, -15],
      ],
    ],
  ],
] as const)('the front of a lot is in the %s', (side, frontage) => {
  const lot =
    side === null && frontage.length === 2
      ? LOT.map(([x, z]) => [x, z / 2] as [number, number])
      : LOT
  const lines =
    side === null && frontage.length === 2
      ? [
          [
            [0, 0],
            [20, 0],
            [20, -20],
          ],
        ]
      : frontage
  expect(frontOf(lot, lines as never)).toBe(side)
})
