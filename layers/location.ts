import type { GridPoint } from '../geometry/grid-point.ts'
import type { Lines } from '../geometry/lines.ts'
import type { Box, Polygons } from '../geometry/polygons.ts'
import type { PackValue } from '../packs/pack-format.ts'
import type { County } from './county.ts'
import type { PointSource, Position } from './point-position.ts'

/** Values of a row by column. */
export type Row = Record<string, PackValue>

/** A row of a table that concerns a location. */
export interface LocatedRow {
  row: Row
  /** Reads the whole polygons of the row. */
  polygons: () => Polygons
  /** Reads the whole lines of a row of a table of lines. */
  lines: () => Lines
  /** Longitude and latitude of a row of a table of points, degrees. */
  point: () => [lng: number, lat: number]
}

/** A row that shares area with the parcel, or a point inside it, whose `area_m2` is 0. */
export interface OverlappingRow extends LocatedRow {
  area_m2: number
}

/** A row of a table of points that is near the point. */
export interface NearbyRow extends LocatedRow {
  distance_m: number
}

/** A parcel at the location. */
export interface LocatedParcel extends LocatedRow {
  parcel_key: string
  /** Area of the polygon on the ellipsoid; the area on the roll may differ. */
  area_m2: number
}

/** The county of a location, and the source that names it. */
export interface LocatedCounty extends County {
  name: string
  fips: string
  /**
   * Origin: a polygon that contains the point, the record of its parcel, or the nearest drawn
   * county.
   */
  from: 'boundary_file' | 'parcel' | 'nearest'
  /** Partition of the county's or the parcel's row. */
  partition: string
  /** Scale that its line was generalised for; null where it was not, and from a parcel's record. */
  scale_denominator: number | null
  /** Metres from the point to the nearest county; 0 unless `from` is `nearest`. */
  distance_m: number
  /** Codes that sources of other editions may use for it: `values/county-fips.ts`. */
  counterparts: readonly string[]
}

/** The resolved location that every section of a dossier is about. */
export interface Location {
  point: {
    lat: number
    lng: number
    source: PointSource
    /** Where the point of an address lies; absent for coordinates and parcels. */
    position?: Position
  }
  /** The requested parcel, or the smallest at the point, ties broken by key. */
  parcel: LocatedParcel | null
  /** All parcels at the point: `parcel` first, then by area and key. */
  parcels: LocatedParcel[]
  /** Looked up at first use; null where neither a boundary file nor a parcel names one. */
  readonly county: LocatedCounty | null
  /** ZIP code tabulation area at the point, which is not a ZIP code; looked up at first use. */
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
  /** Name of the area that it covers. */
  area_name: string
  county_name: string | null
  county_fips: string | null
  /** Meaning of a point inside the coverage and outside every row. */
  outside: 'unmapped' | 'minimal' | 'nothing'
  outside_evidence: string | null
  source_name: string
  source_vintage: string
  source_attribution: string
  source_note: string | null
  retrieved_at: string
  /** Whether parcels come with values of an assessment roll; null in other tables. */
  has_roll: boolean | null
  /** Feeds of the source that could not be read when it was made, separated by `; `. */
  feeds_unavailable: string | null
  /** Square metres of the parcel inside the coverage; 0 except in `coverageOnParcel`. */
  parcel_m2: number
}

/**
 * The rows of a table around a location, for a section that reads more than its point and parcel.
 */
export interface Elsewhere {
  /**
   * Finds rows that may reach into the boxes (grid units); null where there are more than `most`.
   */
  meeting(boxes: Iterable<Box>, most: number): LocatedRow[] | null
  /** Finds rows whose polygons hold the point. */
  holding(point: GridPoint): LocatedRow[]
  /** Finds partitions whose declared coverage holds the point. */
  covering(point: GridPoint): Coverage[]
  /** Lists the partitions with the given names, in the build's order. Rows name their partition. */
  partitions(names: ReadonlySet<unknown>): Coverage[]
  /** Whether the source of a partition states what it covers. */
  declares(partition: unknown): boolean
}

/** Rows of one table that a section reads. */
export interface TableRows {
  /** Rows whose polygons hold the point. */
  atPoint: LocatedRow[]
  /**
   * Rows sharing area with the parcel, slivers (`geometry/sliver.ts`) left out; empty without a
   * parcel.
   */
  onParcel: OverlappingRow[]
  /** Square metres of the parcel under those slivers, which are not a gap between the rows. */
  slivers_m2: number
  /** Rows that a `keyed` read found, in the table's order; empty without one. */
  keyed: LocatedRow[]
  /** Rows that a `near` read found, the nearest first; empty without one. */
  near: NearbyRow[]
  /** Partitions whose declared coverage holds the point. */
  coverage: Coverage[]
  /** Partitions whose declared coverage shares area with the parcel, slivers left out. */
  coverageOnParcel: Coverage[]
  /** Partitions behind the answer: those that cover the point, then those of the rows found. */
  contributed: Coverage[]
  /** Whether the build has this table at all. */
  inBuild: boolean
  /** Rows around the location; each is searched for at the first call. */
  elsewhere: Elsewhere
}

/** All rows that a section may read. Its answer is a pure function of them. */
export type SectionRows<Tables extends string = string> = Record<Tables, TableRows>
