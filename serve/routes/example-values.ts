/** A box in degrees. */
export type ExampleBox = [west: number, south: number, east: number, north: number]

/**
 * Values for the example requests of the reference, for which the build has an answer; null where
 * it has none.
 */
export interface ExampleValues {
  build: string | null
  point: { lat: number; lng: number } | null
  address: string | null
  parcel: ExampleParcel | null
  /** A layer that is requested by box, and a box in degrees in which it has features. */
  shapes: { slug: string; box: ExampleBox } | null
  tile: { slug: string; z: number; x: number; y: number } | null
  /** An elevation tile with data. */
  dem: { z: number; x: number; y: number } | null
}

export interface ExampleParcel {
  key: string
  county: string | null
  zip: string | null
  use_code: string | null
  box: ExampleBox
}
