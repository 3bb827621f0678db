// The map page: creates its parts and connects them. Each part is a file of its own.
import './base.css'
import './page.css'
import type { Section } from '../layers/section.ts'
import { formatStatusCounts } from '../report/status-labels.ts'
import type { Demo } from '../serve/schemas/demo.ts'
import type { LocationDossier } from '../serve/schemas/dossier.ts'
import type { LayerList as LayerCatalog, LayerEntry } from '../serve/schemas/layers.ts'
import { createApi } from './api.ts'
import { storeOf } from './browser-storage.ts'
import type { CoverageView } from './coverage/coverage-view.ts'
import { countyOf } from './coverage/shares.ts'
import { openDossierPanel } from './dossier/dossier-panel.ts'
import { drawnGeometry } from './dossier/shapes.ts'
import { make } from './element.ts'
import type { LayerList } from './layers/layer-list.ts'
import type { SavedPlaces } from './lists/saved-places.ts'
import { isSameLocation, type LocationRef } from './location-ref.ts'
import { type MapPane, NO_MAP, startPosition } from './map/map-pane.ts'
import { loadMap } from './map/map-parts.ts'
import type { Scene } from './map/map-scene.ts'
import { showNoMap } from './map/no-map.ts'
import { openNotice } from './notice.ts'
import { openPageHistory } from './page-history.ts'
import { type PageState, VIEWS } from './page-state.ts'
import { openSearchBox } from './search/search-box.ts'
import { openTheme } from './theme.ts'
import { openUnitsChoice } from './units-choice.ts'

const part = <Part extends HTMLElement>(id: string) => document.getElementById(id) as Part
const api = createApi({ store: storeOf(() => sessionStorage), hash: location.hash, startDemo })
/** The original address: the page history removes the secret of a mail link. */
const openedAt = { hash: location.hash, search: location.search }
const history = openPageHistory()
const local = storeOf(() => localStorage)
const theme = openTheme(part('theme'), local)
const units = openUnitsChoice(part('units'), local)
const notice = openNotice(part('notice'), api, reloadAll, {
  target: 'this map',
  about: 'Plat shows what is known about a property: flood zones, soils, zoning, permits and more.',
})
let state: PageState = history.read()
let layers: readonly LayerEntry[] = []
let backgrounds: LayerCatalog['backgrounds'] = []
let shown = new Set<string>()
let map: MapPane = NO_MAP
let openedDossier: LocationDossier | null = null
/** True when the map must move to the location: not after a click, or to one with a position. */
let mustMoveMap = state.location !== null && state.position === null
/** The demo visit of a person without a credential, and its parts of the page. */
let demo: { shown: Demo; parts: typeof import('./demo/demo-bar.ts') } | null = null
/** The list of layers, which is loaded with the first catalog. */
let listed: { list: LayerList; parts: typeof import('./layers/layers-part.ts') } | null = null
/** Loaded when it is first shown. */
let coverage: Promise<CoverageView> | undefined
let saved: Promise<SavedPlaces> | undefined
let isListOpen = false

const panel = openDossierPanel(part('dossier'), {
  api,
  units,
  async bindSave(made, dossier, ref) {
    const [{ bindSaveButton }, places] = await Promise.all([
      import('./lists/save-button.ts'),
      openSaved(),
    ])
    bindSaveButton(made, places, dossier, ref)
  },
  onDossier(dossier, title) {
    openedDossier = dossier
    drawDossier()
    document.title = `${title} · Plat`
    const counts = formatStatusCounts(sectionsOf(dossier).map(({ status }) => status))
    part('announcements').textContent = `${title}: ${counts}.`
    notice.clear()
  },
  onHeights: (dossier) => map.outline(sectionsOf(dossier).flatMap(drawnGeometry)),
  onProblem(error) {
    map.outline([])
    reportCredentialProblem(error)
  },
  onClose: () => choose(null),
  refusedCard: (error, ref) =>
    isOutsideDemo(error)
      ? demo!.parts.outsideCard(demo!.shown, ref, { api, system: units.system, onArea: goToArea })
      : null,
  onArea: goToArea,
})
openSearchBox(part('search'), {
  api,
  near: () => map.position()?.center ?? null,
  system: () => units.system,
  scope: () => demo?.parts.searchScope(demo.shown) ?? '',
  onChoose(ref) {
    choose(ref, true)
    part('dossier-title').focus()
  },
  onProblem: reportCredentialProblem,
})
units.onChange(() => map.setUnits(units.system))
theme.onChange((isDark) => {
  map.setTheme(isDark)
  listed?.list.setTheme(isDark)
})
for (const view of VIEWS)
  part(`view-${view}`).addEventListener('click', () => change({ view }, true))
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
history.onNavigate((next) => {
  const previous = state.location
  state = next
  mustMoveMap = next.location !== null && next.position === null
  showView()
  showLayers()
  if (next.position) map.go(next.position)
  if (!isSameLocation(previous, next.location)) openLocation(next.location)
})
api.onCredentialChange(() => {
  leaveDemo()
  reloadAll()
})
api.onWait((seconds) => notice.show(`Too many requests: the page continues in ${seconds} s.`))

