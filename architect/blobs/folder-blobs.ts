import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { assertRange, type ByteRange, rangeWithin } from '../../storage/byte-range.ts'
import { folderFailure } from '../../storage/folder-failure.ts'
import { StorageFailure } from '../../storage/storage-failure.ts'
import { verifiedStream } from '../../storage/verified-stream.ts'
import { BlobChanges } from './blob-changes.ts'
import { BlobFolder } from './blob-folder.ts'
import { assertHash, BLOB_BYTES_MAX, hashOf } from './blob-hash.ts'
import { markMissing } from './blob-owner.ts'
import type { BlobHash, BlobStore, StoredBlob } from './blob-store.ts'
import { BoundedQueue } from './bounded-queue.ts'

/** Reads of a store at once, each with one file open. */
const READS_AT_ONCE = 32
/** Writes at once: each blocks one of Node's four threads of files while the disk syncs. */
const WRITES_AT_ONCE = 3
/** Reads, and writes, that wait for those; further ones are refused as late. */
const WAITING_MAX = 2_000
/** Streams of a store, each with a file open for as long as its reader takes. */
const STREAMS_MAX = 256
/** A blob that is stored again after this time counts as written anew. */
const REWRITTEN_MS = 3_600_000
/** The name of a blob that another process wrote less than this ago may not be durable yet. */
const UNSETTLED_MS = 60_000
/** Blobs whose durability, or whose damage, is remembered. */
const REMEMBERED_MAX = 10_000
/** A stored blob of up to this size is compared by its bytes, a larger one by its size. */
const COMPARED_BYTES_MAX = 1_048_576

const AGAIN = 'Restore it from a backup or store it again.'

/** Blobs as files of a folder. Several processes may use the same folder. */
export class FolderBlobs implements BlobStore {
  private readonly folder: BlobFolder
  private readonly storage: string
  private readonly reads: BoundedQueue
  private readonly writes: BoundedQueue
  private streams = 0
  private readonly changes = new BlobChanges()
  /** When the file of a blob was written that is durable: another process may write another one. */
  private readonly durable = new LRUCache<BlobHash, number>({ max: REMEMBERED_MAX })
  private readonly damaged = new LRUCache<BlobHash, true>({ max: REMEMBERED_MAX })

  private constructor(path: string) {
    this.folder = new BlobFolder(path)
    this.storage = `the folder ${this.folder.path}`
    const refusal = (waiting: number) => this.lateness(`${waiting} others are waiting`)
    this.reads = new BoundedQueue(READS_AT_ONCE, WAITING_MAX, refusal)
    this.writes = new BoundedQueue(WRITES_AT_ONCE, WAITING_MAX, refusal)
  }

  /**
   * Opens the folder, creates it where it is missing, and sweeps the files of killed writers.
   * Throws `StorageFailure` where `markedBy`, the database that has marked it, finds no mark.
   */
  static async open(path: string, markedBy: string | null = null): Promise<FolderBlobs> {
    const blobs = new FolderBlobs(path)
    await blobs.attempt('open the store of blobs', async () => {
      if (markedBy !== null && (await blobs.folder.owner()) === null)
        throw markMissing(blobs.storage, markedBy)
      await blobs.folder.prepare()
    })
    return blobs
  }

  async put(bytes: Uint8Array): Promise<BlobHash> {
    const hash = await hashOf(bytes)
    await this.changes.write(hash, () => this.store(hash, bytes))
    return hash
  }

  async get(hash: BlobHash): Promise<Uint8Array> {
    assertHash(hash)
    return await this.attempt('read a blob', () => this.readWhole(hash))
  }

  async sizeOf(hash: BlobHash): Promise<number | null> {
    assertHash(hash)
    return await this.attempt('look for a blob', async () => {
      const found = await this.folder.find(hash)
      if (!found) await this.folder.expectThere()
      return found?.bytes ?? null
    })
  }

  async read(hash: BlobHash, range?: ByteRange): Promise<Readable> {
    assertHash(hash)
    if (range) assertRange(range)
    if (this.streams >= STREAMS_MAX) throw this.lateness(`${this.streams} blobs are being read`)
    this.streams++
    try {
      const stream = await this.attempt('read a blob', () => this.openStream(hash, range))
      stream.once('close', () => this.streams--)
      return stream
    } catch (error) {
      this.streams--
      throw error
    }
  }

  async delete(hash: BlobHash, condition?: { written_before: Date }): Promise<void> {
    assertHash(hash)
    const remove = () => this.folder.delete(hash, condition?.written_before ?? null)
    await this.changes.delete(hash, () => this.attempt('delete a blob', remove))
  }

