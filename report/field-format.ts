import { isForeign, type UnitSystem } from './units.ts'

/** How the value of a field of `data` is shown. The unit is the last part of the field's name. */
export interface FieldFormat {
  label: string
  unit: string | null
  isMoney: boolean
  /** True for years and identifiers, which have no thousands separators. */
  isCode: boolean
}

/** Units by the ending of a field name, the longest first. */
const UNITS: [ending: string, unit: string][] = [
  ['ft_est', 'ft (estimate)'],
  ['m2', 'm²'],
  ['sqft', 'sq ft'],
  ['acres', 'acres'],
  ['ft', 'ft'],
  ['mm', 'mm'],
  ['cm', 'cm'],
  ['km', 'km'],
  ['m', 'm'],
  ['in', 'in'],
  ['pct', '%'],
  ['mph', 'mph'],
  ['kmh', 'km/h'],
  ['psf', 'psf'],
  ['hpa', 'hPa'],
  ['deg', '°'],
  ['seconds', 's'],
  ['days', 'days'],
  ['usd', ''],
]
/** Fields whose unit is not in their name, or whose name is unclear. */
const KEYS: Record<string, { label?: string; unit?: string }> = {
  temperature_c: { label: 'Temperature', unit: '°C' },
  temperature_f: { label: 'Temperature', unit: '°F' },
  area_m2: { label: 'Area' },
  coverage_pct: { label: 'Share of the parcel' },
  parcel_coverage_pct: { label: 'Share of the parcel' },
  pm2_5: { label: 'PM2.5', unit: 'µg/m³' },
  pm10: { label: 'PM10', unit: 'µg/m³' },
  ozone: { unit: 'µg/m³' },
  us_aqi: { label: 'US air quality index' },
  is_in_flood_zone: { label: 'In a high-risk flood zone' },
  parcel_in_flood_zone: { label: 'Parcel in a high-risk flood zone' },
  mapped: { label: 'Mapped for flood risk' },
  parcel_count_here: { label: 'Parcels at this point' },
  bfe_datum: { label: 'Datum of the flood elevation' },
  situs_address: { label: 'Address on the roll' },
  rainfall_100yr_24hr_in: { label: 'Rain of 24 hours, once in 100 years', unit: 'in' },
  max_far: { label: 'Maximum floor area ratio' },
  line1: { label: 'Street' },
  situs_line1: { label: 'Address' },
  url: { label: 'Link' },
  temperature_low_c: { label: 'Low', unit: '°C' },
  temperature_high_c: { label: 'High', unit: '°C' },
  precipitation_chance_pct: { label: 'Chance of precipitation' },
  local_code: { label: "State's code of the county" },
  adjacent_parcel_count: { label: 'Adjacent parcels in all' },
  shared_m: { label: 'Shared border' },
  segment_count: { label: 'Stretches of it' },
  total_ft: { label: 'Along no parcel' },
  total_m: { label: 'Along no parcel' },
  along_edge_m: { label: 'At the edge of the parcel map' },
  street_shaped_m: { label: 'Along parcels shaped like streets' },
  evaluated_against: { label: 'Looked at' },
  unmapped_pct: { label: 'Not mapped' },
  highest_risk_zone_on_parcel: { label: 'Zone of the highest risk on the parcel' },
  just_value: { label: 'Market value (just value)' },
  dor_use_code: { label: 'Use code on the roll' },
  county_record: { label: 'Assessment record' },
  estimates_as_of: { label: 'Estimated on' },
  estimated_fields: { label: 'Estimated' },
  dimensional_note: { label: 'Note on the dimensions' },
  dimensional_source: { label: 'Source of the dimensions' },
  land_development_code_url: { label: 'Land development code' },
  listing_url: { label: 'Listing' },
  max_height_ft: { label: 'Maximum height' },
  min_lot_sqft: { label: 'Minimum lot size' },
  retrieved_at: { label: 'Retrieved' },
  issued_at: { label: 'Issued' },
  applied_at: { label: 'Applied for' },
  finaled_at: { label: 'Final inspection' },
  last_sold_at: { label: 'Last sold on' },
  is_on_parcel: { label: 'On the parcel' },
  on_parcel_m2: { label: 'On the parcel' },
  on_parcel_count: { label: 'Number on the parcel' },
  radius_m: { label: 'Search radius' },
  climate_zone_iecc: { label: 'IECC climate zone' },
  climate_zone_title24: { label: 'California climate zone' },
  wind_borne_debris_region: { label: 'Wind-borne debris region' },
  planes: { label: 'Covered by a source' },
  is_modeled: { label: 'Estimated by a model' },
  seismic_sds: { label: 'Seismic SDS', unit: 'g' },
  seismic_sd1: { label: 'Seismic SD1', unit: 'g' },
}
const MONEY = /(^|_)(value|price|tax|rent_monthly|usd)$|^estimated_(value|rent_monthly|annual_tax)$/
const CODES =
  /(^|_)(year|years|code|fips|zip|id|zpid|key|keys|built|actual|effective)$|_year_|^year_/
const CAPITALS: Record<string, string> = {
  aqi: 'AQI',
  bfe: 'BFE',
  fips: 'FIPS',
  firm: 'FIRM',
  iecc: 'IECC',
  id: 'ID',
  pwsid: 'PWSID',
  mukey: 'MUKEY',
  url: 'link',
  usd: 'USD',
  uv: 'UV',
  zip: 'ZIP',
  dor: 'DOR',
  max: 'highest',
  min: 'lowest',
  pct: 'share',
}
const KEY_CHARACTERS = 80

/** Label, unit and kind of a field, also of fields that the page does not know. */
export function fieldFormat(key: string): FieldFormat {
  const short = key.slice(0, KEY_CHARACTERS)
  const own = Object.hasOwn(KEYS, short) ? KEYS[short] : {}
  const found = UNITS.find(([ending]) => short.endsWith(`_${ending}`))
  const name = found ? short.slice(0, -found[0].length - 1) : short
  return {
    label: own.label ?? sentence(name.replace(/^(is|has)_/, '')),
    unit: own.unit ?? (found?.[1] || null),
    isMoney: MONEY.test(short),
    isCode: CODES.test(short),
  }
}

function sentence(name: string): string {
  const words = name
    .split('_')
    .map((word) => (Object.hasOwn(CAPITALS, word) ? CAPITALS[word] : word))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * True for a field whose measure another field of the record has in the unit of the system, such as
 * `area_m2` next to `area_acres`.
 */
export function hasTwin(key: string, keys: readonly string[], system: UnitSystem): boolean {
  const { unit } = fieldFormat(key)
  if (unit === null || !isForeign(unit, system)) return false
  const base = withoutUnit(key)
  return keys.some((other) => {
    if (other === key || withoutUnit(other) !== base) return false
    const { unit: otherUnit } = fieldFormat(other)
    return otherUnit !== null && !isForeign(otherUnit, system)
  })
}

function withoutUnit(key: string): string {
  const found = [...UNITS, ['c', ''], ['f', '']].find(([ending]) => key.endsWith(`_${ending}`))
  return found ? key.slice(0, -found[0].length - 1) : key
}
