import { round } from '../../values/round.ts'
import { compareText } from '../../values/text-order.ts'
import type { LocatedParcel, LocatedRow, OverlappingRow } from '../location.ts'
import { authorityRank } from './authority.ts'

/** A district as answers list it next to the one that answers. */
export interface NamedDistrict {
  district: string
  description: string | null
  jurisdiction: string
}

export interface DistrictOnParcel extends NamedDistrict {
  is_overlay: boolean
  coverage_pct: number
  area_m2: number
}

/**
 * Orders districts, the one that answers first: by level of authority, then by name and key, so
 * that the order of a file decides nothing.
 */
export function byAuthority(a: LocatedRow, b: LocatedRow): number {
  return (
    authorityRank(`${a.row.authority_level}`) - authorityRank(`${b.row.authority_level}`) ||
    compareText(`${a.row.jurisdiction}`, `${b.row.jurisdiction}`) ||
    compareText(`${a.row.district ?? a.row.code}`, `${b.row.district ?? b.row.code}`) ||
    compareText(keyOf(a), keyOf(b))
  )
}

export function named({ row }: LocatedRow): NamedDistrict {
  return {
    district: row.district as string,
    description: row.description as string | null,
    jurisdiction: row.jurisdiction as string,
  }
}

/** A line per district and authority, base districts first, the largest first. */
export function districtsOnParcel(
  found: readonly OverlappingRow[],
  parcel: LocatedParcel,
): DistrictOnParcel[] {
  const groups = new Map<string, DistrictOnParcel>()
  for (const each of [...found].sort(byAuthority)) {
    const district = { ...named(each), is_overlay: each.row.is_overlay as boolean }
    const key = JSON.stringify(district)
    const group = groups.get(key) ?? { ...district, coverage_pct: 0, area_m2: 0 }
    group.area_m2 += each.area_m2
    groups.set(key, group)
  }
  return [...groups.values()]
    .sort((a, b) => Number(a.is_overlay) - Number(b.is_overlay) || b.area_m2 - a.area_m2)
    .map((group) => ({
      ...group,
      coverage_pct: round((group.area_m2 / parcel.area_m2) * 100, 2),
      area_m2: round(group.area_m2, 1),
    }))
}

function keyOf({ row }: LocatedRow): string {
  return `${row.zoning_district_key ?? row.future_land_use_key}`
}

/** Codes of districts for a sentence, each once, in order of first mention. */
export function listCodes(districts: readonly { district: string }[]): string {
  return [...new Set(districts.map(({ district }) => district))].join(', ')
}
