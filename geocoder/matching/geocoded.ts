import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Position } from '../../layers/point-position.ts'

export const PRECISIONS = ['rooftop', 'street', 'place'] as const
export type Precision = (typeof PRECISIONS)[number]

/** An address that was found. */
export interface GeocodedAddress {
  /** As our tables write it; asking for it again finds the same. */
  formatted: string
  precision: Precision
  point: GridPoint
  /** What the point is; absent as long as nobody needs it: `house-position.ts`. */
  position?: Position
  /** What differs from what was asked, in a sentence; absent where nothing does. */
  note?: string
  /** Of the parcel whose roll names the address. */
  parcel_key?: string
  /** Whether it is only the place of a street that was asked for and is not known. */
  isStandIn?: true
  /** Row in `addresses`, where the address is one of them. */
  address?: number
  /** House number and street name in one spelling, of a house: two that differ are two houses. */
  house?: string
}

export type GeocodeResult =
  | { found: GeocodedAddress }
  /** Several are meant alike. */
  | { candidates: GeocodedAddress[]; total: number }
  /** Nothing is; `known` tells what is, where something was. */
  | { missing: string; hint: string }
