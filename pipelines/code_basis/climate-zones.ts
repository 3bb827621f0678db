import { ieccZone } from '../../layers/code_basis/iecc-zone.ts'
import type { Row } from '../../layers/location.ts'
import { RowError } from '../../values/row-error.ts'
import type { Tally } from '../stages/tally.ts'
import type { CsvRow } from './csv-rows.ts'

export const CLIMATE_COLUMNS = [
  'AreaName',
  'County',
  'FIPS.state',
  'FIPS.county',
  'FIPS.long',
  'doe_climate_zone',
  'doe_moisture_regime',
  'is_warm_humid',
]

/** The list ends with `Alaska, (all)`: the zones of the state's other counties. */
const WHOLE_STATE = '(all)'

/** A climate zone row without its key. */
export function climateZoneRow(line: CsvRow, edition: string, tally: Tally): Row {
  if (line.County === WHOLE_STATE)
    throw new RowError('code_basis.whole_state', `${line.AreaName} ${WHOLE_STATE}, no county`)
  return {
    county_fips: fipsOf(line),
    county_name: nameOf(line.AreaName, tally),
    iecc_zone: ieccZone(line.doe_climate_zone, line.doe_moisture_regime),
    is_warm_humid: flagOf(line.is_warm_humid),
    edition,
  }
}

/** The list writes codes as numbers, twice: 1, 49 and 1049 are 01049. */
function fipsOf(line: CsvRow): string {
  const [state, county, long] = [line['FIPS.state'], line['FIPS.county'], line['FIPS.long']]
  const about = `state ${state}, county ${county}, together ${long}`
  if (!state || !county || ![state, county].every((code) => /^\d{1,3}$/.test(code)))
    throw new RowError('code_basis.unreadable_county', about)
  const fips = `${state.padStart(2, '0')}${county.padStart(3, '0')}`
  if (fips.length !== 5 || (long ?? '').padStart(5, '0') !== fips)
    throw new RowError('code_basis.unreadable_county', about)
  return fips
}

/** Letters that an earlier conversion lost are U+FFFD in the file. */
function nameOf(name: string | null, tally: Tally): string | null {
  if (!name?.includes('\uFFFD')) return name
  tally.add('code_basis.garbled_county_name')
  return null
}

function flagOf(flag: string | null): boolean | null {
  if (flag === null) return null
  if (flag === 't' || flag === 'f') return flag === 't'
  throw new RowError('code_basis.unknown_flag', `is_warm_humid ${JSON.stringify(flag)}`)
}
