import geographiclib from 'geographiclib-geodesic'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { metresFrom, type Point, polygonOf } from '../tests/fixtures/ground.ts'
import { isLongRun } from '../tests/long-run.ts'
import { BorderLine } from './border-line.ts'
import { openBorder } from './open-border.ts'
import { GRID, type Polygons } from './polygons.ts'
import { metresOf, sharedStretches } from './shared-border.ts'
import { type Span, unionOf } from './spans.ts'

// A CommonJS package whose names Node does not find by itself.
const { Geodesic } = geographiclib

/** A ring in metres around a point, turned by an angle. */
function ground(points: readonly Point[], angle = 0, lat = 44.8, lng = -68.8): Polygons {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const turned = points.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos])
  return polygonOf(turned.map(metresFrom([lng, lat])))
}

/** The ring with another first point, as a publisher may send it. */
function startedAt({ coords, ...ends }: Polygons, point: number): Polygons {
  const turned = new Int32Array(coords.length)
  turned.set(coords.subarray(point * 2))
  turned.set(coords.subarray(0, point * 2), coords.length - point * 2)
  return { coords: turned, ...ends }
}

test('the length of a border is that of geodesics between its corners, from the equator to 71 N', () => {
  const random = seededRandom(21)
  for (const lat of [0, 13.4, -33.9, 44.8, 61.2, 71.3]) {
    const points = Array.from({ length: 40 }, (_, i): Point => {
      const angle = (i / 40) * 2 * Math.PI
      const radius = 300 + 200 * random()
      return [radius * Math.cos(angle), radius * Math.sin(angle)]
    })
    const shape = ground(points, 0, lat)
    const { coords } = shape
    let sum = 0
    for (let i = 0; i < 40; i++) {
      const next = (i + 1) % 40
      const [ax, ay] = [coords[i * 2] / GRID, coords[i * 2 + 1] / GRID]
      const [bx, by] = [coords[next * 2] / GRID, coords[next * 2 + 1] / GRID]
      sum += Geodesic.WGS84.Inverse(ay, ax, by, bx).s12!
    }
    expect(Math.abs(new BorderLine(shape).length_m - sum)).toBeLessThan(0.001)
  }
})

test('a stretch of a ring is drawn through the corners it passes, also over the start', () => {
  const border = new BorderLine(
    ground([
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ]),
  )
  const { length_m } = border.rings[0]
  const points = border.pointsOf(0, [length_m - 5, length_m + 15])
  expect(points).toHaveLength(4)
  expect(points[0]).toEqual(border.placeAt(0, length_m - 5))
  expect(points[1]).toEqual(border.placeAt(0, 0))
  expect(points[3]).toEqual(border.placeAt(0, 15))
  const whole = border.pointsOf(0, [0, length_m])
  expect(whole).toHaveLength(5)
  expect(whole[4]).toEqual(whole[0])
})

interface Fabric {
  lots: Polygons[]
  /** Metres of border that two lots of the plan share, by their numbers. */
  shared: (one: number, other: number) => number
  /** Metres of border that a lot has on the outside of the plan. */
  outside: number[]
}

const ROWS = 4
const WIDTH = 200
const DEPTH = 40

/**
 * Rows of lots back to back, cut at other places in each row: T-junctions all along. Every corner
 * of every lot is then drawn up to `jitter_m` off, each lot for itself: slivers and overlaps.
 */
function mosaic(random: () => number, jitter_m: number): Fabric {
  const angle = random() * Math.PI
  const plan: { row: number; from: number; to: number }[] = []
  for (let row = 0; row < ROWS; row++) {
    const cuts = [0]
    while (WIDTH - cuts[cuts.length - 1] > 40) cuts.push(cuts[cuts.length - 1] + 6 + random() * 24)
    cuts.push(WIDTH)
    for (let i = 1; i < cuts.length; i++) plan.push({ row, from: cuts[i - 1], to: cuts[i] })
  }
  const off = () => (random() * 2 - 1) * jitter_m
  const lots = plan.map(({ row, from, to }) => {
    const [low, high] = [row * DEPTH, (row + 1) * DEPTH]
    const corners: Point[] = [
      [from, low],
      [to, low],
      [to, high],
      [from, high],
    ]
    return ground(
      corners.map(([x, y]): Point => [x + off(), y + off()]),
      angle,
    )
  })
  const shared = (one: number, other: number) => {
    const [a, b] = [plan[one], plan[other]]
    if (a.row === b.row) return a.to === b.from || b.to === a.from ? DEPTH : 0
    if (Math.abs(a.row - b.row) !== 1) return 0
    return Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from))
  }
  const outside = plan.map(({ row, from, to }) => {
    const ends = row === 0 || row === ROWS - 1 ? to - from : 0
    return ends + (from === 0 ? DEPTH : 0) + (to === WIDTH ? DEPTH : 0)
  })
  return { lots, shared, outside }
}

