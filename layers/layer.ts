import type { z } from 'zod'
import type { Table } from '../packs/table.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { ExternalSources } from './external-sources.ts'
import type { Location, Row, SectionRows } from './location.ts'
import type { Answer, CATEGORIES, SectionShape } from './section.ts'

/** How one table is read for a section. */
export interface Reads {
  table: string
  /** Also measure overlaps with the parcel; in a table of points, find those inside it. */
  onParcel: boolean
  /**
   * Also find the rows whose `column`, a lookup of the table, names the county of the location
   * (under any of its codes), its parcel, or its ZIP code tabulation area.
   */
  keyed?: { column: string; of: 'county' | 'parcel' | 'zip' }
  /** Also find the rows of a table of points within this distance of the point. */
  near?: { radius_m: number }
}

/**
 * The main values of a section as columns for analysts: one row a parcel in `v_parcel_dossier`.
 * Each column is named `<layer>_<value>`, may be null and has a description.
 */
export interface SectionColumns {
  row: z.ZodObject
  /** Takes the values of the columns from the data of an answer that is `available`. */
  // biome-ignore lint/suspicious/noExplicitAny: each layer reads its own data shape
  values(data: any): Row
}

export interface SectionDefinition extends SectionShape {
  /** Display name. */
  name: string
  category: (typeof CATEGORIES)[number]
  reads: Reads[]
  /**
   * Tables whose declared coverage decides between `empty` and `not_covered`; the layer's own
   * tables when absent. A layer that answers from another layer's table names it here.
   */
  coveredBy?: readonly string[]
  /**
   * A table of another layer of which the section answers only from rows with this column: parcels
   * without a roll have no tax. The catalog counts partitions with such a row; the column of the
   * same name in `coverage` states whether a partition has any.
   */
  answersWhere?: { table: string; column: 'has_roll' }
  /**
   * Requests data from sources other than the packs, in a section that has any; null where there is
   * nothing to request at this location. `answer` receives the result; an `UpstreamFailure` makes
   * the section `not_available` with the reason and the hint of the failure.
   */
  // biome-ignore lint/suspicious/noExplicitAny: each section reads the data that it requested
  requestData?(location: Location, rows: SectionRows, from: ExternalSources): Promise<any> | null
  /**
   * Pure: the same location, rows and data give the same answer. `requested` is the result of
   * `requestData`, and undefined where nothing was requested.
   */
  // biome-ignore lint/suspicious/noExplicitAny: each section reads the data that it requested
  answer(location: Location, rows: SectionRows, requested?: any): Answer
  /**
   * Columns of the section in one row a parcel; absent where the data is true for a moment only.
   */
  columns?: SectionColumns
}

/** The entry of a layer in the catalog of `GET /v1/layers`. */
export interface CatalogText {
  slug: string
  title: string
  description: string
  category:
    | 'boundary'
    | 'parcel'
    | 'hazard'
    | 'regulatory'
    | 'market'
    | 'imagery'
    | 'infrastructure'
    | 'environment'
}

/** How a table of a layer becomes an archive of tiles. */
export interface ArchiveDefinition {
  table: string
  minZoom: number
  maxZoom: number
  /** Contiguous layers cover the same area at every zoom; discontinuous ones may thin. */
  kind: 'contiguous' | 'discontinuous'
  /** Columns that become feature properties. Never a raw county id. */
  properties: readonly string[]
  /**
   * The column whose value names a feature for people. The archive then has a point for the label
   * of each feature.
   */
  label?: string
  /** How a map may colour the features, in the contract's `color_by` shape. */
  colorBy?: { property: string; map: Record<string, string>; default?: string }
}

/** A table of shapes that a map can request by box, in addition to the table of the archive. */
export interface FeatureDefinition {
  table: string
  /** Columns that become properties, in addition to the key. Never a raw county id. */
  properties: readonly string[]
  /** The column whose value names a feature for people. */
  label?: string
  /** Zoom from which a view holds few enough features to request them. */
  minZoom: number
  colorBy?: ArchiveDefinition['colorBy']
  /** Its labels orient people on the map of its layer, whatever the layer itself is drawn from. */
  isNames?: true
}

/**
 * A layer: the meaning of its data. The pipeline of the same id makes its tables; a layer without
 * tables has no pipeline and reads live services only.
 */
export interface Layer {
  id: string
  catalog: CatalogText
  tables: Table[]
  section: SectionDefinition | 'none'
  /** Services that it requests data from while a dossier waits, or to find the location. */
  upstreams?: readonly Upstream[]
  /** The area where a layer without tables answers, as text; its first upstream must be on. */
  liveCoverage?: string
  archive?: ArchiveDefinition
  /** Tables that are drawn without tiles, the main one first. */
  features?: readonly FeatureDefinition[]
}

/**
 * Lists the tables whose declared coverage decides between `empty` and `not_covered` in a section.
 */
export function coveringTables({ tables, section }: Layer): readonly string[] {
  const own = tables.map(({ name }) => name)
  return section === 'none' ? own : (section.coveredBy ?? own)
}
