import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileEvent } from '../../catalog/build-files-watch.ts'
import { listBuilds } from '../../catalog/build-folder.ts'
import { allFiles, type HashedFile } from '../../catalog/manifest.ts'
import type { Pin } from '../../catalog/pin.ts'
import type { PinWatch } from '../../catalog/pin-watch.ts'
import { acquireProcessMutex } from '../../catalog/process-mutex.ts'
import { DEFAULT_PACK_MEMORY_BYTES } from '../../lookup/open-packs.ts'
import { BlockThread } from '../../storage/block-thread.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'
import { openPromptStorage, openStorage, requireStore } from '../../storage/open-store.ts'
import { receiveFiles } from '../../storage/receive-files.ts'
import type { StoragePlace } from '../../storage/storage-place.ts'
import { readStorePin } from '../../storage/store-pin.ts'
import { StorePinWatch } from '../../storage/store-pin-watch.ts'
import { requireStoredBuild, type StoredBuild } from '../../storage/stored-builds.ts'
import type { Progress } from '../../terminal/progress.ts'
import { formatBytes } from '../../terminal/quantity.ts'
import { openEngines } from './build-engines.ts'
import type { BuildOrigin, FilesWatch } from './build-origin.ts'
import type { ServedBuild } from './build-source.ts'
import { LocalCopies } from './local-copies.ts'
import { DEFAULT_BLOCK_CACHE_BYTES } from './memory-settings.ts'
import { openStoredBuild, placeFiles } from './stored-build.ts'

/** Folder of the home for the cached blocks and the files of stored builds. */
const FOLDER = 'served'
/** Longest wait for a service that still has the folder, such as one that is ending. */
const FOLDER_WAIT_MS = 10_000

export interface StoreBuildsOptions {
  place: StoragePlace
  home: string
  packMemoryBytes?: number
  blockCacheBytes?: number
  progress: Progress
  poll_ms?: number
  check_ms?: number
}

/**
 * The builds of a store. Packs, archives and rasters are read by blocks, which are cached on this
 * machine; the DuckDB file and the search index are brought here whole.
 */
export class StoreBuilds implements BuildOrigin {
  private readonly options: StoreBuildsOptions
  /** Fails within seconds, for reads of the pin. */
  private readonly prompt: ObjectStorage
  /** Waits for a store that is busy, for whole files. */
  private readonly patient: ObjectStorage
  private readonly blocks: BlockThread
  private readonly releaseFolder: () => Promise<void>
  private readonly copies = new WeakMap<ServedBuild, LocalCopies>()
  /** Opened builds by id: a build may be opened again before it is closed. */
  private readonly inUse = new Map<string, { count: number; files: readonly HashedFile[] }>()

  private constructor(
    options: StoreBuildsOptions,
    parts: {
      prompt: ObjectStorage
      patient: ObjectStorage
      blocks: BlockThread
      releaseFolder: () => Promise<void>
    },
  ) {
    this.options = options
    this.prompt = parts.prompt
    this.patient = parts.patient
    this.blocks = parts.blocks
    this.releaseFolder = parts.releaseFolder
  }

  /**
   * Opens the store and the cache. Throws `StepError` for a place that is not a store, and where
   * another service uses the folder of the home.
   */
  static async open(options: StoreBuildsOptions): Promise<StoreBuilds> {
    const { place, home, blockCacheBytes: limitBytes = DEFAULT_BLOCK_CACHE_BYTES } = options
    const prompt = await openPromptStorage(place)
    await requireStore(prompt)
    const remedy = 'End that service, or set another PLAT_HOME: each service has its own.'
    const mutex = { step: 'serve from a store', wait_ms: FOLDER_WAIT_MS, remedy }
    const releaseFolder = await acquireProcessMutex(join(home, `${FOLDER}.lock`), mutex)
    try {
      const onFailure = (problem: string) => options.progress.note(`Store: ${problem}`)
      const folder = join(home, FOLDER, 'blocks')
      const blocks = await BlockThread.start({ place, folder, limitBytes, onFailure })
      const patient = await openStorage(place)
      return new StoreBuilds(options, { prompt, patient, blocks, releaseFolder })
    } catch (error) {
      await releaseFolder()
      throw error
    }
  }