showView()
openLocation(state.location)
// On wide screens the credits start open.
part<HTMLDetailsElement>('attribution').open = matchMedia('(min-width: 1101px)').matches
void loadLayers()
void openMapPane()
void openAccount()

/** Loads the map apart from the rest of the page, which is a tenth of it. */
async function openMapPane(): Promise<void> {
  const onPoint = (at: { lat: number; lng: number }) => choose({ at })
  try {
    const { openMap } = await loadMap()
    map = openMap(part('map'), api, {
      layers,
      shown,
      isDark: theme.isDark,
      scene: sceneNow(),
      system: units.system,
      position: startPosition(state),
      onPoint,
      onMove: (position) => change({ position }, false),
      onZoom: (zoom) => listed?.list.setZoom(zoom),
      onProblem: reportMapProblem,
      onRelief: (relief) => setScene({ relief }),
      credit: part('background-credit'),
      onNote: (text) => notice.show(text),
      onShown: (slug, collection) => listed?.list.setTruncated(slug, collection),
    })
    fitDemo()
    drawDossier()
  } catch (error) {
    showNoMap(part('map'), error as Error, onPoint)
  }
}

/** Draws the pin and the shapes of the open dossier, and moves the map there. */
function drawDossier(): void {
  if (!openedDossier) return
  const { point } = openedDossier
  map.mark(point)
  map.outline(sectionsOf(openedDossier).flatMap(drawnGeometry))
  if (map === NO_MAP) return
  // A clicked point is in view, unless the sheet covers it.
  if (mustMoveMap) map.go({ center: point })
  else map.reveal(point)
  mustMoveMap = false
}

function sectionsOf({ layers: sections }: LocationDossier): Section[] {
  return Object.values(sections).filter((section) => section !== undefined) as Section[]
}

async function openAccount(): Promise<void> {
  const { mountAccount } = await import('./account/account.ts')
  mountAccount(part('account'), api, { openedAt })
}

async function loadLayers(): Promise<void> {
  try {
    const [catalog, parts] = await Promise.all([
      api.get<LayerCatalog>('/v1/layers'),
      import('./layers/layers-part.ts'),
    ])
    layers = catalog.data
    backgrounds = catalog.backgrounds
    shown = parts.shownLayers(layers, state.layers)
    listed ??= { list: openList(parts), parts }
    listed.list.setLayers(layers, shown)
    listed.list.setBackgrounds(backgrounds, state.background)
    map.setLayers(layers, shown, sceneNow())
    attribute()
    notice.clear()
  } catch (error) {
    if (!listed)
      part('layers-body').replaceChildren(make('p', { class: 'quiet-text' }, 'No layers yet.'))
    notice.problem(error)
  }
}

/** Starts a demo visit and shows it. Returns false where the service has no demo. */
async function startDemo(): Promise<boolean> {
  const parts = await import('./demo/demo-bar.ts')
  const found = await parts.requestDemo(api)
  if (!found) return false
  demo = { shown: found, parts }
  notice.clear()
  parts.showDemoBar(part('demo'), api, found)
  panel.setStart(parts.exampleList(found, (ref) => choose(ref, true)))
  fitDemo()
  return true
}

function leaveDemo(): void {
  demo = null
  part('demo').hidden = true
  panel.setStart(null)
}

/** Shows the county of the demo, unless the link or the person has chosen another view. */
function fitDemo(): void {
  if (demo && !state.position && !state.location) map.fit(demo.shown.bounds, true)
}

/** True for the refusal of a place that the demo does not show. */
function isOutsideDemo(error: unknown): boolean {
  return demo !== null && (error as { status?: number }).status === 403
}

/** Shows an area with data, without a location. */
function goToArea(bounds: readonly number[]): void {
  choose(null)
  map.fit(bounds, false)
}

