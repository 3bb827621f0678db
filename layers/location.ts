import type { GridPoint } from '../geometry/grid-point.ts'
import type { Box, Polygons } from '../geometry/polygons.ts'
import type { PackValue } from '../packs/pack-format.ts'
import type { County } from './county.ts'
import type { Position } from './point-position.ts'

export type Row = Record<string, PackValue>

/** A row that speaks of the place, found through a lookup pack. */
export interface LocatedRow {
  row: Row
  /** The whole polygons of the row; read only when asked for. */
  polygons: () => Polygons
  /** Longitude and latitude of a row of a table of points, degrees. */
  point: () => [lng: number, lat: number]
}

/** A row that shares area with the parcel, or a point in it: that has none, and `area_m2` 0. */
export interface OverlappingRow extends LocatedRow {
  area_m2: number
}

/** A row of points near the point. */
export interface NearbyRow extends LocatedRow {
  distance_m: number
}

/** A parcel of the spot. */
export interface LocatedParcel extends LocatedRow {
  parcel_key: string
  /** On the ellipsoid, measured from the polygon, not taken from the roll. */
  area_m2: number
}

/** The county of a spot, and who says so. */
export interface LocatedCounty extends County {
  name: string
  fips: string
  /** A polygon that holds the point, the record of its parcel, or the nearest drawn county. */
  from: 'boundary_file' | 'parcel' | 'nearest'
  /** Partition of the county's or the parcel's row. */
  partition: string
  /** What its line was generalised for; null where it was not, and of a parcel's record. */
  scale_denominator: number | null
  /** Metres from the point to the nearest county; 0 unless `from` is `nearest`. */
  distance_m: number
  /** Codes that sources of other editions may use for it: `county-fips.ts`. */
  counterparts: string[]
}

/** The resolved place that every section is asked about. */
export interface Location {
  point: {
    lat: number
    lng: number
    source: 'input' | 'geocoded' | 'parcel_anchor'
    /** What the point of an address is; absent where none was given. */
    position?: Position
  }
  /** The smallest parcel at the point, ties broken by key, or the one that was asked for. */
  parcel: LocatedParcel | null
  /** All parcels at the point, the answered one first, then by area and key. */
  parcels: LocatedParcel[]
  /** Looked up when first asked for; null where no boundary file and no parcel tells. */
  readonly county: LocatedCounty | null
  /** ZIP code tabulation area at the point, which is not a ZIP code; looked up when asked for. */
  readonly zip: string | null
  /** Whether sections add GeoJSON to their data. */
  includeGeometry: boolean
  /** Whether the parcel section adds its neighbours and its frontage. */
  includeAdjacent: boolean
}

/** One partition of a table that declares to cover the point. */
export interface Coverage {
  table: string
  partition: string
  /** What it covers in words. */
  area_name: string
  county_name: string | null
  county_fips: string | null
  /** What a spot inside the coverage and outside every row means. */
  outside: 'unmapped' | 'minimal' | 'nothing'
  outside_evidence: string | null
  source_name: string
  source_vintage: string
  source_attribution: string
  source_note: string | null
  retrieved_at: string
  /** Of parcels: whether they come with values of an assessment roll. Null of other tables. */
  has_roll: boolean | null
  /** Names of the feeds of the source that could not be read when it was made, `; ` between. */
  feeds_unavailable: string | null
  /** Square metres of the parcel inside the coverage; 0 but in `coverageOnParcel`. */
  parcel_m2: number
}

/** What a table says beyond the point and its parcel, for a section that looks around them. */
export interface Elsewhere {
  /** Rows that may reach into the boxes (grid units); null where there are more than `most`. */
  meeting(boxes: Iterable<Box>, most: number): LocatedRow[] | null
  /** Rows whose polygons hold the place. */
  holding(place: GridPoint): LocatedRow[]
  /** Partitions whose declared coverage holds the place. */
  covering(place: GridPoint): Coverage[]
  /** Partitions of the names given, in the build's order; the columns of rows name them. */
  partitions(names: ReadonlySet<unknown>): Coverage[]
  /** Whether the source of a partition says what it covers. */
  declares(partition: unknown): boolean
}

/** Rows of one table that a section asked for. */
export interface TableRows {
  /** Rows whose polygons hold the point. */
  atPoint: LocatedRow[]
  /** Rows sharing area with the parcel, slivers (`geometry/sliver.ts`) left out; empty without a parcel. */
  onParcel: OverlappingRow[]
  /** Square metres of the parcel that those slivers add up to: no gap of the rows. */
  slivers_m2: number
  /** Rows that a `keyed` read found, in the table's order; empty without one. */
  keyed: LocatedRow[]
  /** Rows that a `near` read found, the nearest first; empty without one. */
  near: NearbyRow[]
  /** Partitions whose declared coverage holds the point. */
  coverage: Coverage[]
  /** Partitions whose declared coverage shares area with the parcel, slivers left out. */
  coverageOnParcel: Coverage[]
  /** Partitions that speak here: those that cover the point, then those of the rows found. */
  contributed: Coverage[]
  /** Whether the build has this table at all. */
  inBuild: boolean
  /** Rows around the spot; nothing is looked for before it is asked for. */
  elsewhere: Elsewhere
}

/** Everything a section may look at: a pure function of it gives the answer. */
export type SectionRows<Tables extends string = string> = Record<Tables, TableRows>
