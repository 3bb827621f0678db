import { expect, test } from 'vitest'
import { captionedLotMap, mapMarkup } from './lot-legend.ts'
import type { LotGround } from './lot-map.ts'

const rectangle = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
})
const EMPTY: LotGround = {
  ...{ box: [-1, -1, 1, 1], own: null, point: { lng: 0, lat: 0 }, parcels: [], buildings: [] },
  ...{ flood: [], streets: [], houses: [], left_out: [] },
}
const labels = (changed: Partial<LotGround>) =>
  captionedLotMap({ ...EMPTY, ...changed }, 'us')?.legend.map(({ label }) => label)

test('the legend has what the picture shows, and no zone beyond its edge', () => {
  const own = rectangle(-0.1, -0.1, 0.1, 0.1)
  const high = { risk: 'high', shape: rectangle(-5, -5, 5, 5) } as const
  const water = { risk: 'water', shape: rectangle(-0.3, -0.3, 0.3, 0.3) } as const
  const outside = { risk: 'moderate', shape: rectangle(3, 3, 5, 5) } as const
  // A ring around the picture: its box covers it, its land does not.
  const around = {
    risk: 'minimal' as const,
    shape: {
      type: 'Polygon' as const,
      coordinates: [...rectangle(-9, -9, 9, 9).coordinates, ...rectangle(-8, -8, 8, 8).coordinates],
    },
  }
  expect(labels({ own, flood: [high, outside, around, water] })).toEqual([
    ...['The lot', 'High-risk flood zone', 'Open water on the flood map'],
  ])
  expect(labels({ own, parcels: [own], buildings: [own] })).toEqual([
    ...['The lot', 'Parcels', 'Buildings'],
  ])
})

test('a place with nothing has no picture, which would look like a field', () => {
  expect(captionedLotMap(EMPTY, 'us')).toBeNull()
})

test('a swatch has the classes of the picture; land without a colour is not called safe', () => {
  const flood = [{ risk: 'high', shape: rectangle(-5, -5, 5, 5) } as const]
  const markup = mapMarkup(captionedLotMap({ ...EMPTY, flood, left_out: ['parcels'] }, 'us')!)
  expect(markup.match(/class="zone tone-high"/g)).toHaveLength(2)
  expect(markup).toContain('which does not make it safe')
  expect(markup).toContain('Too many to be drawn here: parcels.')
})
