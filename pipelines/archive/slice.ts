import { type Fabric, recordArea } from './fabric.ts'
import type { LabelSettings } from './label-points.ts'
import { KINDS, type LayerKind } from './layer-kind.ts'
import type { RecordPart } from './record-parts.ts'
import type { TileBatch } from './tile-batch.ts'
import type { ZoomRule } from './zoom-rule.ts'

/** Settings that are the same for all slices of an archive. */
export interface SliceSettings {
  layer: string
  keys: string[]
  kind: LayerKind
  maxZoom: number
  maxTileBytes: number
  labels: LabelSettings | null
}

/** A zoom to draw and the level to begin with. */
export interface ZoomRequest {
  zoom: number
  level: number
}

/** One drawn zoom of one slice. Counts and areas are of the features whose home is the slice. */
export interface DrawnZoom {
  batch: TileBatch
  /** The level at which every tile of the slice was under the cap. */
  level: number
  /** Features drawn as themselves. */
  drawnFeatures: number
  /** Area after and before simplification, world units squared. */
  areaDrawn: number
  areaIn: number
}

export interface SliceResult {
  zooms: DrawnZoom[]
  /** What the next lower zoom is drawn from; empty where none was requested. */
  parts: RecordPart[]
  /** A tile that is over the cap at the level of the request: then nothing is drawn. */
  over?: string
}

/** Number of features that are drawn as themselves. */
export function countDrawn(fabric: Fabric, rule: ZoomRule, kind: LayerKind): number {
  const { isDrawn } = KINDS[kind]
  let drawn = 0
  for (const start of fabric.starts) if (isDrawn(fabric, start, rule)) drawn++
  return drawn
}

/** Area of all features in world units squared. */
export function areaOf(fabric: Fabric): number {
  let area = 0
  for (const start of fabric.starts) area += recordArea(fabric, start)
  return area
}
