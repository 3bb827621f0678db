import type { Fabric } from './fabric.ts'
import { labelPoints } from './label-points.ts'
import type { RegionLabels } from './label-tiles.ts'
import { KINDS } from './layer-kind.ts'
import { nodeEdges } from './noding.ts'
import { partsOf, type RecordPart } from './record-parts.ts'
import { simplify } from './simplify.ts'
import {
  areaOf,
  countDrawn,
  type DrawnZoom,
  type SliceResult,
  type SliceSettings,
  type ZoomRequest,
} from './slice.ts'
import { homeOf, overviewGrid, sliceGrid, windowOf } from './slice-grid.ts'
import type { RegionJob } from './slice-job.ts'
import { crowdedTile, drawTiles, type TileWindow } from './tile-batch.ts'
import type { TileEncoder } from './tile-encoder.ts'
import { rankVertices } from './vertex-ranks.ts'
import { LAST_LEVEL, levelBelow, type ZoomRule, zoomRule } from './zoom-rule.ts'

/** A tile that no level brings under the cap. */
export class TileTooLarge extends Error {}

/** Tiles the records of one region: every zoom from the region's own upwards. */
export function drawRegion(
  source: Fabric,
  job: RegionJob,
  encoder: TileEncoder,
  settings: SliceSettings,
): SliceResult {
  const { maxZoom, kind } = settings
  const { region, regionZoom } = job
  const { sharesBorders, generalise } = KINDS[kind]
  const fabric = sharesBorders ? nodeEdges(source) : source
  const grid = sliceGrid(regionZoom, maxZoom)
  const labels = regionLabels(source, job, settings)
  const home = homeOf(fabric, grid, region)
  const ranks = rankVertices(fabric, grid.shift)
  const zooms = job.requests.map((request) => {
    const window = windowOf(region, request.zoom - regionZoom)
    return drawZoom(request, window, encoder, settings, home, (rule) => {
      const simple = rule.tolerance === 0 ? fabric : simplify(fabric, ranks, rule.tolerance)
      return {
        simple: homeOf(simple, grid, region),
        drawn: rule.threshold === 0 ? simple : generalise(simple, rule),
        labels: labels && labelsOfZoom(labels, request.zoom, rule, settings),
      }
    })
  })
  const lowest = zooms.find(({ batch }) => batch.zoom === regionZoom)
  if (!job.handsOn || !lowest) return { zooms, parts: [] }
  const next = { zoom: regionZoom - 1, level: levelBelow(lowest.level) }
  return { zooms, parts: handedOn(home, next, settings) }
}

/** What a zoom below the regions is drawn from. */
function handedOn(
  home: Fabric,
  { zoom, level }: ZoomRequest,
  { kind, maxZoom }: SliceSettings,
): RecordPart[] {
  const { handOn, hasPlainLevel } = KINDS[kind]
  const rule = zoomRule(zoom, maxZoom, level, hasPlainLevel)
  return partsOf(handOn(home, rule, maxZoom, true), overviewGrid(zoom, maxZoom))
}

/** Null for an archive without labels, and where no requested zoom has them. */
function regionLabels(
  source: Fabric,
  { requests }: RegionJob,
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

interface Drawing {
  /** The features of the region, simplified. */
  simple: Fabric
  drawn: Fabric
  /** Labels of the features drawn as themselves. */
  labels: RegionLabels | null
}

/** Draws a zoom at the first level from that of the request on that has no tile over the cap. */
function drawZoom(
  { zoom, level: first }: ZoomRequest,
  window: TileWindow,
  encoder: TileEncoder,
  settings: SliceSettings,
  home: Fabric,
  draw: (rule: ZoomRule) => Drawing,
): DrawnZoom {
  const { maxZoom, maxTileBytes, kind } = settings
  for (let level = first; ; level++) {
    const rule = zoomRule(zoom, maxZoom, level, KINDS[kind].hasPlainLevel)
    let over = crowdedTile(home, rule.threshold, zoom, maxZoom, maxTileBytes)
    if (over === null || level === LAST_LEVEL) {
      const { simple, drawn, labels } = draw(rule)
      const { isPlain } = rule
      const view = { zoom, maxZoom, window, isPlain, labels }
      const batch = drawTiles(drawn, encoder, view, maxTileBytes)
      if (!('over' in batch)) {
        const drawnFeatures = countDrawn(home, rule, kind)
        return { batch, level, drawnFeatures, areaDrawn: areaOf(simple), areaIn: areaOf(home) }
      }
      over = batch.over
    }
    if (level === LAST_LEVEL) throw new TileTooLarge(over)
  }
}