/** The border of a lot without those of all others, and the shared parts. */
function leftOf(lots: readonly Polygons[], of: number) {
  const border = new BorderLine(lots[of])
  const taken: Span[][] = border.rings.map(() => [])
  const shared = lots.map((other, number) => {
    if (number === of) return 0
    const stretches = sharedStretches(border, other)
    stretches.forEach((spans, ring) => {
      taken[ring].push(...spans)
    })
    return metresOf(stretches)
  })
  const union = taken.map(unionOf)
  const { open } = openBorder(border, union, () => 'none')
  return { border, shared, union, open }
}

describe.each([0, 0.03, 0.15])(
  'a mosaic of lots with T-junctions, drawn up to %d m off',
  (jitter) => {
    const random = seededRandom(1000 * jitter + 5)
    const fabrics = Array.from({ length: isLongRun ? 12 : 5 }, () => mosaic(random, jitter))
    /** Two corners of each end of a stretch, and a corner of 1 cm on the grid. */
    const slack = 4 * jitter + 0.05

    test('every pair shares the length of the plan, the same from either side', () => {
      for (const { lots, shared } of fabrics) {
        const found = lots.map((_, number) => leftOf(lots, number).shared)
        for (let one = 0; one < lots.length; one++)
          for (let other = 0; other < lots.length; other++) {
            if (one === other) continue
            const wanted = shared(one, other)
            // Past a corner the line of a lot goes on along that of the lot behind it.
            expect(Math.abs(found[one][other] - wanted), `${one} ${other}`).toBeLessThan(
              slack + 0.001,
            )
            expect(Math.abs(found[one][other] - found[other][one])).toBeLessThan(slack)
          }
      }
    })

    test('the open border is the outside of the plan, and the whole border with the shared part', () => {
      for (const { lots, outside } of fabrics)
        for (const [number, wanted] of outside.entries()) {
          const { border, union, open } = leftOf(lots, number)
          expect(Math.abs(metresOf(open) - wanted), `lot ${number}`).toBeLessThan(slack)
          const parts = metresOf(open) + metresOf(union)
          expect(Math.abs(parts - border.length_m), `lot ${number}`).toBeLessThan(8 * slack)
          expect(open[0].length).toBe(wanted === 0 ? 0 : 1)
        }
    })

    test('another start of the ring and more corners on its sides change nothing', () => {
      for (const { lots } of fabrics.slice(0, 4))
        for (let number = 0; number < lots.length; number++) {
          const first = leftOf(lots, number)
          const { coords } = lots[number]
          const again = [...lots]
          for (let point = 1; point < coords.length / 2; point++) {
            again[number] = startedAt(lots[number], point)
            const turned = leftOf(again, number)
            expect(metresOf(turned.open)).toBeCloseTo(metresOf(first.open), 6)
            expect(turned.open.flat()).toHaveLength(first.open.flat().length)
          }
          again[number] = withMiddles(lots[number])
          const denser = leftOf(again, number)
          expect(Math.abs(metresOf(denser.open) - metresOf(first.open))).toBeLessThan(0.1)
          expect(denser.open.flat()).toHaveLength(first.open.flat().length)
        }
    })
  },
)

/** The polygon with a point in the middle of every edge, on the grid. */
function withMiddles({ coords, polygonEnds }: Polygons): Polygons {
  const points: number[] = []
  for (let i = 0; i < coords.length; i += 2) {
    const next = (i + 2) % coords.length
    points.push(coords[i], coords[i + 1])
    points.push(
      Math.round((coords[i] + coords[next]) / 2),
      Math.round((coords[i + 1] + coords[next + 1]) / 2),
    )
  }
  return {
    coords: Int32Array.from(points),
    ringEnds: Uint32Array.of(points.length / 2),
    polygonEnds,
  }
}
