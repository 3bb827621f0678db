import { safeText } from '../scene/safe-text.ts'

declare const TOKEN: unique symbol
/** A value as it stands in a STEP file: only the functions of this file make one from data. */
export type Token = string & { readonly [TOKEN]: true }

/** An attribute without a value. */
export const NONE = '$' as Token
/** An attribute that the supertype derives. */
export const DERIVED = '*' as Token

/** Characters of an `IfcLabel`, which the schema bounds. */
const LABEL_CHARACTERS_MAX = 255

/** Decimals of lengths, areas and volumes: micrometres, far below the grid of scenes. */
const DECIMALS = 1e6
/** Decimals of directions: over 1 km they leave the line by a nanometre. */
const RATIO_DECIMALS = 1e12

/** A number of metres, square metres or cubic metres, to six decimals. */
export const real = (value: number): Token => decimal(value, DECIMALS)

/** A component of a direction, a share or a factor, to twelve decimals. */
export const ratio = (value: number): Token => decimal(value, RATIO_DECIMALS)

/** STEP wants a point in every real number, and an E before its exponent. */
function decimal(value: number, decimals: number): Token {
  if (!Number.isFinite(value)) throw new Error(`${value} is not a number of an IFC file`)
  const rounded = Math.round(value * decimals) / decimals
  const [digits, exponent] = `${rounded === 0 ? 0 : rounded}`.split('e')
  const pointed = digits.includes('.') ? digits : `${digits}.`
  return (exponent === undefined ? pointed : `${pointed}E${exponent}`) as Token
}

export const integer = (value: number): Token => `${Math.round(value)}` as Token

/** A name of the schema between points: `.FLOOR.`. */
export const enumeration = (name: string): Token => `.${name}.` as Token

export const boolean = (value: boolean): Token => enumeration(value ? 'T' : 'F')

export const list = (values: readonly Token[]): Token => `(${values.join(',')})` as Token

/** A value with the name of its type, where the schema has several to choose from. */
export const typed = (type: string, value: Token): Token => `${type}(${value})` as Token

/**
 * Text of a person, in the characters of ISO 10303-21: what is not printable ASCII stands as its
 * code points between `\X2\` or `\X4\` and `\X0\`. Controls and marks of direction become `?`, as
 * in drawings.
 */
export function text(value: string): Token {
  const encoded = safeText(value)
    .replace(/['\\]/g, '$&$&')
    .replace(/[^ -~]+/gu, encodedRun)
  return `'${encoded}'` as Token
}

/** Text of a person as an `IfcLabel`: its first 255 characters. */
export const label = (value: string): Token =>
  text([...value].slice(0, LABEL_CHARACTERS_MAX).join(''))

function encodedRun(run: string): string {
  const points = [...run].map((character) => character.codePointAt(0)!)
  const isWide = points.some((point) => point > 0xffff)
  const width = isWide ? 8 : 4
  const digits = points.map((point) => point.toString(16).toUpperCase().padStart(width, '0'))
  return `\\X${isWide ? 4 : 2}\\${digits.join('')}\\X0\\`
}
