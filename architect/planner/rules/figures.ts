import type { HouseRoom } from '../house/house.ts'

const FOOT_M = 0.3048
const IMPERIAL =
  /\b(?:ft|feet|foot|inch(?:es)?|sq\.? ?f(?:ee)?t|square f(?:ee|oo)t|sf|ft²)\b|\d\s?['"′″]/i

/** Lengths and areas as replies state them, in the units of the request. */
export interface Figures {
  length(metres: number): string
  area(metres2: number): string
}

const METRIC: Figures = {
  length: (metres) => `${rounded(metres, 2)} m`,
  area: (metres2) => `${rounded(metres2, 1)} m²`,
}
const FEET: Figures = {
  length: (metres) => `${rounded(metres / FOOT_M, 1)} ft`,
  area: (metres2) => `${rounded(metres2 / FOOT_M ** 2, 0)} sq ft`,
}

/** Feet where the request is in feet or inches, else metres. */
export const figuresFor = (request: string): Figures => (IMPERIAL.test(request) ? FEET : METRIC)

/** `3.48 m by 3.19 m`: clear width and depth of a room. */
export const sizeOf = ({ box }: HouseRoom, { length }: Figures): string =>
  `${length(box.maxX - box.minX)} by ${length(box.maxZ - box.minZ)}`

export const rounded = (value: number, decimals: number): string =>
  String(Math.round(value * 10 ** decimals) / 10 ** decimals)

/** `the kitchen`: a room within a sentence. */
export const theRoom = ({ label }: { label: string }): string => `the ${lowerFirst(label)}`
/** `The kitchen`: a room at the beginning of a sentence. */
export const TheRoom = ({ label }: { label: string }): string => `The ${lowerFirst(label)}`

/** Names such as `WC` stay as they are. */
const lowerFirst = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label[0].toLowerCase() + label.slice(1) : label

/** `a, b and c` */
export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
