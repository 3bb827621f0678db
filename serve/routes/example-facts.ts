/** Degrees. */
export type ExampleBox = [west: number, south: number, east: number, north: number]

/** What the questions of the reference name, so that they have an answer. Null: the build has none. */
export interface ExampleValues {
  build: string | null
  spot: { lat: number; lng: number } | null
  address: string | null
  parcel: ExampleParcel | null
  /** A layer that is drawn by box, and a box in degrees where it has something. */
  shapes: { slug: string; box: ExampleBox } | null
  tile: { slug: string; z: number; x: number; y: number } | null
  /** A tile of heights that has some. */
  dem: { z: number; x: number; y: number } | null
}

export interface ExampleParcel {
  key: string
  county: string | null
  zip: string | null
  use_code: string | null
  box: ExampleBox
}
