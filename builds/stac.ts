import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { HashedFile, Manifest } from '../catalog/manifest.ts'
import type { Progress } from '../terminal/progress.ts'
import { distinct } from '../values/distinct.ts'
import { hashed } from './build-file.ts'
import type { FinishedPartition, FinishedTable } from './partition-job.ts'
import type { PartitionJob } from './plan.ts'
import { collectionOf } from './stac/collection.ts'
import type { CataloguedPartition } from './stac/item.ts'
import { allSourcesOf, type Origin, originOf } from './stac/origin.ts'
import { licenceFile, licencePage } from './stac/rights.ts'
import { rootOf } from './stac/root.ts'
import { readTableFacts } from './stac/table-facts.ts'

/** A build that is made but for its catalog. */
type Made = Omit<Manifest, 'stac'>

/**
 * Writes the STAC catalog next to a build's files: `stac/catalog.json`, a Collection a layer, an
 * Item a partition of a table, and what is known of each source's terms. Links are
 * relative and the only time is the build's, so the same build gives the same bytes. Returns the
 * files it wrote.
 */
export async function writeStac(
  folder: string,
  made: Made,
  jobs: readonly PartitionJob[],
  finished: readonly FinishedPartition[],
  progress: Progress,
): Promise<HashedFile[]> {
  const step = progress.step('write the STAC catalog', { unit: 'files' })
  const origins = new Map<PartitionJob, Origin>()
  for (const job of jobs) origins.set(job, await originOf(job))
  const partitions = await catalogued(folder, made, origins, finished)
  const database = await hashed(folder, join(folder, made.database.file))
  const layers = distinct(partitions.map(({ layer }) => layer)).map((id) => {
    const own = partitions.filter(({ layer }) => layer === id)
    const packs = made.packs.filter(({ table }) => own.some((each) => each.table === table))
    const archives = made.archives.filter(({ layer }) => layer === id)
    return collectionOf({ id, partitions: own, packs, archives, database }, made)
  })
  const collections = layers.map(({ collection }) => collection)
  const documents = [
    rootOf(made, collections),
    ...collections,
    ...layers.flatMap(({ items }) => items),
  ]
  const texts = [
    ...documents.map(({ file, document }) => [file, `${JSON.stringify(document, null, 2)}\n`]),
    ...allSourcesOf([...origins.values()]).map((source) => [
      licenceFile(source),
      licencePage(source),
    ]),
  ]
  const written: HashedFile[] = []
  for (const [file, text] of texts) {
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    written.push(await hashed(folder, path))
    step.advance(1)
  }
  step.done()
  return written
}

/** Every partition of the manifest with its origin: its job's, or all jobs' for a derived table. */
async function catalogued(
  folder: string,
  made: Made,
  origins: ReadonlyMap<PartitionJob, Origin>,
  finished: readonly FinishedPartition[],
): Promise<CataloguedPartition[]> {
  const facts = await readTableFacts(folder, made)
  const all = [...origins.values()]
  const byJob = new Map<string, Origin>()
  for (const [job, origin] of origins) byJob.set(`${job.pipeline.id}/${job.partition}`, origin)
  const makers = new Map<string, { maker: FinishedPartition; own: FinishedTable }>()
  for (const maker of finished)
    for (const own of maker.tables) makers.set(`${own.table}/${maker.partition}`, { maker, own })
  return made.tables.flatMap(({ name, layer, partitions }) =>
    partitions.map((partition) => {
      const rasters = made.rasters.filter(
        (raster) => raster.table === name && raster.partition === partition.id,
      )
      const maker = makers.get(`${name}/${partition.id}`)
      const origin = maker && byJob.get(`${maker.maker.layer}/${partition.id}`)
      return {
        table: name,
        layer,
        partition,
        facts: facts.get(name)!,
        origins: origin ? [origin] : all,
        areaName: maker?.maker.area_name ?? null,
        coverageWkb: maker?.own.coverage.wkb ?? null,
        rasters,
      }
    }),
  )
}
