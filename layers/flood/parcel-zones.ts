import { round } from '../../values/round.ts'
import type { Coverage, Location, Row, SectionRows } from '../location.ts'
import type { FloodData, ZoneOnParcel } from './data.ts'
import { navd88Elevation, worstFirst, zoneOfRow, zoneRow } from './zone-rows.ts'
import { isHighRisk, MINIMAL_X, riskOf, type ZoneClass, zoneRank } from './zones.ts'

/** A blank smaller than this is the rounding of shared borders. */
export const BLANK_MIN_M2 = 0.5

/** Fields of the answer on the whole parcel. */
export type ParcelZones = Pick<
  FloodData,
  'zones_on_parcel' | 'highest_risk_zone_on_parcel' | 'unmapped_pct' | 'parcel_in_flood_zone'
>

export const WITHOUT_PARCEL: ParcelZones = {
  zones_on_parcel: null,
  highest_risk_zone_on_parcel: null,
  unmapped_pct: null,
  parcel_in_flood_zone: null,
}

interface Group {
  zone: ZoneClass
  row: Row | null
  area_m2: number
}

/** True for a study that declares its blank land as zone X. */
export function isMinimalOutside({ outside }: Coverage): boolean {
  return outside === 'minimal'
}

/** One row per zone, subtype and elevation; percentages are computed, never normalised. */
export function zonesOnParcel(
  { area_m2: parcelArea }: NonNullable<Location['parcel']>,
  zones: SectionRows[string],
): ParcelZones {
  // Rows of one rank stay in the order of their groups: worst elevation first.
  const mapped = groupsOf(zones, parcelArea)
    .filter(({ zone }) => riskOf(zone) !== 'unmapped')
    .sort((a, b) => zoneRank(a.zone) - zoneRank(b.zone))
  const mappedArea = areaOf(mapped) + zones.slivers_m2
  return {
    zones_on_parcel: mapped.map(
      ({ zone, row, area_m2 }): ZoneOnParcel => ({
        ...zoneRow(zone, row),
        coverage_pct: round((area_m2 / parcelArea) * 100, 2),
        area_m2: round(area_m2, 1),
      }),
    ),
    highest_risk_zone_on_parcel: mapped[0]?.zone.zone ?? null,
    unmapped_pct: round((1 - mappedArea / parcelArea) * 100, 2) + 0,
    parcel_in_flood_zone: highRiskPart(mapped, parcelArea, zones.slivers_m2),
  }
}

/** The zones drawn on the parcel, and land that a study leaves blank because it is zone X. */
function groupsOf(zones: SectionRows[string], parcelArea: number): Group[] {
  const groups = new Map<string, Group>()
  const add = (zone: ZoneClass, row: Row | null, area_m2: number) => {
    const key = JSON.stringify([zone, row && navd88Elevation(row), row?.depth_ft ?? null])
    const group = groups.get(key) ?? { zone, row, area_m2: 0 }
    group.area_m2 += area_m2
    groups.set(key, group)
  }
  for (const { row, area_m2 } of [...zones.onParcel].sort(worstFirst))
    add(zoneOfRow(row), row, area_m2)
  for (const study of zones.coverageOnParcel.filter(isMinimalOutside)) {
    const own = zones.onParcel.filter(({ row }) => row.partition === study.partition)
    // A sliver that is left out is drawn all the same.
    const drawn = areaOf(own) + zones.slivers_m2
    const blank = Math.min(study.parcel_m2, parcelArea) - drawn
    if (blank > BLANK_MIN_M2) add({ zone: 'X', zone_subtype: MINIMAL_X }, null, blank)
  }
  return [...groups.values()]
}

/**
 * How much of the parcel is in high-risk zones: the whole where one of them covers it, or where
 * they do together and nothing overlaps. Areas of overlapping zones do not prove it.
 */
function highRiskPart(
  mapped: readonly Group[],
  parcelArea: number,
  slivers_m2: number,
): FloodData['parcel_in_flood_zone'] {
  const high = mapped.filter(({ zone }) => isHighRisk(zone))
  if (high.length === 0) return mapped.some(({ zone }) => isDetermined(zone)) ? 'none' : null
  const rounding = BLANK_MIN_M2 + slivers_m2
  const coversAll = (area_m2: number) => area_m2 >= parcelArea - rounding
  const isOverlaid = areaOf(mapped) > parcelArea + rounding
  const isWhole =
    high.some(({ area_m2 }) => coversAll(area_m2)) || (coversAll(areaOf(high)) && !isOverlaid)
  return isWhole ? 'whole' : 'part'
}

/** False for zone D and open water, which are drawn and do not determine a risk. */
function isDetermined(zone: ZoneClass): boolean {
  return !['undetermined', 'water', 'unmapped'].includes(riskOf(zone))
}

function areaOf(all: readonly { area_m2: number }[]): number {
  return all.reduce((sum, { area_m2 }) => sum + area_m2, 0)
}
