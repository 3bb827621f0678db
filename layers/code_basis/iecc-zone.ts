import { RowError } from '../../values/row-error.ts'

/**
 * Climate zones of the International Energy Conservation Code, Table C301.1 and R301.1: thermal
 * zones 0 to 8, each but 7 and 8 with a moisture regime (A moist, B dry, C marine). Zone 0 is of
 * the 2021 edition. https://codes.iccsafe.org/content/IECC2021P2/chapter-3-ce-general-requirements
 */
export const IECC_ZONES = [
  '0A',
  '0B',
  '1A',
  '1B',
  '2A',
  '2B',
  '3A',
  '3B',
  '3C',
  '4A',
  '4B',
  '4C',
  '5A',
  '5B',
  '5C',
  '6A',
  '6B',
  '7',
  '8',
] as const
export type IeccZone = (typeof IECC_ZONES)[number]

const MOISTURE_LETTERS: Record<string, string> = { moist: 'A', dry: 'B', marine: 'C', '': '' }

/**
 * Finds the zone of a list with number and moisture regime in two columns. A pair without a zone is
 * a `RowError`: 7 and 8 have no regime, and the others need one.
 */
export function ieccZone(thermalZone: string | null, moisture: string | null): IeccZone {
  const regime = (moisture ?? '').trim().toLowerCase()
  const letter = Object.hasOwn(MOISTURE_LETTERS, regime) ? MOISTURE_LETTERS[regime] : '?'
  const code = `${(thermalZone ?? '').trim()}${letter}`
  const zone = IECC_ZONES.find((known) => known === code)
  if (zone === undefined) {
    const pair = `zone ${JSON.stringify(thermalZone)}, moisture ${JSON.stringify(moisture)}`
    throw new RowError('code_basis.unknown_climate_zone', pair)
  }
  return zone
}
