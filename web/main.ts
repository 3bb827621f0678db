// The map page: what is put where, and who tells whom. Every part is a file of its own.
import './page.css'
import type { Section } from '../layers/section.ts'
import type { LocationDossier } from '../serve/schemas/dossier.ts'
import type { LayerList as LayerCatalog, LayerEntry } from '../serve/schemas/layers.ts'
import { openApi } from './api.ts'
import { type CoverageView, openCoverageView } from './coverage/coverage-view.ts'
import { countyOf } from './coverage/shares.ts'
import { dossierTitle } from './dossier/dossier-header.ts'
import { openDossierPanel } from './dossier/dossier-panel.ts'
import { drawnGeometry } from './dossier/shapes.ts'
import { formatStatusCounts } from './dossier/status-labels.ts'
import { openLayerList } from './layers/layer-list.ts'
import { formatAttribution, shownLayers } from './layers/shown-layers.ts'
import { isSameLocation, type LocationRef } from './location-ref.ts'
import { LOCATION_ZOOM, type MapPane, NO_MAP } from './map/map-pane.ts'
import { canDrawMaps, showNoMap } from './map/no-map.ts'
import { openNotice } from './notice.ts'
import { openPageHistory } from './page-history.ts'
import type { MapPosition, PageState } from './page-state.ts'
import { openSearchBox } from './search/search-box.ts'
import { openTheme } from './theme.ts'

const part = <Part extends HTMLElement>(id: string) => document.getElementById(id) as Part
const api = openApi({ store: storeOf(() => sessionStorage), hash: location.hash })
/** What a mail's link asks for, before the history takes it out of the address. */
const openedAt = { hash: location.hash, search: location.search }
const history = openPageHistory()
const theme = openTheme(
  part('theme'),
  storeOf(() => localStorage),
)
const notice = openNotice(part('notice'), api, askAll)
let state: PageState = history.read()
let layers: readonly LayerEntry[] = []
let shown = new Set<string>()
let map: MapPane = NO_MAP
/** The dossier that is open. */
let told: LocationDossier | null = null
/** Whether the map goes to the spot: not where somebody clicked on it, or a link says where the map is. */
let isFarAway = state.spot !== null && state.position === null
let coverage: CoverageView | undefined

const list = openLayerList(part('layers-body'), { isDark: theme.isDark, onToggle: toggleLayer })
const panel = openDossierPanel(part('dossier'), {
  api,
  onDossier(dossier) {
    const title = dossierTitle(dossier)
    told = dossier
    drawDossier()
    document.title = `${title} · Plat`
    say(`${title}: ${formatStatusCounts(sectionsOf(dossier).map(({ status }) => status))}.`)
    notice.clear()
  },
  onProblem: tellCredential,
  onClose: () => choose(null),
})
openSearchBox(part('search'), {
  api,
  near: () => map.position()?.center ?? null,
  onSpot(spot) {
    choose(spot, true)
    part('dossier-title').focus()
  },
  onProblem: tellCredential,
})
theme.onChange((isDark) => {
  map.setTheme(isDark)
  list.setTheme(isDark)
})
part('view-map').addEventListener('click', () => change({ view: 'map' }, true))
part('view-coverage').addEventListener('click', () => change({ view: 'coverage' }, true))
part('skip-map').addEventListener('click', (event) => {
  event.preventDefault()
  if (state.view !== 'map') change({ view: 'map' }, true)
  part('map').querySelector<HTMLElement>('canvas, input')?.focus()
})
part('layers-open').addEventListener('click', () => openLayers(true))
part('layers').addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && part('layers').hasAttribute('data-open')) openLayers(false)
})
part('layers-close').addEventListener('click', () => openLayers(false))
history.onMove((next) => {
  const { spot } = state
  state = next
  isFarAway = next.spot !== null && next.position === null
  showView()
  showLayers()
  if (next.position) map.go(next.position)
  if (!isSameLocation(spot, next.spot)) openSpot(next.spot)
})
api.onCredential(askAll)
api.onWait((seconds) => notice.say(`Too many requests: the page waits ${seconds} s, then goes on.`))

showView()
openSpot(state.spot)
// Where there is room the names stand open.
part<HTMLDetailsElement>('attribution').open = matchMedia('(min-width: 1101px)').matches
void askLayers()
void openMapPane()
void openAccount()

/** The map comes after the first paint, for it is ten times the rest of the page. */
async function openMapPane(): Promise<void> {
  const onSpot = (at: { lat: number; lng: number }) => choose({ at })
  try {
    if (!canDrawMaps()) throw new Error('This browser draws no WebGL 2.')
    const { openMap } = await import('./map/map-view.ts')
    map = openMap(part('map'), api, {
      isDark: theme.isDark,
      position: state.position ?? startOf(state.spot),
      onSpot,
      onMove: (position) => change({ position }, false),
      onZoom: (zoom) => list.setZoom(zoom),
      onProblem: tellOfMap,
      onShown: (slug, { truncated, hint }) =>
        list.setTruncated(slug, truncated ? (hint ?? 'Not all of it is drawn.') : null),
    })
    if (layers.length > 0) map.setLayers(layers, shown)
    drawDossier()
  } catch (error) {
    showNoMap(part('map'), error as Error, onSpot)
  }
}

