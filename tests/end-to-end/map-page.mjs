// The page of the map tests, in the browser: a map whose contents can be queried.

import { addProtocol, MapLibreMap } from 'maplibre-gl'
import { FetchSource, PMTiles, Protocol } from 'pmtiles'
import { followView, mapStyle } from '../../examples/map-style.mjs'

let map
const problems = []
/** Sent with every request to the service, which is of another origin. */
let headers = {}

/** The key that the map sends. */
globalThis.useKey = (key) => {
  headers = { 'x-api-key': key }
}

const idle = () =>
  new Promise((resolve) => {
    map.once('idle', resolve)
    map.triggerRepaint()
  })

function draw(style, view) {
  map?.remove()
  map = new MapLibreMap({
    container: 'map',
    style,
    ...view,
    transformRequest: (url) => ({ url, headers: url.includes('/api/v1/') ? headers : {} }),
    fadeDuration: 0,
    attributionControl: false,
    canvasContextAttributes: { preserveDrawingBuffer: true },
  })
  map.on('error', ({ error }) => problems.push(error.message))
}

/** Draws the layers of a catalog over a view; resolves when all requested layers are drawn. */
globalThis.open = async (layers, view) => {
  draw(mapStyle(layers), view)
  const live = layers.filter(({ rendering }) => rendering.type === 'live_geojson')
  const wanted = live.filter(({ rendering }) => rendering.min_zoom <= view.zoom)
  const answers = {}
  await new Promise((resolve) => {
    if (wanted.length === 0) resolve()
    const onAnswer = (slug, collection) => {
      answers[slug] = { matched: collection.number_matched, truncated: collection.truncated }
      if (Object.keys(answers).length === wanted.length) resolve()
    }
    followView(map, layers, { headers, onAnswer })
  })
  await idle()
  return answers
}

const protocol = new Protocol()
addProtocol('pmtiles', protocol.tile)

/** Draws one layer straight from its archive, which is read by ranges from this page. */
globalThis.openArchive = async (address, layer, view) => {
  protocol.add(new PMTiles(new FetchSource(address, new Headers(headers))))
  const fill = { id: 'archive', type: 'fill', source: 'archive', 'source-layer': layer }
  const sources = { archive: { type: 'vector', url: `pmtiles://${address}` } }
  draw({ version: 8, sources, layers: [fill] }, view)
  await idle()
}

/** Shows the style layers whose ids begin so, and no others. */
globalThis.showOnly = async (begins) => {
  for (const { id } of map.getStyle().layers)
    map.setLayoutProperty(id, 'visibility', id.startsWith(begins) ? 'visible' : 'none')
  await idle()
}

/** How many features each style layer shows, distinguished by the property that names them. */
globalThis.counts = (property) => {
  const named = {}
  for (const { layer, properties } of map.queryRenderedFeatures()) {
    named[layer.id] ??= new Set()
    named[layer.id].add(properties[property] ?? JSON.stringify(properties))
  }
  return Object.fromEntries(Object.entries(named).map(([id, names]) => [id, names.size]))
}

/** Red, green, blue and opacity at places, 0 to 255. */
globalThis.colorsAt = (places) => {
  const canvas = document.createElement('canvas')
  const shown = map.getCanvas()
  canvas.width = shown.width
  canvas.height = shown.height
  const context = canvas.getContext('2d')
  context.drawImage(shown, 0, 0)
  return places.map((place) => {
    const { x, y } = map.project(place)
    return [...context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data]
  })
}

/** West, south, east, north of the view in degrees. */
globalThis.viewBox = () => map.getBounds().toArray().flat()

globalThis.problems = () => problems
globalThis.isReady = true
