// A MapLibre style of all that a Plat service can draw, made of its catalog alone. It imports
// nothing: copy it beside a page of yours.
//
//   import { Map } from 'maplibre-gl'
//   import { followView, mapStyle } from './map-style.mjs'
//
//   const service = 'http://localhost:8080/api/'
//   const headers = { 'x-api-key': 'sk_map_...' }
//   const answer = await fetch(`${service}v1/layers`, { headers })
//   const { data: layers } = await answer.json()
//   const map = new Map({
//     container: 'map', style: mapStyle(layers), center: [-72, 30], zoom: 14,
//     // The key goes to the service, and to nobody else whose tiles are drawn.
//     transformRequest: (url) => ({ url, headers: url.startsWith(service) ? headers : {} }),
//   })
//   followView(map, layers, { headers })
//
// A key in a page is anybody's who opens it: make one for the page alone, with an end.
//
// A style layer is named `<slug>/<number>/<fill, line, circle, raster or hillshade>`.

/** Where a layer has no colours of its own. */
const CATEGORY_COLORS = {
  boundary: '#5c6bc0',
  parcel: '#6d4c41',
  hazard: '#1565c0',
  regulatory: '#8e24aa',
  market: '#c62828',
  imagery: '#757575',
  infrastructure: '#455a64',
  environment: '#2e7d32',
}
const FILL_OPACITY = 0.5
const POINT_RADIUS = 4
const NOTHING = { type: 'FeatureCollection', features: [] }

/**
 * The style of the layers of a catalog: `data` of GET /v1/layers, or those of it that are wanted.
 * Fills lie under lines, and lines under points.
 */
export function mapStyle(layers) {
  const sources = {}
  const drawn = []
  for (const layer of layers) {
    const parts = PARTS[layer.rendering?.type]?.(layer, layer.rendering) ?? []
    parts.forEach(({ id, source, sourceLayer, filter, range = {}, paints }, number) => {
      sources[id] = { ...source, ...(layer.attribution && { attribution: layer.attribution }) }
      for (const [type, paint] of Object.entries(paints))
        drawn.push({
          id: `${layer.slug}/${number}/${type}`,
          type,
          source: id,
          ...(sourceLayer && { 'source-layer': sourceLayer }),
          ...(filter && { filter: ['==', ['get', filter.property], filter.equals] }),
          ...range,
          paint,
        })
    })
  }
  const place = ({ type }) => ['raster', 'hillshade', 'fill', 'line', 'circle'].indexOf(type)
  return { version: 8, sources, layers: drawn.sort((a, b) => place(a) - place(b)) }
}

/** What is drawn of a layer, by the type of its rendering: a source each, and how it is painted. */
const PARTS = {
  geojson: (layer, { url, geometry, id_property, min_zoom, max_zoom }) => [
    {
      id: layer.slug,
      source: { type: 'geojson', data: url, promoteId: id_property },
      range: zoomRange(min_zoom, max_zoom),
      paints: paintsOf(geometry, colorOf(layer)),
    },
  ],
  live_geojson: (layer, { geometry, min_zoom, overview_tiles: overview }) => [
    {
      id: layer.slug,
      source: { type: 'geojson', data: NOTHING },
      range: zoomRange(min_zoom),
      paints: paintsOf(geometry, colorOf(layer)),
    },
    ...(overview
      ? [
          {
            id: `${layer.slug}-overview`,
            source: vectorSource(overview),
            sourceLayer: overview.source_layer,
            range: zoomRange(undefined, min_zoom),
            paints: paintsOf(geometry, colorOf(layer)),
          },
        ]
      : []),
  ],
  vector_tiles: (layer, { sources, point_radius }) =>
    sources.flatMap((source) =>
      source.source_layers.map(({ id, filter }) => ({
        id: source.id,
        source: vectorSource(source),
        sourceLayer: id,
        filter,
        // Tiles do not tell beforehand what shapes they hold: a radius is for points.
        paints: paintsOf(point_radius ? 'point' : 'polygon', colorOf(layer), point_radius),
      })),
    ),
  raster: (layer, { tile_url, tile_size = 256, min_zoom, max_zoom, opacity = 1 }) => [
    {
      id: layer.slug,
      source: {
        type: 'raster',
        tiles: [tile_url],
        tileSize: tile_size,
        ...(min_zoom !== undefined && { minzoom: min_zoom }),
        ...(max_zoom !== undefined && { maxzoom: max_zoom }),
      },
      paints: { raster: { 'raster-opacity': opacity } },
    },
  ],
  hillshade: (layer, { dem_url, exaggeration = 0.5, min_zoom, max_zoom }) => [
    {
      id: layer.slug,
      source: {
        type: 'raster-dem',
        tiles: [dem_url],
        tileSize: 256,
        ...(min_zoom !== undefined && { minzoom: min_zoom }),
        ...(max_zoom !== undefined && { maxzoom: max_zoom }),
      },
      paints: { hillshade: { 'hillshade-exaggeration': exaggeration } },
    },
  ],
}

