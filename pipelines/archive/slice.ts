import { coalesce, isLarge } from './coalesce.ts'
import type { Fabric } from './fabric.ts'
import { ANCHOR_X, ANCHOR_Y, recordArea } from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'
import { type LabelSettings, labelPoints } from './label-points.ts'
import type { RegionLabels } from './label-tiles.ts'
import { mosaic } from './mosaic.ts'
import { nodeEdges } from './noding.ts'
import type { Region } from './region-spool.ts'
import { simplify } from './simplify.ts'
import { isLeft, thin } from './thin.ts'
import { crowdedTile, drawTiles, type TileBatch, type TileWindow } from './tile-batch.ts'
import type { TileEncoder } from './tile-encoder.ts'
import { rankVertices } from './vertex-ranks.ts'
import { EXTENT } from './world-grid.ts'
import { LAST_LEVEL, type ZoomRule, zoomRule } from './zoom-rule.ts'

export type LayerKind = 'contiguous' | 'discontinuous'

interface KindRules {
  /** True when features share borders, which are noded before they are simplified. */
  sharesBorders: boolean
  /** True when a level leaves out ids, before features merge that a person would see. */
  hasPlainLevel: boolean
  /** Merges or thins the features that are too small for a zoom. */
  generalise(fabric: Fabric, rule: ZoomRule): Fabric
  /** What the zooms below that of a rule are made of. */
  handOn(fabric: Fabric, rule: ZoomRule, maxZoom: number, ofRegion: boolean): Fabric
  /** True for a feature that is drawn as itself. */
  isDrawn(fabric: Fabric, start: number, rule: ZoomRule): boolean
}

const KINDS: Record<LayerKind, KindRules> = {
  contiguous: {
    sharesBorders: true,
    hasPlainLevel: true,
    generalise: coalesce,
    handOn: mosaic,
    isDrawn: isLarge,
  },
  discontinuous: {
    sharesBorders: false,
    hasPlainLevel: false,
    generalise: thin,
    handOn: thin,
    isDrawn: isLeft,
  },
}

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

export interface SliceJob {
  spool: string
  region: Region
  regionZoom: number
  requests: ZoomRequest[]
  /**
   * Zoom for which to return the features that the zooms below the region's are drawn from; none
   * when left out.
   */
  residueZoom?: number
}

export interface SliceResult {
  zooms: DrawnZoom[]
  residue?: Uint8Array
}

/** A tile that no level brings under the cap. */
export class TileTooLarge extends Error {}

/** Tiles the records of one region: every zoom from the region's own upwards. */
export function drawSlice(
  source: Fabric,
  job: SliceJob,
  encoder: TileEncoder,
  settings: SliceSettings,
): SliceResult {
  const { maxZoom, kind } = settings
  const fabric = KINDS[kind].sharesBorders ? nodeEdges(source) : source
  const regionShift = Math.log2(EXTENT) + maxZoom - job.regionZoom
  const { x, y } = job.region
  const isHome = (f: Fabric, start: number): boolean =>
    f.words[start + ANCHOR_X] >> regionShift === x && f.words[start + ANCHOR_Y] >> regionShift === y
  const labels = regionLabels(source, job, settings)
  const home = homeOf(fabric, isHome)
  const ranks = rankVertices(fabric, regionShift)
  const result: SliceResult = { zooms: [] }
  for (const { zoom, level } of job.requests) {
    const span = 2 ** (zoom - job.regionZoom)
    const window = {
      minX: x * span,
      minY: y * span,
      maxX: x * span + span - 1,
      maxY: y * span + span - 1,
    }
    const drawn = drawZoom(zoom, level, window, encoder, settings, home, (rule) => {
      const simple = rule.tolerance === 0 ? fabric : simplify(fabric, ranks, rule.tolerance)
      return {
        simple: homeOf(simple, isHome),
        drawn: rule.threshold === 0 ? simple : KINDS[kind].generalise(simple, rule),
        labels: labels && labelsOfZoom(labels, zoom, rule, settings),
      }
    })
    result.zooms.push(drawn)
  }
  if (job.residueZoom !== undefined) {
    const { handOn, hasPlainLevel } = KINDS[kind]
    const rule = zoomRule(job.residueZoom, maxZoom, 0, hasPlainLevel)
    result.residue = compact(handOn(home, rule, maxZoom, true))
  }
  return result
}

