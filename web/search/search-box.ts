import './search.css'
import type { SearchResults } from '../../serve/schemas/search.ts'
import type { Api } from '../api.ts'
import { ApiProblem } from '../api-problem.ts'
import { make } from '../element.ts'
import { formatPoint, type LatLng, type LocationRef } from '../location-ref.ts'
import { describeHit, formatHitCount, locationRefOf } from './search-hit.ts'
import { parseTypedPoint } from './typed-point.ts'

export interface SearchOptions {
  api: Api
  /** The middle of the map: what lies near it comes first. */
  near(): LatLng | null
  onSpot(spot: LocationRef): void
  onProblem(error: unknown): void
}

/** After the last key. */
const PAUSE_MS = 150
const HITS_MAX = 8
const TEXT_CHARACTERS = 200

interface Choice {
  label: string
  words: string
  spot: LocationRef
}

/** A combobox as ARIA 1.2 has it: the field keeps the focus, the list is walked with the arrows. */
export function openSearchBox(form: HTMLFormElement, options: SearchOptions): void {
  const field = form.querySelector('input')!
  const list = form.querySelector<HTMLElement>('[role=listbox]')!
  const said = form.querySelector<HTMLElement>('[role=status]')!
  let choices: Choice[] = []
  let active = -1
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = new AbortController()

  const close = () => {
    list.hidden = true
    said.className = 'unseen'
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
  const take = ({ label, spot }: Choice) => {
    field.value = label
    stop()
    close()
    options.onSpot(spot)
  }
  const stop = () => {
    clearTimeout(timer)
    asking.abort()
  }
  const open = (next: Choice[], note: string) => {
    choices = next
    list.replaceChildren(...next.map((choice, i) => optionOf(choice, i, () => take(choice))))
    list.hidden = next.length === 0
    field.setAttribute('aria-expanded', `${next.length > 0}`)
    // Heard always, and seen where there is no list to see.
    said.className = next.length > 0 ? 'unseen' : 'no-hit'
    said.textContent = note
    activate(-1)
  }
  const search = async () => {
    const text = field.value.trim()
    asking.abort()
    if (text === '') return close()
    const point = parseTypedPoint(text)
    if (point) return open([pointChoice(point)], 'These are coordinates.')
    asking = new AbortController()
    const { signal } = asking
    try {
      const near = options.near()
      const query = `q=${encodeURIComponent(text)}&limit=${HITS_MAX}${near ? `&near=${formatPoint(near)}` : ''}`
      const { data } = await options.api.get<SearchResults>(`/v1/search?${query}`, signal)
      if (signal.aborted) return
      open(
        data.map((hit) => ({
          label: hit.label,
          words: describeHit(hit),
          spot: locationRefOf(hit),
        })),
        formatHitCount(data.length),
      )
    } catch (error) {
      if (signal.aborted) return
      close()
      options.onProblem(error)
      said.className = 'no-hit'
      said.textContent = error instanceof ApiProblem ? error.message : 'The search failed.'
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
    if (active >= 0 && choices[active]) take(choices[active])
    else if (point) take(pointChoice(point))
    else if (/^pk_\w{4,}$/.test(text)) take({ label: text, words: '', spot: { parcel: text } })
    // As typed: where that is no one place the service names those it may be, and guesses none.
    else if (text.length >= 3) take({ label: text, words: '', spot: { address: text } })
  })
}

function pointChoice(point: LatLng): Choice {
  return { label: formatPoint(point, ', '), words: 'coordinates', spot: { at: point } }
}

function optionOf({ label, words }: Choice, index: number, onTake: () => void): HTMLElement {
  const item = make(
    'div',
    { id: optionId(index), role: 'option', 'aria-selected': 'false' },
    make('span', { class: 'hit-label' }, label),
    make('span', { class: 'hit-words' }, words),
  )
  // Before the field loses its focus, which closes the list.
  item.addEventListener('pointerdown', (event) => event.preventDefault())
  item.addEventListener('click', onTake)
  return item
}

function optionId(index: number): string {
  return `hit-${index}`
}
