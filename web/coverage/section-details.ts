import type { CountyScore } from '../../coverage/scorecard-shape.ts'
import { formatVintage } from '../../report/age.ts'
import { fieldFormat } from '../../report/field-format.ts'
import { STATUS_LABELS } from '../../report/status-labels.ts'
import { formatMeasure, type UnitSystem } from '../../report/units.ts'
import { fact, make } from '../element.ts'
import {
  describeMissingShare,
  formatCount,
  formatPct,
  formatShown,
  landShare,
  parcelShare,
  STATUS_ORDER,
} from './shares.ts'

type ProbeKind = keyof CountyScore['by_probe']
/** What the points of each kind are. */
const KIND_LABELS: Record<ProbeKind, string> = {
  anywhere: 'Spread over the county',
  inside: 'Inside a covered area',
  border: 'At the border of one',
}
const PROBE_KINDS = Object.keys(KIND_LABELS) as ProbeKind[]

/** All that the scorecard has of a section in one area. */
export function sectionDetails(score: CountyScore, system: UnitSystem): HTMLElement {
  const { covers, county_line, land, parcels, statuses, note, sources } = score
  const shares = statuses
    ? STATUS_ORDER.map((status) => {
        const { word } = STATUS_LABELS[status]
        return `${word} ${formatShown(landShare(score, [status])!)}`
      }).join(', ')
    : null
  const withData = parcelShare(score, 'available_pct')
  const area = county_line
    ? formatMeasure({ value: county_line.area_km2, unit: 'km²' }, system)
    : null
  const scale = county_line?.scale_denominator
  return make(
    'div',
    { class: 'section-details' },
    make(
      'dl',
      {},
      ...fact('Covers', covers.length > 0 ? covers.join('; ') : 'no declared area'),
      ...fact(
        'Land',
        shares && land
          ? `${shares}, of ${formatCount(land.probes)} points`
          : describeMissingShare(note),
      ),
      ...fact(
        'Parcels',
        parcels && withData
          ? `${formatShown(parcelShare(score)!)} answered, ${formatShown(withData)} with data, of ${formatCount(parcels.in_build)} in the build (${formatCount(parcels.probes)} looked at)`
          : 'the section does not answer by parcel, or the build has none here',
      ),
      ...fact(
        'County line',
        county_line &&
          `${area} inside, edition ${county_line.vintage}${scale ? `, drawn for 1:${formatCount(scale)}` : ''}`,
      ),
      ...fact('Source and vintage', sourceList(sources)),
    ),
    kindTable(score),
    fillTable(score),
  )
}

function sourceList(sources: CountyScore['sources']): Node | string {
  if (sources.length === 0) return 'no source'
  const now = new Date()
  const items = sources.map(({ name, vintage, answers }) => {
    const edition = vintage ? `${name}: ${formatVintage(vintage, now)}` : name
    return make('li', {}, `${edition}, in ${formatCount(answers)} answers`)
  })
  return make('ul', {}, ...items)
}

/** Points by kind and status: kinds are not added up, since only the first represents a county. */
function kindTable({ by_probe }: CountyScore): HTMLElement | null {
  const kinds = PROBE_KINDS.filter((kind) => by_probe[kind])
  if (kinds.length === 0) return null
  const head = ['Points', ...STATUS_ORDER.map((status) => STATUS_LABELS[status].word)]
  return make(
    'table',
    { class: 'small-table' },
    make('caption', {}, 'Points by kind and status'),
    make('thead', {}, make('tr', {}, ...head.map((text) => make('th', { scope: 'col' }, text)))),
    make(
      'tbody',
      {},
      ...kinds.map((kind) =>
        make(
          'tr',
          {},
          make('th', { scope: 'row' }, KIND_LABELS[kind]),
          ...STATUS_ORDER.map((status) =>
            make('td', { class: 'figure' }, formatCount(by_probe[kind]![status])),
          ),
        ),
      ),
    ),
  )
}

/** How often each field has a value where the section has data. */
function fillTable({ fill }: CountyScore): HTMLElement | null {
  const fields = Object.entries(fill)
  if (fields.length === 0) return null
  return make(
    'details',
    { class: 'fill' },
    make(
      'summary',
      {},
      `How often each of ${fields.length} fields has a value, where there is data`,
    ),
    make(
      'ul',
      {},
      ...fields.map(([field, share]) =>
        make('li', {}, `${fieldFormat(field).label} `, make('span', {}, formatPct(100 * share))),
      ),
    ),
  )
}
