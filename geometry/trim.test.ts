import { describe, expect, test } from 'vitest'
import { corners, type Point, polygonOf } from '../tests/fixtures/ground.ts'
import { containsPoint } from './contains.ts'
import { clipExactly } from './exact-clip.ts'
import { areaM2 } from './geodesic-area.ts'
import { makeSubject, overlapM2 } from './overlap.ts'
import { boundsOf, GRID, type Polygons } from './polygons.ts'
import { PolygonsBuilder } from './polygons-builder.ts'
import { trimAround } from './trim.ts'

function square(west: number, south: number, side: number): Point[] {
  return corners(west, south, west + side, south + side)
}

/** A band that winds twice around its middle: every line across it meets it often. */
function spiral(points: number): Polygons {
  const arm = (offset: number) =>
    Array.from({ length: points }, (_, i): Point => {
      const turn = (i / points) * 4 * Math.PI
      const radius = 0.002 + (i / points) * 0.008 + offset
      return [radius * Math.cos(turn), radius * Math.sin(turn)]
    })
  return polygonOf([...arm(0.001), ...arm(0).reverse()])
}

const SPIRAL = spiral(5_000)
const NOTHING = new PolygonsBuilder().finish()
/** Parcels in a row across it: in the band, on its edges, between its arms. */
const PARCELS = Array.from({ length: 40 }, (_, i) =>
  polygonOf(square(-0.01 + i * 0.0005, 0.0001, 0.0004)),
)

describe('points far from the box are left out', () => {
  test('inside of the box no point moves', () => {
    for (const parcel of PARCELS) {
      const box = boundsOf(parcel)
      const trimmed = trimAround(SPIRAL, box) ?? NOTHING
      expect(trimmed.coords.length).toBeLessThan(SPIRAL.coords.length / 10)
      for (let x = box[0]; x <= box[2]; x += 500)
        for (let y = box[1]; y <= box[3]; y += 500)
          expect(containsPoint(trimmed, x, y)).toBe(containsPoint(SPIRAL, x, y))
    }
  })

  test('clips have the area that the kernel measures on the whole shape', () => {
    for (const parcel of PARCELS) {
      const clipped = clipExactly(SPIRAL, parcel)
      const measured = overlapM2(makeSubject(parcel), SPIRAL)
      expect(clipped ? areaM2(clipped) : 0).toBeCloseTo(measured, 1)
    }
  })

  test('the mask may be the large one', () => {
    for (const house of PARCELS)
      expect(clipExactly(house, SPIRAL)).toEqual(clipExactly(SPIRAL, house))
  })

  test('a shape around the box still contains it, without the holes and parts elsewhere', () => {
    const around = polygonOf(square(0, 0, 1), square(0.1, 0.1, 0.1), square(0.6, 0.6, 0.2))
    const box = boundsOf(polygonOf(square(0.62, 0.62, 0.01)))
    const trimmed = trimAround(around, box)!
    expect(trimmed.ringEnds).toHaveLength(2)
    expect(containsPoint(trimmed, 0.63 * GRID, 0.63 * GRID)).toBe(false)
    expect(containsPoint(trimmed, 0.59 * GRID, 0.63 * GRID)).toBe(true)
    expect(trimAround(polygonOf(square(3, 3, 0.5)), box)).toBeNull()
  })
})
