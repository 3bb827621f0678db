import PQueue from 'p-queue'
import type { Audit, Manifest } from '../catalog/manifest.ts'
import type { RegionGroup } from '../pipelines/stages/tile.ts'
import type { Progress } from '../terminal/progress.ts'
import { Remembered } from '../values/remembered.ts'
import { type ArchivesOptions, makeArchives, makeSlices } from './archives.ts'
import { auditBuild } from './build-audit.ts'
import { rasterFile, tableFile } from './build-file.ts'
import { BuildSteps } from './build-steps.ts'
import { makeFacts } from './facts.ts'
import { type MadeTable, type StoredPartition, tablesOf } from './made-table.ts'
import { type MadePack, makePacks } from './pack-parts.ts'
import { runPartition } from './partition-job.ts'
import type { BuildPlan, PartitionJob } from './plan.ts'
import { makeAddresses, makeCoverage, makeSearch, type PlatformOptions } from './platform-steps.ts'
import {
  partitionStore,
  ResultStore,
  type SharedResults,
  sliceFolder,
  stepStore,
} from './result-store.ts'

export interface PartsOptions {
  home: string
  /** Folder for what is being made. */
  work: string
  /** Partitions made at once, and threads of the tiler. */
  workers: number
  /** Bytes of memory that the databases of all partitions together may take. */
  memoryBytes: number
  progress: Progress
  /** The stores of partitions and of steps that machines share; null for this machine's alone. */
  shared?: { partitions: SharedResults; steps: SharedResults } | null
  /** Groups of the regions of archives, by the id of the layer: see `ArchivesOptions`. */
  tileGroups?: ReadonlyMap<string, number>
}

/**
 * The parts of one build, each made or found when it is first wanted, with all that it is made of.
 * A machine that makes one part of many reads of the others what that part needs.
 */
export class BuildParts {
  readonly steps: BuildSteps
  private readonly plan: BuildPlan
  private readonly folder: string
  private readonly options: PartsOptions
  private readonly partitionResults: ResultStore
  private readonly stepResults: ResultStore
  private readonly remembered = new Remembered()

  /** `folder` becomes the folder of the build. */
  constructor(plan: BuildPlan, folder: string, options: PartsOptions) {
    const { home, work, shared } = options
    this.plan = plan
    this.folder = folder
    this.options = options
    const partitions = shared?.partitions ?? null
    this.partitionResults = new ResultStore(partitionStore(home), work, { shared: partitions })
    this.stepResults = new ResultStore(stepStore(home), work, { shared: shared?.steps ?? null })
    this.steps = new BuildSteps(plan.stepCode, this.stepResults, folder)
  }

  /** Makes or finds one partition. */
  partition(job: PartitionJob): Promise<StoredPartition> {
    return this.remembered.once(`partition ${job.pipeline.id}/${job.partition}`, async () => {
      const { options, plan } = this
      const memoryBytes = options.memoryBytes / Math.min(options.workers, plan.jobs.length)
      const result = await runPartition(job, this.partitionResults, { ...options, memoryBytes })
      await this.placePartition(result)
      this.steps.count('partition', result)
      return result
    })
  }

