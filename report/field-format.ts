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
  max_far: { label: 'Floor area ratio at most' },
  line1: { label: 'Street' },
  url: { label: 'Link' },
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
