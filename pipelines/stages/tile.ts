import { halfGlobesOf } from '../../geometry/half-globes.ts'
import { getTable } from '../../layers/index.ts'
import type { Layer } from '../../layers/layer.ts'
import type { Progress } from '../../terminal/progress.ts'
import { type TileFeature, writeTileArchive } from '../archive/tile-archive.ts'
import { tableRows } from './table-rows.ts'

/** Writes a layer's PMTiles archive from its Parquet files. Returns the number of tiles. */
export async function writeLayerArchive(
  layer: Layer,
  parquetFiles: readonly string[],
  file: string,
  attribution: string,
  options: { workers: number; vintage: string; progress: Progress },
): Promise<{ tiles: number; min_zoom: number; max_zoom: number }> {
  const archive = layer.archive
  if (!archive) throw new Error(`layer ${layer.id} declares no archive`)
  const ledger = await writeTileArchive(features(layer, parquetFiles), {
    file,
    layer: layer.catalog.slug,
    minZoom: archive.minZoom,
    maxZoom: archive.maxZoom,
    kind: archive.kind,
    ...(archive.colorBy && { mergeBy: [archive.colorBy.property] }),
    workers: options.workers,
    metadata: {
      name: layer.catalog.title,
      description: layer.catalog.description,
      attribution,
      vintage: options.vintage,
    },
    progress: options.progress,
  })
  return { tiles: ledger.totals.tiles, min_zoom: archive.minZoom, max_zoom: archive.maxZoom }
}

/**
 * Feature ids are row numbers from 1: stable within a build, and never a county's own id. A shape
 * on both sides of 180 degrees is drawn as two: no tile holds both.
 */
async function* features(layer: Layer, files: readonly string[]): AsyncGenerator<TileFeature[]> {
  const { table, properties } = layer.archive!
  let id = 0
  for await (const rows of tableRows(getTable(table), files, properties))
    yield rows.flatMap(({ values, polygons }) =>
      Object.values(halfGlobesOf(polygons!) ?? [polygons!]).map((side) => ({
        id: ++id,
        polygons: side,
        properties: Object.fromEntries(properties.map((name, i) => [name, values[i]])),
      })),
    )
}
