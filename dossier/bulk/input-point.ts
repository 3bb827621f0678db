import { CoordinateError, isSwappedPair, parseDegrees } from '../../values/coordinate.ts'

/** A problem with a point, in the shape of the API's error object. */
export interface PointProblem {
  code: 'invalid_request'
  message: string
  param?: 'lat' | 'lng'
  hint: string
}

/**
 * One point of an input file. `line` counts the points from 1, without the lines between them.
 * `isSwapped` is set where the point would be on the globe with its coordinates exchanged.
 */
export type InputPoint = { line: number; id?: string | number } & (
  | { lat: number; lng: number }
  | { problem: PointProblem; isSwapped?: true }
)

const HINTS = {
  lat: 'lat: latitude, decimal degrees from -90 to 90',
  lng: 'lng: longitude, decimal degrees from -180 to 180',
}
/** Longest part of a value that a message repeats. */
const ECHO_CHARACTERS = 60

/**
 * Parses one point with the checks of the API. A text in place of values describes why there are
 * none.
 */
export function parsePoint(
  line: number,
  values: { lat: unknown; lng: unknown; id?: unknown } | string,
  id?: unknown,
): InputPoint {
  if (typeof values === 'string') {
    const hint = 'Give an object with lat and lng, or a GeoJSON point feature.'
    const problem = { code: 'invalid_request', message: `The line ${values}.`, hint } as const
    return { line, ...named(id), problem }
  }
  const start = { line, ...named(values.id) }
  const degrees: { lat?: number; lng?: number } = {}
  for (const param of ['lat', 'lng'] as const) {
    const text = textOf(values[param])
    try {
      degrees[param] = parseDegrees(text, param)
    } catch (error) {
      if (!(error instanceof CoordinateError)) throw error
      const echo = JSON.stringify(`${text}`.slice(0, ECHO_CHARACTERS))
      const message = `${text}`.trim() === '' ? `${param} is missing.` : `${echo} ${error.problem}.`
      const isSwapped = isSwappedPair(textOf(values.lat), textOf(values.lng))
      const hint = isSwapped
        ? `${HINTS[param]}. Is ${textOf(values.lng)},${textOf(values.lat)} the point?`
        : HINTS[param]
      const problem = { code: 'invalid_request', message, param, hint } as const
      return { ...start, problem, ...(isSwapped && { isSwapped }) }
    }
  }
  return { ...start, lat: degrees.lat!, lng: degrees.lng! }
}

function textOf(value: unknown): string | number {
  return typeof value === 'number' || typeof value === 'string' ? value : ''
}

/** Invalid Unicode in an id becomes U+FFFD: no Parquet file could hold it. */
function named(id: unknown): { id?: string | number } {
  if (typeof id === 'number') return { id }
  return typeof id === 'string' && id !== '' ? { id: id.toWellFormed() } : {}
}
