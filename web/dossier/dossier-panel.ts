import './dossier.css'
import type { Section } from '../../layers/section.ts'
import type { LocationDossier } from '../../serve/schemas/dossier.ts'
import type { Api } from '../api.ts'
import { ApiProblem } from '../api-problem.ts'
import { button, make } from '../element.ts'
import { dossierPath, formatLocationRef, type LocationRef } from '../location-ref.ts'
import { formatProblem } from '../notice.ts'
import { dossierHeader, dossierTitle } from './dossier-header.ts'
import { sectionView } from './section-view.ts'
import { isComputing, TERRAIN_PAUSE_MS, TERRAIN_REQUESTS_MAX } from './terrain.ts'

/** The panel of one spot. */
export interface DossierPanel {
  /** Asks for a spot and shows it; null shows how to choose one. */
  ask(spot: LocationRef | null): void
  /** Asks for the same spot again. */
  again(): void
}

export interface DossierOptions {
  api: Api
  /** Came, or was completed: what is drawn and told elsewhere. */
  onDossier(dossier: LocationDossier): void
  onProblem(error: unknown): void
  onClose(): void
}

export function openDossierPanel(place: HTMLElement, options: DossierOptions): DossierPanel {
  const { api } = options
  const title = make('h2', { id: 'dossier-title', tabindex: '-1' })
  const close = button('×', options.onClose, { class: 'plain', 'aria-label': 'Close the dossier' })
  const body = make('div', { class: 'dossier-body' })
  const size = sizeButton()
  place.replaceChildren(make('div', { class: 'dossier-head' }, title, size, close), body)
  /** Sections whose facts are open stay so from spot to spot. */
  const opened = new Set<string>()
  let asked: LocationRef | null = null
  let asking = new AbortController()

  const view = (section: Section, pending?: string) =>
    sectionView(section, {
      now: new Date(),
      isOpen: opened.has(section.layer),
      onToggle: (isOpen) => (isOpen ? opened.add(section.layer) : opened.delete(section.layer)),
      pending,
    })
  const idle = () => {
    title.textContent = 'What is known at this spot?'
    close.hidden = true
    size.hidden = true
    body.replaceChildren(
      make(
        'p',
        {},
        'Click or tap on the map, or search for an address, a place or coordinates. What is known there is told here, section by section, with its source and its age.',
      ),
      make(
        'p',
        { class: 'keyboard-hint' },
        'With the keyboard: focus the map, move it with the arrow keys, and press Enter.',
      ),
    )
    place.setAttribute('data-state', 'idle')
  }
  const load = async (spot: LocationRef) => {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    title.textContent = formatLocationRef(spot)
    close.hidden = false
    size.hidden = false
    place.setAttribute('aria-busy', 'true')
    place.setAttribute('data-state', 'asking')
    body.replaceChildren(make('p', { class: 'asking', role: 'status' }, 'Asking…'))
    try {
      const path = dossierPath(spot, { include_geometry: 'true' })
      const dossier = await api.get<LocationDossier>(path, signal)
      if (signal.aborted) return
      show(dossier, spot)
      options.onDossier(dossier)
      await waitForTerrain(dossier, spot, signal)
    } catch (error) {
      if (signal.aborted) return
      showProblem(error, spot)
      options.onProblem(error)
    } finally {
      if (!signal.aborted) place.removeAttribute('aria-busy')
    }
  }
  const show = (dossier: LocationDossier, spot: LocationRef) => {
    title.textContent = dossierTitle(dossier)
    const sections = Object.values(dossier.layers) as Section[]
    const views = sections.map((section) => view(section, pendingOf(section)))
    body.replaceChildren(...dossierHeader(dossier, spot, openAll()), ...views)
    place.setAttribute('data-state', 'shown')
    place.removeAttribute('aria-busy')
    place.scrollTop = 0
  }
  const openAll = () => {
    const press = () => {
      const all = [...body.querySelectorAll<HTMLDetailsElement>('details.more')]
      const isOpen = all.some((details) => !details.open)
      for (const details of all) details.open = isOpen
      made.textContent = isOpen ? 'Close all facts' : 'Open all facts'
    }
    const made = button('Open all facts', press)
    return made
  }
  const showProblem = (error: unknown, spot: LocationRef) => {
    title.textContent = formatLocationRef(spot)
    const status = error instanceof ApiProblem ? error.status : 0
    const retry = status === 404 || status === 400 ? null : button('Ask again', () => load(spot))
    body.replaceChildren(
      make('p', { class: 'failed', role: 'alert' }, formatProblem(error)),
      retry ?? '',
    )
    place.setAttribute('data-state', 'failed')
  }
  /** Asks for the one section that was not ready, and puts it in the place of the old one. */
  const waitForTerrain = async (
    dossier: LocationDossier,
    spot: LocationRef,
    signal: AbortSignal,
  ) => {
    let section = dossier.layers.elevation as Section | undefined
    for (let asks = 0; isComputing(section) && asks < TERRAIN_REQUESTS_MAX; asks++) {
      await new Promise((resolve) => setTimeout(resolve, TERRAIN_PAUSE_MS))
      if (signal.aborted) return
      const path = dossierPath(spot, { layers: 'elevation', include_geometry: 'true' })
      // The first answer stands where the second fails.
      const next = await api.get<LocationDossier>(path, signal).catch(() => null)
      if (signal.aborted || next === null) return
      section = next.layers.elevation as Section | undefined
      if (section) dossier.layers.elevation = section as never
      const old = body.querySelector('[data-layer=elevation]')
      if (section && old) old.replaceWith(view(section, pendingOf(section)))
      options.onDossier(dossier)
    }
  }

  idle()
  return {
    ask(spot) {
      asked = spot
      if (spot) void load(spot)
      else {
        asking.abort()
        place.removeAttribute('aria-busy')
        idle()
      }
    },
    again: () => asked && void load(asked),
  }
}

/** On a phone the dossier is a sheet over the map: this makes it nearly the whole page, and back. */
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

function pendingOf(section: Section): string | undefined {
  return isComputing(section)
    ? 'The contours of the parcel are being computed, which takes about 30 s: they come by themselves.'
    : undefined
}
