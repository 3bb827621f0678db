import type { Row } from '../../layers/location.ts'
import { RowError } from '../../values/row-error.ts'
import type { Tally } from '../stages/tally.ts'
import type { CsvRow } from './csv-rows.ts'
import { seismicCategory, seismicOfMapped } from './seismic.ts'

export const DESIGN_COLUMNS = [
  'county_fips',
  'edition',
  'frost_depth_ft',
  'ground_snow_load_psf',
  'seismic_design_category',
  'seismic_sds',
  'seismic_sd1',
  'wind_speed_mph',
  'wind_borne_debris_region',
  'source_document',
]
/** For a document that maps accelerations instead of giving results, in g. */
export const MAPPED_COLUMNS = ['mapped_ss', 'mapped_s1']

/**
 * From ASCE 7-02 on, whose years sort as texts: 7-98 would sort after 7-22. The sample county's
 * code is not an ASCE 7, and its name shows it.
 */
const EDITION = /^(ASCE 7-[0-7]\d|Fictional .+ \d{4})$/
const FLAGS: Record<string, boolean> = {
  true: true,
  t: true,
  yes: true,
  false: false,
  f: false,
  no: false,
}

/**
 * A row of design values without its key: as the document gives them, or with seismic values of the
 * mapped SS and S1 that it gives instead. A number that cannot be read is left out and counted.
 */
export function designValueRow(line: CsvRow, tally: Tally): Row {
  const fips = line.county_fips ?? ''
  if (!/^\d{5}$/.test(fips))
    throw new RowError('code_basis.unreadable_county', `county_fips ${JSON.stringify(fips)}`)
  const edition = line.edition ?? ''
  if (!EDITION.test(edition))
    throw new RowError('code_basis.unknown_edition', `edition ${JSON.stringify(edition)}`)
  const number = (column: string) => numberOf(line, column, tally)
  return {
    county_fips: fips,
    edition,
    frost_depth_ft: number('frost_depth_ft'),
    ground_snow_load_psf: number('ground_snow_load_psf'),
    ...seismicValues(line, edition, number, tally),
    wind_speed_mph: number('wind_speed_mph'),
    wind_borne_debris_region: flagOf(line.wind_borne_debris_region),
    source_document: line.source_document,
  }
}

/** Values that the document states, else those that follow from its mapped values. */
function seismicValues(
  line: CsvRow,
  edition: string,
  number: (column: string) => number | null,
  tally: Tally,
): Row {
  const category = categoryOf(line.seismic_design_category)
  const [sds, sd1] = [number('seismic_sds'), number('seismic_sd1')]
  const [ss, s1] = [number('mapped_ss'), number('mapped_s1')]
  if (category === null && sds === null && sd1 === null && ss !== null && s1 !== null) {
    const computed = seismicOfMapped(edition, ss, s1)
    tally.add('code_basis.seismic_computed')
    return {
      seismic_design_category: computed.category,
      seismic_sds: computed.sds,
      seismic_sd1: computed.sd1,
      seismic_from: 'mapped_values',
    }
  }
  const expected = sds !== null && sd1 !== null ? seismicCategory(sds, sd1, s1) : null
  // Where S1 is not given, a D of the tables may be an E.
  const isE = category === 'E' && expected === 'D' && s1 === null
  if (category !== null && expected !== null && category !== expected && !isE)
    tally.add('code_basis.category_and_values_disagree')
  const hasAny = category !== null || sds !== null || sd1 !== null
  return {
    seismic_design_category: category,
    seismic_sds: sds,
    seismic_sd1: sd1,
    seismic_from: hasAny ? 'document' : null,
  }
}

function categoryOf(category: string | null): string | null {
  if (category === null) return null
  if (/^[A-F]$/.test(category)) return category
  throw new RowError('code_basis.unknown_seismic_category', JSON.stringify(category))
}

function numberOf(line: CsvRow, column: string, tally: Tally): number | null {
  const text = line[column] ?? null
  if (text === null) return null
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isNaN(value)) return value
  tally.reject(
    `code_basis.unreadable_${column}`,
    `county ${line.county_fips}: ${JSON.stringify(text)}`,
  )
  return null
}

function flagOf(flag: string | null): boolean | null {
  if (flag === null) return null
  const word = flag.toLowerCase()
  if (Object.hasOwn(FLAGS, word)) return FLAGS[word]
  throw new RowError('code_basis.unknown_flag', `wind_borne_debris_region ${JSON.stringify(flag)}`)
}
