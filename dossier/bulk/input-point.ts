import { CoordinateError, isSwappedPair, parseDegrees } from '../../values/coordinate.ts'

/** What is wrong with a point, in the shape of the API's error object. */
export interface PointProblem {
  code: 'invalid_request'
  message: string
  param?: 'lat' | 'lng'
  hint: string
}

/**
 * One point of a file. `line` counts the points from 1, whatever lies between them. `isSwapped`: it
 * would be on the globe with the two exchanged.
 */
export type InputPoint = { line: number; id?: string | number } & (
  | { lat: number; lng: number }
  | { problem: PointProblem; isSwapped?: true }
)

const HINTS = {
  lat: 'lat: latitude, decimal degrees from -90 to 90',
  lng: 'lng: longitude, decimal degrees from -180 to 180',
}
/** Echoes of what a file says are cut here. */
const ECHO_CHARACTERS = 60

/** Checks one point as the API checks it. `given` in words says why there is none to check. */
export function readPoint(
  line: number,
  given: { lat: unknown; lng: unknown; id?: unknown } | string,
  id?: unknown,
): InputPoint {
  if (typeof given === 'string') {
    const hint = 'Give an object with lat and lng, or a GeoJSON point feature.'
    const problem = { code: 'invalid_request', message: `The line ${given}.`, hint } as const
    return { line, ...named(id), problem }
  }
  const start = { line, ...named(given.id) }
  const degrees: { lat?: number; lng?: number } = {}
  for (const param of ['lat', 'lng'] as const) {
    const text = textOf(given[param])
    try {
      degrees[param] = parseDegrees(text, param)
    } catch (error) {
      if (!(error instanceof CoordinateError)) throw error
      const echo = JSON.stringify(`${text}`.slice(0, ECHO_CHARACTERS))
      const message = `${text}`.trim() === '' ? `${param} is missing.` : `${echo} ${error.problem}.`
      const isSwapped = isSwappedPair(textOf(given.lat), textOf(given.lng))
      const hint = isSwapped
        ? `${HINTS[param]}. Is ${textOf(given.lng)},${textOf(given.lat)} the point?`
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

/** An id that is no Unicode gets U+FFFD where it is none: no Parquet file could hold it. */
function named(id: unknown): { id?: string | number } {
  if (typeof id === 'number') return { id }
  return typeof id === 'string' && id !== '' ? { id: id.toWellFormed() } : {}
}
