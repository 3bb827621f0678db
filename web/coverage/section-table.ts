import type {
  CountyScore,
  Scorecard,
  SectionScore,
  StatusCounts,
} from '../../coverage/scorecard-shape.ts'
import { STATUS_LABELS } from '../../report/status-labels.ts'
import type { UnitSystem } from '../../report/units.ts'
import { button, make } from '../element.ts'
import type { ShownSection } from './county-map.ts'
import { sectionDetails } from './section-details.ts'
import {
  areaName,
  describeMissingShare,
  formatCount,
  formatShown,
  landShare,
  parcelShare,
  type ShownShare,
  STATUS_ORDER,
  totalOf,
} from './shares.ts'

const COLUMNS = 5

export interface SectionTableOptions {
  system(): UnitSystem
  /** Called with the section that a person wants on the map. */
  onChoose(shown: ShownSection): void
}

/** The overview of the sections: a row of shares for each section and county, which unfolds. */
export interface SectionTable {
  element: HTMLElement
  /** Marks the row that is on the map. */
  mark(shown: ShownSection): void
}

export function sectionTable(card: Scorecard, options: SectionTableOptions): SectionTable {
  const choosers = new Map<string, HTMLElement>()
  const scores = card.sections.flatMap(({ counties }) => counties)
  const counties = new Set(scores.map(({ fips }) => fips).filter((fips) => fips !== null))
  const isOneCounty = counties.size <= 1
  const groups = card.sections.map((section) => {
    const head =
      isOneCounty || section.counties.length === 0
        ? []
        : [
            make(
              'tr',
              {},
              make('th', { scope: 'rowgroup', colspan: COLUMNS, class: 'group' }, section.name),
            ),
          ]
    const rows = section.counties.flatMap((score, i) => {
      const title = isOneCounty && i === 0 ? section.name : areaName(score)
      return rowsOf(section, score, title, { options, choosers, isOneCounty })
    })
    if (section.counties.length === 0) rows.push(emptyRow(section))
    return make('tbody', {}, ...head, ...rows)
  })
  const element = make(
    'table',
    { class: 'coverage-table' },
    make('caption', { class: 'unseen' }, 'Share of land and parcels that each section answers'),
    make('thead', {}, make('tr', { class: 'coverage-columns' }, ...headCells())),
    ...groups,
  )
  return {
    element,
    mark(shown) {
      for (const [key, chooser] of choosers) {
        const isShown = key === keyOf(shown.layer, shown.fips)
        chooser.setAttribute('aria-pressed', `${isShown}`)
        chooser.closest('tr')!.toggleAttribute('data-shown', isShown)
      }
    },
  }
}

/** The first section of the card that a map can show, preferring those that are requested. */
export function firstShown(
  { sections }: Scorecard,
  wanted: { layer: string | null; fips: string | null },
): ShownSection | null {
  const all = sections.flatMap(({ layer, name, counties }) =>
    counties.flatMap((score) =>
      score.fips === null ? [] : [{ layer, name, fips: score.fips, county: areaName(score) }],
    ),
  )
  const ofSection = all.filter(({ layer }) => layer === wanted.layer)
  const candidates = ofSection.length > 0 ? ofSection : all
  return candidates.find(({ fips }) => fips === wanted.fips) ?? candidates[0] ?? null
}

function keyOf(layer: string, fips: string): string {
  return `${layer} ${fips}`
}

function headCells(): HTMLElement[] {
  return [
    ...['Section', 'Share of the land', 'Land answered', 'Parcels answered'].map((text) =>
      make('th', { scope: 'col' }, text),
    ),
    make('td', {}),
  ]
}

interface RowContext {
  options: SectionTableOptions
  choosers: Map<string, HTMLElement>
  isOneCounty: boolean
}

/** The row of a section in an area, and the row of its details, which is filled when it opens. */
function rowsOf(
  { layer, name }: SectionScore,
  score: CountyScore,
  title: string,
  { options, choosers, isOneCounty }: RowContext,
): HTMLElement[] {
  const { fips, statuses, note, parcels } = score
  const about = title === name ? name : `${name}, ${title}`
  const id = `coverage-${layer}-${fips ?? 'area'}`
  const cell = make('td', { colspan: COLUMNS })
  const details = make('tr', { id, class: 'details-row', hidden: true }, cell)
  const toggle = button(
    '▸',
    () => {
      details.hidden = !details.hidden
      toggle.setAttribute('aria-expanded', `${!details.hidden}`)
      if (!details.hidden) cell.replaceChildren(sectionDetails(score, options.system()))
    },
    {
      class: 'plain',
      'aria-label': `Details: ${about}`,
      'aria-expanded': 'false',
      'aria-controls': id,
    },
  )
  const head = make('th', { scope: 'row' }, fips === null ? title : null)
  if (fips !== null) {
    const shown = { layer, name, fips, county: areaName(score) }
    const chooser = button(title, () => options.onChoose(shown), {
      class: 'section-choice',
      'aria-label': `${about}: show on the map`,
      'aria-pressed': 'false',
    })
    choosers.set(keyOf(layer, fips), chooser)
    head.append(chooser)
  }
  const land = landShare(score)
  const ofParcels = !isOneCounty && parcels ? ` of ${formatCount(parcels.in_build)}` : ''
  const landCells =
    statuses && land
      ? [make('td', { class: 'share-cell' }, shareBar(statuses)), shareCell(land, 'Land')]
      : [make('td', { class: 'none', colspan: 2 }, describeMissingShare(note))]
  const row = make(
    'tr',
    { class: 'coverage-row' },
    head,
    ...landCells,
    shareCell(parcelShare(score), 'Parcels', ofParcels),
    make('td', { class: 'toggle-cell' }, toggle),
  )
  return [row, details]
}

function shareCell(shown: ShownShare | null, label: string, more = ''): HTMLElement {
  const cell = make('td', { class: 'figure', 'data-label': label })
  if (!shown) {
    cell.classList.add('zero')
    cell.append('not measured')
    return cell
  }
  const { share, margin } = shown
  cell.append(
    make('strong', {}, share),
    make('span', { class: 'margin' }, margin ? ` ${margin}` : ''),
    more,
  )
  return cell
}

function emptyRow({ name, stage }: SectionScore): HTMLElement {
  const why =
    stage === 'live'
      ? 'Live: it has no table in the build, so its coverage is not measured.'
      : 'Nothing in this build.'
  return make(
    'tr',
    { class: 'coverage-row' },
    make('th', { scope: 'row' }, make('span', { class: 'section-name' }, name)),
    make('td', { colspan: COLUMNS - 1, class: 'none' }, why),
  )
}

/** A bar of the statuses at the points of the county, which differ in pattern too. */
function shareBar(statuses: StatusCounts): HTMLElement {
  const shown = STATUS_ORDER.filter((status) => statuses[status] > 0)
  const text = shown.map(
    (status) => `${STATUS_LABELS[status].word} ${formatShown(landShare({ statuses }, [status])!)}`,
  )
  const bar = make('div', { class: 'share-bar', role: 'img', 'aria-label': text.join(', ') })
  bar.title = text.join(', ')
  for (const status of shown) {
    const part = make('span', { 'data-status': status })
    part.style.flexGrow = `${statuses[status] / totalOf(statuses)}`
    bar.append(part)
  }
  return bar
}
