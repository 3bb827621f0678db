import { link, mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Manifest } from '../catalog/manifest.ts'
import { LAYERS } from '../layers/index.ts'
import { pruneSlices, type SliceStore } from '../pipelines/archive/slice-store.ts'
import { openTileThreads } from '../pipelines/archive/tile-threads.ts'
import {
  drawLayerSlices,
  drawnColumns,
  type RegionGroup,
  type TiledTable,
  type TileOptions,
  writeLayerArchive,
  writeLayerByTippecanoe,
} from '../pipelines/stages/tile.ts'
import { distinct } from '../values/distinct.ts'
import type { BuildSteps } from './build-steps.ts'
import { contentsOf } from './column-content.ts'
import type { MadeTable } from './made-table.ts'
import type { PartitionJob } from './plan.ts'
import type { Tilers } from './tilers.ts'

export interface ArchivesOptions extends TileOptions {
  slices: SliceStore
  /** Who draws the archives that our own tiler does not draw. */
  tilers: Tilers
  /**
   * Groups of the regions of an archive, by the id of its layer, that other machines have drawn or
   * draw. Without any the regions are drawn with the archive.
   */
  groups?: ReadonlyMap<string, number>
}

/** The archive of one layer: what it is made of, and where it will be. */
interface ArchivePlan extends TiledTable {
  id: string
  file: string
  made: MadeTable
  /** All that the tiles depend on besides the code. */
  inputs: unknown[]
}

/**
 * Makes the archives of layers, or finds those whose rows did not change; with `only` that of one
 * layer. Each layer has a folder of slices: those of a layer that did not change are needed when it
 * does.
 */
export async function makeArchives(
  tables: readonly MadeTable[],
  jobs: readonly PartitionJob[],
  steps: BuildSteps,
  options: ArchivesOptions,
  only?: string,
): Promise<Manifest['archives']> {
  const threads = openTileThreads(options.workers)
  try {
    const plans = await planArchives(tables, jobs, steps, only)
    return await writeArchives(plans, steps, { ...options, threads })
  } finally {
    await threads.close()
  }
}

async function writeArchives(
  plans: readonly ArchivePlan[],
  steps: BuildSteps,
  options: ArchivesOptions,
): Promise<Manifest['archives']> {
  const archives: Manifest['archives'] = []
  for (const plan of plans) {
    const { id, file, archive } = plan
    const tiler = options.tilers.get(id) ?? null
    const inputs = tiler ? [...plan.inputs, tiler] : plan.inputs
    const { value, files } = await steps.run('archive', inputs, async (folder) => {
      const path = join(folder, file)
      await mkdir(dirname(path), { recursive: true })
      if (tiler) {
        const parquet = await parquetOf(plan, steps)
        return await writeLayerByTippecanoe(plan, parquet, path, tiler.version, options)
      }
      const slices = { ...options.slices, folder: join(options.slices.folder, id) }
      const started = new Date()
      const of = options.groups?.get(id) ?? 0
      for (let number = 0; number < of; number++)
        await takeSlices(plan, { number, of }, steps, options, slices.folder)
      const parquet = await parquetOf(plan, steps)
      const ledger = await writeLayerArchive(plan, parquet, path, { ...options, slices })
      pruneSlices(slices.folder, started)
      return ledger.totals.tiles
    })
    const { minZoom: min_zoom, maxZoom: max_zoom } = archive
    archives.push({ layer: id, ...files[0], tiles: value, min_zoom, max_zoom, tiler })
  }
  return archives
}

/** Draws one group of the regions of a layer's archive, or finds its slices. */
export async function makeSlices(
  layer: string,
  group: RegionGroup,
  tables: readonly MadeTable[],
  jobs: readonly PartitionJob[],
  steps: BuildSteps,
  options: ArchivesOptions,
): Promise<void> {
  const [plan] = await planArchives(tables, jobs, steps, layer)
  await findSlices(plan, group, steps, options)
}

/** Links the slices of a group into the folder of the layer's slices. */
async function takeSlices(
  plan: ArchivePlan,
  group: RegionGroup,
  steps: BuildSteps,
  options: ArchivesOptions,
  into: string,
): Promise<void> {
  const { folder, files } = await findSlices(plan, group, steps, options)
  await mkdir(into, { recursive: true })
  for (const { file } of files)
    await link(join(folder, file), join(into, basename(file))).catch((error) => {
      // A slice that is not there is drawn.
      if (error.code !== 'EEXIST') options.progress.note(`tile ${plan.id}: ${error.message}`)
    })
}

async function findSlices(
  plan: ArchivePlan,
  group: RegionGroup,
  steps: BuildSteps,
  options: ArchivesOptions,
) {
  return await steps.find('tiles', [...plan.inputs, group], async (folder) => {
    const slices = { ...options.slices, folder: join(folder, 'slices') }
    await mkdir(slices.folder, { recursive: true })
    const file = join(folder, basename(plan.file))
    const parquet = await parquetOf(plan, steps)
    await drawLayerSlices(plan, parquet, file, group, { ...options, slices })
    return null
  })
}

async function parquetOf({ made }: ArchivePlan, steps: BuildSteps): Promise<string[]> {
  await steps.bring(made.partitions.map(({ hashed }) => hashed.file))
  return made.partitions.map(({ file }) => file)
}

/** The archives of all layers that are made, or that of one. */
async function planArchives(
  tables: readonly MadeTable[],
  jobs: readonly PartitionJob[],
  steps: BuildSteps,
  only?: string,
): Promise<ArchivePlan[]> {
  const plans: ArchivePlan[] = []
  for (const { id, archive, catalog } of LAYERS) {
    const made = tables.find(({ table }) => table.name === archive?.table)
    if (!made || !archive || (only !== undefined && id !== only)) continue
    const own = jobs.filter(({ pipeline }) => pipeline.id === id)
    const attribution = distinct(own.map(({ source }) => source.attribution)).join('; ')
    const vintage = distinct(own.map(({ lock }) => lock.vintage.label)).join('; ')
    const file = `tiles/${id}.pmtiles`
    const { table } = made
    const texts = [archive, catalog, attribution, vintage]
    const contents = await contentsOf(made, drawnColumns({ table, archive }), steps)
    const inputs = [file, table.key, table.keyWith, ...texts, ...contents]
    plans.push({ id, file, made, table, archive, catalog, attribution, vintage, inputs })
  }
  return plans
}
