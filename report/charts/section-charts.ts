import { riskOf } from '../../layers/flood/zones.ts'
import type { Section } from '../../layers/section.ts'
import { formatUsd } from '../../values/us-dollars.ts'
import { kindInWords, MONTHS } from '../facts.ts'
import { dataOf, type Sections } from '../key-facts.ts'
import { titleCase } from '../title-case.ts'
import type { Chart } from './drawing.ts'
import { type Share, shareBar } from './share-bar.ts'
import { type Series, timeChart } from './time-chart.ts'
import { type TimedEvent, timeline } from './timeline.ts'

/**
 * The charts of a section of the build; `sections` are those of its dossier, as sales are from two
 * of them. Those of the weather are apart, since a page loads them with it.
 */
export function sectionCharts({ layer }: Section, sections: Sections): Chart[] {
  switch (layer) {
    case 'flood':
      return flood(sections)
    case 'wetlands':
      return wetlands(sections)
    case 'soils':
      return soils(sections)
    case 'zoning':
      return zoning(sections)
    case 'market':
      return values(sections)
    case 'permits':
      return permits(sections)
  }
  return []
}

/** Colours of categories that have none of their own. */
const TONES = 6

function flood(sections: Sections): Chart[] {
  const data = dataOf(sections, 'flood')
  if (!data?.zones_on_parcel?.length) return []
  const zones: Share[] = data.zones_on_parcel.map((zone) => ({
    label: zone.zone_subtype && zone.zone === 'X' ? zone.description : `Zone ${zone.zone}`,
    pct: zone.coverage_pct,
    tone: riskOf(zone),
  }))
  const unmapped = data.unmapped_pct ?? 0
  if (unmapped > 0) zones.push({ label: 'Not mapped', pct: unmapped, tone: 'unmapped' })
  return [shareBar('Flood zones on the lot', joined(zones))]
}

function wetlands(sections: Sections): Chart[] {
  const found = dataOf(sections, 'wetlands')?.wetlands ?? []
  const shares = found.flatMap(({ type, coverage_pct }) =>
    coverage_pct === null ? [] : [{ label: type, pct: coverage_pct }],
  )
  return shares.length > 0 ? [shareBar('Wetlands and waters on the lot', toned(shares))] : []
}

function soils(sections: Sections): Chart[] {
  const found = dataOf(sections, 'soils')?.soil_units ?? []
  const shares = found.flatMap(({ map_unit, coverage_pct }) =>
    coverage_pct === null ? [] : [{ label: map_unit, pct: coverage_pct }],
  )
  return shares.length > 1 ? [shareBar('Soils on the lot', toned(shares))] : []
}

function zoning(sections: Sections): Chart[] {
  const found = dataOf(sections, 'zoning')?.districts_on_parcel ?? []
  const base = found.filter(({ is_overlay }) => !is_overlay)
  const shares = base.map(({ district, description, coverage_pct }) => ({
    label: description ? `${district} (${description})` : district,
    pct: coverage_pct,
  }))
  return shares.length > 1 ? [shareBar('Zoning districts on the lot', toned(shares))] : []
}

/** Estimates of the provider, and the sales that the provider and the roll record. */
function values(sections: Sections): Chart[] {
  const seen = dataOf(sections, 'market')?.observations ?? []
  const estimates = seen.flatMap(({ as_of, estimated_value }) => {
    const at = dateOf(as_of)
    return at && estimated_value ? [{ at, value: estimated_value }] : []
  })
  const roll = dataOf(sections, 'tax')?.roll
  const sale =
    roll?.last_sale_price && roll.last_sale_year
      ? [saleOf(roll.last_sale_year, roll.last_sale_month, roll.last_sale_price)]
      : []
  if (estimates.length + sale.length < 2) return []
  const series: Series[] = [
    { label: "Provider's estimate", points: estimates, tone: '1', isLine: true },
    { label: 'Recorded sale', points: sale, tone: '2', isLine: false },
  ]
  const isNamed = series.filter(({ points }) => points.length > 0)
  return [timeChart('Estimates and sales', isNamed, short)]
}

function saleOf(year: number, month: number | null, value: number): Series['points'][number] {
  const at = new Date(Date.UTC(year, (month ?? 7) - 1, 1))
  return { at, value, text: month === null ? `${year}` : `${MONTHS[month - 1]} ${year}` }
}

/** `$1.3M`: an axis has no room for more. */
function short(value: number): string {
  if (value >= 1e6) return `$${Number((value / 1e6).toFixed(2))}M`
  return value >= 1e4 ? `$${Math.round(value / 1e3)}k` : formatUsd(value)
}

/** The time of a text; null for none and for one that is not a time. */
function dateOf(text: string | null): Date | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time)
}

function permits(sections: Sections): Chart[] {
  const found = dataOf(sections, 'permits')?.permits ?? []
  const events: TimedEvent[] = found.flatMap(({ issued_at, type, is_on_parcel, address }) => {
    const at = dateOf(issued_at)
    return at === null
      ? []
      : [
          {
            at,
            label: [type && kindInWords(type), address && titleCase(address)]
              .filter(Boolean)
              .join(', '),
            row: is_on_parcel ? 'On the lot' : 'Nearby',
            tone: is_on_parcel ? '2' : '1',
          },
        ]
  })
  return events.length > 1 ? [timeline('Permits', ['On the lot', 'Nearby'], events)] : []
}

/** Shares of one name as one, in the order of the first. */
function joined(shares: readonly Share[]): Share[] {
  const sums = new Map<string, Share>()
  for (const share of shares) {
    const known = sums.get(share.label)
    sums.set(share.label, known ? { ...known, pct: known.pct + share.pct } : share)
  }
  return [...sums.values()]
}

function toned(shares: readonly Omit<Share, 'tone'>[]): Share[] {
  return joined(shares.map((share) => ({ ...share, tone: '' }))).map((share, i) => ({
    ...share,
    tone: `${(i % TONES) + 1}`,
  }))
}
