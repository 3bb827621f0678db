import { round } from '../../values/round.ts'
import { wordList } from '../../values/word-list.ts'
import type { Location } from '../location.ts'
import { describePoint } from '../point-position.ts'
import type { FloodData } from './data.ts'
import { BLANK_MIN_M2 } from './parcel-zones.ts'
import { nameZone, riskOf } from './zones.ts'

const NOT_SAFE = 'which is not the same as low risk'

/**
 * One sentence: first the parcel where a high-risk zone touches it, then the point with its name,
 * then the part of the parcel whose risk nobody determined.
 */
export function summarise(data: FloodData, location: Location): string {
  const point = describePoint(location.point)
  const { zone_at_point: zone, parcel_in_flood_zone: part } = data
  const further = undeterminedOnParcel(data, location)
  if (part === 'part' || part === 'whole') {
    const lead = part === 'whole' ? 'Wholly' : 'Partly'
    const here = zone ? `${point} is in ${zoneHere(zone)}` : `the study does not map ${point}`
    return `${[`${lead} in a high-risk flood zone: ${highRiskShare(data)}`, here, ...further].join('; ')}.`
  }
  if (!zone) return `The flood study does not map ${point}, ${NOT_SAFE}.`
  if (riskOf(zone) === 'water')
    return `${[`Open water: FEMA assigns no flood zone at ${point}`, ...further].join('; ')}.`
  const lead =
    data.is_in_flood_zone === true
      ? 'In a high-risk flood zone'
      : data.is_in_flood_zone === null
        ? 'The flood risk here is not determined'
        : 'Not in a high-risk flood zone'
  return `${[`${lead}: ${point} is in ${zoneHere(zone)}`, ...further].join('; ')}.`
}

/** `zone AE, base flood elevation 9 ft (NAVD88)` */
function zoneHere(zone: NonNullable<FloodData['zone_at_point']>): string {
  const elevation = zone.base_flood_elevation_ft
  return elevation === null
    ? nameZone(zone)
    : `${nameZone(zone)}, base flood elevation ${elevation} ft (${zone.bfe_datum})`
}

/** `86 % of the parcel is in zone AE`; overlapping zones add to more than the parcel. */
function highRiskShare({ zones_on_parcel, parcel_in_flood_zone }: FloodData): string {
  const high = zones_on_parcel!.filter(({ is_in_flood_zone }) => is_in_flood_zone)
  const names = [...new Set(high.map(({ zone }) => zone))]
  const sum = round(
    high.reduce((total, { coverage_pct }) => total + coverage_pct, 0),
    2,
  )
  const share =
    parcel_in_flood_zone === 'whole'
      ? '100'
      : sum >= 100
        ? 'up to 100'
        : sum < 0.01
          ? 'less than 0.01'
          : `${sum}`
  return `${share} % of the parcel is in ${names.length > 1 ? 'zones' : 'zone'} ${wordList(names)}`
}

/**
 * Parts on undetermined and unmapped land of the parcel, which must not pass for land without risk.
 */
function undeterminedOnParcel(data: FloodData, { parcel }: Location): string[] {
  if (!parcel || !data.zones_on_parcel) return []
  const open = data.zones_on_parcel.filter(
    (zone) => riskOf(zone) === 'undetermined' && zone.area_m2 > BLANK_MIN_M2,
  )
  const isPointOpen = data.zone_at_point !== null && riskOf(data.zone_at_point) === 'undetermined'
  const undetermined =
    open.length > 0 && !isPointOpen
      ? [`the risk of ${sharesOf(open.map(({ coverage_pct }) => coverage_pct))} is not determined`]
      : []
  const unmapped = data.unmapped_pct ?? 0
  if (unmapped < 0.01 || (unmapped / 100) * parcel.area_m2 <= BLANK_MIN_M2) return undetermined
  return [...undetermined, `${sharesOf([unmapped])} is not mapped, ${NOT_SAFE}`]
}

function sharesOf(percentages: readonly number[]): string {
  const sum = percentages.reduce((total, pct) => total + pct, 0)
  return `${round(Math.min(100, sum), 2)} % of the parcel`
}
