import { randomBytes } from 'node:crypto'
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { syncFolder } from '../../catalog/atomic-file.ts'
import { isHash } from './blob-hash.ts'
import { OWNER_NAME } from './blob-owner.ts'
import type { BlobHash, StoredBlob } from './blob-store.ts'

/** A file that was begun longer ago than this belongs to a writer that was killed. */
const UNFINISHED_MS = 3_600_000
/** Files of a folder whose sizes are read at once. */
const DESCRIBED_AT_ONCE = 32

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** Where files are written before they get their name. Its absence shows a disk that is gone. */
const INCOMING = 'incoming'
const SHARDS = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))

export interface FoundFile {
  bytes: number
  written_at: Date
}

/**
 * The files of a folder of blobs: `ab/ab34...`, in 256 folders by the first two digits. It throws
 * errors of the system as they are, and returns null for a file that is not there.
 */
export class BlobFolder {
  readonly path: string

  constructor(path: string) {
    this.path = resolve(path)
  }

  /** Creates what is missing, durably, and sweeps the files of killed writers. */
  async prepare(): Promise<void> {
    const created = await mkdir(this.path, { recursive: true, mode: FOLDER_MODE })
    const present = new Set(await readdir(this.path))
    const missing = [INCOMING, ...SHARDS].filter((name) => !present.has(name))
    const create = (name: string) => mkdir(join(this.path, name), { mode: FOLDER_MODE })
    await Promise.all(missing.map((name) => create(name).catch(ignorePresence)))
    await syncFolder(this.path)
    // Each folder that was created is an entry of the one above it.
    for (let path = this.path; created && path.length >= created.length; path = dirname(path))
      await syncFolder(dirname(path))
    await this.sweep()
  }

  private async sweep(): Promise<void> {
    for (const name of await readdir(join(this.path, INCOMING))) {
      const path = join(this.path, INCOMING, name)
      const found = await ifThere(stat(path))
      // A younger one may be a write of another process.
      if (found && Date.now() - found.mtimeMs > UNFINISHED_MS) await rm(path, { force: true })
    }
  }

  async find(hash: BlobHash): Promise<FoundFile | null> {
    const found = await ifThere(stat(this.pathOf(hash)))
    if (!found?.isFile()) return null
    return { bytes: found.size, written_at: found.mtime }
  }

  async open(hash: BlobHash): Promise<FileHandle | null> {
    return await ifThere(open(this.pathOf(hash)))
  }

  /**
   * Writes the file aside and gives it its name, which is durable only after `settle`. A file whose
   * fsync failed is never synced again, because the system may report lost bytes only once. Returns
   * when it was written, as `find` does.
   */
  async write(hash: BlobHash, bytes: Uint8Array): Promise<Date> {
    const aside = this.newPath()
    try {
      const file = await open(aside, 'wx', FILE_MODE)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      const { mtime } = await stat(aside)
      await rename(aside, this.pathOf(hash))
      return mtime
    } catch (error) {
      // A file that cannot be removed now is swept at a later opening.
      await rm(aside, { force: true }).catch(() => {})
      throw error
    }
  }

  /** Makes the name of a written blob durable. */
  async settle(hash: BlobHash): Promise<void> {
    await syncFolder(dirname(this.pathOf(hash)))
  }

  /** Sets the time of the file to now; false when it was deleted meanwhile. */
  async renew(hash: BlobHash): Promise<boolean> {
    const now = new Date()
    return (await ifThere(utimes(this.pathOf(hash), now, now).then(() => true))) !== null
  }

  /**
   * Deletes the file if it is there, and was written earlier where that is a condition. Its name is
   * removed before its time is read for good: another process that stores the blob again has either
   * renewed this file before, which then gets its name back, or finds none and writes one.
   */
  async delete(hash: BlobHash, writtenBefore: Date | null): Promise<void> {
    const found = await this.find(hash)
    if (!found) return await this.expectThere()
    const isOld = (writtenAt: Date) => !writtenBefore || writtenAt < writtenBefore
    if (!isOld(found.written_at)) return
    const aside = this.newPath()
    const isAside = await ifThere(rename(this.pathOf(hash), aside).then(() => true))
    if (!isAside) return await this.expectThere()
    const removed = await ifThere(stat(aside))
    if (removed && !isOld(removed.mtime)) {
      await link(aside, this.pathOf(hash)).catch(ignorePresence)
      await this.settle(hash)
    }
    await rm(aside, { force: true })
  }

  /** The blobs of each of the folders, in the order of their hashes. */
  async *list(): AsyncGenerator<StoredBlob> {
    for (const shard of SHARDS) {
      const names = await readdir(join(this.path, shard))
      const hashes = names.filter((name) => isHash(name) && name.startsWith(shard)).sort()
      for (let from = 0; from < hashes.length; from += DESCRIBED_AT_ONCE) {
        const some = hashes.slice(from, from + DESCRIBED_AT_ONCE)
        const found = await Promise.all(some.map((hash) => this.find(hash)))
        for (const [i, file] of found.entries()) if (file) yield { hash: some[i], ...file }
      }
    }
  }

  /** The owner in the file of that name; null where there is none. */
  async owner(): Promise<string | null> {
    const written = await ifThere(readFile(join(this.path, OWNER_NAME), 'utf8'))
    return written?.trim() || null
  }

  /** The owner in the file of that name, which is written unless it is there. */
  async claim(owner: string): Promise<string> {
    const marked = await this.owner()
    if (marked !== null) return marked
    const path = join(this.path, OWNER_NAME)
    const aside = this.newPath()
    try {
      await writeFile(aside, `${owner}\n`, { mode: FILE_MODE, flush: true })
      // Unlike a rename, a link leaves the file of a process that was faster.
      await link(aside, path).catch(ignorePresence)
    } finally {
      await rm(aside, { force: true })
    }
    await syncFolder(this.path)
    return (await this.owner()) ?? owner
  }

  /** Throws unless the folder is there: on a disk that is gone every blob seems to be missing. */
  async expectThere(): Promise<void> {
    await stat(join(this.path, INCOMING))
  }

  private newPath(): string {
    return join(this.path, INCOMING, `${process.pid}.${randomBytes(8).toString('hex')}`)
  }

  private pathOf(hash: BlobHash): string {
    return join(this.path, hash.slice(0, 2), hash)
  }
}

async function ifThere<T>(result: Promise<T>): Promise<T | null> {
  return await result.catch((error) => {
    if (isAbsence(error)) return null
    throw error
  })
}

function isAbsence(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

function ignorePresence(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
