import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'
import type { CoverageMap } from '../../coverage/coverage-map-shape.ts'
import { mapStyle } from '../map/map-style.ts'
import { boundsOfMap, countAnswers, coverageOverlay, hatchImage } from './coverage-style.ts'

const ring = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const probes = (status: 'available' | 'not_covered', is_unmapped: boolean, count: number) => ({
  type: 'Feature' as const,
  geometry: { type: 'MultiPoint' as const, coordinates: Array(count).fill([0.5, 0.5]) },
  properties: { kind: 'probes' as const, status, is_unmapped },
})
const MAP: CoverageMap = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: {
        type: 'MultiPolygon',
        coordinates: [[ring(0, 0, 1, 1)], [ring(2, 0, 3, 2)]],
      },
      properties: { kind: 'county', vintage: '2026' },
    },
    {
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [ring(-9, -9, 9, 9)] },
      properties: { kind: 'area', table: 't', name: 'a nation', source: 's', vintage: '2026' },
    },
    probes('available', false, 3),
    probes('available', true, 2),
    probes('not_covered', false, 5),
  ],
  layer: 'flood',
  county: { name: 'County', fips: '99001', state: 'ZZ' },
  build: 'b1',
  seed: 1,
  probes: 10,
  undeclared: [],
  tolerance_m: 10,
  note: null,
}

test.each([true, false])('the style of a map of coverage is valid, dark: %s', (isDark) => {
  const style = mapStyle([], new Set(), isDark, { overlay: coverageOverlay(MAP, isDark) })
  expect(validateStyleMin(style)).toEqual([])
})

test('stripes lie below what is covered, and what is outside of the county is not coloured', () => {
  const { layers, sources } = mapStyle([], new Set(), false, {
    overlay: coverageOverlay(MAP, false),
  })
  const order = layers.map(({ id }) => id).filter((id) => id.startsWith('coverage/'))
  expect(order.slice(0, 5)).toEqual(
    ['hatch', 'area', 'area-line', 'outside', 'county-line'].map((name) => `coverage/${name}`),
  )
  const { data } = sources.coverage as unknown as { data: { features: { geometry: object }[] } }
  const { coordinates } = data.features.at(-1)!.geometry as { coordinates: number[][][] }
  expect(coordinates.slice(1)).toEqual([ring(0, 0, 1, 1), ring(2, 0, 3, 2)])
  const live = coverageOverlay({ ...MAP, note: 'live section' }, false)
  expect(live.ground.map(({ id }) => id)).not.toContain('coverage/hatch')
})

test('what a study leaves blank is counted apart from what it answers', () => {
  expect(countAnswers(MAP)).toEqual([
    ['available', 3],
    ['unmapped', 2],
    ['not_covered', 5],
  ])
})

test('the map shows the county, and the areas where no file draws it', () => {
  expect(boundsOfMap(MAP)).toEqual([0, 0, 3, 2])
  const [, ...others] = MAP.features
  expect(boundsOfMap({ ...MAP, features: others })).toEqual([-9, -9, 9, 9])
  expect(boundsOfMap({ ...MAP, features: [] })).toBeNull()
})

test('stripes go on from one tile of the pattern to the next', () => {
  const { width, height, data } = hatchImage(false)
  expect(data).toHaveLength(width * height * 4)
  const isStripe = (x: number, y: number) => data[((y % height) * width + (x % width)) * 4 + 3] > 0
  for (let i = 0; i < width; i++) {
    expect(isStripe(width, i)).toBe(isStripe(width - 1, i + 1))
    expect(isStripe(i, height)).toBe(isStripe(i + 1, height - 1))
  }
})
