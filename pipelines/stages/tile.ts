import { halfGlobesOf } from '../../geometry/half-globes.ts'
import { LABELS_FROM_ZOOM } from '../../layers/label-zoom.ts'
import type { ArchiveDefinition, CatalogText } from '../../layers/layer.ts'
import { keyColumnsOf, type Table } from '../../packs/table.ts'
import type { Progress } from '../../terminal/progress.ts'
import type { ArchiveLedger } from '../archive/archive-ledger.ts'
import type { ArchiveOptions, LabelOptions } from '../archive/archive-options.ts'
import { featureId } from '../archive/feature-id.ts'
import type { SliceStore } from '../archive/slice-store.ts'
import { drawSlices, type TileFeature, writeTileArchive } from '../archive/tile-archive.ts'
import type { TileThreads } from '../archive/tile-threads.ts'
import { writeTippecanoeArchive } from '../tippecanoe/archive.ts'
import { tableRows } from './table-rows.ts'

/** A table of a layer, and how it becomes an archive. */
export interface TiledTable {
  table: Table
  archive: ArchiveDefinition
  catalog: CatalogText
  attribution: string
  vintage: string
}

export interface TileOptions {
  /** Threads. The bytes do not depend on it. */
  workers: number
  /** Threads that archives share; without them each archive has its own. */
  threads?: TileThreads
  /** Slices of earlier archives; null draws all of them. */
  slices: SliceStore | null
  progress: Progress
}

/** Writes a layer's PMTiles archive from the Parquet files of its table. */
export async function writeLayerArchive(
  tiled: TiledTable,
  parquetFiles: readonly string[],
  file: string,
  options: TileOptions,
): Promise<ArchiveLedger> {
  return await writeTileArchive(features(tiled, parquetFiles), optionsOf(tiled, file, options))
}

/**
 * Has the Tippecanoe on PATH write a layer's PMTiles archive. It has to be of that version, which
 * the fingerprint of the result names. Returns the number of tiles.
 */
export async function writeLayerByTippecanoe(
  tiled: TiledTable,
  parquetFiles: readonly string[],
  file: string,
  version: string,
  options: Pick<TileOptions, 'workers' | 'progress'>,
): Promise<number> {
  const all = features(tiled, parquetFiles)
  const { workers, progress } = options
  const described = optionsOf(tiled, file, { workers, progress, slices: null })
  return await writeTippecanoeArchive(all, { ...described, version })
}

/** Groups of the regions of an archive, which several machines draw. */
export interface RegionGroup {
  number: number
  of: number
}

/**
 * Draws the slices of one group of regions into `options.slices`, for the archive of `file`. Next
 * regions are of different groups: a town is drawn by all.
 */
export async function drawLayerSlices(
  tiled: TiledTable,
  parquetFiles: readonly string[],
  file: string,
  { number, of }: RegionGroup,
  options: TileOptions,
): Promise<void> {
  const all = features(tiled, parquetFiles)
  const isWanted = ({ x, y }: { x: number; y: number }) => (x + y) % of === number
  await drawSlices(all, optionsOf(tiled, file, options), isWanted)
}

function optionsOf(
  { archive, catalog, attribution, vintage }: TiledTable,
  file: string,
  options: TileOptions,
): ArchiveOptions {
  return {
    file,
    layer: catalog.slug,
    minZoom: archive.minZoom,
    maxZoom: archive.maxZoom,
    kind: archive.kind,
    properties: archive.properties,
    ...(archive.label && { labels: labelsOf(catalog.slug, archive.label) }),
    ...(archive.colorBy && { mergeBy: [archive.colorBy.property] }),
    metadata: { name: catalog.title, description: catalog.description, attribution, vintage },
    ...options,
  }
}

function labelsOf(slug: string, property: string): LabelOptions {
  return { layer: `${slug}_labels`, property, minZoom: LABELS_FROM_ZOOM }
}

/** Columns that features have values of; the last ones are of the key. */
export function drawnColumns({ table, archive }: Pick<TiledTable, 'table' | 'archive'>): string[] {
  return [...archive.properties, ...keyColumnsOf(table)]
}

/**
 * Ids of features are hashes of their rows' keys, so that a row that comes or goes changes no other
 * feature. A shape on both sides of 180 degrees is drawn as two: no tile holds both.
 */
async function* features(
  tiled: TiledTable,
  files: readonly string[],
): AsyncGenerator<TileFeature[]> {
  const { table } = tiled
  const { properties } = tiled.archive
  for await (const rows of tableRows(table, files, drawnColumns(tiled)))
    yield rows.flatMap(({ values, polygons }) => {
      const key = values.slice(properties.length).join('/')
      return Object.values(halfGlobesOf(polygons!) ?? [polygons!]).map((side, i) => ({
        id: featureId(i === 0 ? key : `${key}/${i}`),
        polygons: side,
        properties: Object.fromEntries(properties.map((name, i) => [name, values[i]])),
      }))
    })
}
