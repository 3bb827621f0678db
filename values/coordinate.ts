const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

/** A text that is not a coordinate. `problem` continues the sentence that begins with `text`. */
export class CoordinateError extends Error {
  readonly text: string
  readonly problem: string

  constructor(text: string, problem: string) {
    super(`${text} ${problem}`)
    this.name = 'CoordinateError'
    this.text = text
    this.problem = problem
  }
}

/** Largest absolute value on each axis, in degrees. */
const DEGREES_MAX = { lat: 90, lng: 180 } as const

/**
 * Parses decimal degrees as `GET /v1/location` accepts them: a number, or text with a sign, digits
 * and a decimal point, with blanks around it. Throws `CoordinateError` for anything else and for a
 * value outside the axis.
 */
export function parseDegrees(value: string | number, axis: keyof typeof DEGREES_MAX): number {
  const text = `${value}`.trim()
  const degrees = typeof value === 'number' || DECIMAL.test(text) ? Number(value) : Number.NaN
  if (Number.isNaN(degrees)) throw new CoordinateError(`${value}`, 'is not a decimal number')
  const limit = DEGREES_MAX[axis]
  if (!(Math.abs(degrees) <= limit))
    throw new CoordinateError(text, `is outside -${limit} to ${limit}`)
  return degrees + 0 // -0 is 0 on the wire and in the grid
}

/** True when the latitude is out of range and both would be in range with the two exchanged. */
export function isSwappedPair(lat: string | number, lng: string | number): boolean {
  return !isDegrees(lat, 'lat') && isDegrees(lat, 'lng') && isDegrees(lng, 'lat')
}

function isDegrees(value: string | number, axis: keyof typeof DEGREES_MAX): boolean {
  try {
    parseDegrees(value, axis)
    return true
  } catch (error) {
    if (error instanceof CoordinateError) return false
    throw error
  }
}
