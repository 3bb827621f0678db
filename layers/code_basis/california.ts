import type { Location, SectionRows } from '../location.ts'
import { compareSeverity } from './fire-hazard.ts'
import type { TableNote } from './notes.ts'

const CALIFORNIA_FIPS = '06'

export function isCalifornian(county: Location['county']): boolean {
  return county?.fips.startsWith(CALIFORNIA_FIPS) ?? false
}

export interface CaliforniaValues {
  values: {
    climate_zone_title24: string | null
    fire_hazard_severity: string | null
    fire_responsibility_area: string | null
  }
  notes: TableNote[]
  /** True when any row was found. */
  isFound: boolean
}

/**
 * Values that only California has: energy-code zones by ZIP code and fire hazard zones at the
 * point.
 */
export function californiaValues(location: Location, rows: SectionRows): CaliforniaValues {
  const { title24_zones: title24, fire_hazard_zones: fire } = rows
  const zones = new Set(title24.keyed.map(({ row }) => row.zone as string))
  // Maps of state and local land overlap here and there: the more severe one answers.
  const [worst] = [...fire.atPoint].sort(
    (a, b) =>
      compareSeverity(`${a.row.severity}`, `${b.row.severity}`) ||
      (`${a.row.fire_zone_key}` < `${b.row.fire_zone_key}` ? -1 : 1),
  )
  return {
    values: {
      climate_zone_title24: zones.size === 1 ? [...zones][0] : null,
      fire_hazard_severity: (worst?.row.severity as string | undefined) ?? null,
      fire_responsibility_area: (worst?.row.responsibility_area as string | undefined) ?? null,
    },
    notes: [
      { table: title24, used: title24.keyed, note: title24Note(location.zip, zones.size) },
      { table: fire, used: worst ? [worst] : null, note: fireNote(rows, worst !== undefined) },
    ],
    isFound: title24.keyed.length > 0 || worst !== undefined,
  }
}

function title24Note(zip: string | null, zones: number): string {
  if (zip === null) return 'No ZIP code area is known here, so no Title 24 zone either.'
  if (zones === 0) return `No list of Title 24 zones here has ZIP code ${zip}.`
  if (zones > 1) return `Lists of Title 24 zones differ for ZIP code ${zip}: no zone is given.`
  return `The Title 24 zone is that of ZIP code tabulation area ${zip}, which may differ from the postal ZIP code.`
}

function fireNote({ fire_hazard_zones: fire }: SectionRows, isFound: boolean): string {
  if (isFound)
    return 'Fire hazard severity zones as the state maps them; a local ordinance may have changed those of local land.'
  return fire.coverage.length > 0
    ? 'The location lies in no mapped fire hazard severity zone.'
    : 'No map of fire hazard severity zones in this build covers the location.'
}
