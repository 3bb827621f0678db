import { METRES_PER } from '../../scene/units.ts'

/** `1.2 m`: at most two decimals. */
export const formatMetres = (metres: number): string => `${rounded(metres, 2)} m`
/** `12.07 m²`. */
export const formatSquareMetres = (metres2: number): string => `${rounded(metres2, 2)} m²`
/** `35°`: at most one decimal. */
export const formatDegrees = (degrees: number): string => `${rounded(degrees, 1)}°`

/** The units in which a reply states its figures. */
export type ReplyUnit = 'm' | 'ft'

export const formatLength = (metres: number, unit: ReplyUnit): string =>
  unit === 'm' ? formatMetres(metres) : `${rounded(metres / METRES_PER.ft, 2)} ft`
export const formatArea = (metres2: number, unit: ReplyUnit): string =>
  unit === 'm' ? formatSquareMetres(metres2) : `${rounded(metres2 / METRES_PER.ft ** 2, 1)} ft²`
export const formatVolume = (metres3: number, unit: ReplyUnit): string =>
  unit === 'm' ? `${rounded(metres3, 1)} m³` : `${rounded(metres3 / METRES_PER.ft ** 3, 0)} ft³`

/** A number to so many decimals, without zeros at its end. */
export const rounded = (value: number, decimals: number): string =>
  String(Number(value.toFixed(decimals)))

/** `the Kitchen, the Bathroom and the Storage`. */
export function formatList(names: readonly string[], joint = 'and'): string {
  if (names.length < 2) return names[0] ?? ''
  return `${names.slice(0, -1).join(', ')} ${joint} ${names.at(-1)}`
}

/** `1 window`, `3 windows`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`

/** `A window`, of a sentence that begins with it. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `a desk`, `an armchair`. */
export const withArticle = (noun: string): string =>
  `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
