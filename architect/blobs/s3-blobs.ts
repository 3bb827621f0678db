import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import { assertRange, type ByteRange, rangeWithin } from '../../storage/byte-range.ts'
import { s3Failure, statusOf } from '../../storage/s3-failure.ts'
import type { S3Place } from '../../storage/s3-place.ts'
import { type Download, S3Requests, type S3Waits } from '../../storage/s3-requests.ts'
import { StorageFailure } from '../../storage/storage-failure.ts'
import { SilentStream, verifiedStream } from '../../storage/verified-stream.ts'
import { BlobChanges } from './blob-changes.ts'
import { assertHash, BLOB_BYTES_MAX, hashOf, isHash } from './blob-hash.ts'
import { markMissing, OWNER_NAME } from './blob-owner.ts'
import type { BlobHash, BlobStore, StoredBlob } from './blob-store.ts'
import { BoundedQueue } from './bounded-queue.ts'

/** Requests of a store at once. */
const REQUESTS_AT_ONCE = 16
/** Calls that wait for those; further ones are refused as late. */
const WAITING_MAX = 2_000
/** Streams of a store, each with a connection for as long as its reader takes. */
const STREAMS_MAX = 128
/** Attempts to get the whole body of a blob: the client repeats only what has no response yet. */
const BODY_ATTEMPTS = 2
/** A blob that is stored again after this time is written anew. */
const REWRITTEN_MS = 3_600_000
/** Blobs whose damage is remembered. */
const REMEMBERED_MAX = 10_000

const AGAIN = 'Restore it from a backup or store it again.'

/**
 * Blobs as objects of a bucket of S3 or of a service that speaks its protocol, under
 * `prefix/hash`. A condition of `delete` is examined by a request of its own. A blob that another
 * process stores again between the two requests, which are at most seconds apart, is deleted:
 * S3 compares ETags before it deletes, and the same bytes have the same ETag.
 */
export class S3Blobs implements BlobStore {
  private readonly requests: S3Requests
  private readonly storage: string
  private readonly queue: BoundedQueue
  private streams = 0
  private readonly changes = new BlobChanges()
  private readonly damaged = new LRUCache<BlobHash, true>({ max: REMEMBERED_MAX })

  private constructor(place: S3Place, waits?: S3Waits) {
    this.requests = new S3Requests(place, REQUESTS_AT_ONCE + STREAMS_MAX, waits)
    const at = place.endpoint ? ` at ${place.endpoint}` : ''
    this.storage = `the bucket ${[place.bucket, place.prefix].filter(Boolean).join('/')}${at}`
    this.queue = new BoundedQueue(REQUESTS_AT_ONCE, WAITING_MAX, (waiting) =>
      this.lateness(`${waiting} requests are waiting`),
    )
  }

