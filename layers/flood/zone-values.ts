import type { PackValue } from '../../packs/pack-format.ts'
import type { AttributeValue, PublishedRow, RowCounts } from '../../values/published-row.ts'
import { RowError } from '../../values/row-error.ts'
import { type Column, columnValue, namesOf } from '../column-mapping.ts'
import type { FloodMapping } from './mapping.ts'
import { knownZone, knowsSubtype, riskOf } from './zones.ts'

const METRES_PER_FOOT = 0.3048
/** Decimals of a length that was converted to feet: finer than any map states it. */
const FEET_DECIMALS = 3

/** -9999: not applicable. -8888: required and not known (FIRM Database Technical Reference). */
const NO_NUMBER = new Set([-9999, -8888])
/** NP: not populated. The others are the number sentinels where a text column holds them. */
const NO_TEXT = new Set(['', 'NP', '-9999', '-8888'])
/** 9999-09-09 and 8888-08-08 mean that there is no date. */
const NO_DATE = /^(9999|8888)/

/** LEN_UNIT and V_DATUM are closed sets: a person has to decide on a new spelling. */
const UNITS: Record<string, 'feet' | 'metres'> = {
  FEET: 'feet',
  FOOT: 'feet',
  FT: 'feet',
  METERS: 'metres',
  METER: 'metres',
  M: 'metres',
}
const DATUMS: Record<string, string> = {
  NAVD88: 'NAVD88',
  'NAVD 88': 'NAVD88',
  'NORTH AMERICAN VERTICAL DATUM OF 1988': 'NAVD88',
  NGVD29: 'NGVD29',
  'NGVD 29': 'NGVD29',
  'NATIONAL GEODETIC VERTICAL DATUM OF 1929': 'NGVD29',
  'LOCAL TIDAL DATUM': 'local tidal datum',
  MSL: 'mean sea level',
}

/** Values of a flood zone row without its key, from the publisher's attributes. */
export function zoneValues(
  { attributes }: PublishedRow,
  mapping: FloodMapping,
  declaredDatum: string | null,
  tally: RowCounts,
): Record<string, PackValue> {
  const { zones } = mapping
  const read = (column: Column | null) => columnValue(attributes, column)
  const code = textOf(read(zones.zone))
  if (code === null) throw new RowError('flood.no_zone', `${namesOf(zones.zone)} is empty`)
  const translated = mapping.zone_codes[code.toUpperCase()]
  const zone = knownZone(translated?.zone ?? code)
  const zoneClass = {
    zone,
    zone_subtype: translated?.zone_subtype ?? textOf(read(zones.zone_subtype)),
  }
  if (zoneClass.zone_subtype && !knowsSubtype(zoneClass.zone_subtype))
    tally.add('flood.unknown_subtype')
  const isSfha = sfhaOf(textOf(read(zones.is_sfha)), mapping)
  const risk = riskOf(zoneClass)
  // The zone's text takes precedence: a known file has AREA NOT INCLUDED flagged as SFHA.
  if (isSfha !== null && isSfha !== risk.startsWith('high'))
    tally.add('flood.zone_and_sfha_disagree')
  const unit = textOf(read(zones.length_unit))
  const inFeet = (length: number | null) => feetOf(length, unit, tally)
  return {
    ...zoneClass,
    risk,
    is_sfha: isSfha,
    base_flood_elevation_ft: inFeet(numberOf(read(zones.base_flood_elevation))),
    vertical_datum: datumOf(textOf(read(zones.vertical_datum))) ?? declaredDatum,
    depth_ft: inFeet(numberOf(read(zones.depth))),
    velocity: numberOf(read(zones.velocity)),
    panel: textOf(read(zones.panel)),
    study_id: textOf(read(zones.study_id)),
    study_version: textOf(read(zones.study_version)),
  }
}

/** The study's own id of a polygon, or null when any part of it is missing. */
export function zoneId({ attributes }: PublishedRow, mapping: FloodMapping): string | null {
  const parts = mapping.zones.id.map((column) => textOf(columnValue(attributes, column)))
  return parts.length === 0 || parts.includes(null) ? null : parts.join('_')
}

/** A FIRM panel row without its key. */
export function panelValues(
  { attributes }: PublishedRow,
  columns: NonNullable<FloodMapping['panels']>,
): Record<string, PackValue> {
  const panel = textOf(columnValue(attributes, columns.panel))
  if (panel === null) throw new RowError('flood.no_panel', `${namesOf(columns.panel)} is empty`)
  const type = textOf(columnValue(attributes, columns.panel_type))
  const reason = columnValue(attributes, columns.not_printed_reason)
  return {
    panel,
    effective_date: dateOf(columnValue(attributes, columns.effective_date)),
    is_printed: type === null ? null : !/not printed/i.test(type),
    not_printed_reason: textOf(reason),
  }
}

function textOf(value: AttributeValue): string | null {
  const text = value === null ? '' : `${value}`.trim()
  return NO_TEXT.has(text) ? null : text
}

function numberOf(value: AttributeValue): number | null {
  const number =
    typeof value === 'number'
      ? value
      : value === null
        ? Number.NaN
        : Number(`${value}`.trim() || 'none')
  return Number.isNaN(number) || NO_NUMBER.has(number) ? null : number
}

/** ISO date; GDAL writes dates as `2006/08/16` or `2006-08-16T00:00:00`. */
function dateOf(value: AttributeValue): string | null {
  const match = /^(\d{4})[-/](\d{2})[-/](\d{2})/.exec(value === null ? '' : `${value}`)
  return !match || NO_DATE.test(match[0]) ? null : `${match[1]}-${match[2]}-${match[3]}`
}

/**
 * A length in feet. One without a stated unit is counted and left out: the zone stays without it.
 */
function feetOf(length: number | null, unit: string | null, tally: RowCounts): number | null {
  if (length === null) return null
  if (unit === null) {
    tally.add('flood.length_without_unit')
    return null
  }
  const known = UNITS[unit.toUpperCase()]
  if (!known) throw new RowError('flood.unknown_unit', `length unit ${JSON.stringify(unit)}`)
  return known === 'feet' ? length : Number((length / METRES_PER_FOOT).toFixed(FEET_DECIMALS))
}

function datumOf(datum: string | null): string | null {
  if (datum === null) return null
  const known = DATUMS[datum.toUpperCase()]
  if (!known) throw new RowError('flood.unknown_datum', `vertical datum ${JSON.stringify(datum)}`)
  return known
}

function sfhaOf(code: string | null, mapping: FloodMapping): boolean | null {
  if (code === null) return null
  const known = mapping.sfha_codes[code.toUpperCase()]
  if (known === undefined)
    throw new RowError('flood.unknown_sfha', `SFHA flag ${JSON.stringify(code)}`)
  return known
}
