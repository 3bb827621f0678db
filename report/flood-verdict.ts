import type { FloodData } from '../layers/flood/data.ts'
import { type Risk, riskOf } from '../layers/flood/zones.ts'
import { vintageAge } from '../layers/vintage-age.ts'
import { dataOf, type Sections } from './key-facts.ts'
import { titleCase } from './title-case.ts'

/** How a verdict is coloured: by the highest risk on the parcel, or that nobody determined it. */
export type VerdictLevel = Risk | 'not_known'

/** What FEMA's maps state of a lot in a few words. */
export interface FloodVerdict {
  level: VerdictLevel
  title: string
  detail: string | null
}

/** Shares of less are the lines of two maps that do not quite agree. */
const SHARE_MIN_PCT = 0.5

/** The verdict on flood risk; null in an answer without that section. */
export function floodVerdict(sections: Sections): FloodVerdict | null {
  const section = sections.flood
  if (!section) return null
  const flood = dataOf(sections, 'flood')
  if (!flood) {
    const isMissing = section.status === 'not_available'
    const title = isMissing ? 'Flood risk unavailable now' : 'Flood risk not known'
    return { level: 'not_known', title, detail: section.reason ?? section.summary }
  }
  const part = flood.parcel_in_flood_zone
  if (part === 'whole' || part === 'part') return ofHighRisk(flood, part)
  if (flood.is_in_flood_zone === true) {
    const zone = flood.zone_at_point!
    return { level: riskOf(zone), title: zone.description, detail: null }
  }
  return ofOther(flood)
}

function ofHighRisk(flood: FloodData, part: 'whole' | 'part'): FloodVerdict {
  const high = flood.zones_on_parcel!.filter(({ is_in_flood_zone }) => is_in_flood_zone)
  const names = [...new Set(high.map(({ zone }) => zone))]
  const share = Math.min(100, sum(high.map(({ coverage_pct }) => coverage_pct)))
  const title = part === 'whole' ? 'In a high-risk flood zone' : 'Partly in a high-risk flood zone'
  const zones = `zone ${names.join(' and ')}`
  return {
    level: riskOf(high[0]),
    title,
    detail: `${formatShare(share)} of the lot is in ${zones}`,
  }
}

const OTHERS: Record<Exclude<Risk, 'high' | 'high_coastal'>, string> = {
  undetermined: 'Flood risk not determined',
  moderate: 'Moderate flood risk',
  minimal: 'Outside of high-risk flood zones',
  water: 'Open water. FEMA assigns no flood zone here.',
  unmapped: 'Not mapped for flood risk',
}

function ofOther(flood: FloodData): FloodVerdict {
  const zones = flood.zones_on_parcel ?? (flood.zone_at_point ? [flood.zone_at_point] : [])
  const unmapped = flood.unmapped_pct ?? 0
  if (zones.length === 0 || !flood.mapped) {
    const detail = 'Not mapped is not the same as low risk.'
    return { level: 'unmapped', title: OTHERS.unmapped, detail }
  }
  const [worst] = zones
  const level = riskOf(worst)
  const title = OTHERS[level as keyof typeof OTHERS] ?? worst.description
  if (unmapped >= SHARE_MIN_PCT)
    return { level, title, detail: `${formatShare(unmapped)} of the lot is not mapped` }
  return { level, title, detail: level === 'water' ? null : worst.description }
}

/** The map of a verdict and its age: a line without it would seem to be of today. */
export function floodMapAge({ flood }: Sections, now: Date): string | null {
  const source = flood?.status === 'available' ? flood.source : undefined
  if (!source?.vintage || source.kind === 'live') return null
  const age = vintageAge(source.vintage, now)
  return `Map: ${titleCase(source.name)}, ${source.vintage}${age === null ? '' : `, ${age}`}.`
}

/** `86 %`; less than one is not rounded to nothing, nor almost all to all. */
export function formatShare(pct: number): string {
  if (pct > 0 && pct < 1) return 'less than 1 %'
  if (pct > 99 && pct < 100) return 'more than 99 %'
  return `${Math.round(pct)} %`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