  /**
   * Opens the bucket and lists one object, to see that it is there and lets this caller in. Throws
   * `StorageFailure` where `markedBy`, the database that has marked it, finds no mark.
   */
  static async open(
    place: S3Place,
    markedBy: string | null = null,
    waits?: S3Waits,
  ): Promise<S3Blobs> {
    const blobs = new S3Blobs(place, waits)
    await blobs.attempt('open the store of blobs', async () => {
      await blobs.requests.list({ max: 1 })
      if (markedBy !== null && !(await blobs.requests.look(OWNER_NAME)))
        throw markMissing(blobs.storage, markedBy)
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
    return await this.attempt('read a blob', async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.readWhole(hash)
        } catch (error) {
          // Errors of requests are the client's own, and it has repeated what can be repeated.
          const isOfBody = error instanceof StorageFailure && error.reason !== 'missing'
          if (attempt === BODY_ATTEMPTS || !isOfBody) throw error
        }
      }
    })
  }

  async sizeOf(hash: BlobHash): Promise<number | null> {
    assertHash(hash)
    const found = await this.attempt('look for a blob', () => this.requests.find(hash))
    return found?.bytes ?? null
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
    const remove = async () => {
      if (condition) {
        const found = await this.requests.find(hash)
        if (!found || found.written_at >= condition.written_before) return
      }
      await this.requests.delete(hash)
    }
    await this.changes.delete(hash, () => this.attempt('delete a blob', remove))
  }

  async *list(): AsyncGenerator<StoredBlob> {
    let token: string | null = null
    do {
      const { page, next } = await this.attempt('list the blobs', () => this.listPage(token))
      yield* page
      token = next
    } while (token !== null)
  }

  async claim(owner: string): Promise<string> {
    return await this.attempt('mark the storage', async () => {
      const read = async () => {
        const found = await this.requests.get(OWNER_NAME, null)
        return found && (await text(this.chunksOf(found, OWNER_NAME, null))).trim()
      }
      const marked = await read()
      if (marked) return marked
      const bytes = Buffer.from(`${owner}\n`)
      await this.requests.put(OWNER_NAME, sentOf(await hashOf(bytes), bytes))
      // Of two databases at once the later one has it: not every service compares before it writes.
      return (await read()) ?? owner
    })
  }

  async close(): Promise<void> {
    await this.changes.idle()
    await this.queue.idle()
    this.requests.destroy()
  }

  private async store(hash: BlobHash, bytes: Uint8Array): Promise<void> {
    await this.attempt('store a blob', async () => {
      if (await this.isStored(hash, bytes)) return
      await this.requests.put(hash, sentOf(hash, bytes))
      this.damaged.delete(hash)
    })
  }

  private async isStored(hash: BlobHash, bytes: Uint8Array): Promise<boolean> {
    if (this.damaged.has(hash)) return false
    const found = await this.requests.look(hash)
    if (found?.bytes !== bytes.length) return false
    if (found.checksum !== null && found.checksum !== hash) return false
    return Date.now() - found.written_at.getTime() <= REWRITTEN_MS
  }

  private async readWhole(hash: BlobHash): Promise<Uint8Array> {
    const download = await this.download(hash, null)
    const stream = this.streamOf(download, hash, null)
    const bytes = download.ContentLength ?? BLOB_BYTES_MAX
    const waitMs = this.requests.transferMs(bytes)
    const timer = setTimeout(() => download.Body.destroy(new SilentStream()), waitMs)
    try {
      return await buffer(stream)
    } finally {
      clearTimeout(timer)
    }
  }

  private async openStream(hash: BlobHash, range?: ByteRange): Promise<Readable> {
    try {
      return this.streamOf(await this.download(hash, range ?? null), hash, range ?? null)
    } catch (error) {
      if (!range || statusOf(error) !== 416) throw error
      // The range begins past the end, which the error states with the size.
      rangeWithin(range, (await this.requests.find(hash))?.bytes ?? 0)
      throw error
    }
  }

  private streamOf(download: Download, hash: BlobHash, range: ByteRange | null): Readable {
    const { Body, ContentLength = null } = download
    if (!range && (ContentLength ?? 0) > BLOB_BYTES_MAX) {
      Body.destroy()
      throw this.damage(hash, `it has ${ContentLength} bytes`)
    }
    return this.chunksOf(download, hash, range ? null : hash)
  }

  /** The body of an object; `hash` is what its bytes must have. */
  private chunksOf(download: Download, name: string, hash: BlobHash | null): Readable {
    return verifiedStream({
      chunks: download.Body,
      bytes: download.ContentLength ?? null,
      hash,
      silence_ms: this.requests.waits.silence_ms,
      failureOf: (error) => s3Failure(error, this.storage, 'read a blob'),
      damage: (problem) => this.damage(name, problem),
    })
  }

  private async download(hash: BlobHash, range: ByteRange | null): Promise<Download> {
    const download = await this.requests.get(hash, range)
    if (download) return download
    const problem = `there is no blob ${hash}`
    throw new StorageFailure('missing', this.problem('read a blob', problem, AGAIN))
  }

  private async listPage(token: string | null) {
    const { objects, next } = await this.requests.list({ isFlat: true }, token)
    const page: StoredBlob[] = objects
      .filter(({ name }) => isHash(name))
      .map(({ name, bytes, written_at }) => ({ hash: name, bytes, written_at }))
    return { page, next }
  }

  private async attempt<T>(step: string, action: () => Promise<T>): Promise<T> {
    return await this.queue.run(async () => {
      try {
        return await action()
      } catch (error) {
        throw s3Failure(error, this.storage, step)
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

function sentOf(sha256: BlobHash, body: Uint8Array) {
  return { body, bytes: body.length, sha256 }
}
