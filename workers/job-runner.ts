import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assembleBuild } from '../builds/assemble.ts'
import { BuildParts } from '../builds/build-parts.ts'
import { type BuildPlan, locksOf, type PartitionJob, planBuild } from '../builds/plan.ts'
import { MEMORY_BYTES } from '../builds/run.ts'
import type { OpenBuild } from '../catalog/build-folder.ts'
import { MANIFEST_FILE, type Manifest } from '../catalog/manifest.ts'
import { assetsFolder } from '../catalog/plat-home.ts'
import { fetchAsset } from '../pipelines/stages/fetch.ts'
import { heldAssetResolver, sampleWriter } from '../pipelines/stages/fetch-sample.ts'
import type { BuildJobData } from '../queue/build-job.ts'
import { ASSETS, FileSender } from '../storage/file-objects.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'
import { pushBuild } from '../storage/push-build.ts'
import { readStorePin } from '../storage/store-pin.ts'
import { pullAssets } from '../storage/stored-assets.ts'
import { findStoredBuild, isSoundBuild } from '../storage/stored-builds.ts'
import { findResultFiles } from '../storage/stored-results.ts'
import type { Progress } from '../terminal/progress.ts'
import { StepError } from '../terminal/step-error.ts'
import { tileGroups } from './plan-jobs.ts'
import { markerName } from './run-marker.ts'
import { StoredResults } from './stored-results.ts'

export interface RunnerOptions {
  home: string
  /** Folder of the runner alone, for what is being made. */
  work: string
  /** Threads of the tiler and of the deriver. */
  workers: number
  storage: ObjectStorage
  progress: Progress
}

/** This machine cannot do jobs of the run as the machine that queued it would. */
export class ForeignRun extends StepError {}

/** A run, and what this machine has of its build. */
interface OpenRun {
  run: string
  plan: BuildPlan
  parts: BuildParts
  folder: string
  stored: StoredResults[]
}

/**
 * Runs jobs of builds one after another. Results come from the store and go there, under names that
 * are hashes of all that they depend on: a job that ran twice has one result.
 */
export class JobRunner {
  private readonly options: RunnerOptions
  private opened: OpenRun | null = null

  constructor(options: RunnerOptions) {
    this.options = options
  }

  /** Runs one job; `attempt` counts those before. Throws what made it fail. */
  async run(data: BuildJobData, attempt: number): Promise<void> {
    const open = await this.open(data)
    for (const results of open.stored) results.isMending = attempt > 0
    try {
      await this.runKind(open, data)
    } catch (error) {
      // Parts of the build may be placed that the next attempt makes anew.
      this.opened = null
      throw error
    }
  }

  private async runKind(open: OpenRun, { kind, subject, acceptDrop }: BuildJobData): Promise<void> {
    const { plan, parts } = open
    const [first, ...rest] = subject.split('/')
    const second = rest.join('/')
    switch (kind) {
      case 'lock':
        return await this.checkLock(plan, subject)
      case 'partition':
        return await this.makePartition(open, first, second)
      case 'coverage':
        await parts.coverage()
        return
      case 'pack':
        return await parts.packsOf(first, second)
      case 'tiles': {
        const of = tileGroups(plan).get(first)!
        return await parts.slicesOf(first, { number: Number(second), of })
      }
      case 'archive':
        return await parts.archiveOf(subject)
      case 'audit':
        return await parts.auditsOf(subject)
      case 'addresses':
        await parts.allPacks()
        return
      case 'search':
        await parts.search()
        return
      case 'facts':
        return await parts.factsOf(first, second)
      case 'assemble':
        return await this.assemble(open, acceptDrop)
    }
    throw new Error(`a job has the kind ${kind}, which is not known`)
  }

