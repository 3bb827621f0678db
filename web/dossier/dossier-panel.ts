import './dossier.css'
import '../../report/charts/charts.css'
import type { Section } from '../../layers/section.ts'
import type { Sections } from '../../report/key-facts.ts'
import { locationTitle } from '../../report/location-title.ts'
import { BUILD_SECTIONS, LIVE_SECTIONS, orderSections } from '../../report/section-order.ts'
import { titleCase } from '../../report/title-case.ts'
import { watchList } from '../../report/watch-list.ts'
import type { LocationDossier } from '../../serve/schemas/dossier.ts'
import type { NearestCoverage } from '../../serve/schemas/nearest-coverage.ts'
import type { Api } from '../api.ts'
import { ApiProblem } from '../api-problem.ts'
import { button, make } from '../element.ts'
import { dossierPath, formatLocationRef, type LocationRef } from '../location-ref.ts'
import { nextPaint } from '../next-paint.ts'
import { formatProblem } from '../notice.ts'
import type { UnitsChoice } from '../units-choice.ts'
import { dossierHeader, formatSectionCounts } from './dossier-header.ts'
import { foldedView } from './folded-view.ts'
import { keyFactsCard } from './key-facts-card.ts'
import { LAND_SECTIONS, loadLand } from './land-pictures.ts'
import { sectionView } from './section-view.ts'
import { dossierSkeleton, sectionSkeleton } from './skeleton.ts'
import { takeAway } from './take-away.ts'
import { isComputing, TERRAIN_PAUSE_MS, TERRAIN_REQUESTS_MAX } from './terrain.ts'

/** The panel with the dossier of one location. */
export interface DossierPanel {
  /** Loads a location and shows its dossier; null shows how to choose one. */
  show(ref: LocationRef | null): void
  /** Loads the same location again. */
  reload(): void
  /** Sets what is shown before a location is chosen, above the explanation; null for nothing. */
  setStart(start: HTMLElement | null): void
}

export interface DossierOptions {
  api: Api
  units: UnitsChoice
  /** Makes a button save a location in the list of this browser. */
  bindSave(made: HTMLButtonElement, dossier: LocationDossier, ref: LocationRef): void
  /** Called when a dossier has arrived, and again when its terrain has. */
  onDossier(dossier: LocationDossier): void
  onProblem(error: unknown): void
  onClose(): void
  /** The card for a refused location, where it is the demo that has nothing there; else null. */
  refusedCard(error: unknown, ref: LocationRef): HTMLElement | null
  /** Shows an area that has data. */
  onArea(bounds: readonly number[]): void
}

