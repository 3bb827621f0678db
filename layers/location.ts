import type { Polygons } from './geometry/polygons.ts'
import type { PackValue } from './packs/pack-format.ts'

export type Row = Record<string, PackValue>

/** A row that speaks of the place, found through a lookup pack. */
export interface Found {
  row: Row
  /** The whole polygons of the row; read only when asked for. */
  polygons: () => Polygons
}

/** A row that shares area with the parcel. */
export interface FoundOverlap extends Found {
  area_m2: number
}

/** A parcel of the spot. */
export interface LocatedParcel extends Found {
  parcel_key: string
  /** On the ellipsoid, measured from the polygon, not taken from the roll. */
  area_m2: number
}

/** The resolved place that every section is asked about. */
export interface Location {
  point: { lat: number; lng: number; source: 'input' | 'geocoded' | 'parcel_anchor' }
  /** The smallest parcel at the point, ties broken by key; null where none is known. */
  parcel: LocatedParcel | null
  /** All parcels at the point, the answered one first, then by area and key. */
  parcels: LocatedParcel[]
  /** Whether sections add GeoJSON to their data. */
  includeGeometry: boolean
}

/** One partition of a table that declares to cover the point. */
export interface Coverage {
  table: string
  partition: string
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
  /** Square metres of the parcel inside the coverage; 0 unless the section reads the parcel. */
  parcel_m2: number
}

/** Rows of one table that a section asked for. */
export interface TableRows {
  /** Rows whose polygons hold the point. */
  atPoint: Found[]
  /** Rows sharing area with the parcel, slivers left out; empty without a parcel. */
  onParcel: FoundOverlap[]
  /** Partitions whose declared coverage holds the point. */
  coverage: Coverage[]
  /** Partitions whose declared coverage shares area with the parcel, slivers left out. */
  coverageOnParcel: Coverage[]
  /** Partitions that speak here: those that cover the point, then those of the rows found. */
  spoke: Coverage[]
  /** Whether the build has this table at all. */
  inBuild: boolean
}

/** Everything a section may look at: a pure function of it gives the answer. */
export type SectionRows<Tables extends string = string> = Record<Tables, TableRows>
