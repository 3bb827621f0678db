import type { z } from 'zod'
import type { Table } from '../packs/table.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { ExternalSources } from './external-sources.ts'
import type { Location, Row, SectionRows } from './location.ts'
import type { Answer, CATEGORIES } from './section.ts'

/** How one table is read for a section. */
export interface Reads {
  table: string
  /** Also measure overlaps with the parcel; in a table of points, those inside it. */
  onParcel: boolean
  /**
   * Also find the rows whose `column`, a lookup of the table, names the county of the spot (under
   * any of its codes), its parcel, or its ZIP code tabulation area.
   */
  keyed?: { column: string; of: 'county' | 'parcel' | 'zip' }
  /** Also find the rows of a table of points that lie at most so far from the point. */
  near?: { radius_m: number }
}

/**
 * The main facts of a section as columns for analysts: one row a parcel in `v_parcel_dossier`. Each
 * column is named `<layer>_<fact>`, may be null and has a description.
 */
export interface SectionColumns {
  row: z.ZodObject
  /** Values of the columns out of the data of an answer that is `available`. */
  // biome-ignore lint/suspicious/noExplicitAny: each layer reads its own data shape
  read(data: any): Row
}

export interface SectionDefinition {
  /** Display name. */
  name: string
  category: (typeof CATEGORIES)[number]
  /** The layer's data shape in the contract. */
  data: z.ZodType
  reads: Reads[]
  /**
   * Tables whose declared coverage decides between `empty` and `not_covered`: the layer's own when
   * absent. A layer that answers from another layer's table names it here.
   */
  coveredBy?: readonly string[]
  /**
   * A table of another layer, of which the section answers by rows with this column alone: parcels
   * without a roll have no tax. The catalog counts partitions with such a row; the column of the same
   * name in `coverage` states whether a partition has any.
   */
  answersWhere?: { table: string; column: 'has_roll' }
  /**
   * Asks what lies outside of the packs, where the section has such a source: null where there is
   * nothing to ask here. What it resolves to is handed to `answer`; an `UpstreamFailure` makes the
   * section `not_available` in the failure's words.
   */
  // biome-ignore lint/suspicious/noExplicitAny: each section reads what it asked for
  ask?(location: Location, rows: SectionRows, outside: ExternalSources): Promise<any> | null
  /**
   * Pure: the same location, rows and `said` give the same answer. `said` is what `ask` resolved
   * to, and undefined where nobody asked.
   */
  // biome-ignore lint/suspicious/noExplicitAny: each section reads what it asked for
  answer(location: Location, rows: SectionRows, said?: any): Answer
  /** What analysts find of it in one row a parcel; none of what is true for a moment only. */
  facts?: SectionColumns
}

/** How a layer stands in the catalog of `GET /v1/layers`. */
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

/** How a table of a layer becomes an archive. */
export interface ArchiveDefinition {
  table: string
  minZoom: number
  maxZoom: number
  /** Contiguous layers keep their coverage at every zoom; discontinuous ones may thin. */
  kind: 'contiguous' | 'discontinuous'
  /** Columns that become feature properties. Never a raw county id. */
  properties: readonly string[]
  /** How a map may colour the features, in the contract's `color_by` shape. */
  colorBy?: { property: string; map: Record<string, string>; default?: string }
}

/** A table of shapes that a map may ask for by box, beside the one of the archive. */
export interface FeatureDefinition {
  table: string
  /** Columns that become properties, beside the key. Never a raw county id. */
  properties: readonly string[]
  /** The column that names a feature to a person. */
  label?: string
  /** Zoom from which a view holds few enough of them to be asked for. */
  minZoom: number
  colorBy?: ArchiveDefinition['colorBy']
}

/**
 * A layer: what it means. The pipeline of the same id says how it is made; one without tables has
 * none, and asks live services alone.
 */
export interface Layer {
  id: string
  catalog: CatalogText
  tables: Table[]
  section: SectionDefinition | 'none'
  /** Services that it asks while a dossier waits, or to find its spot. */
  upstreams?: readonly Upstream[]
  /** Where a layer without tables answers, in words; the first of its upstreams must be on. */
  liveCoverage?: string
  archive?: ArchiveDefinition
  /** Tables that are drawn without tiles, the main one first. */
  features?: readonly FeatureDefinition[]
}

/** Tables whose declared coverage decides between `empty` and `not_covered` in a layer's section. */
export function coveringTables({ tables, section }: Layer): readonly string[] {
  const own = tables.map(({ name }) => name)
  return section === 'none' ? own : (section.coveredBy ?? own)
}