export function openDossierPanel(place: HTMLElement, options: DossierOptions): DossierPanel {
  const { api, units } = options
  const title = make('h2', { id: 'dossier-title', tabindex: '-1' })
  const close = button('×', options.onClose, { class: 'plain', 'aria-label': 'Close the dossier' })
  const body = make('div', { class: 'dossier-body' })
  const size = sizeButton()
  place.replaceChildren(make('div', { class: 'dossier-head' }, title, size, close), body)
  /** Sections with open details, which stay open from location to location. */
  const opened = new Set<string>()
  let current: LocationRef | null = null
  let shown: { dossier: LocationDossier; ref: LocationRef } | null = null
  let pending = new AbortController()

  const view = (section: Section, sections: Sections) =>
    sectionView(section, {
      now: new Date(),
      system: units.system,
      sections,
      isOpen: opened.has(section.layer),
      onToggle: (isOpen) => (isOpen ? opened.add(section.layer) : opened.delete(section.layer)),
      pending: pendingOf(section),
    })
  let start: HTMLElement | null = null
  const idle = () => {
    shown = null
    title.textContent = 'Property and land facts for any point'
    close.hidden = true
    size.hidden = true
    body.replaceChildren(
      ...(start ? [start] : []),
      make(
        'p',
        {},
        'Click or tap on the map, or search for an address, a place or coordinates. Each section of the report names its source and age.',
      ),
      make(
        'p',
        { class: 'keyboard-hint' },
        'Keyboard: focus the map, move it with the arrow keys, and press Enter.',
      ),
    )
    place.setAttribute('data-state', 'idle')
  }
  const load = async (ref: LocationRef) => {
    pending.abort()
    pending = new AbortController()
    const { signal } = pending
    shown = null
    title.textContent = titleCase(formatLocationRef(ref))
    close.hidden = false
    size.hidden = false
    place.setAttribute('aria-busy', 'true')
    place.setAttribute('data-state', 'loading')
    body.replaceChildren(...dossierSkeleton())
    try {
      const layers = BUILD_SECTIONS.join(',')
      const path = dossierPath(ref, { include_geometry: 'true', layers })
      const dossier = await api.get<LocationDossier>(path, signal)
      if (signal.aborted) return
      const putSections = showFacts(dossier, ref)
      await nextPaint()
      if (signal.aborted) return
      putSections()
      options.onDossier(dossier)
      await Promise.all([
        addLiveSections(dossier, signal),
        addLand(dossier, ref, signal),
        waitForTerrain(dossier, ref, signal),
      ])
    } catch (error) {
      if (signal.aborted) return
      showProblem(error, ref)
      options.onProblem(error)
    } finally {
      if (!signal.aborted) place.removeAttribute('aria-busy')
    }
  }
  /**
   * Shows the key facts above the shapes of sections. Returns what puts the sections there: people
   * read the facts while the sections, 50 times as many elements, are made.
   */
  const showFacts = (dossier: LocationDossier, ref: LocationRef) => {
    shown = { dossier, ref }
    title.textContent = locationTitle(dossier)
    const sections = dossier.layers as Sections
    const { system } = units
    const warnings = watchList(sections, new Date(), system)
    const ordered = orderSections(sections, warnings)
    const viewOf = (section: Section) => view(section, sections)
    const card = keyFactsCard(sections, { system, warnings, onSection })
    const shape = sectionSkeleton()
    body.replaceChildren(
      ...(card ? [card] : []),
      ...dossierHeader(dossier, ref, system, [
        takeAway(api, ref, locationTitle(dossier), system),
        saveButton(dossier, ref),
        openAll(),
      ]),
      shape,
    )
    if (dossier.nearest_coverage) void putElsewhere(dossier.nearest_coverage, pending.signal)
    place.scrollTop = 0
    return () => {
      shape.replaceWith(
        ...ordered.shown.map(viewOf),
        ...LIVE_SECTIONS.filter((name) => !(name in sections)).map(sectionSkeleton),
        ...foldedView(ordered.folded, viewOf),
      )
      place.setAttribute('data-state', 'shown')
      place.removeAttribute('aria-busy')
    }
  }
  const saveButton = (dossier: LocationDossier, ref: LocationRef) => {
    const made = button('☆ Save', () => {}, { title: 'My list, in this browser' })
    options.bindSave(made, dossier, ref)
    return made
  }
  const putElsewhere = async (nearest: NearestCoverage, signal: AbortSignal) => {
    const { elsewhereCard } = await import('./elsewhere-card.ts')
    const { onArea } = options
    if (!signal.aborted) body.prepend(elsewhereCard(nearest, { system: units.system, onArea }))
  }
  /** Scrolls to a section, and gives it the focus. */
  const onSection = (layer: string) => {
    const found = body.querySelector<HTMLElement>(`[data-layer="${CSS.escape(layer)}"]`)
    found?.closest('details')?.setAttribute('open', '')
    found?.scrollIntoView({ block: 'start' })
    found?.focus({ preventScroll: true })
  }
  units.onChange(() => shown && showFacts(shown.dossier, shown.ref)())
  const openAll = () => {
    const press = () => {
      const all = [...body.querySelectorAll<HTMLDetailsElement>('details.more, details.folded')]
      const isOpen = all.some((details) => !details.open)
      for (const details of all) details.open = isOpen
      made.textContent = isOpen ? 'Close all facts' : 'Open all facts'
    }
    const made = button('Open all facts', press)
    return made
  }
  const showProblem = (error: unknown, ref: LocationRef) => {
    title.textContent = titleCase(formatLocationRef(ref))
    place.setAttribute('data-state', 'failed')
    const refused = options.refusedCard(error, ref)
    if (refused) return body.replaceChildren(refused)
    const status = error instanceof ApiProblem ? error.status : 0
    const retry = status === 404 || status === 400 ? null : button('Try again', () => load(ref))
    body.replaceChildren(
      make('p', { class: 'failed', role: 'alert' }, formatProblem(error)),
      retry ?? '',
    )
  }
  /** Requests the sections that wait for services of others, and puts them where they belong. */
  const addLiveSections = async (dossier: LocationDossier, signal: AbortSignal) => {
    const path = dossierPath({ at: dossier.point }, { layers: LIVE_SECTIONS.join(',') })
    const next = await api.get<LocationDossier>(path, signal).catch(() => null)
    if (signal.aborted) return
    const place = body.querySelector('.skeleton.section')
    if (next === null) {
      place?.replaceWith(make('p', { class: 'failed' }, 'The weather could not be loaded.'))
      return
    }
    Object.assign(dossier.layers, next.layers)
    const sections = dossier.layers as Sections
    const viewOf = (section: Section) => view(section, sections)
    const added = orderSections(next.layers as Sections, [])
    place?.replaceWith(...added.shown.map(viewOf))
    const tally = body.querySelector('.tally')
    if (tally) tally.textContent = formatSectionCounts(dossier)
    if (added.folded.length === 0) return
    for (const old of body.querySelectorAll('details.folded')) old.remove()
    body.append(...foldedView(orderSections(sections, []).folded, viewOf))
  }
  /** Puts the pictures of the land into their sections, which stay as they are without them. */
  const addLand = async (dossier: LocationDossier, ref: LocationRef, signal: AbortSignal) => {
    await loadLand(api, dossier, ref, signal).catch(() => null)
    if (signal.aborted) return
    for (const layer of LAND_SECTIONS) replaceView(dossier, layer)
  }
  const replaceView = (dossier: LocationDossier, layer: string) => {
    const sections = dossier.layers as Sections
    const section = sections[layer]
    if (section) body.querySelector(`[data-layer=${layer}]`)?.replaceWith(view(section, sections))
  }
  /** Requests the elevation section until its terrain is ready, and replaces it on the page. */
  const waitForTerrain = async (
    dossier: LocationDossier,
    ref: LocationRef,
    signal: AbortSignal,
  ) => {
    let section = dossier.layers.elevation as Section | undefined
    for (let requests = 0; isComputing(section) && requests < TERRAIN_REQUESTS_MAX; requests++) {
      await new Promise((resolve) => setTimeout(resolve, TERRAIN_PAUSE_MS))
      if (signal.aborted) return
      const path = dossierPath(ref, { layers: 'elevation', include_geometry: 'true' })
      // The first response stays where the second one fails.
      const next = await api.get<LocationDossier>(path, signal).catch(() => null)
      if (signal.aborted || next === null) return
      section = next.layers.elevation as Section | undefined
      if (section) dossier.layers.elevation = section as never
      replaceView(dossier, 'elevation')
      options.onDossier(dossier)
    }
  }

  idle()
  return {
    show(ref) {
      current = ref
      if (ref) void load(ref)
      else {
        pending.abort()
        place.removeAttribute('aria-busy')
        idle()
      }
    },
    reload: () => current && void load(current),
    setStart(next) {
      start = next
      if (!current) idle()
    },
  }
}

/** A button that enlarges the dossier on a phone, where it is a sheet over the map. */
function sizeButton(): HTMLButtonElement {
  const press = () => {
    const isWhole = document.body.dataset.sheet !== 'whole'
    document.body.dataset.sheet = isWhole ? 'whole' : 'half'
    made.setAttribute('aria-pressed', `${isWhole}`)
  }
  const made = button('↕', press, {
    class: 'plain sheet-size',
    'aria-label': 'Larger dossier',
    'aria-pressed': 'false',
  })
  return made
}

function pendingOf(section: Section): string | null {
  return isComputing(section)
    ? 'The contours of the parcel are being computed. They appear in about 30 s.'
    : null
}
