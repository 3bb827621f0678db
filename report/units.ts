/** The system that people read measures in. */
export type UnitSystem = 'us' | 'metric'

/** A number with its unit. */
export interface Measure {
  value: number
  unit: string
}

type Conversion = [from: string, to: string, convert: (value: number) => number]

const times = (factor: number) => (value: number) => value * factor
const FT_A_M = 1 / 0.3048
const SQFT_A_M2 = FT_A_M * FT_A_M
const M2_AN_ACRE = 43_560 / SQFT_A_M2
const MILES_A_KM = 1 / 1.609344

/** Conversions out of the metric system, and back. */
const TO_US: Conversion[] = [
  ['m²', 'sq ft', times(SQFT_A_M2)],
  ['ha', 'acres', times(10_000 / M2_AN_ACRE)],
  ['m', 'ft', times(FT_A_M)],
  ['km', 'mi', times(MILES_A_KM)],
  ['cm', 'in', times(1 / 2.54)],
  ['mm', 'in', times(1 / 25.4)],
  ['km/h', 'mph', times(MILES_A_KM)],
  ['hPa', 'inHg', times(1 / 33.8639)],
  ['°C', '°F', (value) => value * 1.8 + 32],
]
const TO_METRIC: Conversion[] = [
  ['sq ft', 'm²', times(1 / SQFT_A_M2)],
  ['acres', 'ha', times(M2_AN_ACRE / 10_000)],
  ['ft', 'm', times(0.3048)],
  ['mi', 'km', times(1.609344)],
  ['in', 'mm', times(25.4)],
  ['mph', 'km/h', times(1.609344)],
  ['psf', 'kPa', times(0.0478803)],
  ['inHg', 'hPa', times(33.8639)],
  ['°F', '°C', (value) => (value - 32) / 1.8],
]
const CONVERSIONS: Record<UnitSystem, Map<string, Conversion>> = {
  us: new Map(TO_US.map((each) => [each[0], each])),
  metric: new Map(TO_METRIC.map((each) => [each[0], each])),
}

/** A measure in a system; one that the system has already, or that has no other unit, stays. */
export function inSystem({ value, unit }: Measure, system: UnitSystem): Measure {
  const found = CONVERSIONS[system].get(unit)
  return found ? { value: found[2](value), unit: found[1] } : { value, unit }
}

/** True where the unit belongs to the other system and has one of this. */
export function isForeign(unit: string, system: UnitSystem): boolean {
  return CONVERSIONS[system].has(unit)
}

/** Formats a converted number with about three digits, which no source exceeds by much. */
export function formatConverted(value: number): string {
  const size = Math.abs(value)
  const maximumFractionDigits = size < 10 ? 2 : size < 100 ? 1 : 0
  return value.toLocaleString('en-US', { maximumFractionDigits })
}

/** `5,297 sq ft`; a number of the system itself has all its digits, four decimals at most. */
export function formatMeasure(measure: Measure, system: UnitSystem): string {
  const { value, unit } = inSystem(measure, system)
  const number = isForeign(measure.unit, system)
    ? formatConverted(value)
    : value.toLocaleString('en-US', { maximumFractionDigits: 4 })
  return `${number} ${unit}`
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
const MEASURED = new RegExp(`${NUMBER} ${UNIT}(?![\\w²])(?: \\(${NUMBER} ${UNIT}\\))?`, 'g')

/**
 * A sentence with its measures in one system: `26.1 °C (79 °F)` is `79 °F`, `492.1 m2` is `5,297 sq
 * ft`. Of a pair the one of the system stays as it was.
 */
export function sentenceInSystem(text: string, system: UnitSystem): string {
  return text.replace(MEASURED, (whole, number, spelled, other, otherSpelled) => {
    const first = measureOf(number, spelled)
    if (!isForeign(first.unit, system)) return `${number} ${first.unit}`
    if (other !== undefined) {
      const second = measureOf(other, otherSpelled)
      if (!isForeign(second.unit, system)) return `${other} ${second.unit}`
      return whole
    }
    return formatMeasure(first, system)
  })
}

function measureOf(number: string, spelled: string): Measure {
  const unit = SPELLED.find(([each]) => each === spelled)![1]
  return { value: Number(number.replaceAll(',', '')), unit }
}
