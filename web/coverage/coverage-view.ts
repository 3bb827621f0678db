import './coverage.css'
import type { Scorecard } from '../../coverage/scorecard-shape.ts'
import { button, make } from '../element.ts'
import { formatProblem } from '../notice.ts'
import { type CountyMapOptions, openCountyMap, type ShownSection } from './county-map.ts'
import { firstShown, type SectionTable, sectionTable } from './section-table.ts'
import { type CountyChoice, countyChoices, describeShares } from './shares.ts'

/** What the address of the page states about the view. */
export interface CoverageState {
  /** The county, five digits; null for all. */
  county: string | null
  /** The section on the map; null for the first. */
  section: string | null
}

/** The view of the coverage of each section. */
export interface CoverageView {
  /** Shows one county or all, and offers the county of the location on the map. */
  show(state: CoverageState, here: CountyChoice | null): void
}

export interface CoverageOptions extends CountyMapOptions {
  /** Called with what a person chose; `isStep` where it is a step of the browser's history. */
  onChange(state: Partial<CoverageState>, isStep: boolean): void
}

export function openCoverageView(place: HTMLElement, options: CoverageOptions): CoverageView {
  const select = make('select', { id: 'coverage-county' })
  const body = make('div', { class: 'coverage-body' })
  const about = make('p', { class: 'coverage-about' })
  const mapPlace = make('section', { class: 'coverage-on-map', 'aria-label': 'Coverage map' })
  let here: CountyChoice | null = null
  const hereButton = button('', () => here && options.onChange({ county: here.fips }, true))
  place.replaceChildren(
    make(
      'div',
      { class: 'coverage-head' },
      make('h2', { id: 'coverage-title', tabindex: '-1' }, 'Coverage'),
      make('label', { for: select.id }, 'County'),
      select,
      hereButton,
    ),
    make('div', { class: 'coverage-parts' }, make('div', {}, about, body), mapPlace),
  )
  mapPlace.hidden = true
  let choices: CountyChoice[] = []
  let pending = new AbortController()
  let countyMap: ReturnType<typeof openCountyMap> | undefined
  let listed: { state: CoverageState; card: Scorecard; table: SectionTable } | null = null
  select.addEventListener('change', () => options.onChange({ county: select.value || null }, true))
  const fill = (county: string | null) => {
    const known = choices.some(({ fips }) => fips === county)
    const all = make('option', { value: '' }, 'All counties')
    const unknown = county && !known ? [make('option', { value: county }, `County ${county}`)] : []
    select.replaceChildren(
      all,
      ...choices.map(({ fips, name }) => make('option', { value: fips }, name)),
      ...unknown,
    )
    select.value = county ?? ''
    hereButton.hidden = here === null || here.fips === county
    hereButton.textContent = `County of the location on the map: ${here?.name}`
  }
  const onMap = (shown: ShownSection | null) => {
    mapPlace.hidden = shown === null
    if (!shown) return
    countyMap ??= openCountyMap(mapPlace, options)
    listed?.table.mark(shown)
    countyMap.show(shown)
  }
  const choose = (shown: ShownSection) => {
    onMap(shown)
    // On a phone the map lies above the sections.
    mapPlace.scrollIntoView({ block: 'nearest' })
    if (listed) listed.state = { ...listed.state, section: shown.layer }
    options.onChange({ section: shown.layer }, false)
  }
  const show = async (state: CoverageState) => {
    const { county } = state
    pending.abort()
    pending = new AbortController()
    const { signal } = pending
    fill(county)
    body.setAttribute('aria-busy', 'true')
    if (body.childElementCount === 0)
      body.append(
        make('p', { role: 'status' }, 'Measuring the coverage: the first time takes some seconds…'),
      )
    try {
      const path = `/v1/coverage${county ? `?county=${county}` : ''}`
      const card = await options.api.get<Scorecard>(path, signal)
      if (signal.aborted) return
      const found = countyChoices(card.sections)
      const isNew = !choices.some(({ fips }) => fips === county)
      if (county === null) choices = found
      else if (isNew) choices = [...choices, ...found]
      fill(county)
      about.textContent = describeShares(card.sections.flatMap(({ counties }) => counties)).join(
        ' ',
      )
      about.title = `Build ${card.build}`
      const table = sectionTable(card, { system: () => options.units.system, onChoose: choose })
      listed = { state, card, table }
      body.replaceChildren(
        table.element,
        make('p', { class: 'quiet-text' }, `Build ${card.build}.`),
      )
      onMap(firstShown(card, { layer: state.section, fips: county }))
    } catch (error) {
      if (signal.aborted) return
      const retry = button('Try again', () => show(state))
      body.replaceChildren(make('p', { role: 'alert' }, formatProblem(error)), retry)
      mapPlace.hidden = true
      options.onProblem(error)
    } finally {
      if (!signal.aborted) body.removeAttribute('aria-busy')
    }
  }
  return {
    show(state, choice) {
      here = choice
      void show(state)
    },
  }
}