function vectorSource({ tile_url, min_zoom, max_zoom, bounds }) {
  const range = { minzoom: min_zoom, maxzoom: max_zoom }
  return { type: 'vector', tiles: [tile_url], ...range, ...(bounds && { bounds }) }
}

function zoomRange(min, max) {
  return {
    ...(min !== undefined && { minzoom: min }),
    ...(max !== undefined && { maxzoom: max }),
  }
}

function paintsOf(geometry, color, radius = POINT_RADIUS) {
  const line = { 'line-color': color, 'line-width': 1 }
  if (geometry === 'point')
    return {
      circle: {
        'circle-color': color,
        'circle-radius': radius,
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 1,
      },
    }
  if (geometry === 'line') return { line }
  return { fill: { 'fill-color': color, 'fill-opacity': FILL_OPACITY }, line }
}

/** One colour, or one by the value of a property. */
function colorOf({ category, rendering: { color_by: by } }) {
  const plain = by?.default ?? CATEGORY_COLORS[category] ?? CATEGORY_COLORS.imagery
  const colors = Object.entries(by?.map ?? {}).flat()
  return colors.length > 0
    ? ['match', ['to-string', ['get', by.property]], ...colors, plain]
    : plain
}

/**
 * Requests from the layers without tiles what the view shows, now and whenever it has moved. A
 * collection that was cut short states that: `onAnswer` gets slug and collection. `headers` carry
 * the key. Answers a function that ends it.
 */
export function followView(map, layers, { headers = {}, onAnswer = () => {} } = {}) {
  const live = layers.filter(({ rendering }) => rendering?.type === 'live_geojson')
  let asking = new AbortController()
  const ask = () => {
    asking.abort()
    asking = new AbortController()
    for (const { slug, rendering } of live) {
      if (map.getZoom() < rendering.min_zoom) continue
      const address = rendering.query_url.replace('{bbox}', boxOf(map.getBounds()).join(','))
      void show(slug, address, asking.signal)
    }
  }
  const show = async (slug, address, signal) => {
    try {
      const answer = await fetch(address, { signal, headers })
      const collection = await answer.json()
      if (!answer.ok) throw new Error(collection.error?.message ?? `status ${answer.status}`)
      map.getSource(slug)?.setData(collection)
      onAnswer(slug, collection)
    } catch (error) {
      if (!signal.aborted) console.warn(`${slug}: ${error.message}`)
    }
  }
  map.on('moveend', ask)
  map.once('load', ask)
  if (map.loaded()) ask()
  return () => {
    map.off('moveend', ask)
    asking.abort()
  }
}

/** A view in degrees as the service takes it: west is greater than east across 180 degrees. */
function boxOf(bounds) {
  const [west, south, east, north] = bounds.toArray().flat()
  const isWhole = east - west >= 360
  const wrapped = (degrees) => ((((degrees + 180) % 360) + 360) % 360) - 180
  const sides = isWhole ? [-180, 180] : [wrapped(west), wrapped(east)]
  return [sides[0], Math.max(-90, south), sides[1], Math.min(90, north)]
}
