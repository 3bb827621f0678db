import { RowError } from '../../values/row-error.ts'

/**
 * Fire hazard severity zones of California, mildest first (Public Resources Code 4201 to 4204,
 * Government Code 51178).
 * https://osfm.fire.ca.gov/what-we-do/community-wildfire-preparedness-and-mitigation/fire-hazard-severity-zones
 */
export const FIRE_SEVERITIES = ['Moderate', 'High', 'Very High'] as const
export type FireSeverity = (typeof FIRE_SEVERITIES)[number]

/** SRA: the state is financially responsible for fire protection; LRA: local; FRA: federal. */
export const RESPONSIBILITY_AREAS = ['SRA', 'LRA', 'FRA'] as const
export type ResponsibilityArea = (typeof RESPONSIBILITY_AREAS)[number]

/** HAZ_CODE and FHSZ number the severities from 1, mildest first. */
const SEVERITY_OF_CODE: Record<string, FireSeverity> = { 1: 'Moderate', 2: 'High', 3: 'Very High' }

/**
 * Classes of land that was evaluated and lies in no zone: `NonWildland` (-3) of the local maps of
 * 2025, and the classes of those before 2012, as public users of the files report them.
 */
const NO_ZONE = new Set(['NONWILDLAND', 'NON-WILDLAND/NON-URBAN', 'URBAN UNZONED', 'NON-VHFHSZ'])
const NO_ZONE_CODES = new Set(['-3', '-2', '0'])

/**
 * Severity of a polygon from its text and its code, null where both mean that it is not a zone. An
 * unknown text or code, and a text and a code that disagree, are `RowError`s.
 */
export function fireSeverity(text: string | null, code: string | null): FireSeverity | null {
  const severities = [
    ...(text === null ? [] : [parseSeverity(text)]),
    ...(code === null ? [] : [decodeSeverity(code)]),
  ]
  const about = `severity ${JSON.stringify(text)}, code ${JSON.stringify(code)}`
  if (severities.length === 0) throw new RowError('code_basis.no_fire_severity', about)
  if (severities.some((severity) => severity !== severities[0]))
    throw new RowError('code_basis.fire_severity_disagrees', about)
  return severities[0]
}

function parseSeverity(text: string): FireSeverity | null {
  const wanted = text.trim().toUpperCase()
  if (NO_ZONE.has(wanted)) return null
  const known = FIRE_SEVERITIES.find((severity) => severity.toUpperCase() === wanted)
  if (known) return known
  throw new RowError('code_basis.unknown_fire_severity', JSON.stringify(text))
}

function decodeSeverity(code: string): FireSeverity | null {
  if (NO_ZONE_CODES.has(code)) return null
  if (Object.hasOwn(SEVERITY_OF_CODE, code)) return SEVERITY_OF_CODE[code]
  throw new RowError('code_basis.unknown_fire_severity', `code ${JSON.stringify(code)}`)
}

export function responsibilityArea(area: string | null): ResponsibilityArea {
  const known = RESPONSIBILITY_AREAS.find((each) => each === area?.trim().toUpperCase())
  if (known) return known
  throw new RowError('code_basis.unknown_responsibility_area', JSON.stringify(area))
}

/** The more severe one first. */
export function compareSeverity(a: string, b: string): number {
  const rank = (severity: string) => (FIRE_SEVERITIES as readonly string[]).indexOf(severity)
  return rank(b) - rank(a)
}
