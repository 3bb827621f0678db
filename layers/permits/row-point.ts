import type { AttributeValue } from '../../values/published-row.ts'
import type { LocationColumns } from './mapping.ts'
import { nameKey } from './permit-values.ts'

export type RowPoint = { x: number; y: number } | null

/** Frame of coordinates without a stated one, in columns called latitude and longitude. */
export const LON_LAT = 'EPSG:4326'

/** The frame of the coordinates in a mapping's columns. */
export function frameOfColumns(location: LocationColumns): string {
  return 'point' in location ? LON_LAT : (location.crs ?? LON_LAT)
}

/** The point of a row by its columns; null for 0, 0, which many exports write for a missing one. */
export function pointInColumns(
  attributes: Record<string, AttributeValue>,
  location: LocationColumns,
): RowPoint {
  const read = (names: readonly string[]) => {
    const name = names.find((each) => attributes[nameKey(each)] !== undefined)
    return name === undefined ? '' : `${attributes[nameKey(name)] ?? ''}`.trim()
  }
  if ('point' in location) return pointInText(read(location.point.names))
  return parsePoint(read(location.lng.names), read(location.lat.names))
}

const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`
/** Socrata's Point, as its CSV has it: longitude first. */
const WKT = new RegExp(`^POINT ?\\(${NUMBER} ${NUMBER}\\)$`, 'i')
/** Socrata's older Location: latitude first, at times after an address. */
const PAIR = new RegExp(`\\(${NUMBER}, ?${NUMBER}\\)$`)

/**
 * Parses `POINT (-87.6 41.9)`, `(41.9, -87.6)` and a GeoJSON point or Socrata's location as JSON.
 */
function pointInText(text: string): RowPoint {
  const wkt = WKT.exec(text)
  if (wkt) return parsePoint(wkt[1], wkt[2])
  const pair = PAIR.exec(text)
  if (pair) return parsePoint(pair[2], pair[1])
  const { coordinates, longitude, latitude } = objectIn(text)
  return Array.isArray(coordinates)
    ? parsePoint(`${coordinates[0]}`, `${coordinates[1]}`)
    : parsePoint(`${longitude ?? ''}`, `${latitude ?? ''}`)
}

/** The object that a text holds as JSON, or an empty one. */
function objectIn(text: string): Record<string, unknown> {
  try {
    return Object(text.startsWith('{') ? JSON.parse(text) : null)
  } catch {
    return {}
  }
}

/** Parses a point of two numbers; null where one is blank or both are 0. */
export function parsePoint(x: string, y: string): RowPoint {
  const numbers = [x, y].map((text) => (text.trim() === '' ? Number.NaN : Number(text)))
  if (!numbers.every(Number.isFinite) || numbers.every((number) => number === 0)) return null
  return { x: numbers[0], y: numbers[1] }
}
