/** The system that people read measures in. */
export type UnitSystem = 'us' | 'metric'

/** A number with its unit. */
export interface Measure {
  value: number
  unit: string
}

interface Conversion {
  unit: string
  convert(value: number): number
}

const FT_A_M = 1 / 0.3048
const SQFT_A_M2 = FT_A_M * FT_A_M
const MILES_A_KM = 1 / 1.609344
/** Metric units with the US unit and how many of it they are. */
const PAIRS: [metric: string, us: string, us_a_metric: number][] = [
  ['m²', 'sq ft', SQFT_A_M2],
  ['ha', 'acres', (10_000 * SQFT_A_M2) / 43_560],
  ['m', 'ft', FT_A_M],
  ['km', 'mi', MILES_A_KM],
  ['km²', 'sq mi', MILES_A_KM * MILES_A_KM],
  ['mm', 'in', 1 / 25.4],
  ['km/h', 'mph', MILES_A_KM],
  ['hPa', 'inHg', 1 / 33.8639],
  ['kPa', 'psf', 1 / 0.0478803],
]
/** Conversions into a system by the unit that is not of it. */
const CONVERSIONS: Record<UnitSystem, ReadonlyMap<string, Conversion>> = {
  us: new Map<string, Conversion>([
    ...PAIRS.map(([metric, us, factor]): [string, Conversion] => [
      metric,
      { unit: us, convert: (value) => value * factor },
    ]),
    ['cm', { unit: 'in', convert: (value) => value / 2.54 }],
    ['°C', { unit: '°F', convert: (value) => value * 1.8 + 32 }],
  ]),
  metric: new Map<string, Conversion>([
    ...PAIRS.map(([metric, us, factor]): [string, Conversion] => [
      us,
      { unit: metric, convert: (value) => value / factor },
    ]),
    ['°F', { unit: '°C', convert: (value) => (value - 32) / 1.8 }],
  ]),
}

/** A measure in a system; one that the system has already, or that has no other unit, stays. */
export function inSystem({ value, unit }: Measure, system: UnitSystem): Measure {
  const found = CONVERSIONS[system].get(unit)
  return found ? { value: found.convert(value), unit: found.unit } : { value, unit }
}

/** True where the unit belongs to the other system and has one of this. */
export function isForeign(unit: string, system: UnitSystem): boolean {
  return CONVERSIONS[system].has(unit)
}

/** `5,297.2`, with so many decimals at most. */
export function formatNumber(value: number, decimals: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: decimals })
}

/** Formats a converted number with about three digits, which no source exceeds by much. */
export function formatConverted(value: number): string {
  const size = Math.abs(value)
  return formatNumber(value, size < 10 ? 2 : size < 100 ? 1 : 0)
}

/** `5,297 sq ft`; a number of the system itself has all its digits, four decimals at most. */
export function formatMeasure(measure: Measure, system: UnitSystem): string {
  const { value, unit } = inSystem(measure, system)
  const number = isForeign(measure.unit, system) ? formatConverted(value) : formatNumber(value, 4)
  return `${number} ${unit}`
}

/** Below it, about half an acre, people speak of square feet. */
const SMALL_LOT_M2 = 2_000

/** `20,017 sq ft`, `129.15 acres`: the area of a piece of land. */
export function formatArea(area_m2: number, system: UnitSystem): string {
  const isSmall = Math.abs(area_m2) < SMALL_LOT_M2
  const measure = isSmall ? { value: area_m2, unit: 'm²' } : { value: area_m2 / 1e4, unit: 'ha' }
  const { value, unit } = inSystem(measure, system)
  // Slivers of zones are less than one.
  const decimals = isSmall && Math.abs(value) >= 1 ? 0 : 2
  return `${formatNumber(value, decimals)} ${unit}`
}

/** Units as sentences of the service spell them, the longer first, with our name of each. */
const SPELLED: [spelled: string, unit: string][] = [
  ['sq ft', 'sq ft'],
  ['km/h', 'km/h'],
  ['acres', 'acres'],
  ['miles', 'mi'],
  ['mph', 'mph'],
  ['psf', 'psf'],
  ['°C', '°C'],
  ['°F', '°F'],
  ['m2', 'm²'],
  ['m²', 'm²'],
  ['km', 'km'],
  ['mm', 'mm'],
  ['cm', 'cm'],
  ['ft', 'ft'],
  ['in', 'in'],
  ['m', 'm'],
]
const NUMBER = '(-?\\d[\\d,]*(?:\\.\\d+)?)'
// `9.61 in of rain` is a length, `last sold in 2025 in Bangor` is not: inches come before "of".
const UNIT = `(${SPELLED.map(([spelled]) => (spelled === 'in' ? 'in(?= of)' : spelled)).join('|')})`
// `1 to 2 m` and `300 by 95 m` are two measures with one unit.
const MEASURED = new RegExp(
  `(?:${NUMBER} (to|by) )?${NUMBER} ${UNIT}(?![\\w²])(?: \\(${NUMBER} ${UNIT}\\))?`,
  'g',
)

/**
 * A sentence with its measures in one system: `26.1 °C (79 °F)` is `79 °F`, `492.1 m2` is `5,297 sq
 * ft`. Of a pair the one of the system stays as it was.
 */
export function sentenceInSystem(text: string, system: UnitSystem): string {
  return text.replace(MEASURED, (whole, from, between, number, spelled, other, otherSpelled) => {
    const first = measureOf(number, spelled)
    const start = from === undefined ? '' : `${from} ${between} `
    if (!isForeign(first.unit, system)) return `${start}${number} ${first.unit}`
    if (other !== undefined) {
      const second = measureOf(other, otherSpelled)
      if (!isForeign(second.unit, system)) return `${other} ${second.unit}`
      return whole
    }
    if (from === undefined) return formatMeasure(first, system)
    const { value } = inSystem(measureOf(from, spelled), system)
    return `${formatConverted(value)} ${between} ${formatMeasure(first, system)}`
  })
}

function measureOf(number: string, spelled: string): Measure {
  const unit = SPELLED.find(([each]) => each === spelled)![1]
  return { value: Number(number.replaceAll(',', '')), unit }
}