/** A link to a spot starts there: all of the build first would be drawn for nobody. */
function startOf(spot: LocationRef | null): MapPosition | null {
  return spot && 'at' in spot ? { center: spot.at, zoom: LOCATION_ZOOM } : null
}

/** The pin and the shapes of the open dossier, and the way there. */
function drawDossier(): void {
  if (!told) return
  const { point } = told
  map.mark(point)
  map.outline(sectionsOf(told).flatMap(drawnGeometry))
  if (map === NO_MAP) return
  // A spot that somebody clicked on is in view, unless a sheet came over it.
  if (isFarAway) map.go({ center: point })
  else map.reveal(point)
  isFarAway = false
}

function sectionsOf({ layers: sections }: LocationDossier): Section[] {
  return Object.values(sections).filter((section) => section !== undefined) as Section[]
}

async function openAccount(): Promise<void> {
  const { mountAccount } = await import('./account/account.ts')
  mountAccount(part('account'), api, openedAt)
}

async function askLayers(): Promise<void> {
  try {
    const { data } = await api.get<LayerCatalog>('/v1/layers')
    layers = data
    shown = shownLayers(layers, state.layers)
    list.setLayers(layers, shown)
    map.setLayers(layers, shown)
    attribute()
    notice.clear()
  } catch (error) {
    list.setMissing('There are none to show yet.')
    notice.problem(error)
  }
}

/** With another credential, or another try. */
function askAll(): void {
  notice.clear()
  void askLayers()
  panel.again()
  if (state.view === 'coverage') coverage?.show(state.county, countyOf(told))
}

function choose(spot: LocationRef | null, isFar = false): void {
  if (spot && state.view === 'coverage') state = { ...state, view: 'map' }
  isFarAway = isFar
  change({ spot }, true)
  openSpot(spot)
}

function openSpot(spot: LocationRef | null): void {
  map.mark(spot && 'at' in spot ? spot.at : null)
  map.outline([])
  told = null
  document.body.toggleAttribute('data-spot', spot !== null)
  if (!spot) document.title = 'Plat: what is known at this spot?'
  panel.ask(spot)
}

function toggleLayer(slug: string, isOn: boolean): void {
  const next = new Set(shown)
  if (isOn) next.add(slug)
  else next.delete(slug)
  change({ layers: [...next] }, false)
  showLayers()
}

function showLayers(): void {
  shown = shownLayers(layers, state.layers)
  list.show(shown)
  map.show(shown)
  attribute()
}

function attribute(): void {
  part('attribution-text').textContent = formatAttribution(layers, shown)
}

function change(next: Partial<PageState>, isStep: boolean): void {
  state = { ...state, ...next }
  history.write(state, isStep)
  if (isStep) showView()
}

function showView(): void {
  const isMap = state.view === 'map'
  document.querySelector('main')!.dataset.view = state.view
  part('map-view').hidden = !isMap
  part('coverage').hidden = isMap
  part('view-map').setAttribute('aria-pressed', `${isMap}`)
  part('view-coverage').setAttribute('aria-pressed', `${!isMap}`)
  if (isMap) {
    map.resize()
    return
  }
  coverage ??= openCoverageView(part('coverage'), {
    api,
    onCounty: (county) => change({ county }, true),
    onProblem: tellCredential,
  })
  coverage.show(state.county, countyOf(told))
}

function openLayers(isOpen: boolean): void {
  part('layers').toggleAttribute('data-open', isOpen)
  part('layers-open').setAttribute('aria-expanded', `${isOpen}`)
  part(isOpen ? 'layers-close' : 'layers-open').focus()
}

/** What a part of the page cannot tell in its own place: that nothing is answered without a key. */
function tellCredential(error: unknown): void {
  const { status } = error as { status?: number }
  if (status === 401 || status === 403) notice.problem(error)
  // Whoever refuses a question is there again.
  else if (status) notice.clear()
}

/** A map that misses tiles says nothing of its own. */
function tellOfMap(error: unknown): void {
  const { status } = error as { status?: number }
  if (status === 0) notice.problem(error)
  else tellCredential(error)
}

function say(text: string): void {
  part('said').textContent = text
}

/** A browser may keep nothing for pages, and then throws at the mention of it. */
function storeOf(open: () => Storage): Storage | null {
  try {
    return open()
  } catch {
    return null
  }
}
