import { copyFile, link, mkdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import PQueue from 'p-queue'
import { buildFolder, buildsFolder, packFile } from '../catalog/build-folder.ts'
import {
  type Audit,
  type Manifest,
  manifestLock,
  readManifest,
  writeManifest,
} from '../catalog/manifest.ts'
import { readPin } from '../catalog/pin.ts'
import { platHome } from '../catalog/plat-home.ts'
import { withProcessMutex } from '../catalog/process-mutex.ts'
import { LAYERS } from '../layers/index.ts'
import { writePack } from '../pipelines/stages/pack.ts'
import { writeLayerArchive } from '../pipelines/stages/tile.ts'
import type { Progress } from '../terminal/progress.ts'
import { distinct } from '../values/distinct.ts'
import { makeAddressTables } from './address-tables.ts'
import { auditBuild } from './build-audit.ts'
import { hashed, rasterFile, tableFile } from './build-file.ts'
import { writeDatabase } from './database.ts'
import { deriveTables } from './derived-tables.ts'
import {
  coverageOf,
  describeRasters,
  describeTables,
  type MadeTable,
  tablesOf,
} from './made-table.ts'
import { type FinishedPartition, runPartition } from './partition-job.ts'
import { pruneStore } from './partition-store.ts'
import { type BuildPlan, isSound, type PartitionJob } from './plan.ts'
import { writeSearchIndex } from './search-index.ts'
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
  const mutex = join(home, 'build.lock')
  return withProcessMutex(mutex, { step: 'build', wait_ms: BUILD_WAIT_MS }, async () => {
    // The process that held the mutex may have made this build, and it may be served by now.
    if (await isSound(plan.build, home)) return readManifest(final)
    const work = join(home, 'work')
    await rm(work, { recursive: true, force: true }) // what a killed run left behind
    const folder = join(work, 'build')
    await mkdir(folder, { recursive: true })
    try {
      const manifest = await makeBuild(plan, folder, { ...options, home, work })
      await mkdir(buildsFolder(home), { recursive: true })
      // Only a build that failed its audits is ever replaced; it makes room by one rename.
      await rename(final, join(work, 'replaced')).catch(ignoreAbsent)
      await rename(folder, final)
      await pruneStore(home)
      return manifest
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
  const finished = await timed('partitions', () => runPartitions(plan.jobs, folder, options))
  const tables = tablesOf(finished, folder)
  tables.push(await timed('coverage', () => coverageOf(finished, folder)))
  const packs = await timed('packs', () => makePacks(tables, folder, options))
  const memoryBytes = options.memoryBytes ?? MEMORY_BYTES
  const lookups = await timed('addresses', () =>
    makeAddressTables(described(packs), folder, { ...options, memoryBytes }),
  )
  packs.push(...(await timed('address packs', () => makePacks(lookups, folder, options))))
  const search = await timed('search', () =>
    writeSearchIndex(described(packs), folder, options.progress),
  )
  const derived = await timed('facts', () =>
    deriveTables(tables, described(packs), folder, { ...options, memoryBytes }),
  )
  tables.push(...lookups, ...derived.tables)
  const archives = await timed('archives', () => makeArchives(plan, tables, folder, options))
  const database = join(folder, `dossier-${plan.build}.duckdb`)
  await timed('database', () =>
    writeDatabase(
      database,
      tables.map(({ table, partitions }) => ({ table, files: partitions.map(({ file }) => file) })),
      finished,
      options.progress,
    ),
  )
  const audits = await timed('audits', () => audit(tables, packs, folder, options))
  audits.push(...derived.audits)
  const made: Omit<Manifest, 'stac'> = {
    format: 1,
    build: plan.build,
    created_at: new Date().toISOString(),
    code: { version: VERSION, fingerprint: plan.code },
    ...provenance(plan.jobs),
    key_secret_fingerprint: plan.secretFingerprint,
    tables: await describeTables(tables, folder),
    packs: described(packs),
    archives,
    rasters: await describeRasters(finished, folder),
    search,
    database: await hashed(folder, database),
    audits,
    timings_s,
  }
  const { jobs } = plan
  const stac = await timed('stac', () => writeStac(folder, made, jobs, finished, options.progress))
  const manifest: Manifest = { ...made, stac }
  await writeManifest(folder, manifest)
  return manifest
}

async function runPartitions(jobs: PartitionJob[], folder: string, options: Making) {
  const queue = new PQueue({ concurrency: options.workers })
  const memoryBytes = (options.memoryBytes ?? MEMORY_BYTES) / Math.min(options.workers, jobs.length)
  const run = async (job: PartitionJob): Promise<FinishedPartition> => {
    const { folder: from, finished } = await runPartition(job, { ...options, memoryBytes })
    for (const { table, file, rasters } of finished.tables) {
      await linkFile(join(from, file), tableFile(folder, table, finished.partition))
      for (const raster of rasters)
        await linkFile(join(from, raster.file), rasterFile(folder, raster.file))
    }
    await utimes(from, new Date(), new Date())
    return finished
  }
  // The first failure stops the build, once all partitions that run have ended.
  const runs = await Promise.allSettled(jobs.map((job) => queue.add(() => run(job))))
  const failed = runs.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return runs.map((result) => (result as PromiseFulfilledResult<FinishedPartition>).value)
}

/** A link costs no disk; file systems without links get a copy. */
async function linkFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await link(from, to).catch(() => copyFile(from, to))
}

async function makePacks(tables: MadeTable[], folder: string, { progress }: Making) {
  await mkdir(join(folder, 'packs'), { recursive: true })
  const packs = []
  for (const { table, rows, partitions } of tables) {
    const file = packFile(folder, table.name)
    const files = partitions.map((partition) => partition.file)
    const written = await writePack(table, files, file, rows, progress)
    packs.push({ table: table.name, ...(await hashed(folder, file)), ...written })
  }
  return packs
}

/** The packs as the manifest names them. */
function described(packs: Awaited<ReturnType<typeof makePacks>>): Manifest['packs'] {
  return packs.map(({ invalid: _, ...pack }) => pack)
}

async function makeArchives(plan: BuildPlan, tables: MadeTable[], folder: string, options: Making) {
  await mkdir(join(folder, 'tiles'), { recursive: true })
  const archives = []
  for (const layer of LAYERS) {
    const made = tables.find(({ table }) => table.name === layer.archive?.table)
    if (!made || !layer.archive) continue
    const jobs = plan.jobs.filter(({ pipeline }) => pipeline.id === layer.id)
    const file = join(folder, 'tiles', `${layer.id}.pmtiles`)
    const attribution = distinct(jobs.map(({ source }) => source.attribution)).join('; ')
    const vintage = distinct(jobs.map(({ lock }) => lock.vintage.label)).join('; ')
    const files = made.partitions.map((partition) => partition.file)
    const written = await writeLayerArchive(layer, files, file, attribution, {
      ...options,
      vintage,
    })
    archives.push({ layer: layer.id, ...(await hashed(folder, file)), ...written })
  }
  return archives
}

async function audit(
  tables: readonly MadeTable[],
  packs: readonly { table: string; invalid: number }[],
  folder: string,
  { home, acceptDrop }: Making,
): Promise<Audit[]> {
  const pin = await readPin(home)
  const pinned = pin && (await readManifest(buildFolder(pin.build, home).folder).catch(() => null))
  return auditBuild(tables, packs, folder, pinned, acceptDrop)
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
