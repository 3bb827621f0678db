import { join } from 'node:path'
import { MANIFEST_FORMAT, type Manifest, manifestLock, writeManifest } from '../catalog/manifest.ts'
import type { Progress } from '../terminal/progress.ts'
import { hashed } from './build-file.ts'
import type { BuildParts } from './build-parts.ts'
import { writeDatabase } from './database.ts'
import { describeRasters, describeTables } from './made-table.ts'
import type { MadePack } from './pack-parts.ts'
import { type BuildPlan, locksOf, type PartitionJob } from './plan.ts'
import { writeStac } from './stac.ts'
import { VERSION } from './version.ts'

export interface AssembleOptions {
  /** The build that rows are compared with; null for none. */
  pinned: Manifest | null
  /** Allow a table to lose a tenth or more against it, after a person checked it. */
  acceptDrop?: boolean
  /** Partitions made at once. */
  workers: number
  progress: Progress
}

/**
 * Makes a build of its parts in a folder: what is missing of them, then the DuckDB file, the audits
 * and, last, the manifest. A failed audit in the manifest prevents the pin.
 */
export async function assembleBuild(
  plan: BuildPlan,
  parts: BuildParts,
  folder: string,
  { pinned, acceptDrop, workers, progress }: AssembleOptions,
): Promise<Manifest> {
  const timings_s: Record<string, number> = {}
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    timings_s[name] = Number(((performance.now() - start) / 1000).toFixed(3))
    return result
  }
  await timed('partitions', () => parts.makePartitions(workers))
  const stored = await parts.partitions()
  const coverage = await timed('coverage', () => parts.coverage())
  await timed('packs', () => parts.packs())
  const lookups = await timed('addresses', () => parts.addresses())
  await timed('address packs', () => parts.addressPacks())
  const packs = await parts.allPacks()
  const search = await timed('search', () => parts.search())
  const derived = await timed('facts', () => parts.facts())
  const tables = [...(await parts.tables()), coverage, ...lookups, ...derived.tables]
  const archives = await timed('archives', () => parts.archives())
  await parts.steps.bring()
  const finished = stored.map(({ value }) => value)
  const database = join(folder, `dossier-${plan.build}.duckdb`)
  await timed('database', () =>
    writeDatabase(
      database,
      tables.map(({ table, partitions }) => ({ table, files: partitions.map(({ file }) => file) })),
      finished,
      progress,
    ),
  )
  const audits = await timed('audits', () => parts.audits(pinned, acceptDrop))
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
    audits: [...audits, ...derived.audits],
    steps: parts.steps.counts,
    timings_s,
  }
  const stac = await timed('stac', () => writeStac(folder, made, plan.jobs, finished, progress))
  const manifest: Manifest = { ...made, stac }
  await writeManifest(folder, manifest)
  return manifest
}

/** The packs as the manifest names them. */
function described(packs: readonly MadePack[]): Manifest['packs'] {
  return packs.map(({ table, file, bytes, sha256, rows, pieces }) => {
    return { table, file, bytes, sha256, rows, pieces }
  })
}

function provenance(jobs: PartitionJob[]): Pick<Manifest, 'locks' | 'sources'> {
  const locks = new Map(jobs.flatMap(locksOf).map((lock) => [lock.id, lock]))
  const sources = new Map(jobs.map(({ source }) => [source.id, source]))
  const byId = <T extends { id: string }>(values: Iterable<T>) =>
    [...values].sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    locks: byId(locks.values()).map(manifestLock),
    sources: byId(sources.values()),
  }
}