  /** The run that a job is of; the folder of an earlier one is removed. */
  private async open({ run, build, names }: BuildJobData): Promise<OpenRun> {
    if (this.opened?.run === run) return this.opened
    const { home, work, workers, storage, progress } = this.options
    const marker = await findResultFiles(storage, 'steps', markerName(run))
    const foreign = (problem: string, remedy: string) =>
      new ForeignRun('work on the build', build, problem, remedy)
    if (!marker) {
      const problem = `it was queued with another store than ${storage.name}`
      throw foreign(problem, 'Start the worker with the --store of the build.')
    }
    const plan = await planBuild(names, home)
    if (plan.build !== build) {
      const problem = `this worker would make ${plan.build} of ${names.join(' ')}`
      throw foreign(problem, 'Its code or its locks changed while it ran: start it again.')
    }
    // Once a run, not once a job: it looks at every stored result.
    await this.opened?.parts.prune()
    const all = join(work, 'runs')
    await rm(all, { recursive: true, force: true })
    const folder = join(all, run)
    await mkdir(folder, { recursive: true })
    const partitions = new StoredResults(storage, 'partitions', progress)
    const steps = new StoredResults(storage, 'steps', progress)
    const parts = new BuildParts(plan, folder, {
      ...{ home, work, workers, progress },
      memoryBytes: MEMORY_BYTES,
      shared: { partitions, steps },
      tileGroups: tileGroups(plan),
    })
    this.opened = { run, plan, parts, folder, stored: [partitions, steps] }
    return this.opened
  }

  /** Brings the assets of a lock into the store, verified, unless they are there. */
  private async checkLock(plan: BuildPlan, id: string): Promise<void> {
    const { home, storage, progress } = this.options
    const lock = plan.jobs.flatMap(locksOf).find((each) => each.id === id)!
    const sender = await FileSender.begin(storage, { progress })
    const resolve = heldAssetResolver(sampleWriter(progress, home))
    for (const asset of lock.assets) {
      // Files of this machine are not for others: their terms do not allow it.
      if (asset.path !== undefined) continue
      const stored = await storage.head(`${ASSETS}/${asset.sha256}`)
      if (stored?.bytes === asset.bytes) continue
      const { file, bytes, sha256 } = await fetchAsset(asset, {
        into: assetsFolder(home),
        resolve,
        progress,
      })
      await sender.send(asset.name, [{ path: file, bytes, sha256 }], ASSETS)
    }
  }

  private async makePartition(
    { plan, parts }: OpenRun,
    layer: string,
    partition: string,
  ): Promise<void> {
    const isWanted = (job: PartitionJob) => job.pipeline.id === layer && job.partition === partition
    const job = plan.jobs.find(isWanted)!
    if (!job.isStored) {
      const { home, storage, progress } = this.options
      const assets = locksOf(job)
        .flatMap((lock) => lock.assets)
        .filter(({ path }) => path === undefined)
      await pullAssets(storage, assets, assetsFolder(home), progress)
    }
    await parts.partition(job)
  }

  /** Makes the build and stores it, unless the store has it whole. */
  private async assemble({ plan, parts, folder }: OpenRun, acceptDrop: boolean): Promise<void> {
    const { storage, workers, progress } = this.options
    if (await isSoundBuild(storage, plan.build)) return
    const pinned = await this.pinned()
    const options = { pinned, acceptDrop, workers, progress }
    const manifest = await assembleBuild(plan, parts, folder, options)
    const { build: id } = manifest
    const databaseFile = join(folder, manifest.database.file)
    const paths = { id, folder, manifestFile: join(folder, MANIFEST_FILE), databaseFile }
    const build: OpenBuild = { id, paths, manifest }
    try {
      await pushBuild(storage, build, { progress })
    } catch (error) {
      // Another worker whose lease of this job lapsed was faster.
      if (!(await isSoundBuild(storage, plan.build))) throw error
    }
  }

  private async pinned(): Promise<Manifest | null> {
    const { storage } = this.options
    const { pin } = await readStorePin(storage)
    return pin && ((await findStoredBuild(storage, pin.build))?.manifest ?? null)
  }
}
