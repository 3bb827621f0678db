import './search.css'
import type { UnitSystem } from '../../report/units.ts'
import type { SearchResults } from '../../serve/schemas/search.ts'
import type { Api } from '../api.ts'
import { ApiProblem } from '../api-problem.ts'
import { make } from '../element.ts'
import { formatPoint, type LatLng, type LocationRef } from '../location-ref.ts'
import { describeHit, formatHitCount, locationRefOf } from './search-hit.ts'
import { parseTypedPoint } from './typed-point.ts'

export interface SearchOptions {
  api: Api
  /** The centre of the map: nearby results come first. */
  near(): LatLng | null
  /** The area that is searched, for a search without matches; empty where that is everywhere. */
  scope(): string
  /** The units of distances. */
  system(): UnitSystem
  onChoose(location: LocationRef): void
  onProblem(error: unknown): void
}

/** Pause after the last key before a search. */
const PAUSE_MS = 150
const HITS_MAX = 8
const TEXT_CHARACTERS = 200

interface Choice {
  label: string
  description: string
  ref: LocationRef
}

/** A combobox (ARIA 1.2): the focus stays in the field, and arrow keys move in the list. */
export function openSearchBox(form: HTMLFormElement, options: SearchOptions): void {
  const field = form.querySelector('input')!
  const list = form.querySelector<HTMLElement>('[role=listbox]')!
  const status = form.querySelector<HTMLElement>('[role=status]')!
  let choices: Choice[] = []
  let active = -1
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending = new AbortController()

  const close = () => {
    list.hidden = true
    status.className = 'unseen'
    field.setAttribute('aria-expanded', 'false')
    activate(-1)
  }
  const activate = (index: number) => {
    active = index
    for (const [i, item] of [...list.querySelectorAll('[role=option]')].entries()) {
      item.setAttribute('aria-selected', `${i === index}`)
      if (i === index) item.scrollIntoView({ block: 'nearest' })
    }
    if (index < 0) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', optionId(index))
  }
  const choose = ({ label, ref }: Choice) => {
    field.value = label
    stop()
    close()
    options.onChoose(ref)
  }
  const stop = () => {
    clearTimeout(timer)
    pending.abort()
  }
  const open = (next: Choice[], note: string) => {
    choices = next
    list.replaceChildren(...next.map((choice, i) => optionOf(choice, i, () => choose(choice))))
    list.hidden = next.length === 0
    field.setAttribute('aria-expanded', `${next.length > 0}`)
    // Always announced, and visible where there is no list.
    status.className = next.length > 0 ? 'unseen' : 'no-hit'
    status.textContent = note
    activate(-1)
  }
  const search = async () => {
    const text = field.value.trim()
    pending.abort()
    if (text === '') return close()
    const point = parseTypedPoint(text)
    if (point) return open([pointChoice(point)], 'These are coordinates.')
    pending = new AbortController()
    const { signal } = pending
    try {
      const near = options.near()
      const query = `q=${encodeURIComponent(text)}&limit=${HITS_MAX}${near ? `&near=${formatPoint(near)}` : ''}`
      const { data } = await options.api.get<SearchResults>(`/v1/search?${query}`, signal)
      if (signal.aborted) return
      open(
        data.map((hit) => ({
          label: hit.label,
          description: describeHit(hit, options.system()),
          ref: locationRefOf(hit),
        })),
        formatHitCount(data.length) + (data.length === 0 ? options.scope() : ''),
      )
    } catch (error) {
      if (signal.aborted) return
      close()
      options.onProblem(error)
      status.className = 'no-hit'
      status.textContent = error instanceof ApiProblem ? error.message : 'The search failed.'
    }
  }

  field.maxLength = TEXT_CHARACTERS
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, PAUSE_MS)
  })
  field.addEventListener('keydown', (event) => {
    const last = choices.length - 1
    const moves: Record<string, () => void> = {
      ArrowDown: () => (list.hidden ? void search() : activate(active >= last ? 0 : active + 1)),
      ArrowUp: () => !list.hidden && activate(active <= 0 ? last : active - 1),
      Escape: () => (list.hidden ? clearField() : close()),
    }
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined
    if (!move || (event.key !== 'Escape' && last < 0 && !list.hidden)) return
    event.preventDefault()
    move()
  })
  const clearField = () => {
    field.value = ''
    stop()
  }
  field.addEventListener('blur', close)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const text = field.value.trim()
    stop()
    const point = parseTypedPoint(text)
    if (active >= 0 && choices[active]) choose(choices[active])
    else if (point) choose(pointChoice(point))
    else if (/^pk_\w{4,}$/.test(text))
      choose({ label: text, description: '', ref: { parcel: text } })
    // Looked up as typed: where the address is ambiguous the service lists the candidates.
    else if (text.length >= 3) choose({ label: text, description: '', ref: { address: text } })
  })
}

function pointChoice(point: LatLng): Choice {
  return { label: formatPoint(point, ', '), description: 'coordinates', ref: { at: point } }
}

function optionOf(
  { label, description }: Choice,
  index: number,
  onChoose: () => void,
): HTMLElement {
  const item = make(
    'div',
    { id: optionId(index), role: 'option', 'aria-selected': 'false' },
    make('span', { class: 'hit-label' }, label),
    make('span', { class: 'hit-description' }, description),
  )
  // The focus stays in the field: losing it closes the list.
  item.addEventListener('pointerdown', (event) => event.preventDefault())
  item.addEventListener('click', onChoose)
  return item
}

function optionId(index: number): string {
  return `hit-${index}`
}
