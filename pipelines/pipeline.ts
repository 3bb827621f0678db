import type { Polygons } from '../geometry/polygons.ts'
import type { Table } from '../packs/table.ts'
import type { Progress } from '../terminal/progress.ts'
import type { PartitionBase, Partitions, ReportedLand } from './partition.ts'
import type { StagingDatabase } from './stages/staging-database.ts'
import type { Tally } from './stages/tally.ts'

/** Inputs of a pipeline that makes one partition, and a staging database of its own. */
export interface PartitionContext extends StagingDatabase {
  /** Id of the partition, for example `bangor`. */
  partition: string
  /** Folder of its own for the Parquet files, empty at the start. */
  folder: string
  /** Fetches, verifies and unpacks an asset, `<asset>` or `<lock>/<asset>`; gives its folder. */
  asset(name: string): Promise<string>
  /** Refuses a file of an asset that is a part of an answer. Throws `StepError`. */
  checkWhole(asset: string, file: string): Promise<void>
  /** Secret of the parcel keys. */
  secret: Uint8Array
  progress: Progress
}

/** One table of a finished partition. */
export interface PartitionTable {
  table: Table
  /** Parquet file in the partition's folder. */
  file: string
  rows: number
  /** Area of all rows, equal polygons counted once. */
  area_km2: number
  tally: Tally
  coverage: DeclaredCoverage
  /** Files that its rows name as `rasters/<file>`. */
  rasters?: readonly MadeRaster[]
}

/** A Cloud Optimized GeoTIFF in the partition's folder: one band in longitude and latitude. */
export interface MadeRaster {
  file: string
  width: number
  height: number
  /** Cells that are not nodata. */
  cells_with_value: number
}

/** Declared coverage of a partition, from a source and never from its rows. */
export interface DeclaredCoverage {
  /** Null when the source does not state its coverage: then no location is `empty` by it. */
  polygons: Polygons | null
  /** Description of the source: `panels of S_FIRM_PAN`. */
  from: string
  /** Meaning of a location inside the coverage and outside every row. */
  outside: 'unmapped' | 'minimal' | 'nothing'
  evidence: string | null
  /** Caveats for the section's `source.note`: the frame and what was done to the coordinates. */
  note: string
  /** Only for parcels: whether any row has a value of an assessment roll. */
  has_roll?: boolean
  /** Names of the source's feeds that could not be read: their rows are missing. */
  feeds_unavailable?: readonly string[]
  /** Share of the coverage that the rows fill, when the partition file states one. */
  reported_land?: ReportedLand
}

/** How one layer is made. The layer of the same id in `layers/` defines its meaning. */
export interface Pipeline<Definition extends PartitionBase = PartitionBase> {
  id: string
  /** Names of the tables it makes. */
  tables: string[]
  /** The partition files, by id, and those that cannot be read. */
  partitions(): Promise<Partitions<Definition>>
  run(definition: Definition, context: PartitionContext): Promise<PartitionTable[]>
}
