import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildFolder, buildsFolder } from '../catalog/build-folder.ts'
import { type Manifest, readManifest } from '../catalog/manifest.ts'
import { readPin } from '../catalog/pin.ts'
import { platHome } from '../catalog/plat-home.ts'
import { withProcessMutex } from '../catalog/process-mutex.ts'
import type { Progress } from '../terminal/progress.ts'
import { assembleBuild } from './assemble.ts'
import { BuildParts } from './build-parts.ts'
import type { StoredPartition } from './made-table.ts'
import { type BuildPlan, isSound } from './plan.ts'

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
export const MEMORY_BYTES = 2e9

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
    const parts = partsIn(home, work, plan, options)
    const pinned = await pinnedManifest(home)
    const manifest = await assembleBuild(plan, parts, folder, { ...options, pinned })
    await parts.prune()
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
  return withWorkFolder(home, async (work) => {
    const parts = partsIn(home, work, plan, options)
    await parts.makePartitions(options.workers)
    await parts.prune()
    return await parts.partitions()
  })
}

/** Runs work alone in its home, in a folder that is empty before and gone afterwards. */
export async function withWorkFolder<T>(
  home: string,
  run: (work: string) => Promise<T>,
): Promise<T> {
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

function partsIn(home: string, work: string, plan: BuildPlan, options: BuildOptions): BuildParts {
  const memoryBytes = options.memoryBytes ?? MEMORY_BYTES
  return new BuildParts(plan, join(work, 'build'), { ...options, home, work, memoryBytes })
}

async function pinnedManifest(home: string): Promise<Manifest | null> {
  const pin = await readPin(home)
  if (!pin) return null
  return await readManifest(buildFolder(pin.build, home).folder).catch(() => null)
}

function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
