import '../../report/charts/charts.css'
import type { Section } from '../../layers/section.ts'
import type { Sections } from '../../report/key-facts.ts'
import { locationTitle } from '../../report/location-title.ts'
import { LIVE_SECTIONS, orderSections, SLOW_SECTION } from '../../report/section-order.ts'
import { watchList } from '../../report/watch-list.ts'
import type { LocationDossier } from '../../serve/schemas/dossier.ts'
import type { NearestCoverage } from '../../serve/schemas/nearest-coverage.ts'
import type { Api } from '../api.ts'
import { button, make } from '../element.ts'
import { dossierPath, type LocationRef } from '../location-ref.ts'
import { nextPaint } from '../next-paint.ts'
import type { UnitsChoice } from '../units-choice.ts'
import { dossierHeader, formatSectionCounts } from './dossier-header.ts'
import { foldedView } from './folded-view.ts'
import { keyFactsCard } from './key-facts-card.ts'
import { loadLand } from './land-pictures.ts'
import { sectionView } from './section-view.ts'
import { sectionSkeleton } from './skeleton.ts'
import { takeAway } from './take-away.ts'
import { isComputing, TERRAIN_PAUSE_MS, TERRAIN_REQUESTS_MAX } from './terrain.ts'

/** A dossier on the page; the signal is aborted when another one takes its place. */
export interface Shown {
  dossier: LocationDossier
  ref: LocationRef
  signal: AbortSignal
}

/** What the panel shows of a dossier that has arrived. */
export interface DossierView {
  /** Shows the dossier under its title, which is returned once all of its sections are there. */
  show(shown: Shown): Promise<string>
  /** Requests what takes longer, and puts it where it belongs: weather, pictures, terrain. */
  complete(shown: Shown): Promise<void>
}

export interface DossierViewOptions {
  api: Api
  units: UnitsChoice
  title: HTMLElement
  /** Makes a button save a location in the list of this browser. */
  bindSave(made: HTMLButtonElement, dossier: LocationDossier, ref: LocationRef): void
  /** Called when heights of the dossier have arrived: its contours are drawn on the map. */
  onHeights(dossier: LocationDossier): void
  /** Shows an area that has data. */
  onArea(bounds: readonly number[]): void
}

export function openDossierView(body: HTMLElement, options: DossierViewOptions): DossierView {
  const { api, units, title } = options
  /** Sections with open details, which stay open from location to location. */
  const opened = new Set<string>()
  let shown: Shown | null = null

  const view = (section: Section, sections: Sections) =>
    sectionView(section, {
      now: new Date(),
      system: units.system,
      sections,
      isOpen: opened.has(section.layer),
      onToggle: (isOpen) => (isOpen ? opened.add(section.layer) : opened.delete(section.layer)),
      pending: pendingOf(section),
    })
  /**
   * Shows the key facts above the shapes of sections. Returns what puts the sections there: people
   * read the facts while the sections, 50 times as many elements, are made.
   */
  const showFacts = ({ dossier, ref, signal }: Shown) => {
    const name = locationTitle(dossier)
    title.textContent = name
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
        takeAway(api, ref, name, system),
        saveButton(dossier, ref),
        openAll(),
      ]),
      shape,
    )
    if (dossier.nearest_coverage) void putElsewhere(dossier.nearest_coverage, signal)
    return () =>
      shape.replaceWith(
        ...ordered.shown.map(viewOf),
        ...[SLOW_SECTION, ...LIVE_SECTIONS]
          .filter((name) => !(name in sections))
          .map((name) => sectionSkeleton(name)),
        ...foldedView(ordered.folded, viewOf),
      )
  }
  const replaceCard = (sections: Sections) => {
    const { system } = units
    const warnings = watchList(sections, new Date(), system)
    const card = keyFactsCard(sections, { system, warnings, onSection })
    const former = body.querySelector('.key-facts')
    if (former) former.replaceWith(card ?? '')
    else body.prepend(card ?? '')
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
  units.onChange(() => shown?.signal.aborted === false && showFacts(shown)())
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
  /** Puts a section that has come later where it belongs; null where it has not come. */
  const putLater = (dossier: LocationDossier, layer: string, found: Section | null) => {
    const shape = body.querySelector(`[data-pending=${layer}]`)
    if (found === null) {
      shape?.replaceWith(make('p', { class: 'failed' }, `The ${layer} could not be loaded.`))
      return
    }
    Object.assign(dossier.layers, { [layer]: found })
    const sections = dossier.layers as Sections
    const viewOf = (section: Section) => view(section, sections)
    const added = orderSections({ [layer]: found }, [])
    shape?.replaceWith(...added.shown.map(viewOf))
    const tally = body.querySelector('.tally')
    if (tally) tally.textContent = formatSectionCounts(dossier)
    if (added.folded.length === 0) return
    for (const old of body.querySelectorAll('details.folded')) old.remove()
    body.append(...foldedView(orderSections(sections, []).folded, viewOf))
  }
  /** Requests the sections that wait for services of others. */
  const addLiveSections = async ({ dossier, signal }: Shown) => {
    const path = dossierPath({ at: dossier.point }, { layers: LIVE_SECTIONS.join(',') })
    const next = await api.get<LocationDossier>(path, signal).catch(() => null)
    if (signal.aborted) return
    const sections = next && (next.layers as Sections)
    for (const layer of LIVE_SECTIONS) putLater(dossier, layer, sections?.[layer] ?? null)
  }
  /** Requests the heights and the pictures of the land; the parcel stays as it is without them. */
  const addLand = async ({ dossier, ref, signal }: Shown) => {
    const heights = await loadLand(api, dossier, ref, signal).catch(() => null)
    if (signal.aborted) return
    putLater(dossier, SLOW_SECTION, heights)
    replaceView(dossier, 'parcel')
    if (heights === null) return
    replaceCard(dossier.layers as Sections)
    options.onHeights(dossier)
    await waitForTerrain({ dossier, ref, signal })
  }
  const replaceView = (dossier: LocationDossier, layer: string) => {
    const sections = dossier.layers as Sections
    const section = sections[layer]
    if (section) body.querySelector(`[data-layer=${layer}]`)?.replaceWith(view(section, sections))
  }
  /** Requests the elevation section until its terrain is ready, and replaces it on the page. */
  const waitForTerrain = async ({ dossier, ref, signal }: Shown) => {
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
      options.onHeights(dossier)
    }
  }

  return {
    async show(next) {
      shown = next
      const putSections = showFacts(next)
      await nextPaint()
      if (!next.signal.aborted) putSections()
      return locationTitle(next.dossier)
    },
    async complete(next) {
      await Promise.all([addLiveSections(next), addLand(next)])
    },
  }
}

function pendingOf(section: Section): string | null {
  return isComputing(section)
    ? 'The contours of the parcel are being computed. They appear in about 30 s.'
    : null
}
