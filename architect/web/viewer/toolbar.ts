import { button, make } from '../../../web/element.ts'
import {
  SEASONS,
  SECTION_AXES,
  type Season,
  type SectionAxis,
  type ViewState,
} from '../state/view-state.ts'
import type { IndexedNode } from './scene-index.ts'
import { formatHour, LATITUDE } from './sun.ts'

const AXIS_NAMES: Record<SectionAxis, string> = {
  level: 'Across, from above',
  north: 'Upright, looking north',
  west: 'Upright, looking west',
}
const SEASON_NAMES: Record<Season, string> = {
  summer: 'June 21',
  equinox: 'March 20, September 22',
  winter: 'December 21',
}
/** Where a section starts, of the size of the building. */
const SECTION_START = 0.5

interface Options {
  onChange(next: Partial<ViewState>): void
  onFit(): void
  onDoors(isOpen: boolean): void
}

/** The controls over the picture: levels, roofs, section, sun, doors. */
export interface Toolbar {
  element: HTMLElement
  /** `ground` is the level of a plan where none is chosen. */
  setLevels(levels: readonly IndexedNode[], ground: IndexedNode | null): void
  show(state: ViewState, covers: boolean): void
}

export function openToolbar({ onChange, onFit, onDoors }: Options): Toolbar {
  let state: ViewState | null = null
  let groundId = ''
  const whole = make('option', { value: '' }, 'All levels')
  const level = make('select', { id: 'level', 'aria-label': 'Level' }, whole)
  const covers = checkbox('Roofs and ceilings', (isOn) => onChange({ covers: isOn }))
  const doors = checkbox('Doors open', onDoors)
  const axis = make(
    'select',
    { id: 'section-axis' },
    make('option', { value: '' }, 'None'),
    ...SECTION_AXES.map((each) => make('option', { value: each }, AXIS_NAMES[each])),
  )
  const at = range('section-at', { min: 0, max: 1, step: 0.01 })
  const flipped = checkbox('Other side', (isFlipped) => {
    if (state?.section) onChange({ section: { ...state.section, isFlipped } })
  })
  const hour = range('sun-hour', { min: 4, max: 21, step: 0.25 })
  const hourText = make('output', { for: 'sun-hour' })
  const season = make(
    'select',
    { id: 'season' },
    ...SEASONS.map((each) => make('option', { value: each }, SEASON_NAMES[each])),
  )
  level.addEventListener('change', () => onChange({ level: level.value || null }))
  axis.addEventListener('change', () => {
    const chosen = SECTION_AXES.find((each) => each === axis.value)
    const former = state?.section
    onChange({
      section: chosen
        ? { axis: chosen, at: former?.at ?? SECTION_START, isFlipped: former?.isFlipped ?? false }
        : null,
    })
  })
  at.addEventListener('input', () => {
    if (state?.section) onChange({ section: { ...state.section, at: Number(at.value) } })
  })
  hour.addEventListener('input', () => {
    if (state) onChange({ sun: { ...state.sun, hour: Number(hour.value) } })
  })
  season.addEventListener('change', () => {
    const chosen = SEASONS.find((each) => each === season.value)
    if (state && chosen) onChange({ sun: { ...state.sun, season: chosen } })
  })
  const element = make(
    'div',
    { class: 'toolbar', role: 'group', 'aria-label': 'Picture' },
    level,
    popover('Section', field('Cut', axis), field('Position', at), flipped.label),
    popover(
      'Sun',
      field('Time', hour, hourText),
      field('Day', season),
      make(
        'p',
        { class: 'quiet-text' },
        `Solar time at ${LATITUDE}° north; north is the top of the plan.`,
      ),
    ),
    popover('Show', covers.label, doors.label),
    button('Fit', onFit, { title: 'Show all of it' }),
  )
  const popovers = [...element.querySelectorAll('details')]
  // One at a time, closed by Escape and by a press elsewhere.
  for (const each of popovers) {
    each.addEventListener('toggle', () => {
      if (each.open) for (const other of popovers) if (other !== each) other.open = false
    })
    each.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      each.open = false
      each.querySelector('summary')!.focus()
    })
  }
  addEventListener('pointerdown', (event) => {
    for (const each of popovers) if (!each.contains(event.target as Node)) each.open = false
  })
  const showLevel = (next: ViewState) => {
    // A plan is of one level.
    const isOfOne = next.view === 'plan' && groundId !== ''
    if (isOfOne) whole.remove()
    else level.prepend(whole)
    level.value = next.level ?? (isOfOne ? groundId : '')
  }
  return {
    element,
    setLevels(levels, ground) {
      // A model is loaded with its doors closed.
      doors.input.checked = false
      groundId = ground?.id ?? ''
      level.replaceChildren(
        whole,
        // The highest is the first, as in a building.
        ...levels.toReversed().map(({ id, label }) => make('option', { value: id }, label)),
      )
      if (state) showLevel(state)
    },
    show(next, hasCovers) {
      state = next
      showLevel(next)
      covers.input.checked = hasCovers
      axis.value = next.section?.axis ?? ''
      at.value = `${next.section?.at ?? SECTION_START}`
      at.disabled = flipped.input.disabled = next.section === null
      flipped.input.checked = next.section?.isFlipped ?? false
      hour.value = `${next.sun.hour}`
      hourText.textContent = formatHour(next.sun.hour)
      hour.setAttribute('aria-valuetext', formatHour(next.sun.hour))
      season.value = next.sun.season
    },
  }
}

function popover(title: string, ...content: HTMLElement[]): HTMLDetailsElement {
  return make(
    'details',
    { class: 'popover' },
    make('summary', {}, title),
    make('div', { class: 'popover-body' }, ...content),
  )
}

function field(title: string, control: HTMLElement, more?: HTMLElement): HTMLElement {
  const label = make('label', { for: control.id }, title)
  return make('div', { class: 'field' }, make('div', { class: 'field-head' }, label, more), control)
}

function range(id: string, bounds: { min: number; max: number; step: number }): HTMLInputElement {
  return make('input', { id, type: 'range', ...bounds })
}

function checkbox(title: string, onChange: (isOn: boolean) => void) {
  const input = make('input', { type: 'checkbox' })
  input.addEventListener('change', () => onChange(input.checked))
  return { input, label: make('label', { class: 'check' }, input, title) }
}
