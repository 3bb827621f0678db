import type { Progress } from '../../terminal/progress.ts'
import type { ArchiveMetadata } from './archive-file.ts'
import type { LayerKind } from './layer-kind.ts'
import type { SliceStore } from './slice-store.ts'
import type { TileThreads } from './tile-threads.ts'

/** Largest size of a compressed tile, in bytes. */
export const TILE_BYTES_MAX = 500_000

/** A second layer of points in the tiles, one a feature, at which a map writes its label. */
export interface LabelOptions {
  /** Name of the MVT layer. */
  layer: string
  /** The property that is written; features without it have no point. */
  property: string
  /** Lowest zoom with points; 12 or the highest zoom where that is less. */
  minZoom: number
}

/** Options of the archive to be made. */
export interface ArchiveOptions {
  /** File to write, under a temporary name in the same folder until it is whole. */
  file: string
  /** Name of the MVT layer. */
  layer: string
  minZoom: number
  /** At most 18: a tile unit of 4 cm. */
  maxZoom: number
  /**
   * contiguous: the layer covers its area at every zoom; small features are merged, never dropped.
   * discontinuous: small features may be dropped, and the ledger counts them.
   */
  kind: LayerKind
  /** Names of the properties, which numbers them; without it the features' order does. */
  properties?: readonly string[]
  /** Properties that features must share to be merged, and that the merged feature retains. */
  mergeBy?: readonly string[]
  /** Points for labels; none when left out. */
  labels?: LabelOptions
  /** Threads; the bytes are the same at any number. */
  workers: number
  /** Threads that archives share; without them the archive has its own. */
  threads?: TileThreads
  /** Largest compressed tile, `TILE_BYTES_MAX` when left out. */
  maxTileBytes?: number
  metadata: ArchiveMetadata
  /** Slices of earlier archives: those with the same records are not drawn again. */
  slices?: SliceStore | null
  progress: Progress
}
