import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { buildFolder, buildsFolder } from '../catalog/build-folder.ts'
import {
  type Audit,
  MANIFEST_FORMAT,
  type Manifest,
  manifestLock,
  readManifest,
  writeManifest,
} from '../catalog/manifest.ts'
import { readPin } from '../catalog/pin.ts'
import { platHome } from '../catalog/plat-home.ts'
import { withProcessMutex } from '../catalog/process-mutex.ts'
import type { SliceStore } from '../pipelines/archive/slice-store.ts'
import type { Progress } from '../terminal/progress.ts'
import { makeArchives } from './archives.ts'
import { auditBuild } from './build-audit.ts'
import { hashed, rasterFile, tableFile } from './build-file.ts'
import { BuildSteps } from './build-steps.ts'
import { writeDatabase } from './database.ts'
import { makeFacts } from './facts.ts'
import {
  describeRasters,
  describeTables,
  type MadeTable,
  type StoredPartition,
  tablesOf,
} from './made-table.ts'
import { type MadePack, makePacks } from './pack-parts.ts'
import { runPartition } from './partition-job.ts'
import { type BuildPlan, isSound, type PartitionJob } from './plan.ts'
import { makeAddresses, makeCoverage, makeSearch } from './platform-steps.ts'
import { linkFiles, partitionStore, ResultStore, sliceFolder, stepStore } from './result-store.ts'
import { writeStac } from './stac.ts'
import { VERSION } from './version.ts'

export interface BuildOptions {
  home?: string
  /** Partitions made at once, and threads of the tiler. The bytes do not depend on it. */
  workers: number
  /** Bytes of memory that the databases of all partitions together may take: `MEMORY_BYTES`. */
  memoryBytes?: number
  /** Allow a table to lose a tenth or more against the pinned build, after a person checked it. */
  acceptDrop?: boolean
  progress: Progress
}

/** Memory of the databases of all partitions together; reading and tiling take about 1 GB more. */
const MEMORY_BYTES = 2e9

/** Longest wait for another build in the same home: two at once could fill the disk. */
const BUILD_WAIT_MS = 60_000

/**
 * Runs a plan: every partition, then coverage, packs, archives, the DuckDB file and the audits. It
 * works in a separate folder and moves it to `builds/<id>` when it is whole, so a run that fails or
 * is killed leaves no unfinished build. Returns the manifest; a failed audit in it prevents the
 * pin.
 */
export async function runBuild(plan: BuildPlan, options: BuildOptions): Promise<Manifest> {
  const home = options.home ?? platHome()
  const final = buildFolder(plan.build, home).folder
  if (plan.exists) return readManifest(final)
  return withWorkFolder(home, async (work) => {
    // The process that held the mutex may have made this build, and it may be served by now.
    if (await isSound(plan.build, home)) return readManifest(final)
    const folder = join(work, 'build')
    await mkdir(folder, { recursive: true })
    const manifest = await makeBuild(plan, folder, { ...options, home, work })
    await mkdir(buildsFolder(home), { recursive: true })
    // Only a build that failed its audits is ever replaced; it makes room by one rename.
    await rename(final, join(work, 'replaced')).catch(ignoreAbsent)
    await rename(folder, final)
    return manifest
  })
}

/**
 * Makes the partitions of a plan that are not stored, and no build: one machine of several makes
 * some of them. Returns all of the plan.
 */
export async function runPartitionsOnly(
  plan: BuildPlan,
  options: BuildOptions,
): Promise<StoredPartition[]> {
  const home = options.home ?? platHome()
  return withWorkFolder(home, (work) => runPartitions(plan.jobs, { ...options, home, work }))
}

