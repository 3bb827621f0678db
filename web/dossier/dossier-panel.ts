import './dossier.css'
import { BUILD_SECTIONS, SLOW_SECTION } from '../../report/section-order.ts'
import { titleCase } from '../../report/title-case.ts'
import type { LocationDossier } from '../../serve/schemas/dossier.ts'
import { ApiProblem } from '../api-problem.ts'
import { button, make } from '../element.ts'
import { dossierPath, formatLocationRef, type LocationRef } from '../location-ref.ts'
import { formatProblem } from '../notice.ts'
import type { DossierView, DossierViewOptions } from './dossier-view.ts'
import { dossierSkeleton } from './skeleton.ts'

/** The panel with the dossier of one location. */
export interface DossierPanel {
  /** Loads a location and shows its dossier; null shows how to choose one. */
  show(ref: LocationRef | null): void
  /** Loads the same location again. */
  reload(): void
  /** Sets what is shown before a location is chosen, above the explanation; null for nothing. */
  setStart(start: HTMLElement | null): void
}

export interface DossierOptions extends Omit<DossierViewOptions, 'title'> {
  /** Called with a dossier and its title when it has arrived. */
  onDossier(dossier: LocationDossier, title: string): void
  onProblem(error: unknown): void
  onClose(): void
  /** The card for a refused location, where it is the demo that has nothing there; else null. */
  refusedCard(error: unknown, ref: LocationRef): HTMLElement | null
}

export function openDossierPanel(place: HTMLElement, options: DossierOptions): DossierPanel {
  const { api } = options
  const title = make('h2', { id: 'dossier-title', tabindex: '-1' })
  const close = button('×', options.onClose, { class: 'plain', 'aria-label': 'Close the dossier' })
  const body = make('div', { class: 'dossier-body' })
  const size = sizeButton()
  place.replaceChildren(make('div', { class: 'dossier-head' }, title, size, close), body)
  let current: LocationRef | null = null
  let pending = new AbortController()
  let start: HTMLElement | null = null
  let view: Promise<DossierView> | undefined
  /** Loads what draws a dossier, after the page itself: it is as large. */
  const loadView = () => {
    view ??= import('./dossier-view.ts').then(({ openDossierView }) =>
      openDossierView(body, { ...options, title }),
    )
    view.catch(() => {
      view = undefined
    })
    return view
  }
  const idle = () => {
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
    title.textContent = titleCase(formatLocationRef(ref))
    close.hidden = false
    size.hidden = false
    place.setAttribute('aria-busy', 'true')
    place.setAttribute('data-state', 'loading')
    body.replaceChildren(...dossierSkeleton())
    try {
      const layers = BUILD_SECTIONS.filter((name) => name !== SLOW_SECTION).join(',')
      const path = dossierPath(ref, { include_geometry: 'true', layers })
      const [dossier, view] = await Promise.all([
        api.get<LocationDossier>(path, signal),
        loadView(),
      ])
      if (signal.aborted) return
      place.scrollTop = 0
      const name = await view.show({ dossier, ref, signal })
      if (signal.aborted) return
      place.setAttribute('data-state', 'shown')
      place.removeAttribute('aria-busy')
      options.onDossier(dossier, name)
      await view.complete({ dossier, ref, signal })
    } catch (error) {
      if (signal.aborted) return
      showProblem(error, ref)
      options.onProblem(error)
    } finally {
      if (!signal.aborted) place.removeAttribute('aria-busy')
    }
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

  idle()
  void loadView()
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