  async *list(): AsyncGenerator<StoredBlob> {
    try {
      yield* this.folder.list()
    } catch (error) {
      throw folderFailure(error, this.storage, 'list the blobs')
    }
  }

  async claim(owner: string): Promise<string> {
    return await this.attempt('mark the storage', () => this.folder.claim(owner))
  }

  async close(): Promise<void> {
    await this.changes.idle()
    await Promise.all([this.reads.idle(), this.writes.idle()])
  }

  private async store(hash: BlobHash, bytes: Uint8Array): Promise<void> {
    const write = async () => {
      if (await this.isStored(hash, bytes)) return
      await this.settle(hash, await this.folder.write(hash, bytes))
      this.damaged.delete(hash)
    }
    await this.attempt('store a blob', write, this.writes)
  }

  /** Whether the blob is there, whole and durable. The age of an old one begins anew. */
  private async isStored(hash: BlobHash, bytes: Uint8Array): Promise<boolean> {
    if (this.damaged.has(hash)) return false
    const found = await this.folder.find(hash)
    if (found?.bytes !== bytes.length) return false
    if (bytes.length <= COMPARED_BYTES_MAX && !(await this.hasBytes(hash, bytes))) return false
    const age = Date.now() - found.written_at.getTime()
    if (age > REWRITTEN_MS && !(await this.folder.renew(hash))) return false
    const isSettled = this.durable.get(hash) === found.written_at.getTime()
    if (age < UNSETTLED_MS && !isSettled) await this.settle(hash, found.written_at)
    return true
  }

  private async hasBytes(hash: BlobHash, bytes: Uint8Array): Promise<boolean> {
    const file = await this.folder.open(hash)
    if (!file) return false
    try {
      return (await file.readFile()).equals(bytes)
    } finally {
      await file.close()
    }
  }

  private async settle(hash: BlobHash, writtenAt: Date): Promise<void> {
    await this.folder.settle(hash)
    this.durable.set(hash, writtenAt.getTime())
  }

  private async readWhole(hash: BlobHash): Promise<Uint8Array> {
    const file = await this.openBlob(hash)
    try {
      const { size } = await file.stat()
      if (size > BLOB_BYTES_MAX) throw this.damage(hash, `it has ${size} bytes`)
      const bytes = await file.readFile()
      if ((await hashOf(bytes)) === hash) return bytes
      throw this.damage(hash, `its ${bytes.length} bytes do not have its SHA-256`)
    } finally {
      await file.close()
    }
  }

  private async openStream(hash: BlobHash, range?: ByteRange): Promise<Readable> {
    const file = await this.openBlob(hash)
    try {
      const { size } = await file.stat()
      const { first, last } = range ? rangeWithin(range, size) : { first: 0, last: size - 1 }
      return verifiedStream({
        // A file without bytes has no last one: the stream finds its end at the first.
        chunks: file.createReadStream({ start: first, end: Math.max(last, first) }),
        bytes: last - first + 1,
        hash: range ? null : hash,
        silence_ms: null,
        failureOf: (error) => folderFailure(error, this.storage, 'read a blob'),
        damage: (problem) => this.damage(hash, problem),
      })
    } catch (error) {
      await file.close()
      throw error
    }
  }

  private async openBlob(hash: BlobHash): Promise<FileHandle> {
    const file = await this.folder.open(hash)
    if (file) return file
    await this.folder.expectThere()
    const problem = `there is no blob ${hash}`
    throw new StorageFailure('missing', this.problem('read a blob', problem, AGAIN))
  }

  private async attempt<T>(
    step: string,
    action: () => Promise<T>,
    queue: BoundedQueue = this.reads,
  ): Promise<T> {
    return await queue.run(async () => {
      try {
        return await action()
      } catch (error) {
        throw folderFailure(error, this.storage, step)
      }
    })
  }

  private damage(hash: BlobHash, problem: string): StorageFailure {
    // The next put writes it again.
    this.damaged.set(hash, true)
    const named = `the blob ${hash} is damaged: ${problem}`
    return new StorageFailure('damaged', this.problem('read a blob', named, AGAIN))
  }

  private lateness(problem: string): StorageFailure {
    return new StorageFailure('late', this.problem('reach a blob', problem, 'Try again later.'))
  }

  private problem(step: string, problem: string, remedy: string) {
    return { storage: this.storage, step, problem, remedy }
  }
}
