import { setImmediate } from 'node:timers/promises'
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'
import type { LayerEntry } from '../../serve/schemas/layers.ts'
import type { Rendering } from '../../serve/schemas/rendering.ts'
import type { Api } from '../api.ts'
import { legendOf, titleColor } from '../layers/layer-colors.ts'
import { formatAttribution, shownLayers } from '../layers/shown-layers.ts'
import { buildBounds } from './build-bounds.ts'
import { drawableLayers, firstZoom } from './layer-parts.ts'
import { boxOf, LiveShapes, liveSources } from './live-shapes.ts'
import { drawnLook, mapStyle } from './map-style.ts'
import { ownPath } from './own-path.ts'

const BASE = 'https://plat.example/api/v1'
const vector = (id: string, more = {}): Rendering => ({
  type: 'vector_tiles',
  sources: [
    {
      id,
      tile_url: `${BASE}/tiles/${id}/{z}/{x}/{y}.mvt?build=b-1`,
      min_zoom: 10,
      max_zoom: 14,
      bounds: [-72, 29, -71, 30],
      source_layers: [{ id }],
    },
  ],
  ...more,
})
const layer = (
  slug: string,
  rendering?: Rendering,
  more: Partial<LayerEntry> = {},
): LayerEntry => ({
  id: slug,
  object: 'layer',
  slug,
  title: slug,
  category: 'hazard',
  status: 'available',
  ...(rendering && { rendering }),
  ...more,
})
type ZoningRendering = Extract<Rendering, { type: 'vector_tiles' }>
const PLACES = {
  id: 'places',
  query_url: `${BASE}/layers/addresses/features?bbox={bbox}&table=places`,
  geometry: 'point' as const,
  min_zoom: 9,
  label_property: 'name',
}
const RISK = {
  property: 'risk',
  map: { high_coastal: '#111111', X: '#222222' },
  default: '#333333',
}
const LAYERS = [
  layer('parcels', vector('parcels'), { category: 'parcel', attribution: 'One County; A Survey' }),
  layer('flood-zones', vector('flood-zones', { color_by: RISK }), { attribution: 'FEMA' }),
  layer('zoning', vector('zoning', { color_by: { property: 'district', map: {} } })),
  layer('stations', vector('stations', { point_radius: 6 })),
  layer('elevation', { type: 'hillshade', dem_url: `${BASE}/tiles/elevation/{z}/{x}/{y}.png` }),
  layer('photos', { type: 'raster', tile_url: `${BASE}/tiles/photos/{z}/{x}/{y}.png` }),
  layer('permits', {
    type: 'live_geojson',
    query_url: `${BASE}/layers/permits/features?bbox={bbox}&limit=5000`,
    geometry: 'point',
    min_zoom: 14,
    label_property: 'permit_type',
    overview_tiles: {
      tile_url: `${BASE}/tiles/permits/{z}/{x}/{y}.mvt`,
      min_zoom: 8,
      max_zoom: 13,
      source_layer: 'permits',
    },
  }),
  layer('market', {
    type: 'geojson',
    url: `${BASE}/layers/market/features?bbox=-180,-90,180,90`,
    geometry: 'line',
    id_property: 'id',
  }),
  layer('weather', { type: 'none' }),
  layer('noise', undefined, { status: 'planned' }),
]

test.each([true, false])('every kind of rendering makes a valid style, dark: %s', (isDark) => {
  const style = mapStyle(LAYERS, new Set(['parcels']), isDark)
  // The checker does not know the page's own protocol.
  expect(validateStyleMin(style)).toEqual([])
  expect(new Set(style.layers.map(({ id }) => id)).size).toBe(style.layers.length)
})

test('the map sends requests only through the page', () => {
  const text = JSON.stringify(mapStyle(LAYERS, new Set(), false))
  expect(text).not.toMatch(/https?:/)
  expect(text).toContain('plat:///v1/tiles/parcels/{z}/{x}/{y}.mvt?build=b-1')
  const foreign = layer('x', { type: 'raster', tile_url: 'https://tiles.example/{z}/{x}/{y}.png' })
  expect(drawableLayers([foreign])).toEqual([])
})

test.each([
  ['https://plat.example/api/v1/layers?a=/v1/b', '/v1/layers?a=/v1/b'],
  ['/api/v1/layers', '/v1/layers'],
  ['https://plat.example/base/api/v1/layers', '/v1/layers'],
  ['https://plat.example/x?y=/v1/layers', null],
  ['ftp://plat.example/v1/layers', null],
  ['https://plat.example/', null],
])('%s is requested as %s', (address, path) => expect(ownPath(address)).toBe(path))

test('ground lies under areas, areas under lines, points and labels, and the open dossier over all', () => {
  const types = mapStyle(LAYERS, new Set(), false).layers.map(({ id, type }) => ({ id, type }))
  const last = (type: string) =>
    types.findLastIndex((each) => each.type === type && !each.id.startsWith('dossier-'))
  const order = ['background', 'hillshade', 'raster', 'fill', 'line', 'circle', 'symbol'].map(last)
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(types.slice(-3).every(({ id }) => id.startsWith('dossier-shapes/'))).toBe(true)
})

