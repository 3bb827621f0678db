import type { LayerKind } from './layer-kind.ts'
import type { DrawnZoom } from './slice.ts'

/**
 * Numbers of features drawn, merged and dropped at one zoom. `features_in` = features_kept + merged
 * + dropped.
 */
export interface ZoomLedger {
  zoom: number
  tiles: number
  features_in: number
  /** Drawn as themselves. */
  features_kept: number
  /** Drawn as part of a merged feature. */
  merged: number
  /** Not drawn: thinned, or without area on the grid of the highest zoom. */
  dropped: number
  bytes: number
  max_tile_bytes: number
  /** Level at which the zoom was coalesced or thinned: 0 is the least. */
  level: number
  /**
   * Contiguous layers: area after simplification over area before it, in percent. It shows lost
   * features and changes of the layer's rim; gaps between neighbours are measured by the tests'
   * raster.
   */
  coverage_pct?: number
}

export interface ArchiveLedger {
  kind: LayerKind
  zooms: ZoomLedger[]
  totals: {
    features: number
    tiles: number
    /** Different tile contents: equal tiles are stored once. */
    contents: number
    /** Bytes of tile data in the archive. */
    bytes: number
  }
}

/** True for kinds whose features are merged when they are too small for a zoom, and not dropped. */
const IS_MERGED: Record<LayerKind, boolean> = { contiguous: true, discontinuous: false }

/** Adds up the slices of a zoom; areas in slice order, so that the sum is the same in every run. */
export function zoomLedger(
  zoom: number,
  level: number,
  slices: Pick<DrawnZoom, 'drawnFeatures' | 'areaDrawn' | 'areaIn'>[],
  features: { in: number; collapsed: number },
  kind: LayerKind,
  stored: { tiles: number; bytes: number; max_tile_bytes: number },
): ZoomLedger {
  let drawn = 0
  let areaDrawn = 0
  let areaIn = 0
  for (const slice of slices) {
    drawn += slice.drawnFeatures
    areaDrawn += slice.areaDrawn
    areaIn += slice.areaIn
  }
  const rest = features.in - features.collapsed - drawn
  const isMerged = IS_MERGED[kind]
  return {
    zoom,
    tiles: stored.tiles,
    features_in: features.in,
    features_kept: drawn,
    merged: isMerged ? rest : 0,
    dropped: features.collapsed + (isMerged ? 0 : rest),
    bytes: stored.bytes,
    max_tile_bytes: stored.max_tile_bytes,
    level,
    ...(isMerged && { coverage_pct: Math.round((1e6 * areaDrawn) / areaIn) / 1e4 }),
  }
}
