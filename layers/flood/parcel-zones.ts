import type { z } from 'zod'
import { round } from '../../values/round.ts'
import type { Coverage, Location, Row, SectionRows } from '../location.ts'
import type { FloodData } from './section.ts'
import { navd88Elevation, worstFirst, type ZoneOnParcel, zoneOfRow, zoneRow } from './zone-rows.ts'
import { isHighRisk, MINIMAL_X, riskOf, type ZoneClass, zoneRank } from './zones.ts'

/** A blank smaller than this is the rounding of shared borders. */
export const BLANK_MIN_M2 = 0.5

/** The part of the flood data that is of the whole parcel. */
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
  facts: ZoneClass
  row: Row | null
  area_m2: number
}

/** Whether a study says that what it covers and leaves blank is zone X. */
export function isMinimalOutside({ outside }: Coverage): boolean {
  return outside === 'minimal'
}

/** One row per zone, subtype and elevation; percentages are computed, never normalised. */
export function zonesOnParcel(
  { area_m2: parcelArea }: NonNullable<Location['parcel']>,
  zones: SectionRows[string],
): ParcelZones {
  // Rows of one rank keep the order of their groups: worst elevation first.
  const mapped = groupsOf(zones, parcelArea)
    .filter(({ facts }) => riskOf(facts) !== 'unmapped')
    .sort((a, b) => zoneRank(a.facts) - zoneRank(b.facts))
  const mappedArea = areaOf(mapped) + zones.slivers_m2
  return {
    zones_on_parcel: mapped.map(
      ({ facts, row, area_m2 }): z.infer<typeof ZoneOnParcel> => ({
        ...zoneRow(facts, row),
        coverage_pct: round((area_m2 / parcelArea) * 100, 2),
        area_m2: round(area_m2, 1),
      }),
    ),
    highest_risk_zone_on_parcel: mapped[0]?.facts.zone ?? null,
    unmapped_pct: round((1 - mappedArea / parcelArea) * 100, 2) + 0,
    parcel_in_flood_zone: highRiskPart(mapped, parcelArea, zones.slivers_m2),
  }
}

/** The zones drawn on the parcel, and land that a study leaves blank because it is zone X. */
function groupsOf(zones: SectionRows[string], parcelArea: number): Group[] {
  const groups = new Map<string, Group>()
  const add = (facts: ZoneClass, row: Row | null, area_m2: number) => {
    const key = JSON.stringify([facts, row && navd88Elevation(row), row?.depth_ft ?? null])
    const group = groups.get(key) ?? { facts, row, area_m2: 0 }
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
 * How much of the parcel is in high-risk zones. All of it is where one of them covers it, or where
 * they do together and nothing overlaps: of zones that are drawn over each other nobody knows.
 */
function highRiskPart(
  mapped: readonly Group[],
  parcelArea: number,
  slivers_m2: number,
): FloodData['parcel_in_flood_zone'] {
  const high = mapped.filter(({ facts }) => isHighRisk(facts))
  if (high.length === 0) return mapped.some(({ facts }) => isDetermined(facts)) ? 'none' : null
  const rounding = BLANK_MIN_M2 + slivers_m2
  const coversAll = (area_m2: number) => area_m2 >= parcelArea - rounding
  const isOverlaid = areaOf(mapped) > parcelArea + rounding
  const isWhole =
    high.some(({ area_m2 }) => coversAll(area_m2)) || (coversAll(areaOf(high)) && !isOverlaid)
  return isWhole ? 'whole' : 'part'
}

/** Zone D and open water are drawn, and say of no land that it is not high risk. */
function isDetermined(facts: ZoneClass): boolean {
  return !['undetermined', 'water', 'unmapped'].includes(riskOf(facts))
}

function areaOf(all: readonly { area_m2: number }[]): number {
  return all.reduce((sum, { area_m2 }) => sum + area_m2, 0)
}
