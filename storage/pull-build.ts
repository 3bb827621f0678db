import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile, syncFolder } from '../catalog/atomic-file.ts'
import { buildFolder, buildsFolder, listBuilds, missingFiles } from '../catalog/build-folder.ts'
import { allFiles, MANIFEST_FILE } from '../catalog/manifest.ts'
import { withProcessMutex } from '../catalog/process-mutex.ts'
import type { Progress } from '../terminal/progress.ts'
import { StepError } from '../terminal/step-error.ts'
import type { ObjectStorage } from './object-storage.ts'
import { type Received, receiveFiles } from './receive-files.ts'
import { readStorePin } from './store-pin.ts'
import { requireStoredBuild } from './stored-builds.ts'

/** Longest wait for another pull into the same home. */
const PULL_WAIT_MS = 60_000

export interface PullOptions {
  home: string
  progress: Progress
}

/** The id of the store's pinned build. Throws `StepError` where none is pinned. */
export async function storedPinnedId(storage: ObjectStorage): Promise<string> {
  const { pin } = await readStorePin(storage)
  if (pin) return pin.build
  const remedy = 'Name a build, or pin one with `plat pin <build> --stored`.'
  throw new StepError('pull', storage.name, 'no build is pinned there', remedy)
}

/**
 * Brings a build of the store into a home by one rename, every file verified. Files that builds of
 * the home have are linked and not received. Returns null where the home has the build already.
 * Throws `StepError` and `StorageFailure`, with the builds of the home unchanged.
 */
export async function pullBuild(
  storage: ObjectStorage,
  id: string,
  { home, progress }: PullOptions,
): Promise<Received | null> {
  const { builds } = await listBuilds(home)
  const own = builds.find((build) => build.id === id)
  if (own && (await missingFiles(own)).length === 0) return null
  const { text, files } = await requireStoredBuild(storage, id)
  const local = new Map<string, string>()
  for (const { paths, manifest } of builds)
    for (const { file, sha256 } of allFiles(manifest))
      if (sha256 !== undefined) local.set(sha256, join(paths.folder, file))
  return await withPullFolder(home, id, async (folder, work) => {
    const findLocal = (sha256: string) => local.get(sha256) ?? null
    const received = await receiveFiles(storage, id, files, folder, { progress, findLocal })
    await replaceFile(join(folder, MANIFEST_FILE), text)
    await mkdir(buildsFolder(home), { recursive: true })
    const final = buildFolder(id, home).folder
    // One that is not whole makes room.
    await rename(final, join(work, 'replaced')).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
    await rename(folder, final)
    await syncFolder(buildsFolder(home))
    await rm(work, { recursive: true })
    return received
  })
}

/**
 * Runs a pull in a folder of its own, of which `work` is the parent. What a killed pull of the same
 * name has left there is used, and that of others is removed.
 */
export async function withPullFolder<T>(
  home: string,
  name: string,
  pull: (folder: string, work: string) => Promise<T>,
): Promise<T> {
  const mutex = join(home, 'pull.lock')
  return await withProcessMutex(mutex, { step: 'pull', wait_ms: PULL_WAIT_MS }, async () => {
    const work = join(home, 'pull')
    await mkdir(join(work, name), { recursive: true })
    for (const other of await readdir(work))
      if (other !== name) await rm(join(work, other), { recursive: true })
    return await pull(join(work, name), work)
  })
}
