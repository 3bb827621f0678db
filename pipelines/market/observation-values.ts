import { type GridPoint, toGridPoint } from '../../geometry/grid-point.ts'
import { OBSERVED } from '../../layers/market/tables.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import { RowError } from '../../values/row-error.ts'
import type { Tally } from '../stages/tally.ts'
import { CountyId } from './county-id.ts'
import type { MappedColumn, MappedName, MarketMapping } from './mapping.ts'
import type { ProviderRecord } from './provider-record.ts'
import {
  blankOr,
  type NumberRule,
  type Reading,
  readDate,
  readNumber,
  readText,
  readUrl,
  UNREADABLE,
} from './value-readings.ts'

type Values = Record<string, PackValue>

const USD: NumberRule = { low: 1, high: 1e11, isZeroNone: true }
const ROOMS: NumberRule = { low: 0, high: 200 }

/**
 * Bounds of numbers, far outside of real ones. 0 bedrooms is a studio and stays, unless the mapping
 * of a provider has it in `null_if`; on the market for 0 days is since today.
 */
const NUMBERS: Partial<Record<MappedName, NumberRule>> = {
  bedrooms: ROOMS,
  bathrooms: ROOMS,
  living_area_sqft: { low: 1, high: 1e7, isZeroNone: true },
  lot_size_sqft: { low: 1, high: 1e11, isZeroNone: true },
  year_built: { low: 1500, high: 2200, isWhole: true, isZeroNone: true },
  estimated_value: USD,
  estimated_rent_monthly: USD,
  last_sold_price: USD,
  days_on_market: { low: 0, high: 40_000, isWhole: true },
  photo_count: { low: 0, high: 100_000, isWhole: true },
}
/** All columns of a row in the tables except its place and its time. */
const SHOWN = ['observation_id', ...Object.keys(OBSERVED)].filter(
  (name) => name !== 'as_of',
) as MappedName[]
const COORDINATES = { lat: { low: -90, high: 90 }, lng: { low: -180, high: 180 } }

/** Reads the values of one provider's records. Values that cannot be read are null, and counted. */
export class ObservationReader {
  private readonly columns: Partial<Record<MappedName, MappedColumn>>
  private readonly known: Map<string, ReadonlySet<string>>

  constructor({ columns }: MarketMapping) {
    this.columns = columns
    const listed = Object.entries(this.columns).flatMap(([name, { known }]) =>
      known ? [[name, new Set(known)] as const] : [],
    )
    this.known = new Map(listed)
  }

  /** The county parcel id that the record names; never written, only its key is. */
  parcelId(record: ProviderRecord, tally: Tally): string | null {
    return this.value(record, 'parcel_id', readText, tally)
  }

  /** Census county code of a record, with the leading zero that a number has lost. */
  countyFips(record: ProviderRecord, tally: Tally): string | null {
    const read = (text: string) => (/^\d{4,5}$/.test(text) ? text.padStart(5, '0') : UNREADABLE)
    return this.value(record, 'county_fips', read, tally)
  }

  /** Coordinates of a record on the grid; null without any. 0, 0 marks a failed search. */
  point(record: ProviderRecord, tally: Tally): GridPoint | null {
    const read = (name: 'lat' | 'lng') =>
      this.value(record, name, (text) => readNumber(text, COORDINATES[name]), tally)
    const [lat, lng] = [read('lat'), read('lng')]
    if (lat === null || lng === null || (lat === 0 && lng === 0)) return null
    return toGridPoint({ lng, lat })
  }

  /**
   * The values of a record by the names of the tables' columns, with its id. Throws `RowError` for
   * one without a time: it could be of any year. A text that contains the county's parcel id is
   * left out: those ids are not published.
   */
  values(record: ProviderRecord, parcelId: string | null, tally: Tally): Values {
    const as_of = this.time(record)
    const countyId = parcelId === null ? null : new CountyId(parcelId)
    const values: Values = {}
    for (const name of SHOWN) {
      const value = this.value<PackValue>(record, name, this.reading(name), tally, countyId)
      const isText = typeof value === 'string'
      values[name] = isText ? this.shown(record, name, value, countyId, tally) : value
    }
    return { ...values, as_of }
  }

  private time({ raw }: ProviderRecord): string {
    const { as_of: column } = this.columns
    const text = blankOr(raw.as_of, column?.null_if ?? [])
    if (text === null) throw new RowError('market.no_as_of', 'it has no time')
    const time = text === UNREADABLE ? text : readDate(text, column?.as ?? 'iso')
    if (time !== UNREADABLE && time !== null) return time
    throw new RowError(
      'market.unreadable_as_of',
      text === UNREADABLE ? 'not one value' : quoted(text),
    )
  }

  private reading(name: MappedName): (text: string) => Reading<PackValue> {
    const rule = NUMBERS[name]
    if (rule) return (text) => readNumber(text, rule)
    if (name === 'last_sold_at') return (text) => readDate(text, this.columns[name]?.as ?? 'iso')
    return name === 'listing_url' ? readUrl : readText
  }

  private value<Value>(
    { raw, line }: ProviderRecord,
    name: MappedName,
    read: (text: string) => Reading<Value>,
    tally: Tally,
    countyId: CountyId | null = null,
  ): Value | null {
    const text = blankOr(raw[name], this.columns[name]?.null_if ?? [])
    if (text === null) return null
    const value = text === UNREADABLE ? text : read(text)
    if (value !== UNREADABLE) return value
    const what = text === UNREADABLE ? 'not one value' : quoted(text)
    // Ids of the county are not quoted: the example is published with the build.
    const isCountyId = name === 'parcel_id' || (text !== UNREADABLE && countyId?.isIn(text))
    tally.reject(`market.unreadable_${name}`, isCountyId ? `line ${line}` : `line ${line}: ${what}`)
    return null
  }

  private shown(
    { line }: ProviderRecord,
    name: string,
    text: string,
    countyId: CountyId | null,
    tally: Tally,
  ): string | null {
    if (name !== 'last_sold_at' && countyId?.isIn(text)) {
      tally.reject(`market.county_id_in_${name}`, `line ${line}`)
      return null
    }
    const known = this.known.get(name)
    if (known && !known.has(text))
      tally.reject(`market.unknown_${name}`, `line ${line}: ${quoted(text)}`)
    return text
  }
}

/** The start of a text, as an example shows it. */
const QUOTED_CHARACTERS = 60

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, QUOTED_CHARACTERS))
}
