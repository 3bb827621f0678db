import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Position } from '../../layers/point-position.ts'

export const PRECISIONS = ['rooftop', 'street', 'place'] as const
export type Precision = (typeof PRECISIONS)[number]

/** A geocoded address. */
export interface GeocodedAddress {
  /** The address as our tables write it; a lookup of it finds the same place. */
  formatted: string
  precision: Precision
  point: GridPoint
  /** Where the point lies; set by `house-position.ts`. */
  position?: Position
  /** Differences from the request as a sentence; absent where there are none. */
  note?: string
  /** Key of the parcel whose roll names the address. */
  parcel_key?: string
  /** True for a place that stands in for the requested street, which is not known. */
  isStandIn?: true
  /** Row in `addresses`, where the address is one of them. */
  address?: number
  /**
   * House number and street name of a house in one spelling; different texts are different houses.
   */
  house?: string
}

export type GeocodeResult =
  | { found: GeocodedAddress }
  /** Several places match equally well. */
  | { candidates: GeocodedAddress[]; total: number }
  /** Nothing matches; the hint names what is known. */
  | { missing: string; hint: string }

/** True for a point in grid units in an area. */
export type Within = (point: GridPoint) => boolean
