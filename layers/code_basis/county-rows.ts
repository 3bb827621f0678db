import type { PackValue } from '../../packs/pack-format.ts'
import type { LocatedRow, Location } from '../location.ts'

/** The rows of one table that hold for the county of a location. */
export interface CountyRows {
  rows: LocatedRow[]
  /** County codes of the rows, where they are not the county's own but its counterparts'. */
  counterparts: string[]
}

/**
 * Rows under the county's own code, else those under its counterparts in another scheme of codes
 * (Connecticut's counties and planning regions); of several editions the latest. Lists name
 * editions so that their texts sort by year: ASCE 7-05, 7-10, 7-16, 7-22.
 */
export function rowsOfCounty(keyed: readonly LocatedRow[], county: Location['county']): CountyRows {
  const own = keyed.filter(({ row }) => row.county_fips === county?.fips)
  const chosen = own.length > 0 ? own : keyed
  const editions = chosen.map(({ row }) => `${row.edition ?? ''}`).sort()
  const rows = chosen.filter(({ row }) => `${row.edition ?? ''}` === editions.at(-1))
  const codes = [...new Set(rows.map(({ row }) => `${row.county_fips}`))].sort()
  return { rows, counterparts: own.length > 0 ? [] : codes }
}

/**
 * Value that all rows have in a column; null where they differ: `differing` then gets its `label`.
 */
export function agreedValue(
  { rows }: CountyRows,
  column: string,
  differing: Set<string>,
  label?: string,
): PackValue {
  if (rows.length === 0) return null
  const [value, ...others] = rows.map(({ row }) => row[column] ?? null)
  if (others.every((other) => other === value)) return value
  differing.add(label ?? column.replace(/_(ft|psf|mph)$/, '').replaceAll('_', ' '))
  return null
}
