import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Manifest } from '../catalog/manifest.ts'
import { LAYERS } from '../layers/index.ts'
import { pruneSlices, type SliceStore } from '../pipelines/archive/slice-store.ts'
import { type TiledTable, type TileOptions, writeLayerArchive } from '../pipelines/stages/tile.ts'
import { distinct } from '../values/distinct.ts'
import type { BuildSteps } from './build-steps.ts'
import type { MadeTable } from './made-table.ts'
import { hashesOf } from './pack-parts.ts'
import type { PartitionJob } from './plan.ts'

/**
 * Makes the archives of layers, or finds those whose rows did not change. Each layer has a folder
 * of slices: those of a layer that did not change are needed when it does.
 */
export async function makeArchives(
  tables: readonly MadeTable[],
  jobs: readonly PartitionJob[],
  steps: BuildSteps,
  { slices, ...options }: TileOptions & { slices: SliceStore },
): Promise<Manifest['archives']> {
  const archives: Manifest['archives'] = []
  for (const { id, archive, catalog } of LAYERS) {
    const made = tables.find(({ table }) => table.name === archive?.table)
    if (!made || !archive) continue
    const own = jobs.filter(({ pipeline }) => pipeline.id === id)
    const attribution = distinct(own.map(({ source }) => source.attribution)).join('; ')
    const vintage = distinct(own.map(({ lock }) => lock.vintage.label)).join('; ')
    const tiled: TiledTable = { table: made.table, archive, catalog, attribution, vintage }
    const file = `tiles/${id}.pmtiles`
    const { key, keyWith } = made.table
    const inputs = [file, key, keyWith, archive, catalog, attribution, vintage]
    const { value, files } = await steps.run(
      'archive',
      [...inputs, ...hashesOf(made.partitions)],
      async (folder) => {
        const path = join(folder, file)
        await mkdir(dirname(path), { recursive: true })
        const parquet = made.partitions.map((partition) => partition.file)
        const ofLayer = { ...slices, folder: join(slices.folder, id) }
        const started = new Date()
        const ledger = await writeLayerArchive(tiled, parquet, path, {
          ...options,
          slices: ofLayer,
        })
        pruneSlices(ofLayer.folder, started)
        return ledger.totals.tiles
      },
    )
    const { minZoom: min_zoom, maxZoom: max_zoom } = archive
    archives.push({ layer: id, ...files[0], tiles: value, min_zoom, max_zoom })
  }
  return archives
}