  watchPin(onChange: () => void, onError: (error: unknown) => void): PinWatch {
    let lastProblem = ''
    const onRead = (error: unknown | null) => {
      this.blocks.channel.notePin(error === null)
      const problem = error === null ? '' : String(error)
      if (problem !== '' && problem !== lastProblem) onError(error)
      lastProblem = problem
    }
    return new StorePinWatch(this.prompt, { onChange, onRead, poll_ms: this.options.poll_ms })
  }

  async readPin(): Promise<Pin | null> {
    return (await readStorePin(this.prompt)).pin
  }

  async open(id: string, { isFirst }: { isFirst: boolean }): Promise<ServedBuild> {
    const stored = await requireStoredBuild(this.patient, id)
    this.use(id, stored.files)
    try {
      const build = await this.openFiles(stored, isFirst)
      await this.removeUnused()
      return build
    } catch (error) {
      // What was brought stays for the next attempt.
      this.leave(id)
      throw error
    }
  }

  watchFiles(build: ServedBuild, onEvent: (event: FileEvent) => void): FilesWatch {
    const copies = this.copies.get(build)!
    copies.watch(onEvent)
    return {
      close: async () => {
        await copies.close()
        this.leave(build.id)
        // A service that ends leaves them for its next start.
        if (this.inUse.size > 0) await this.removeUnused()
      },
    }
  }

  /** Ends the thread of the blocks. The builds must be closed. */
  async close(): Promise<void> {
    await this.blocks.close()
    await Promise.all([this.prompt.close(), this.patient.close()])
    await this.releaseFolder()
  }

  private async openFiles(stored: StoredBuild, isFirst: boolean): Promise<ServedBuild> {
    const { home, packMemoryBytes: memoryBytes = DEFAULT_PACK_MEMORY_BYTES } = this.options
    const { manifest } = stored
    const folder = join(this.folder, manifest.build)
    const options = { storage: this.patient, blocks: this.blocks, folder, memoryBytes }
    const placed = await placeFiles(stored, options)
    const { unlisted, files } = placed
    const found = await this.filesHere(home, manifest.build)
    const bring = async (entries: readonly HashedFile[]) => {
      const findLocal = (sha256: string) => found.get(sha256) ?? null
      const { progress } = this.options
      await receiveFiles(this.patient, manifest.build, entries, folder, { progress, findLocal })
    }
    this.noteUnlisted(manifest.build, unlisted)
    const whole = [...unlisted, ...engineFiles(stored)]
    const { check_ms } = this.options
    const copies = new LocalCopies({ files, entries: whole, bring, check_ms })
    try {
      if (isFirst) await copies.bring(unlisted)
      else await copies.bring(whole)
      const build = await openStoredBuild(stored, placed, options)
      if (!isFirst) await openEngines(build)
      this.copies.set(build, copies)
      return build
    } catch (error) {
      await copies.close()
      files.close()
      throw error
    }
  }

  /** Paths of files that this machine has, in builds of the home and of the store, by SHA-256. */
  private async filesHere(home: string, own: string): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (const [id, { files }] of this.inUse)
      for (const { file, sha256 } of id === own ? [] : files)
        found.set(sha256, join(this.folder, id, file))
    for (const { paths, manifest } of (await listBuilds(home)).builds)
      for (const { file, sha256 } of allFiles(manifest))
        if (sha256 !== undefined) found.set(sha256, join(paths.folder, file))
    return found
  }

  private noteUnlisted(id: string, unlisted: readonly HashedFile[]): void {
    if (unlisted.length === 0) return
    const bytes = unlisted.reduce((sum, each) => sum + each.bytes, 0)
    this.options.progress.note(
      `The store has no lists of the blocks of ${id}: ${unlisted.length} files (${formatBytes(bytes)}) are brought here whole. Push the build again to read them by blocks.`,
    )
  }

  private get folder(): string {
    return join(this.options.home, FOLDER, 'builds')
  }

  private use(id: string, files: readonly HashedFile[]): void {
    this.inUse.set(id, { count: (this.inUse.get(id)?.count ?? 0) + 1, files })
  }

  private leave(id: string): void {
    const found = this.inUse.get(id)
    if (found && --found.count === 0) this.inUse.delete(id)
  }

  /** Removes the files of builds that are not open. */
  private async removeUnused(): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    for (const id of await readdir(this.folder))
      if (!this.inUse.has(id)) await rm(join(this.folder, id), { recursive: true, force: true })
  }
}

/** Files that engines open by their path. */
function engineFiles({ manifest, files }: StoredBuild): HashedFile[] {
  const names = [manifest.search?.file, manifest.database.file]
  return files.filter(({ file }) => names.includes(file))
}