test('only what is shown is visible', () => {
  const visible = mapStyle(LAYERS, new Set(['permits']), false).layers.filter(
    ({ id, layout }) => id.includes('/') && layout?.visibility === 'visible',
  )
  expect(new Set(visible.map(({ id }) => id.split('/')[0]))).toEqual(new Set(['permits']))
})

test('layers without anything to draw cannot be turned on', () => {
  const slugs = drawableLayers(LAYERS).map(({ slug }) => slug)
  expect(slugs).not.toContain('weather')
  expect(slugs).not.toContain('noise')
  expect(slugs).toHaveLength(8)
})

test('the zoom from which something is drawn is that of the tiles, of lots that can be distinguished, or of the overview', () => {
  expect(firstZoom(LAYERS[1])).toBe(10)
  expect(firstZoom(LAYERS[0])).toBe(13)
  expect(firstZoom(LAYERS[6])).toBe(8)
})

test('lots show their uses from afar and their outlines near, and without uses nothing from afar', () => {
  const uses = { property: 'use_group', map: { residential: '#111111' } }
  const lots = layer('parcels', vector('parcels', { color_by: uses }), { category: 'parcel' })
  expect(firstZoom(lots)).toBe(10)
  const { layers } = mapStyle([lots], new Set(['parcels']), false)
  const fill = layers.find(({ id }) => id === 'parcels/0/fill')
  expect(fill?.paint).toMatchObject({
    'fill-opacity': ['interpolate', ['linear'], ['zoom'], 11, 0.38, 14, 0.38 * 0.4, 16, 0],
  })
  expect(layers.find(({ id }) => id === 'parcels/0/line')).toMatchObject({ minzoom: 13 })
  expect(drawnLook(lots, false).fill).toBe(0.38)
})

test('a legend explains several colours; a single colour stands next to the title', () => {
  expect(legendOf(LAYERS[1]).map(({ label }) => label)).toEqual(['high coastal', 'X'])
  expect(titleColor(LAYERS[1], false)).toBeNull()
  expect(titleColor(LAYERS[0], false)).not.toBe(titleColor(LAYERS[0], true))
  expect(titleColor(LAYERS[4], false)).toBeNull()
})

test('a link chooses the layers, else the default ones are drawn; unknown ones are not', () => {
  expect([...shownLayers(LAYERS, null)]).toEqual(['parcels', 'flood-zones', 'elevation'])
  expect([...shownLayers(LAYERS, ['zoning', 'noise', 'gone'])]).toEqual(['zoning'])
  expect([...shownLayers(LAYERS, [])]).toEqual([])
})

test('each credit is shown once', () => {
  expect(formatAttribution(LAYERS, new Set(['parcels', 'flood-zones']))).toBe(
    'One County · A Survey · FEMA',
  )
})

test('a map starts at the parcels, not at the nation', () => {
  const nation = layer('boundaries', vector('boundaries'))
  if (nation.rendering?.type === 'vector_tiles')
    nation.rendering.sources[0].bounds = [-179, -14, 179, 71]
  expect(buildBounds([nation, LAYERS[0]])).toEqual([-72, 29, -71, 30])
  expect(buildBounds([nation, LAYERS[1]])).toEqual([-72, 29, -71, 30])
  expect(buildBounds([])).toHaveLength(4)
})

test('layers without tiles are requested for the view and its surroundings, from their zoom on', async () => {
  const paths: string[] = []
  let truncated = false
  const get = async (path: string) => {
    paths.push(path)
    return { type: 'FeatureCollection', features: [], truncated }
  }
  const shapes = new LiveShapes({ get } as unknown as Api, () => {})
  const load = async (layer: LayerEntry, zoom: number, west = -71.97) => {
    shapes.load([layer], { zoom, bounds: [west, 29.98, west + 0.01, 29.99] }, () => {})
    await setImmediate()
    return paths.splice(0)
  }
  const path = (box: string) => `/v1/layers/permits/features?bbox=${box}&limit=5000`
  expect(await load(LAYERS[6], 13.9)).toEqual([])
  expect(await load(LAYERS[6], 15)).toEqual([path('-71.9725,29.9775,-71.9575,29.9925')])
  // A short move stays within what was loaded; a long one does not.
  expect(await load(LAYERS[6], 15, -71.972)).toEqual([])
  truncated = true
  expect(await load(LAYERS[6], 15, -71.98)).toEqual([path('-71.9825,29.9775,-71.9675,29.9925')])
  // Where not all came, the view alone is requested.
  expect(await load(LAYERS[6], 15, -71.98)).toEqual([path('-71.98,29.98,-71.97,29.99')])
  expect(await load(LAYERS[6], 15, -71.98)).toEqual([])
  expect(await load(LAYERS[7], 2)).toEqual(['/v1/layers/market/features?bbox=-180,-90,180,90'])
  expect(liveSources(LAYERS[0])).toEqual([])
})