  /**
   * Makes the partitions, a number of them at once. The first failure is thrown once all that run
   * have ended.
   */
  async makePartitions(atOnce: number): Promise<void> {
    const queue = new PQueue({ concurrency: atOnce })
    const { jobs } = this.plan
    const runs = await Promise.allSettled(jobs.map((job) => queue.add(() => this.partition(job))))
    const failed = runs.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** The partitions of a layer, or all. */
  async partitions(layer?: string): Promise<StoredPartition[]> {
    const results: StoredPartition[] = []
    for (const job of this.jobsOf(layer)) results.push(await this.partition(job))
    return results
  }

  /** The tables of a layer, or all that partitions have. */
  async tables(layer?: string): Promise<MadeTable[]> {
    return tablesOf(await this.partitions(layer), this.folder)
  }

  /** The table of what the partitions declare to cover. */
  coverage(): Promise<MadeTable> {
    return this.remembered.once('coverage', async () =>
      makeCoverage(await this.finished(), this.steps, this.folder),
    )
  }

  /** The packs of all tables of partitions, and that of coverages. */
  packs(): Promise<MadePack[]> {
    return this.remembered.once('packs', async () =>
      this.makePacks([...(await this.tables()), await this.coverage()]),
    )
  }

  /** The files of packs of one part of a layer. */
  async packsOf(layer: string, part: string): Promise<void> {
    await this.makePacks(await this.tables(layer), part)
  }

  /** The tables that addresses are looked up in. */
  addresses(): Promise<MadeTable[]> {
    return this.remembered.once('addresses', async () =>
      makeAddresses(await this.packs(), await this.tables(), this.steps, this.platform),
    )
  }

  addressPacks(): Promise<MadePack[]> {
    return this.remembered.once('address packs', async () => this.makePacks(await this.addresses()))
  }

  /** Every pack of the build. */
  async allPacks(): Promise<MadePack[]> {
    return [...(await this.packs()), ...(await this.addressPacks())]
  }

  search(): Promise<Manifest['search']> {
    return this.remembered.once('search', async () =>
      makeSearch(await this.allPacks(), this.steps, this.platform),
    )
  }

  /** The analysts' tables, and what was audited while they were derived. */
  facts(): Promise<{ tables: MadeTable[]; audits: Audit[] }> {
    return this.remembered.once('facts', () => this.makeFacts())
  }

  /** The derived rows of one part. */
  async factsOf(subject: string, part: string): Promise<void> {
    await this.makeFacts({ subject, part })
  }

  archives(): Promise<Manifest['archives']> {
    return this.remembered.once('archives', async () =>
      makeArchives(await this.tables(), this.plan.jobs, this.steps, this.tiling),
    )
  }

  async archiveOf(layer: string): Promise<void> {
    const tables = await this.tables(layer)
    await makeArchives(tables, this.plan.jobs, this.steps, this.tiling, layer)
  }

  /** The tiles of one group of the regions of a layer's archive. */
  async slicesOf(layer: string, group: RegionGroup): Promise<void> {
    const tables = await this.tables(layer)
    await makeSlices(layer, group, tables, this.plan.jobs, this.steps, this.tiling)
  }

  /** All audits of tables, packs and rasters, against the build that is pinned. */
  async audits(pinned: Manifest | null, acceptDrop?: boolean): Promise<Audit[]> {
    const tables = await this.tables()
    await this.bringRasters()
    const options = { acceptDrop, steps: this.steps }
    return await auditBuild(tables, await this.allPacks(), this.folder, pinned, options)
  }

  /** The audits of one layer's partitions by themselves. */
  async auditsOf(layer: string): Promise<void> {
    const tables = await this.tables(layer)
    await this.bringRasters(layer)
    await auditBuild(tables, [], this.folder, null, { steps: this.steps })
  }

  /** Removes stored results that were not used, down to the bound. */
  async prune(): Promise<void> {
    await this.partitionResults.prune()
    await this.stepResults.prune()
  }

  private async finished() {
    return (await this.partitions()).map(({ value }) => value)
  }

  private makePacks(tables: readonly MadeTable[], part?: string): Promise<MadePack[]> {
    return makePacks(tables, this.steps, this.options.progress, part)
  }

  private async makeFacts(only?: { subject: string; part: string }) {
    const [packs, stored] = [await this.allPacks(), await this.partitions()]
    const options = { ...this.platform, partitions: this.partitionResults }
    return await makeFacts(packs, stored, this.steps, options, only)
  }

  private get platform(): PlatformOptions {
    return { ...this.options, folder: this.folder }
  }

  private get tiling(): ArchivesOptions {
    const { home, workers, progress, tileGroups } = this.options
    const slices = { folder: sliceFolder(home), code: this.plan.sliceCode }
    const { tilers } = this.plan
    return { workers, slices, tilers, progress, ...(tileGroups && { groups: tileGroups }) }
  }

  private jobsOf(layer?: string): PartitionJob[] {
    return this.plan.jobs.filter(({ pipeline }) => layer === undefined || pipeline.id === layer)
  }

  /** Places the tables and rasters of a partition in the build. */
  private async placePartition(result: StoredPartition): Promise<void> {
    const { partition, tables } = result.value
    const names = new Map<string, string>()
    for (const { table, file, rasters } of tables) {
      names.set(file, tableFile(table, partition))
      for (const raster of rasters) names.set(raster.file, rasterFile(raster.file))
    }
    const files = result.files.filter(({ file }) => names.has(file))
    const nameOf = (file: string) => names.get(file)!
    await this.steps.place({ ...result, files }, this.partitionResults, nameOf)
  }

  private async bringRasters(layer?: string): Promise<void> {
    const tables = (await this.partitions(layer)).flatMap(({ value }) => value.tables)
    const files = tables.flatMap(({ rasters }) => rasters.map(({ file }) => rasterFile(file)))
    await this.steps.bring(files)
  }
}
