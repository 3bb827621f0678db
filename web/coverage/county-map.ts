import type { CoverageMap } from '../../coverage/coverage-map-shape.ts'
import type { LayerEntry } from '../../serve/schemas/layers.ts'
import type { Api } from '../api.ts'
import { make } from '../element.ts'
import type { LatLng } from '../location-ref.ts'
import { type MapPane, NO_MAP } from '../map/map-pane.ts'
import { loadMap } from '../map/map-parts.ts'
import { FLAT_SCENE } from '../map/map-scene.ts'
import { canDrawMaps } from '../map/no-map.ts'
import { formatProblem } from '../notice.ts'
import type { Theme } from '../theme.ts'
import type { UnitsChoice } from '../units-choice.ts'
import { boundsOfMap, coverageOverlay } from './coverage-style.ts'
import { mapLegend } from './map-legend.ts'

export interface CountyMapOptions {
  api: Api
  theme: Theme
  units: UnitsChoice
  /** The catalog, whose names of streets and places are drawn. */
  layers(): readonly LayerEntry[]
  onPoint(point: LatLng): void
  onNote(text: string): void
  onProblem(error: unknown): void
}

/** A section in a county. */
export interface ShownSection {
  layer: string
  /** Title of the section. */
  name: string
  fips: string
  county: string
}

/** The map of the coverage of one section in one county, with its legend. */
export interface CountyMap {
  show(shown: ShownSection): void
}

export function openCountyMap(place: HTMLElement, options: CountyMapOptions): CountyMap {
  const { api, theme, units } = options
  const title = make('h3', { 'aria-live': 'polite' })
  const frame = make('div', { class: 'map coverage-map' })
  const legend = make('div', {})
  // On a phone the sections come sooner without it.
  const isWide = matchMedia('(min-width: 901px)').matches
  const folded = make('details', { open: isWide }, make('summary', {}, 'Legend'), legend)
  const about = make(
    'p',
    { class: 'quiet-text' },
    'Where there is an answer, not what it is: click the map for that.',
  )
  place.replaceChildren(title, about, frame, folded)
  let pane: Promise<MapPane> | undefined
  let drawn: CoverageMap | null = null
  let pending = new AbortController()
  let fitted: string | null = null
  const paintLegend = () => drawn && legend.replaceChildren(mapLegend(drawn, theme.isDark))
  const openPane = async (): Promise<MapPane> => {
    if (!canDrawMaps()) {
      frame.replaceChildren(make('p', { class: 'no-map' }, NO_WEBGL))
      return NO_MAP
    }
    const { openMap } = await loadMap()
    const named = options.layers().filter(({ names }) => (names ?? []).length > 0)
    return openMap(frame, api, {
      layers: named,
      shown: new Set(named.map(({ slug }) => slug)),
      isDark: theme.isDark,
      scene: FLAT_SCENE,
      credit: make('p'),
      onRelief() {},
      system: units.system,
      position: null,
      onPoint: options.onPoint,
      onMove() {},
      onZoom() {},
      onProblem: options.onProblem,
      onNote: options.onNote,
      onShown() {},
    })
  }
  theme.onChange((isDark) => {
    paintLegend()
    void pane?.then((map) => map.setTheme(isDark))
  })
  units.onChange(() => void pane?.then((map) => map.setUnits(units.system)))
  const load = async ({ layer, name, fips, county }: ShownSection, signal: AbortSignal) => {
    title.textContent = `${name} in ${county}`
    frame.setAttribute('aria-busy', 'true')
    try {
      const path = `/v1/coverage/map?layer=${layer}&county=${fips}`
      const found = await api.get<CoverageMap>(path, signal)
      // Opened with something to show: a click on a map of anywhere would lead there.
      pane ??= openPane()
      const map = await pane
      if (signal.aborted) return
      drawn = found
      const bounds = boundsOfMap(found)
      paintLegend()
      if (bounds && fitted !== fips) {
        // The legend takes its room from the map.
        map.resize()
        map.fit(bounds, true)
      }
      fitted = fips
      map.setOverlay((isDark) => coverageOverlay(found, isDark))
    } catch (error) {
      if (signal.aborted) return
      legend.replaceChildren(make('p', { role: 'alert' }, formatProblem(error)))
      options.onProblem(error)
    } finally {
      if (!signal.aborted) frame.removeAttribute('aria-busy')
    }
  }
  return {
    show(shown) {
      pending.abort()
      pending = new AbortController()
      void load(shown, pending.signal)
    },
  }
}

const NO_WEBGL =
  'The map cannot be shown: this browser does not support WebGL 2. The table has its figures.'