/** Null for an archive without labels, and where no requested zoom has them. */
function regionLabels(
  source: Fabric,
  { requests }: SliceJob,
  { labels, keys }: SliceSettings,
): RegionLabels | null {
  if (labels === null || requests.every(({ zoom }) => zoom < labels.minZoom)) return null
  const { layer, key } = labels
  return { source, points: labelPoints(source, key), layer, property: keys[key] }
}

/** The labels of features that are drawn as themselves and with their properties. */
function labelsOfZoom(
  all: RegionLabels,
  zoom: number,
  rule: ZoomRule,
  { labels, kind }: SliceSettings,
): RegionLabels | null {
  if (zoom < labels!.minZoom || rule.isPlain) return null
  const { isDrawn } = KINDS[kind]
  const points = all.points.filter(({ start }) => isDrawn(all.source, start, rule))
  return { ...all, points }
}

/**
 * Draws one zoom of a whole fabric and returns the tiles and the merged fabric that the next lower
 * zoom starts from. Vertices are ranked anew: a border between cells is longer than the
 * borders it came from, and its inner junctions are gone.
 */
export function drawOverview(
  fabric: Fabric,
  { zoom, level }: ZoomRequest,
  encoder: TileEncoder,
  settings: SliceSettings,
): { drawn: DrawnZoom; next: Fabric } {
  const { handOn, sharesBorders, generalise } = KINDS[settings.kind]
  const last = 2 ** zoom - 1
  const window = { minX: 0, minY: 0, maxX: last, maxY: last }
  let next = fabric
  const drawn = drawZoom(zoom, level, window, encoder, settings, fabric, (rule) => {
    next = handOn(fabric, rule, settings.maxZoom, false)
    // Borders across a region's line were noded by two regions that each saw one side.
    if (sharesBorders) next = nodeEdges(next)
    const before = generalise(next, rule)
    const simple = simplify(before, rankVertices(before, 31), rule.tolerance)
    return { simple, drawn: simple, before }
  })
  return { drawn, next }
}

interface Drawing {
  simple: Fabric
  drawn: Fabric
  /** The fabric that `simple` was made of; the source features by default. */
  before?: Fabric
  /** Labels of the features drawn as themselves; none below the zoom of the regions. */
  labels?: RegionLabels | null
}

function drawZoom(
  zoom: number,
  firstLevel: number,
  window: TileWindow,
  encoder: TileEncoder,
  settings: SliceSettings,
  source: Fabric,
  draw: (rule: ZoomRule) => Drawing,
): DrawnZoom {
  const { maxZoom, maxTileBytes, kind } = settings
  for (let level = firstLevel; ; level++) {
    const rule = zoomRule(zoom, maxZoom, level, KINDS[kind].hasPlainLevel)
    let over = crowdedTile(source, rule.threshold, zoom, maxZoom, maxTileBytes)
    if (over === null || level === LAST_LEVEL) {
      const { simple, drawn, before = source, labels = null } = draw(rule)
      const { isPlain } = rule
      const view = { zoom, maxZoom, window, isPlain, labels }
      const batch = drawTiles(drawn, encoder, view, maxTileBytes)
      if (!('over' in batch)) {
        const drawnFeatures = countDrawn(source, rule, kind)
        return { batch, level, drawnFeatures, areaDrawn: areaOf(simple), areaIn: areaOf(before) }
      }
      over = batch.over
    }
    if (level === LAST_LEVEL) throw new TileTooLarge(over)
  }
}

function countDrawn(fabric: Fabric, rule: ZoomRule, kind: LayerKind): number {
  const { isDrawn } = KINDS[kind]
  let drawn = 0
  for (const start of fabric.starts) if (isDrawn(fabric, start, rule)) drawn++
  return drawn
}

/** The bytes of the fabric's own records: a selection shares the buffer that it was made from. */
function compact(fabric: Fabric): Uint8Array {
  const builder = new FabricBuilder()
  for (const start of fabric.starts) builder.copy(fabric, start)
  return builder.bytes.slice(0, 4 * builder.length)
}

function homeOf(fabric: Fabric, isHome: (f: Fabric, start: number) => boolean): Fabric {
  return { ...fabric, starts: fabric.starts.filter((start) => isHome(fabric, start)) }
}

function areaOf(fabric: Fabric): number {
  let area = 0
  for (const start of fabric.starts) area += recordArea(fabric, start)
  return area
}
