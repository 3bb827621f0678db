import { METRES_PER } from '../../scene/units.ts'
import type { HouseRoom } from '../house/house.ts'
import { formatMetres, rounded } from '../language/format.ts'
import { isWord } from '../language/vocabulary.ts'

const IMPERIAL =
  /\b(?:ft|feet|foot|inch(?:es)?|sq\.? ?f(?:ee)?t|square f(?:ee|oo)t|sf|ft²)\b|\d\s?['"′″]/i

/** Lengths and areas as replies state them, in the units of the request. */
export interface Figures {
  length(metres: number): string
  area(metres2: number): string
}

const METRIC: Figures = {
  length: formatMetres,
  area: (metres2) => `${rounded(metres2, 1)} m²`,
}
const FEET: Figures = {
  length: (metres) => `${rounded(metres / METRES_PER.ft, 1)} ft`,
  area: (metres2) => `${rounded(metres2 / METRES_PER.ft ** 2, 0)} sq ft`,
}

/** Feet where the request is in feet or inches, else metres. */
export const figuresFor = (request: string): Figures => (IMPERIAL.test(request) ? FEET : METRIC)

/** `3.48 m by 3.19 m`: clear width and depth of a room. */
export const sizeOf = ({ box }: HouseRoom, { length }: Figures): string =>
  `${length(box.maxX - box.minX)} by ${length(box.maxZ - box.minZ)}`

/** `the kitchen`: a room within a sentence. */
export const theRoom = ({ label }: { label: string }): string => `the ${lowerFirst(label)}`
/** `The kitchen`: a room at the beginning of a sentence. */
export const TheRoom = ({ label }: { label: string }): string => `The ${lowerFirst(label)}`

/** Names such as `WC` and `Lisa's room` stay as they are. */
const lowerFirst = (label: string): string =>
  isWord(/^\p{Lu}\p{Ll}*/u.exec(label)?.[0].toLowerCase() ?? '')
    ? label[0].toLowerCase() + label.slice(1)
    : label
