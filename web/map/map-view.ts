import './map.css'
import type { Feature } from 'geojson'
import {
  addProtocol,
  type GeoJSONSource,
  Map as MapLibre,
  Marker,
  prewarm,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { Api } from '../api.ts'
import { ApiProblem, OFFLINE } from '../api-problem.ts'
import { asCollection } from '../dossier/shapes.ts'
import { make } from '../element.ts'
import type { LatLng } from '../location-ref.ts'
import type { MapPosition } from '../page-state.ts'
import { buildBounds } from './build-bounds.ts'
import { HEIGHT_LAYERS, heightText, SHAPES } from './dossier-shapes.ts'
import { markHovered } from './hovered-feature.ts'
import { inTitleCase } from './label-texts.ts'
import { heightsOf, PROTOCOL } from './layer-parts.ts'
import { LiveShapes } from './live-shapes.ts'
import { mapControls } from './map-controls.ts'
import { IMAGE_PIXEL_RATIO, type OverlayOf } from './map-overlay.ts'
import { LOCATION_ZOOM, type MapPane, type MapPaneOptions } from './map-pane.ts'
import { idPrefix, mapStyle } from './map-style.ts'
import { PITCH_MAX, RAISED_PITCH } from './relief-choice.ts'
import { reliefControl } from './relief-control.ts'
import { canvasLabel, SceneView } from './scene-view.ts'

/** The closest zoom of the map. */
const ZOOM_MAX = 20
/** Pixels between an area that is shown whole and the edges of the map. */
const FIT = { padding: 24 }

/** Creates a map in `place`. Throws where the browser cannot draw it. */
export function openMap(place: HTMLElement, api: Api, options: MapPaneOptions): MapPane {
  serveTiles(api)
  const map = new MapLibre({
    container: place,
    style: mapStyle(options.layers, options.shown, options.isDark, options),
    attributionControl: false,
    // A flat map cannot be tilted: its ground is raised by a button.
    touchPitch: options.scene.relief !== null,
    maxPitch: options.scene.relief === null ? 0 : PITCH_MAX,
    maxZoom: ZOOM_MAX,
    // Tiles appear at once: fading costs time, and moves even with reduced motion.
    fadeDuration: 0,
    // The address of the page holds the position.
    hash: false,
    ...startOf(options),
    ...(options.scene.relief !== null && { pitch: options.position?.pitch ?? RAISED_PITCH }),
  })
  const canvas = map.getCanvas()
  canvas.setAttribute('aria-label', canvasLabel(options.scene.relief !== null))
  const relief = reliefControl(options.onRelief)
  const controls = mapControls(map, {
    system: options.system,
    raise: relief.button,
    onFound(point) {
      map.flyTo({ center: point, zoom: LOCATION_ZOOM, maxDuration: 1_500 })
      options.onPoint(rounded(point))
    },
    onLost: options.onNote,
  })
  place.append(
    make('div', { class: 'cross-hair', 'aria-hidden': 'true' }),
    ...controls.elements,
    relief.panel,
  )
  markHovered(map)

  let { layers, shown, scene, isDark, system } = options
  let shapes: Feature[] = []
  let marker: Marker | null = null
  let overlayOf: OverlayOf | null = null
  let isPlaced = options.position !== null || layers.length > 0
  const sceneView = new SceneView(map, options.credit)
  const live = new LiveShapes(api, options.onShown)

  const draw = () => {
    const source = map.getSource(SHAPES) as GeoJSONSource | undefined
    source?.setData(asCollection(shapes))
  }
  const restyle = (isNew: boolean) => {
    // MapLibre cannot diff against a style that is still loading.
    const overlay = overlayOf?.(isDark)
    const style = mapStyle(layers, shown, isDark, { system, overlay, scene })
    map.setStyle(style, { diff: !isNew && map.isStyleLoaded() === true })
    live.forget()
    const restore = () => {
      draw()
      loadLive()
    }
    if (map.isStyleLoaded()) restore()
    else map.once('styledata', restore)
  }
  const noteDrawn = () => map.once('idle', () => place.setAttribute('data-state', 'drawn'))
  const loadLive = () => {
    const view = { zoom: map.getZoom(), bounds: map.getBounds().toArray().flat() }
    const visible = layers.filter(({ slug }) => shown.has(slug))
    live.load(visible, view, ({ id, names }, collection) => {
      const data = names === null ? collection : inTitleCase(collection, names)
      ;(map.getSource(id) as GeoJSONSource | undefined)?.setData(data)
    })
  }

  map.on('click', ({ lngLat }) => options.onPoint(rounded(lngLat.wrap())))
  canvas.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    options.onPoint(rounded(map.getCenter().wrap()))
  })
  map.on('moveend', (event) => {
    loadLive()
    // The initial position is not written to the address.
    if (!('isStart' in event)) options.onMove(positionOf(map))
  })
  map.on('zoom', () => options.onZoom(map.getZoom()))
  // A new style forgets the images of the previous one.
  map.setMissingStyleImageResolver((id) => {
    const image = overlayOf?.(isDark).images[id]
    if (image) map.addImage(id, image, { pixelRatio: IMAGE_PIXEL_RATIO })
  })
  map.on('error', (event) => {
    if (sceneView.takesError(event)) return
    const { error } = event
    // An error from the map's worker is a copy: it has its status, but not its class.
    const isOffline = !(error instanceof ApiProblem) && 'status' in error && error.status === 0
    options.onProblem(isOffline ? OFFLINE : error)
  })
  options.onZoom(map.getZoom())
  const showScene = () => {
    const heights = heightsOf(layers)
    relief.show(scene.relief, heights !== null)
    sceneView.show(scene, heights, isDark)
  }
  if (layers.length > 0) {
    map.once('styledata', loadLive)
    showScene()
    noteDrawn()
  } else relief.show(null, false)

  return {
    setLayers(next, on, below) {
      layers = next
      shown = on
      scene = below
      if (!isPlaced) map.fitBounds(buildBounds(next), { ...FIT, animate: false }, { isStart: true })
      isPlaced = true
      // Requests refused tiles again, with the current credential.
      restyle(true)
      showScene()
      noteDrawn()
    },
    show(on) {
      shown = on
      for (const { id } of map.getStyle().layers) {
        const layer = layers.find(({ slug }) => id.startsWith(idPrefix(slug)))
        if (layer) map.setLayoutProperty(id, 'visibility', on.has(layer.slug) ? 'visible' : 'none')
      }
      loadLive()
    },
    setScene(next) {
      scene = next
      showScene()
    },
    setTheme(dark) {
      isDark = dark
      restyle(false)
    },
    mark(point) {
      marker?.remove()
      marker = point && new Marker({ element: make('div', { class: 'pin' }), anchor: 'bottom' })
      marker?.setLngLat(point!).addTo(map)
    },
    outline(features) {
      if (features.length === 0 && shapes.length === 0) return
      shapes = features
      draw()
    },
    go({ center, zoom, bearing, pitch }) {
      isPlaced = true
      map.flyTo({
        center,
        ...(bearing !== undefined && { bearing }),
        ...(pitch !== undefined && { pitch }),
        zoom: zoom ?? Math.max(map.getZoom(), LOCATION_ZOOM),
        maxDuration: 1_500,
      })
    },
    fit([west, south, east, north], isStart) {
      isPlaced = true
      const box: [number, number, number, number] = [west, south, east, north]
      map.fitBounds(
        box,
        { ...FIT, animate: !isStart, maxDuration: 1_500 },
        isStart ? { isStart } : {},
      )
    },
    reveal(point) {
      if (!map.getBounds().contains(point)) map.easeTo({ center: point })
    },
    setOverlay(next) {
      overlayOf = next
      restyle(false)
      noteDrawn()
    },
    position: () => positionOf(map),
    setUnits(next) {
      system = next
      controls.setUnits(next)
      for (const id of HEIGHT_LAYERS)
        if (map.getLayer(id)) map.setLayoutProperty(id, 'text-field', heightText(next))
    },
    resize: () => map.resize(),
  }
}

function startOf({ position, layers }: MapPaneOptions) {
  if (position) return position
  if (layers.length > 0) return { bounds: buildBounds(layers), fitBoundsOptions: FIT }
  return { center: { lat: 39, lng: -96 }, zoom: 3 }
}

function positionOf(map: MapLibre): MapPosition {
  const { lat, lng } = map.getCenter().wrap()
  const position = { center: { lat, lng }, zoom: map.getZoom() }
  // A flat map has the same address however it is turned.
  return map.getMaxPitch() > 0
    ? { ...position, bearing: map.getBearing(), pitch: map.getPitch() }
    : position
}

/** Rounds a point to a decimetre. */
function rounded({ lat, lng }: LatLng): LatLng {
  return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) }
}

/**
 * Makes MapLibre request tiles through the page, which has the credential and handles the rate
 * limit.
 */
function serveTiles(api: Api): void {
  setWorkerUrl(workerUrl)
  // Its worker starts while the map itself does.
  prewarm()
  addProtocol(PROTOCOL, async ({ url }, { signal }) => {
    const response = await api.request(url.slice(`${PROTOCOL}://`.length), signal)
    return { data: await response.arrayBuffer() }
  })
}
