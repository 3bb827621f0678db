const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

/** A coordinate that is none: `problem` goes on after the `text` that was given. */
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

/** Largest degrees of each axis. */
const DEGREES_MAX = { lat: 90, lng: 180 } as const

/**
 * Decimal degrees, as `GET /v1/location` reads them: a number, or text of a sign, digits and a point
 * with blanks around. Throws `CoordinateError` for anything else and outside of the axis.
 */
export function parseDegrees(given: string | number, axis: keyof typeof DEGREES_MAX): number {
  const text = `${given}`.trim()
  const degrees = typeof given === 'number' || DECIMAL.test(text) ? Number(given) : Number.NaN
  if (Number.isNaN(degrees)) throw new CoordinateError(`${given}`, 'is not a decimal number')
  const limit = DEGREES_MAX[axis]
  if (!(Math.abs(degrees) <= limit))
    throw new CoordinateError(text, `is outside -${limit} to ${limit}`)
  return degrees + 0 // -0 is 0 on the wire and in the grid
}

/** Whether a latitude that is off the globe would be on it if the two were exchanged. */
export function isSwappedPair(lat: string | number, lng: string | number): boolean {
  return !isDegrees(lat, 'lat') && isDegrees(lat, 'lng') && isDegrees(lng, 'lat')
}

function isDegrees(given: string | number, axis: keyof typeof DEGREES_MAX): boolean {
  try {
    parseDegrees(given, axis)
    return true
  } catch (error) {
    if (error instanceof CoordinateError) return false
    throw error
  }
}
