import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { replaceFile } from '../catalog/atomic-file.ts'
import { withProcessMutex } from '../catalog/process-mutex.ts'
import { rangeWithin } from './byte-range.ts'
import { fileStream } from './file-stream.ts'
import { folderFailure } from './folder-failure.ts'
import {
  assertKey,
  type LocalFile,
  type ObjectStorage,
  type ReadObject,
  type ReadOptions,
} from './object-storage.ts'
import type { FoundObject, ListedObject, WriteCondition } from './s3-requests.ts'
import { damagedObject } from './storage-failure.ts'
import { STORE_FILE } from './store-file.ts'
import { verifiedStream } from './verified-stream.ts'

/** A conditional write takes milliseconds: a process that holds the mutex longer is stuck. */
const CONDITION_WAIT_MS = 10_000

/** Objects as files of a folder, which several processes and machines may use. */
export class FolderStorage implements ObjectStorage {
  readonly name: string
  private readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    this.name = `the folder ${folder}`
  }

  async head(key: string): Promise<FoundObject | null> {
    return await this.attempt('look for an object', async () => {
      const found = await this.statOf(key)
      return found && describe(found)
    })
  }

  async read(key: string, { range, sha256 }: ReadOptions = {}): Promise<ReadObject | null> {
    return await this.attempt('read an object', async () => {
      const found = await this.statOf(key)
      if (!found) return null
      const part = range && rangeWithin(range, Number(found.size))
      const file = await open(this.pathOf(key)).catch(absent)
      if (!file) return null
      const { etag, bytes } = describe(await file.stat({ bigint: true }))
      const stream = verifiedStream({
        chunks: createReadStream('', {
          fd: file,
          ...(part && { start: part.first, end: part.last }),
        }),
        bytes: part ? part.last - part.first + 1 : bytes,
        hash: sha256 ?? null,
        silence_ms: null,
        failureOf: (error) => folderFailure(error, this.name, 'read an object'),
        damage: (problem) => damagedObject(this.name, key, problem),
      })
      return { etag, stream }
    })
  }

  async put(key: string, bytes: Uint8Array, condition?: WriteCondition): Promise<string | null> {
    const path = this.pathOf(key)
    return await this.attempt('store an object', async () => {
      if (!condition) return await this.write(path, bytes)
      const mutex = join(this.folder, '.conditions')
      const options = { step: 'store an object', wait_ms: CONDITION_WAIT_MS }
      return await withProcessMutex(mutex, options, async () => {
        const found = await this.head(key)
        const isMet = condition.is === 'absent' ? !found : found?.etag === condition.etag
        if (isMet) return await this.write(path, bytes)
        const stored = await this.read(key)
        return stored && (await buffer(stored.stream)).equals(bytes) ? stored.etag : null
      })
    })
  }

  async putFile(key: string, file: LocalFile, onSent?: (bytes: number) => void): Promise<void> {
    const path = this.pathOf(key)
    await this.attempt('store an object', () => replaceFile(path, fileStream(file, onSent)))
  }

  async refresh(key: string): Promise<boolean> {
    const path = this.pathOf(key)
    return await this.attempt('refresh an object', async () => {
      if (!(await this.statOf(key))) return false
      const now = await this.now()
      // It may have been deleted meanwhile.
      const refreshed = await utimes(path, now, now).then(() => true, absent)
      return refreshed ?? false
    })
  }

  async delete(key: string): Promise<void> {
    const path = this.pathOf(key)
    await this.attempt('delete an object', () => rm(path, { force: true }))
  }

  async *list(folder: string): AsyncGenerator<ListedObject> {
    const root = this.pathOf(folder)
    const names = await this.attempt('list the objects', async () => {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(absent)
      if (!entries) await this.expectThere()
      return (entries ?? [])
        .filter((entry) => entry.isFile())
        .map((entry) => relative(this.folder, join(entry.parentPath, entry.name)))
    })
    for (const path of names) {
      const name = path.replaceAll('\\', '/')
      const found = await this.head(name)
      if (found) yield { name, bytes: found.bytes, written_at: found.written_at }
    }
  }

  /** The clock of the disk, or of its file server, which dates the files. */
  async now(): Promise<Date> {
    return await this.attempt('read the clock', async () => {
      await this.expectThere()
      const probe = join(this.folder, `.clock.${process.pid}.${randomBytes(4).toString('hex')}`)
      const file = await open(probe, 'wx')
      try {
        await file.write('now')
        return (await file.stat()).mtime
      } finally {
        await file.close()
        await rm(probe, { force: true })
      }
    })
  }

  async close(): Promise<void> {}

  private async write(path: string, bytes: Uint8Array): Promise<string> {
    await replaceFile(path, bytes)
    return describe(await stat(path, { bigint: true })).etag
  }

  private async statOf(key: string) {
    const found = await stat(this.pathOf(key), { bigint: true }).catch(absent)
    if (!found && key !== STORE_FILE) await this.expectThere()
    return found
  }

  /** Throws where the disk of the store is not mounted: what is on it is not missing. */
  private async expectThere(): Promise<void> {
    await stat(join(this.folder, STORE_FILE))
  }

  private pathOf(key: string): string {
    assertKey(key)
    return join(this.folder, key)
  }

  private async attempt<T>(step: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action()
    } catch (error) {
      throw folderFailure(error, this.name, step)
    }
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function describe(found: { size: bigint; mtimeNs: bigint; ino: bigint; mtime: Date }): FoundObject {
  const { size, mtimeNs, ino, mtime } = found
  // Each write makes another file.
  const etag = createHash('sha256').update(`${ino} ${mtimeNs} ${size}`).digest('hex').slice(0, 32)
  return { bytes: Number(size), written_at: mtime, checksum: null, etag: `"${etag}"` }
}