test('a layer that is drawn with its names writes them once', () => {
  const shapes = {
    query_url: `${BASE}/layers/addresses/features?bbox={bbox}`,
    geometry: 'line' as const,
    min_zoom: 15,
    label_property: 'street',
  }
  const rendering: Rendering = { type: 'live_geojson', ...shapes }
  const sources = (names: LayerEntry['names']) => {
    const drawn = layer('addresses', rendering, { names })
    const { layers } = mapStyle([drawn], new Set(['addresses']), false)
    const labels = layers.filter(({ type, id }) => type === 'symbol' && id.startsWith('addresses'))
    return labels.map((each) => 'source' in each && each.source)
  }
  expect(sources([{ id: 'streets', ...shapes }])).toEqual(['addresses:streets'])
  expect(sources(undefined)).toEqual(['addresses'])
})

test('areas are labelled at the points of their tiles, and repeated where no other label is near', () => {
  const symbols = (label_layer?: string) => {
    const rendering = vector('zoning', { label_property: 'district' }) as ZoningRendering
    const sources = rendering.sources.map((source) => ({ ...source, label_layer }))
    const drawn = [
      layer('zoning', { ...rendering, sources }),
      layer('addresses', { type: 'none' }, { names: [PLACES] }),
    ]
    const style = mapStyle(drawn, new Set(['zoning', 'addresses']), false)
    expect(validateStyleMin(style)).toEqual([])
    return style.layers.flatMap((each) =>
      each.type === 'symbol' && !each.id.startsWith('dossier') ? [each] : [],
    )
  }
  const [repeats, points, places] = symbols('zoning_labels')
  expect([repeats, points].map((each) => each['source-layer'])).toEqual(['zoning', 'zoning_labels'])
  expect(points.minzoom).toBe(13)
  expect(repeats.layout?.['text-padding']).toBeGreaterThan(50)
  expect(points.layout?.['text-padding']).toBeUndefined()
  // Labels are placed from the last layer to the first.
  expect(places.source).toBe('addresses:places')
  const older = symbols()
  expect(older.map((each) => each['source-layer'])).toEqual(['zoning', undefined])
  expect(older[0].layout?.['text-padding']).toBeUndefined()
})

test('labels of a filtered source layer are on its areas: points lack what is filtered by', () => {
  const rendering = vector('zoning', { label_property: 'district' }) as ZoningRendering
  const filter = { property: 'is_overlay', equals: true }
  const sources = rendering.sources.map((source) => ({
    ...source,
    source_layers: [{ id: 'zoning', filter }],
    label_layer: 'zoning_labels',
  }))
  const { layers } = mapStyle([layer('zoning', { ...rendering, sources })], new Set(), false)
  expect(JSON.stringify(layers)).not.toContain('zoning_labels')
})

test('streets lie below the lines of layers, and names of streets and places over all', () => {
  const names = ['street_ranges', 'places'].map((id, i) => ({
    id,
    query_url: `${BASE}/layers/addresses/features?bbox={bbox}&table=${id}`,
    geometry: i === 0 ? ('line' as const) : ('point' as const),
    min_zoom: 15,
    label_property: 'name',
  }))
  const addresses = layer('addresses', { type: 'none' }, { names })
  const style = mapStyle([addresses, LAYERS[0]], new Set(['addresses']), false)
  expect(validateStyleMin(style)).toEqual([])
  const ids = style.layers.map(({ id }) => id)
  expect(ids.indexOf('addresses/0/names/streets')).toBeLessThan(ids.indexOf('parcels/0/line'))
  const labels = style.layers.filter(({ type }) => type === 'symbol')
  expect(labels.map((each) => 'source' in each && each.source)).toEqual([
    'addresses:street_ranges',
    'addresses:places',
    // Heights of contours of the open dossier.
    'dossier-shapes',
    'dossier-shapes',
  ])
  expect(liveSources(addresses).map(({ id }) => id)).toEqual([
    'addresses:street_ranges',
    'addresses:places',
  ])
  expect(drawableLayers([addresses])).toEqual([addresses])
})

test('a view past 180 degrees is requested as the service expects it', () => {
  expect(boxOf([170, -10, 190, 10])).toEqual([170, -10, -170, 10])
  expect(boxOf([-200, -95, 200, 95])).toEqual([-180, -90, 180, 90])
})

test('the look of a legend is that of the paint, in both themes', () => {
  for (const isDark of [false, true]) {
    const flood = LAYERS[1]
    const { layers } = mapStyle([flood], new Set([flood.slug]), isDark)
    const fill = layers.find(({ type }) => type === 'fill')!
    expect(drawnLook(flood, isDark).fill).toBe(
      (fill.paint as Record<string, number>)['fill-opacity'],
    )
  }
  expect(drawnLook(LAYERS[1], false)).not.toEqual(drawnLook(LAYERS[1], true))
  expect(drawnLook(LAYERS[3], false)).toEqual({ fill: 1, line: null })
  expect(drawnLook(LAYERS[4], false)).toEqual({ fill: null, line: null })
})
