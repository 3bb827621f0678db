import { halfGlobesOf } from '../../geometry/half-globes.ts'
import type { ArchiveDefinition, CatalogText } from '../../layers/layer.ts'
import { keyColumnsOf, type Table } from '../../packs/table.ts'
import type { Progress } from '../../terminal/progress.ts'
import type { ArchiveLedger } from '../archive/archive-ledger.ts'
import { featureId } from '../archive/feature-id.ts'
import type { SliceStore } from '../archive/slice-store.ts'
import { type TileFeature, writeTileArchive } from '../archive/tile-archive.ts'
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
  const { archive, catalog, attribution, vintage } = tiled
  return await writeTileArchive(features(tiled, parquetFiles), {
    file,
    layer: catalog.slug,
    minZoom: archive.minZoom,
    maxZoom: archive.maxZoom,
    kind: archive.kind,
    properties: archive.properties,
    ...(archive.colorBy && { mergeBy: [archive.colorBy.property] }),
    metadata: { name: catalog.title, description: catalog.description, attribution, vintage },
    ...options,
  })
}

/**
 * Ids of features are hashes of their rows' keys, so that a row that comes or goes changes no other
 * feature. A shape on both sides of 180 degrees is drawn as two: no tile holds both.
 */
async function* features(
  { table, archive: { properties } }: TiledTable,
  files: readonly string[],
): AsyncGenerator<TileFeature[]> {
  const columns = [...properties, ...keyColumnsOf(table)]
  for await (const rows of tableRows(table, files, columns))
    yield rows.flatMap(({ values, polygons }) => {
      const key = values.slice(properties.length).join('/')
      return Object.values(halfGlobesOf(polygons!) ?? [polygons!]).map((side, i) => ({
        id: featureId(i === 0 ? key : `${key}/${i}`),
        polygons: side,
        properties: Object.fromEntries(properties.map((name, i) => [name, values[i]])),
      }))
    })
}