/** Loads everything again, with a new credential or after a failure. */
function reloadAll(): void {
  notice.clear()
  void loadLayers()
  panel.reload()
  if (state.view === 'coverage') showCoverage()
}

function choose(ref: LocationRef | null, isFar = false): void {
  if (ref) state = { ...state, view: 'map' }
  mustMoveMap = isFar
  change({ location: ref }, true)
  openLocation(ref)
}

function openLocation(ref: LocationRef | null): void {
  map.mark(ref && 'at' in ref ? ref.at : null)
  // Shapes of the former location stay until those of the next: to draw twice takes 100 ms.
  if (!ref) map.outline([])
  openedDossier = null
  document.body.toggleAttribute('data-has-location', ref !== null)
  if (!ref) document.title = 'Plat: property and land facts for any point'
  panel.show(ref)
}

function toggleLayer(slug: string, isOn: boolean): void {
  const next = new Set(shown)
  if (isOn) next.add(slug)
  else next.delete(slug)
  change({ layers: [...next] }, false)
  showLayers()
}

/** What lies below the layers; a background of a link that this service does not offer is none. */
function sceneNow(): Scene {
  const background = backgrounds.find(({ id }) => id === state.background) ?? null
  return { background, relief: state.relief }
}

function setScene(next: Pick<Partial<PageState>, 'background' | 'relief'>): void {
  change(next, false)
  showLayers()
}

function openList(parts: typeof import('./layers/layers-part.ts')): LayerList {
  const list = parts.openLayerList(part('layers-body'), {
    isDark: theme.isDark,
    onToggle: toggleLayer,
    onBackground: (background) => setScene({ background }),
  })
  const position = map.position()
  if (position) list.setZoom(position.zoom)
  return list
}

function showLayers(): void {
  if (!listed) return
  shown = listed.parts.shownLayers(layers, state.layers)
  listed.list.show(shown)
  listed.list.setBackgrounds(backgrounds, state.background)
  map.show(shown)
  map.setScene(sceneNow())
  attribute()
}

function attribute(): void {
  if (listed) part('attribution-text').textContent = listed.parts.formatAttribution(layers, shown)
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
  part('coverage').hidden = state.view !== 'coverage'
  part('lists').hidden = state.view !== 'list'
  for (const view of VIEWS)
    part(`view-${view}`).setAttribute('aria-pressed', `${view === state.view}`)
  if (isMap) map.resize()
  else if (state.view === 'coverage') showCoverage()
  else void showList()
}

/** Opens the list of this browser, which lasts as long as the page without a storage. */
function openSaved(): Promise<SavedPlaces> {
  saved ??= import('./lists/saved-places.ts').then(({ openSavedPlaces }) => openSavedPlaces(local))
  return saved
}

async function showList(): Promise<void> {
  if (isListOpen) return
  isListOpen = true
  const [places, { openListView }] = await Promise.all([
    openSaved(),
    import('./lists/list-view.ts'),
  ])
  openListView(part('lists'), {
    api,
    units,
    saved: places,
    onOpen: (ref) => choose(ref, true),
    onProblem: reportCredentialProblem,
  })
}

function showCoverage(): void {
  coverage ??= openCoverage()
  void coverage.then((view) => view.show(state, countyOf(openedDossier)))
}

async function openCoverage(): Promise<CoverageView> {
  const { openCoverageView } = await import('./coverage/coverage-view.ts')
  return openCoverageView(part('coverage'), {
    api,
    theme,
    units,
    layers: () => layers,
    onPoint: (at) => choose({ at }, true),
    onNote: (text) => notice.show(text),
    onChange: change,
    onProblem: reportCredentialProblem,
  })
}

function openLayers(isOpen: boolean): void {
  part('layers').toggleAttribute('data-open', isOpen)
  part('layers-open').setAttribute('aria-expanded', `${isOpen}`)
  part(isOpen ? 'layers-close' : 'layers-open').focus()
}

/**
 * Shows a problem with the credential in the notice. Other problems are shown in their own place.
 */
function reportCredentialProblem(error: unknown): void {
  if (isOutsideDemo(error)) return
  const { status } = error as { status?: number }
  if (status === 401 || status === 403) notice.problem(error)
  // Any other response shows that the service is reachable again.
  else if (status) notice.clear()
}

/** Shows that the service is unreachable: the map itself shows no errors. */
function reportMapProblem(error: unknown): void {
  const { status } = error as { status?: number }
  if (status === 0) notice.problem(error)
  else reportCredentialProblem(error)
}
