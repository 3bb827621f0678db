import type { Progress } from '../../terminal/progress.ts'
import type { ArchiveMetadata } from './archive-file.ts'
import type { LayerKind } from './slice.ts'

/** Compressed bytes of the largest tile. */
export const TILE_BYTES_MAX = 500_000

/** What a caller says of the archive to be made. */
export interface ArchiveOptions {
  /** Written to a temporary name beside it, synced and renamed when whole. */
  file: string
  /** Name of the MVT layer. */
  layer: string
  minZoom: number
  /** At most 18: a tile unit of 4 cm. */
  maxZoom: number
  /**
   * contiguous: the layer covers its area, and does so at every zoom; small features are merged,
   * never dropped. discontinuous: small features may thin, and the ledger says so.
   */
  kind: LayerKind
  /** Properties that features must share to be merged, and that the merged feature keeps. */
  mergeBy?: readonly string[]
  /** Threads; the bytes are the same at any number. */
  workers: number
  /** Largest compressed tile, `TILE_BYTES_MAX` when left out. */
  maxTileBytes?: number
  metadata: ArchiveMetadata
  progress: Progress
}
