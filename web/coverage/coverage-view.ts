import './coverage.css'
import type {
  CountyScore,
  Scorecard,
  SectionScore,
  StatusCounts,
} from '../../coverage/scorecard-shape.ts'
import { formatVintage } from '../../report/age.ts'
import { STATUS_LABELS } from '../../report/status-labels.ts'
import type { Api } from '../api.ts'
import { statusShape } from '../dossier/status-mark.ts'
import { button, make } from '../element.ts'
import { formatProblem } from '../notice.ts'
import {
  areaName,
  type CountyChoice,
  countyChoices,
  describeMissingShare,
  formatParcelShare,
  formatShare,
  STATUS_ORDER,
  totalOf,
} from './shares.ts'

/** The view of the coverage of each section. */
export interface CoverageView {
  /** Shows one county or all, and offers the county of the location on the map. */
  show(county: string | null, here: CountyChoice | null): void
}

export interface CoverageOptions {
  api: Api
  onCounty(county: string | null): void
  onProblem(error: unknown): void
}

export function openCoverageView(place: HTMLElement, options: CoverageOptions): CoverageView {
  const select = make('select', { id: 'coverage-county' })
  const body = make('div', { class: 'coverage-body' })
  const about = make('p', { class: 'coverage-about' })
  let here: CountyChoice | null = null
  const hereButton = button('', () => here && options.onCounty(here.fips))
  place.replaceChildren(
    make('h2', { id: 'coverage-title', tabindex: '-1' }, 'Coverage'),
    about,
    make(
      'div',
      { class: 'coverage-choice' },
      make('label', { for: select.id }, 'County'),
      select,
      hereButton,
    ),
    legend(),
    body,
  )
  let choices: CountyChoice[] = []
  let pending = new AbortController()
  select.addEventListener('change', () => options.onCounty(select.value || null))
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
  const show = async (county: string | null) => {
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
      about.textContent = `Build ${card.build}. Shares of land are measured inside each county's line, including waters, at up to ${card.probes.anywhere.toLocaleString('en-US')} evenly spread points. Shares of parcels count the parcels of the county in the build for which a section is available or has found nothing.`
      body.replaceChildren(tableOf(card))
    } catch (error) {
      if (signal.aborted) return
      const retry = button('Try again', () => show(county))
      body.replaceChildren(make('p', { role: 'alert' }, formatProblem(error)), retry)
      options.onProblem(error)
    } finally {
      if (!signal.aborted) body.removeAttribute('aria-busy')
    }
  }
  return {
    show(county, choice) {
      here = choice
      void show(county)
    },
  }
}

function legend(): HTMLElement {
  const items = STATUS_ORDER.map((status) =>
    make(
      'li',
      { 'data-status': status },
      statusShape(status),
      make(
        'span',
        {},
        make('strong', {}, STATUS_LABELS[status].word),
        `: ${STATUS_LABELS[status].meaning}`,
      ),
    ),
  )
  return make('ul', { class: 'coverage-legend', 'aria-label': 'Meaning of the statuses' }, ...items)
}

function tableOf({ sections }: Scorecard): HTMLElement {
  const head = [
    'Area',
    'Share of the land',
    ...STATUS_ORDER.map((status) => STATUS_LABELS[status].word),
    'Parcels answered',
    'Source and vintage',
  ].map((text) => make('th', { scope: 'col' }, text))
  return make(
    'table',
    { class: 'coverage-table' },
    make(
      'caption',
      { class: 'unseen' },
      'Share of the land with each status, by section and county',
    ),
    make('thead', {}, make('tr', {}, ...head)),
    ...sections.map(groupOf),
  )
}

function groupOf({ name, stage, counties }: SectionScore): HTMLElement {
  const columns = STATUS_ORDER.length + 4
  const title = make('th', { scope: 'rowgroup', colspan: columns, class: 'group' }, name)
  const none =
    stage === 'live'
      ? 'Live: it has no table in the build, so its coverage is not measured.'
      : 'Nothing in this build.'
  const rows =
    counties.length > 0
      ? counties.map(rowOf)
      : [make('tr', {}, make('td', { colspan: columns, class: 'none' }, none))]
  return make('tbody', {}, make('tr', {}, title), ...rows)
}

function rowOf(county: CountyScore): HTMLElement {
  const { statuses, note, covers, sources } = county
  const now = new Date()
  const sourceItems = sources.map(({ name, vintage }) =>
    make('li', {}, vintage ? `${name}: ${formatVintage(vintage, now)}` : name),
  )
  const parcels = formatParcelShare(county)
  // The name of the county itself is not repeated.
  const parts = covers.filter((each) => each !== county.name)
  return make(
    'tr',
    {},
    make(
      'th',
      { scope: 'row' },
      areaName(county),
      parts.length > 0 ? make('span', { class: 'covers' }, `covers ${parts.join('; ')}`) : null,
    ),
    ...(statuses
      ? shareCells(statuses)
      : [
          make(
            'td',
            { class: 'none', colspan: STATUS_ORDER.length + 1 },
            describeMissingShare(note),
          ),
        ]),
    make(
      'td',
      { class: parcels ? 'parcels' : 'parcels zero', 'data-label': 'Parcels answered' },
      parcels ?? 'none',
    ),
    make(
      'td',
      { class: 'sources' },
      sourceItems.length > 0 ? make('ul', {}, ...sourceItems) : 'no source',
    ),
  )
}

/** Cells with a bar of the statuses and the share of each. */
function shareCells(statuses: StatusCounts): HTMLElement[] {
  const bar = make('div', { class: 'share-bar', 'aria-hidden': 'true' })
  for (const status of STATUS_ORDER) {
    if (statuses[status] === 0) continue
    const part = make('span', { 'data-status': status })
    part.style.flexGrow = `${statuses[status] / totalOf(statuses)}`
    bar.append(part)
  }
  const figures = STATUS_ORDER.map((status) =>
    make(
      'td',
      {
        class: statuses[status] === 0 ? 'figure zero' : 'figure',
        'data-label': STATUS_LABELS[status].word,
      },
      formatShare(statuses, status),
    ),
  )
  return [make('td', { class: 'share-cell' }, bar), ...figures]
}
