import './map.css'
import type { Feature } from 'geojson'
import { addProtocol, type GeoJSONSource, Map as MapLibre, Marker, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { LayerEntry } from '../../serve/schemas/layers.ts'
import type { Api } from '../api.ts'
import { ApiProblem, OFFLINE } from '../api-problem.ts'
import { asCollection } from '../dossier/shapes.ts'
import { button, make } from '../element.ts'
import type { LatLng } from '../location-ref.ts'
import type { MapPosition } from '../page-state.ts'
import { buildBounds } from './build-bounds.ts'
import { LiveShapes } from './live-shapes.ts'
import { LOCATION_ZOOM, type MapPane, type MapPaneOptions } from './map-pane.ts'
import { idPrefix, mapStyle, PROTOCOL, SHAPES } from './map-style.ts'

const ZOOM_MAX = 20

/** Puts a map into `place`. Throws where the browser draws none. */
export function openMap(place: HTMLElement, api: Api, options: MapPaneOptions): MapPane {
  serveTiles(api)
  const map = new MapLibre({
    container: place,
    style: mapStyle([], new Set(), options.isDark),
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxZoom: ZOOM_MAX,
    // Tiles stand at once: fading in keeps the map busy, and moves for those who asked for less motion.
    fadeDuration: 0,
    // The page's own link says where the map is.
    hash: false,
    ...startOf(options.position),
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  const canvas = map.getCanvas()
  canvas.setAttribute(
    'aria-label',
    'Map. Arrow keys move it, plus and minus zoom, Enter asks the spot at its middle.',
  )
  place.append(make('div', { class: 'cross-hair', 'aria-hidden': 'true' }), zoomButtons(map))

  let layers: readonly LayerEntry[] = []
  let shown: ReadonlySet<string> = new Set()
  let isDark = options.isDark
  let shapes: Feature[] = []
  let marker: Marker | null = null
  let isPlaced = options.position !== null
  const live = new LiveShapes(api, options.onShown)

  const draw = () => {
    const source = map.getSource(SHAPES) as GeoJSONSource | undefined
    source?.setData(asCollection(shapes))
  }
  const restyle = (isAnew: boolean) => {
    // A style that is still loading cannot be compared with.
    map.setStyle(mapStyle(layers, shown, isDark), { diff: !isAnew && map.isStyleLoaded() === true })
    live.forget()
    const again = () => {
      draw()
      askLive()
    }
    if (map.isStyleLoaded()) again()
    else map.once('styledata', again)
  }
  const askLive = () => {
    const view = { zoom: map.getZoom(), bounds: map.getBounds().toArray().flat() }
    const wanted = layers.filter(({ slug }) => shown.has(slug))
    live.ask(wanted, view, (slug, collection) => {
      ;(map.getSource(slug) as GeoJSONSource | undefined)?.setData(collection)
    })
  }

  map.on('click', ({ lngLat }) => options.onSpot(rounded(lngLat.wrap())))
  canvas.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    options.onSpot(rounded(map.getCenter().wrap()))
  })
  map.on('moveend', (event) => {
    askLive()
    // Where everybody starts need not stand in the address.
    if (!('isStart' in event)) options.onMove(positionOf(map))
  })
  map.on('zoom', () => options.onZoom(map.getZoom()))
  map.on('error', ({ error }) => {
    // An error that went through the map's worker is a copy: it has its status, and no class.
    const isOffline = !(error instanceof ApiProblem) && 'status' in error && error.status === 0
    options.onProblem(isOffline ? OFFLINE : error)
  })
  options.onZoom(map.getZoom())

  return {
    setLayers(next, on) {
      layers = next
      shown = on
      if (!isPlaced)
        map.fitBounds(buildBounds(next), { padding: 24, animate: false }, { isStart: true })
      isPlaced = true
      // Tiles that were refused are asked for again, with whatever credential there is now.
      restyle(true)
      map.once('idle', () => place.setAttribute('data-state', 'drawn'))
    },
    show(on) {
      shown = on
      for (const { id } of map.getStyle().layers) {
        const layer = layers.find(({ slug }) => id.startsWith(idPrefix(slug)))
        if (layer) map.setLayoutProperty(id, 'visibility', on.has(layer.slug) ? 'visible' : 'none')
      }
      askLive()
    },
    setTheme(dark) {
      isDark = dark
      restyle(false)
    },
    mark(spot) {
      marker?.remove()
      marker = spot && new Marker({ element: make('div', { class: 'pin' }), anchor: 'bottom' })
      marker?.setLngLat(spot!).addTo(map)
    },
    outline(features) {
      shapes = features
      draw()
    },
    go({ center, zoom }) {
      isPlaced = true
      map.flyTo({
        center,
        zoom: zoom ?? Math.max(map.getZoom(), LOCATION_ZOOM),
        maxDuration: 1_500,
      })
    },
    reveal(spot) {
      if (!map.getBounds().contains(spot)) map.easeTo({ center: spot })
    },
    position: () => positionOf(map),
    resize: () => map.resize(),
  }
}

function startOf(position: MapPosition | null) {
  return position
    ? { center: position.center, zoom: position.zoom }
    : { center: { lat: 39, lng: -96 }, zoom: 3 }
}

function positionOf(map: MapLibre): MapPosition {
  const { lat, lng } = map.getCenter().wrap()
  return { center: { lat, lng }, zoom: map.getZoom() }
}

/** A decimetre: finer than a finger. */
function rounded({ lat, lng }: LatLng): LatLng {
  return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) }
}

/** The map's worker asks for tiles through the page, which has the credential and waits when told. */
function serveTiles(api: Api): void {
  setWorkerUrl(workerUrl)
  addProtocol(PROTOCOL, async ({ url }, { signal }) => {
    const answer = await api.ask(url.slice(`${PROTOCOL}://`.length), signal)
    return { data: await answer.arrayBuffer() }
  })
}

function zoomButtons(map: MapLibre): HTMLElement {
  return make(
    'div',
    { class: 'zoom-buttons', role: 'group', 'aria-label': 'Zoom and move' },
    button('+', () => map.zoomIn(), { 'aria-label': 'Zoom in' }),
    button('−', () => map.zoomOut(), { 'aria-label': 'Zoom out' }),
  )
}
