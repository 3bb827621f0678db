import { createHash } from 'node:crypto'
import { anchorOf } from '../../geometry/anchor.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Row } from '../../layers/location.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { postalCodeOf } from '../../values/state-codes.ts'
import { cityKeyOf } from '../parsing/address-reading.ts'
import { type HouseNumber, houseNumberOf } from '../parsing/house-number.ts'
import { parseStreetLine } from '../parsing/street-line.ts'
import { parseStreetName, type StreetName, streetKeyOf } from '../parsing/street-name.ts'
import { decodeEntities, tokenize } from '../parsing/tokens.ts'
import { unitOf } from '../parsing/unit.ts'
import type { WrittenPlace } from './written-place.ts'

/** A row of a table of points in the making. */
export interface GatheredRow {
  values: Row
  point: GridPoint
}

/** A street by its name and place. */
export interface StreetOfPlace extends WrittenPlace {
  street_id: string
  street: StreetName
}

/**
 * Identifies a street by its name and ZIP code, or by name and city where there is no ZIP code: the
 * post towns of one ZIP code differ between sources.
 */
export function streetOf(street: StreetName, place: WrittenPlace): StreetOfPlace {
  const { city, state, zip } = place
  const where = zip ?? `${city === null ? '' : cityKeyOf(city)}`
  const text = `${streetKeyOf(street)} ${state ?? ''} ${where}`
  const street_id = `st_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  return { street_id, street, ...place }
}

/** Builds the `house_key` of an address. */
export function houseKeyOf(street_id: string, number: HouseNumber): string {
  return `${street_id} ${number.text}`
}

/**
 * Yields each numbered address of the tables that have addresses, in their order. `advance`
 * receives the number of rows that were read.
 */
export function* gatheredAddresses(
  packs: Packs,
  advance: (rows: number) => void = () => {},
): Generator<GatheredRow & { of: StreetOfPlace; number: HouseNumber; name: string }> {
  const points = packs.get('address_points')
  for (let row = 0; row < (points?.rows ?? 0); row++) {
    advance(1)
    const found = ofPoint(points!, row)
    if (found) yield found
  }
  const parcels = packs.get('parcels')
  for (let row = 0; row < (parcels?.rows ?? 0); row++) {
    advance(1)
    const found = ofParcel(parcels!, row)
    if (found) yield found
  }
}

function ofPoint(pack: Pack, row: number) {
  const record = pack.row(row)
  const number = houseNumberOf(record.number as string)
  const name = squeezed(record.street as string)
  const street = parseStreetName(name)
  if (!number || !street) return null
  const unit = record.unit as string | null
  const of = streetOf(street, {
    city: squeezedOrNull(record.city),
    state: record.state as string | null,
    zip: record.zip as string | null,
  })
  const values = addressValues(`p ${record.address_key}`, of, number, {
    street: name,
    unit,
    unit_key: unit === null ? null : unitOf(tokenize(unit)),
    origin: 'address_point',
    parcel_key: null,
  })
  return { of, number, name, values, point: pack.point(row) }
}

function ofParcel(pack: Pack, row: number) {
  const line1 = pack.value(row, 'situs_line1') as string | null
  const line = line1 === null ? null : parseStreetLine(line1)
  if (!line) return null
  const { number, street, streetText, unit } = line
  const parcel_key = pack.value(row, 'parcel_key') as string
  const of = streetOf(street, {
    city: squeezedOrNull(pack.value(row, 'situs_city')),
    state: postalCodeOf(pack.value(row, 'county_fips') as string),
    zip: pack.value(row, 'situs_zip') as string | null,
  })
  const values = addressValues(`s ${parcel_key}`, of, number, {
    street: streetText,
    unit: unit === null ? null : unit.toUpperCase(),
    unit_key: unit,
    origin: 'parcel_situs',
    parcel_key,
  })
  return { of, number, name: streetText, values, point: anchorOf(pack.polygons(row)) }
}

function addressValues(
  address_id: string,
  { street_id, city, state, zip }: StreetOfPlace,
  number: HouseNumber,
  own: Row,
): Row {
  return {
    address_id,
    street_id,
    house_key: houseKeyOf(street_id, number),
    number: number.text,
    number_value: number.value,
    ...own,
    city,
    state,
    zip,
  }
}

/** A text with its entities decoded and runs of blanks collapsed. */
export function squeezed(text: string): string {
  return decodeEntities(text).trim().replace(/\s+/g, ' ')
}

function squeezedOrNull(text: unknown): string | null {
  const plain = text === null ? '' : squeezed(text as string)
  return plain === '' ? null : plain
}
