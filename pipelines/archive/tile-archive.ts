import { mkdtempSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StepError } from '../../terminal/step-error.ts'
import { type DeclaredLabels, writeArchiveFile } from './archive-file.ts'
import type { ArchiveLedger } from './archive-ledger.ts'
import { type ArchiveOptions, TILE_BYTES_MAX } from './archive-options.ts'
import { FeatureIntake, type TileFeature } from './feature-intake.ts'
import type { LabelSettings } from './label-points.ts'
import { RegionSpool } from './region-spool.ts'
import type { SliceSettings } from './slice.ts'
import { TileStore } from './tile-store.ts'
import { type IsWanted, ZoomRun } from './zoom-run.ts'

export type { ArchiveLedger } from './archive-ledger.ts'
export type { TileFeature } from './feature-intake.ts'

/** Zoom whose tiles are drawn one by one; lower zooms are drawn from the features these leave. */
const REGION_ZOOM = 12

/**
 * Tiles one layer of polygons into a PMTiles 3 archive. The features come in batches, in an order
 * that is the same every run (Hilbert order keeps the spool's runs long).
 *
 * Throws `StepError` when no feature has an area, a feature crosses the antimeridian, a slice
 * outgrows its bound, or a tile cannot be brought under `maxTileBytes`; then `file` is as it was.
 */
export async function writeTileArchive(
  features: AsyncIterable<TileFeature[]>,
  options: ArchiveOptions,
): Promise<ArchiveLedger> {
  return await withIntake(features, options, async ({ folder, intake, store, run }) => {
    const { file, layer, kind } = options
    const zooms = await run.drawAll({ in: intake.features, collapsed: intake.collapsed })
    const hasMerged = zooms.some(({ merged }) => merged > 0)
    const fields = intake.packing.fields(hasMerged)
    return writeArchiveFile(join(folder, 'archive'), file, {
      store,
      layer,
      fields,
      labels: declaredLabels(options, run.settings.labels, fields),
      metadata: options.metadata,
      ledger: { kind, zooms, features: intake.features },
      bounds: intake.bounds,
    })
  })
}

/**
 * Draws the slices of some regions into `options.slices`, where an archive of the same features
 * finds them; it may be made on another machine. Throws like `writeTileArchive`.
 */
export async function drawSlices(
  features: AsyncIterable<TileFeature[]>,
  options: ArchiveOptions,
  isWanted: IsWanted,
): Promise<void> {
  await withIntake(features, options, async ({ run }) => await run.drawSlices(isWanted))
}

/** Features on the grid, sorted into regions, and the run that draws them. */
interface TakenIn {
  folder: string
  intake: FeatureIntake
  store: TileStore
  run: ZoomRun
}

/** Takes all features in and runs work with them, in a folder next to the file. */
async function withIntake<T>(
  features: AsyncIterable<TileFeature[]>,
  options: ArchiveOptions,
  work: (taken: TakenIn) => Promise<T>,
): Promise<T> {
  const { file, layer, minZoom, maxZoom, kind, maxTileBytes = TILE_BYTES_MAX } = options
  if (!(minZoom >= 0 && minZoom <= maxZoom && maxZoom <= 18)) {
    throw new Error(`zooms ${minZoom} to ${maxZoom} are not within 0 to 18`)
  }
  const folder = mkdtempSync(join(dirname(file), `.${basename(file)}.`))
  const regionZoom = Math.min(REGION_ZOOM, maxZoom)
  const spool = new RegionSpool(join(folder, 'regions'), regionZoom, maxZoom)
  const store = new TileStore(join(folder, 'tiles'))
  try {
    const intake = await takeIn(features, spool, options)
    const labels = labelSettings(options, intake, regionZoom)
    const { keys } = intake.packing
    const settings: SliceSettings = { layer, keys, kind, maxZoom, maxTileBytes, labels }
    const run = new ZoomRun(settings, spool, store, options, folder)
    return await work({ folder, intake, store, run })
  } catch (error) {
    throw isOfDisk(error) ? diskError(file, error) : error
  } finally {
    spool.close()
    store.close()
    rmSync(folder, { recursive: true })
  }
}

/** Only regions hold features one by one, so the points begin at their zoom. */
function labelSettings(
  { labels, minZoom, maxZoom }: ArchiveOptions,
  { packing }: FeatureIntake,
  regionZoom: number,
): LabelSettings | null {
  if (labels === undefined) return null
  const { layer, property } = labels
  const lowest = Math.min(maxZoom, Math.max(labels.minZoom, minZoom, regionZoom))
  return { layer, key: packing.numberOf(property), minZoom: lowest }
}

/** The layer of points as the metadata declares it; null where no feature has the property. */
function declaredLabels(
  { labels }: ArchiveOptions,
  settings: LabelSettings | null,
  fields: Record<string, string>,
): DeclaredLabels | null {
  if (!labels || !settings || fields[labels.property] === undefined) return null
  const { layer, property } = labels
  return { layer, minZoom: settings.minZoom, fields: { [property]: fields[property] } }
}

function isOfDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string'
}

function diskError(file: string, cause: Error): StepError {
  const remedy = 'free space in its folder: the tiler needs about three times the archive there'
  return new StepError('tile', file, cause.message, remedy, { cause })
}

/** Brings all features onto the grid and sorts them into regions. */
async function takeIn(
  features: AsyncIterable<TileFeature[]>,
  spool: RegionSpool,
  { file, layer, maxZoom, mergeBy = [], properties = [], progress }: ArchiveOptions,
): Promise<FeatureIntake> {
  const intake = new FeatureIntake(maxZoom, mergeBy, properties)
  const step = progress.step(`project ${layer}`, { unit: 'features' })
  for await (const batch of features) {
    for (const feature of batch) {
      const start = intake.add(feature)
      if (start >= 0) spool.add(intake.builder, start)
      intake.builder.length = 0
    }
    step.advance(batch.length)
  }
  spool.flush()
  step.done(`${intake.features} features, ${intake.collapsed} without area`)
  if (intake.features === intake.collapsed) {
    throw new StepError(
      'tile',
      file,
      `no feature of layer ${layer} has an area to draw (${intake.features} came in)`,
      'check the rows of the layer that come before this step',
    )
  }
  return intake
}
