import type { Fabric } from './fabric.ts'
import { KINDS } from './layer-kind.ts'
import { nodeEdges } from './noding.ts'
import { partsOf } from './record-parts.ts'
import { simplify } from './simplify.ts'
import { areaOf, countDrawn, type SliceResult, type SliceSettings } from './slice.ts'
import { homeOf, isWithinSlice, overviewGrid, sliceGrid, windowOf } from './slice-grid.ts'
import type { CoarsenJob, OverviewJob } from './slice-job.ts'
import { crowdedTile, drawTiles } from './tile-batch.ts'
import type { TileEncoder } from './tile-encoder.ts'
import { rankVertices } from './vertex-ranks.ts'
import { LAST_LEVEL, zoomRule } from './zoom-rule.ts'

/**
 * Draws one zoom of a slice, and hands on what the next one is drawn from. Vertices are ranked
 * anew: a border between cells is longer than the borders it came from, and its inner junctions
 * are gone.
 */
export function drawOverview(
  source: Fabric,
  { region, request: { zoom, level }, fromZoom, next }: OverviewJob,
  encoder: TileEncoder,
  settings: SliceSettings,
): SliceResult {
  const { kind, maxZoom, maxTileBytes } = settings
  const { handOn, hasPlainLevel, sharesBorders, generalise } = KINDS[kind]
  const grid = overviewGrid(zoom, maxZoom)
  const home = (fabric: Fabric) => homeOf(fabric, grid, region)
  const rule = zoomRule(zoom, maxZoom, level, hasPlainLevel)
  const own = home(source)
  const crowded = crowdedTile(own, rule.threshold, zoom, maxZoom, maxTileBytes)
  if (crowded && level < LAST_LEVEL) return { zooms: [], parts: [], over: crowded }
  // A border that leaves the slice which handed it on was noded up to there.
  const from = sliceGrid(fromZoom, maxZoom)
  const isNoded = (start: number) => isWithinSlice(source, start, from)
  const noded = sharesBorders ? nodeEdges(source, isNoded) : source
  const before = generalise(noded, rule)
  const simple = simplify(before, rankVertices(before, grid.shift), rule.tolerance)
  const window = windowOf(region, zoom - grid.zoom)
  const view = { zoom, maxZoom, window, isPlain: rule.isPlain, labels: null }
  const batch = drawTiles(simple, encoder, view, maxTileBytes)
  if ('over' in batch) return { zooms: [], parts: [], over: batch.over }
  const drawn = {
    ...{ batch, level, drawnFeatures: countDrawn(own, rule, kind) },
    ...{ areaDrawn: areaOf(home(simple)), areaIn: areaOf(home(before)) },
  }
  if (next === null) return { zooms: [drawn], parts: [] }
  const nextRule = zoomRule(next.zoom, maxZoom, next.level, hasPlainLevel)
  const left = handOn(home(noded), nextRule, maxZoom, false)
  return { zooms: [drawn], parts: partsOf(left, overviewGrid(next.zoom, maxZoom)) }
}

/** Merges or thins the features of a slice for its own zoom at a level. */
export function coarsen(
  source: Fabric,
  { region, request: { zoom, level } }: CoarsenJob,
  { kind, maxZoom }: SliceSettings,
): SliceResult {
  const { handOn, hasPlainLevel } = KINDS[kind]
  const grid = overviewGrid(zoom, maxZoom)
  const rule = zoomRule(zoom, maxZoom, level, hasPlainLevel)
  return {
    zooms: [],
    parts: partsOf(handOn(homeOf(source, grid, region), rule, maxZoom, false), grid),
  }
}
