import { vintageAge, vintageYears } from '../layers/vintage-age.ts'
import { formatShare } from './flood-verdict.ts'
import { dataOf, rollYear, type SectionName, type Sections } from './key-facts.ts'
import { formatMeasure, type UnitSystem } from './units.ts'

/** Something that a buyer, a builder or a planner has to look into. */
export interface Warning {
  text: string
  layer: SectionName
}

const SHARE_MIN_PCT = 0.5
/** Ground that rises by more over a lot shapes what is built on it. */
const RELIEF_MIN_FT = 10
/** A roll of more years back may have missed a sale and a building. */
const ROLL_YEARS_MAX = 3
/** FEMA may well have drawn an older map anew. */
const FLOOD_MAP_YEARS_MAX = 10

/** What to watch at a location, the worst first; the flood verdict is a card of its own. */
export function watchList(sections: Sections, now: Date, system: UnitSystem): Warning[] {
  return READS.flatMap((read) => read(sections, now, system))
}

type Read = (sections: Sections, now: Date, system: UnitSystem) => Warning[]

const floodway: Read = (sections) => {
  const zones = dataOf(sections, 'flood')?.zones_on_parcel ?? []
  const ways = zones.filter(({ zone_subtype }) => /floodway/i.test(zone_subtype ?? ''))
  if (ways.length === 0) return []
  const share = ways.reduce((sum, { coverage_pct }) => sum + coverage_pct, 0)
  return warn('flood', `Regulatory floodway on ${formatShare(Math.min(100, share))} of the lot`)
}

const floodGap: Read = (sections) => {
  const flood = dataOf(sections, 'flood')
  const unmapped = flood?.unmapped_pct ?? 0
  if (unmapped < SHARE_MIN_PCT) return []
  // Outside of high-risk zones the verdict states it, and of a lot that is not mapped at all.
  if (
    unmapped > 99.5 ||
    !(flood?.is_in_flood_zone || /whole|part/.test(flood?.parcel_in_flood_zone ?? ''))
  )
    return []
  return warn('flood', `${formatShare(unmapped)} of the lot is not mapped for flood risk`)
}

const oldFloodMap: Read = (sections, now) => {
  const flood = sections.flood
  const years = vintageYears(flood?.source?.vintage ?? '')
  if (flood?.status !== 'available' || !years) return []
  if (now.getUTCFullYear() - years.from <= FLOOD_MAP_YEARS_MAX) return []
  const when = years.from === years.to ? `${years.to}` : `the ${years.from}s`
  return warn('flood', `The flood map is of ${when}: FEMA’s current one may differ`)
}

const wetlands: Read = (sections) => {
  const wetlands = dataOf(sections, 'wetlands')
  if (!wetlands) return []
  const share = Math.min(100, wetlands.parcel_coverage_pct ?? 0)
  if (share >= SHARE_MIN_PCT)
    return warn('wetlands', `Mapped wetland or water on ${formatShare(share)} of the lot`)
  return wetlands.is_on_wetland ? warn('wetlands', 'On a mapped wetland or water') : []
}

const septic: Read = (sections) => {
  const utilities = dataOf(sections, 'utilities')
  if (utilities?.wastewater !== 'septic') return []
  const likely = utilities.wastewater_confidence === 'likely' ? 'Likely a' : 'A'
  return warn('utilities', `${likely} septic system, not sewer`)
}

const hydric: Read = (sections) => {
  const soils = dataOf(sections, 'soils')?.soil_units ?? []
  const wet = soils.filter(
    ({ hydric_class, coverage_pct }) =>
      coverage_pct !== null && /^(predominantly )?hydric$/.test(hydric_class ?? ''),
  )
  const share = wet.reduce((sum, { coverage_pct }) => sum + (coverage_pct ?? 0), 0)
  if (share < SHARE_MIN_PCT) return []
  return warn('soils', `Hydric (wet) soils on ${formatShare(Math.min(100, share))} of the lot`)
}

const fire: Read = (sections) => {
  const severity = dataOf(sections, 'code_basis')?.fire_hazard_severity
  return severity ? warn('code_basis', `${severity} fire hazard severity zone`) : []
}

const wind: Read = (sections) => {
  const code = dataOf(sections, 'code_basis')
  if (!code?.wind_borne_debris_region) return []
  const speed = code.wind_speed_mph === null ? '' : `, design wind ${code.wind_speed_mph} mph`
  return warn('code_basis', `Wind-borne debris region${speed}`)
}

const slope: Read = (sections, _now, system) => {
  const relief = dataOf(sections, 'elevation')?.terrain?.relief_ft ?? 0
  if (relief < RELIEF_MIN_FT) return []
  const rise = formatMeasure({ value: Math.round(relief), unit: 'ft' }, system)
  return warn('elevation', `The ground rises ${rise} across the lot`)
}

const openPermits: Read = (sections) => {
  const own = dataOf(sections, 'permits')?.permits.filter(({ is_on_parcel }) => is_on_parcel) ?? []
  const open = own.filter(
    ({ finaled_at, status }) => finaled_at === null && !ENDED.test(status ?? ''),
  )
  if (open.length === 0) return []
  const count = open.length === 1 ? 'A permit' : `${open.length} permits`
  return warn('permits', `${count} on the lot without a final inspection on record`)
}
const ENDED = /final|clos|complet|expire|void|cancel|withdraw/i

const stacked: Read = (sections) => {
  const parcel = dataOf(sections, 'parcel')
  if (!parcel || parcel.parcel_count_here < 2) return []
  const count = parcel.parcel_count_here.toLocaleString('en-US')
  return warn('parcel', `${count} parcels share this place, as units of a condominium do`)
}

const oldRoll: Read = (sections, now) => {
  const year = rollYear(sections)
  if (!year || now.getUTCFullYear() - year <= ROLL_YEARS_MAX) return []
  const age = vintageAge(`${year}`, now)
  return warn('tax', `The assessment roll is of ${year}${age === null ? '' : `, ${age}`}`)
}

/** In the order in which they are listed. */
const READS: readonly Read[] = [
  ...[floodway, floodGap, oldFloodMap, wetlands, septic, hydric, fire, wind, slope, openPermits],
  ...[stacked, oldRoll],
]

function warn(layer: SectionName, text: string): Warning[] {
  return [{ layer, text }]
}