/** Runs work alone in its home, in a folder that is empty before and gone afterwards. */
async function withWorkFolder<T>(home: string, run: (work: string) => Promise<T>): Promise<T> {
  const mutex = join(home, 'build.lock')
  return withProcessMutex(mutex, { step: 'build', wait_ms: BUILD_WAIT_MS }, async () => {
    const work = join(home, 'work')
    await rm(work, { recursive: true, force: true }) // what a killed run left behind
    await mkdir(work, { recursive: true })
    try {
      return await run(work)
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  })
}

function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

type Making = BuildOptions & { home: string; work: string }

async function makeBuild(plan: BuildPlan, folder: string, options: Making): Promise<Manifest> {
  const timings_s: Record<string, number> = {}
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    timings_s[name] = Number(((performance.now() - start) / 1000).toFixed(3))
    return result
  }
  const { home, work, progress } = options
  const memoryBytes = options.memoryBytes ?? MEMORY_BYTES
  const results = new ResultStore(stepStore(home), work)
  const steps = new BuildSteps(plan.stepCode, results, folder)
  const stored = await timed('partitions', async () => {
    const results = await runPartitions(plan.jobs, options)
    for (const result of results) await linkPartition(result, folder)
    return results
  })
  for (const result of stored) steps.count('partition', result)
  const finished = stored.map(({ value }) => value)
  const tables = tablesOf(stored, folder)
  tables.push(await timed('coverage', () => makeCoverage(finished, steps, folder)))
  const packs = await timed('packs', () => makePacks(tables, steps, progress))
  const making = { folder, work, memoryBytes, workers: options.workers, progress }
  const lookups = await timed('addresses', () => makeAddresses(packs, steps, making))
  packs.push(...(await timed('address packs', () => makePacks(lookups, steps, progress))))
  const search = await timed('search', () => makeSearch(packs, steps, making))
  const derived = await timed('facts', () => makeFacts(packs, stored, steps, making))
  tables.push(...lookups, ...derived.tables)
  const slices: SliceStore = { folder: sliceFolder(home), code: plan.sliceCode }
  const archives = await timed('archives', () =>
    makeArchives(tables, plan.jobs, steps, { workers: options.workers, slices, progress }),
  )
  const database = join(folder, `dossier-${plan.build}.duckdb`)
  await timed('database', () =>
    writeDatabase(
      database,
      tables.map(({ table, partitions }) => ({ table, files: partitions.map(({ file }) => file) })),
      finished,
      progress,
    ),
  )
  const audits = await timed('audits', () => audit(tables, packs, folder, steps, options))
  audits.push(...derived.audits)
  const made: Omit<Manifest, 'stac'> = {
    format: MANIFEST_FORMAT,
    build: plan.build,
    created_at: new Date().toISOString(),
    code: { version: VERSION, fingerprint: plan.code },
    ...provenance(plan.jobs),
    key_secret_fingerprint: plan.secretFingerprint,
    tables: describeTables(tables),
    packs: described(packs),
    archives,
    rasters: describeRasters(stored),
    search,
    database: await hashed(folder, database),
    audits,
    steps: steps.counts,
    timings_s,
  }
  const { jobs } = plan
  const stac = await timed('stac', () => writeStac(folder, made, jobs, finished, progress))
  const manifest: Manifest = { ...made, stac }
  await writeManifest(folder, manifest)
  await results.prune()
  return manifest
}

async function runPartitions(
  jobs: readonly PartitionJob[],
  options: Making,
): Promise<StoredPartition[]> {
  const queue = new PQueue({ concurrency: options.workers })
  const memoryBytes = (options.memoryBytes ?? MEMORY_BYTES) / Math.min(options.workers, jobs.length)
  const store = new ResultStore(partitionStore(options.home), options.work)
  const run = (job: PartitionJob) => runPartition(job, store, { ...options, memoryBytes })
  // The first failure stops the build, once all partitions that run have ended.
  const runs = await Promise.allSettled(jobs.map((job) => queue.add(() => run(job))))
  const failed = runs.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  await store.prune()
  return runs.map((result) => (result as PromiseFulfilledResult<StoredPartition>).value)
}

/** Links the tables and rasters of a partition into a build. */
async function linkPartition(result: StoredPartition, folder: string): Promise<void> {
  const { partition, tables } = result.value
  const names = new Map<string, string>()
  for (const { table, file, rasters } of tables) {
    names.set(file, tableFile(table, partition))
    for (const raster of rasters) names.set(raster.file, rasterFile(raster.file))
  }
  const files = result.files.filter(({ file }) => names.has(file))
  await linkFiles({ ...result, files }, folder, (file) => names.get(file)!)
}

/** The packs as the manifest names them. */
function described(packs: readonly MadePack[]): Manifest['packs'] {
  return packs.map(({ table, file, bytes, sha256, rows, pieces }) => {
    return { table, file, bytes, sha256, rows, pieces }
  })
}

async function audit(
  tables: readonly MadeTable[],
  packs: readonly MadePack[],
  folder: string,
  steps: BuildSteps,
  { home, acceptDrop }: Making,
): Promise<Audit[]> {
  const pin = await readPin(home)
  const pinned = pin && (await readManifest(buildFolder(pin.build, home).folder).catch(() => null))
  return auditBuild(tables, packs, folder, pinned, { acceptDrop, steps })
}

function provenance(jobs: PartitionJob[]): Pick<Manifest, 'locks' | 'sources'> {
  const all = jobs.flatMap(({ lock, otherLocks }) => [lock, ...otherLocks])
  const locks = new Map(all.map((lock) => [lock.id, lock]))
  const sources = new Map(jobs.map(({ source }) => [source.id, source]))
  const byId = <T extends { id: string }>(values: Iterable<T>) =>
    [...values].sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    locks: byId(locks.values()).map(manifestLock),
    sources: byId(sources.values()),
  }
}
