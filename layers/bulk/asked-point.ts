import { CoordinateError, readDegrees } from '../coordinate.ts'

/** What is wrong with a point, in the shape of the API's error object. */
export interface PointProblem {
  code: 'invalid_request'
  message: string
  param?: 'lat' | 'lng'
  hint: string
}

/** One point of a file. `line` counts the points from 1, whatever lies between them. */
export type AskedPoint = { line: number; id?: string | number } & (
  | { lat: number; lng: number }
  | { problem: PointProblem }
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
): AskedPoint {
  if (typeof given === 'string') {
    const hint = 'Give an object with lat and lng, or a GeoJSON point feature.'
    const problem = { code: 'invalid_request', message: `The line ${given}.`, hint } as const
    return { line, ...named(id), problem }
  }
  const start = { line, ...named(given.id) }
  const degrees: { lat?: number; lng?: number } = {}
  for (const param of ['lat', 'lng'] as const) {
    const value = given[param]
    const text = typeof value === 'number' || typeof value === 'string' ? value : ''
    try {
      degrees[param] = readDegrees(text, param)
    } catch (error) {
      if (!(error instanceof CoordinateError)) throw error
      const echo = JSON.stringify(`${text}`.slice(0, ECHO_CHARACTERS))
      const message = `${text}`.trim() === '' ? `${param} is missing.` : `${echo} ${error.problem}.`
      return { ...start, problem: { code: 'invalid_request', message, param, hint: HINTS[param] } }
    }
  }
  return { ...start, lat: degrees.lat!, lng: degrees.lng! }
}

/** An id that is no Unicode gets U+FFFD where it is none: no Parquet file could hold it. */
function named(id: unknown): { id?: string | number } {
  if (typeof id === 'number') return { id }
  return typeof id === 'string' && id !== '' ? { id: id.toWellFormed() } : {}
}
