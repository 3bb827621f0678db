import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { rangeWithin } from './byte-range.ts'
import { fileStream } from './file-stream.ts'
import {
  assertKey,
  type LocalFile,
  type ObjectStorage,
  type ReadObject,
  type ReadOptions,
} from './object-storage.ts'
import { s3Failure, statusOf } from './s3-failure.ts'
import type { S3Place } from './s3-place.ts'
import {
  type FoundObject,
  type ListedObject,
  S3Requests,
  type S3Waits,
  type SentBytes,
  type WriteCondition,
} from './s3-requests.ts'
import { damagedObject, StorageFailure } from './storage-failure.ts'
import { verifiedStream } from './verified-stream.ts'

/** Connections of a storage at once. */
const CONNECTIONS_MAX = 32
/** Bytes of the largest object, which one request of S3 stores: 5 GiB. */
const OBJECT_BYTES_MAX = 5_368_709_120

/** Pauses before requests that failed in passing are repeated, and the time for all attempts. */
export interface S3Patience {
  first_ms: number
  longest_ms: number
  total_ms: number
}
/** A service may be busy for a minute or two: the pause doubles from the first to the longest. */
const S3_PATIENCE_MS: S3Patience = { first_ms: 1_000, longest_ms: 15_000, total_ms: 150_000 }

/** Objects of a bucket of S3, or of a service that speaks its protocol, below a prefix. */
export class S3Storage implements ObjectStorage {
  readonly name: string
  private readonly requests: S3Requests
  private readonly patience: S3Patience

  constructor(place: S3Place, patience: S3Patience = S3_PATIENCE_MS, waits?: S3Waits) {
    this.requests = new S3Requests(place, CONNECTIONS_MAX, waits)
    this.patience = patience
    const at = place.endpoint ? ` at ${place.endpoint}` : ''
    this.name = `the bucket ${[place.bucket, place.prefix].filter(Boolean).join('/')}${at}`
  }

  async head(key: string): Promise<FoundObject | null> {
    assertKey(key)
    return await this.attempt('look for an object', () => this.requests.find(key))
  }

  async read(key: string, { range, sha256 }: ReadOptions = {}): Promise<ReadObject | null> {
    assertKey(key)
    return await this.attempt('read an object', async () => {
      const download = await this.requests.get(key, range ?? null).catch(async (error) => {
        // The range begins past the end, which the error states with the size.
        if (range && statusOf(error) === 416)
          rangeWithin(range, (await this.requests.find(key))?.bytes ?? 0)
        throw error
      })
      if (!download) return null
      const stream = verifiedStream({
        chunks: download.Body,
        bytes: download.ContentLength ?? null,
        hash: sha256 ?? null,
        silence_ms: this.requests.waits.silence_ms,
        failureOf: (error) => s3Failure(error, this.name, 'read an object'),
        damage: (problem) => damagedObject(this.name, key, problem),
      })
      return { etag: download.ETag ?? '', stream }
    })
  }

  async put(key: string, bytes: Uint8Array, condition?: WriteCondition): Promise<string | null> {
    assertKey(key)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const sent: SentBytes = { body: bytes, bytes: bytes.length, sha256 }
    const written = await this.attempt('store an object', () =>
      this.requests.put(key, sent, condition),
    )
    if (written !== null) return written
    const found = await this.read(key)
    return found && (await buffer(found.stream)).equals(bytes) ? found.etag : null
  }

  async putFile(key: string, file: LocalFile, onSent?: (bytes: number) => void): Promise<void> {
    assertKey(key)
    if (file.bytes > OBJECT_BYTES_MAX)
      throw new StorageFailure('refused', {
        storage: this.name,
        step: 'store an object',
        problem: `${file.path} has ${file.bytes} bytes, and one request stores 5 GiB at most`,
        remedy: 'Use a folder as the store, or make builds of fewer partitions.',
      })
    await this.attempt('store an object', async () => {
      const body = fileStream(file, onSent)
      try {
        await this.requests.put(key, { body, bytes: file.bytes, sha256: file.sha256 })
      } finally {
        body.destroy()
      }
    })
  }

  async refresh(key: string): Promise<boolean> {
    assertKey(key)
    return await this.attempt('refresh an object', async () => {
      const found = await this.requests.find(key)
      return found !== null && (await this.requests.touch(key, found.bytes))
    })
  }

  async delete(key: string): Promise<void> {
    assertKey(key)
    // Not repeated after a pause: another writer may store the object again by then.
    await this.requests.delete(key).catch((error) => {
      throw s3Failure(error, this.name, 'delete an object')
    })
  }

  async *list(folder: string): AsyncGenerator<ListedObject> {
    assertKey(folder)
    let token: string | null = null
    do {
      const { objects, next } = await this.attempt('list the objects', () =>
        this.requests.list({ start: `${folder}/` }, token),
      )
      yield* objects
      token = next
    } while (token !== null)
  }

  async now(): Promise<Date> {
    return await this.attempt('read the clock', () => this.requests.time())
  }

  async close(): Promise<void> {
    this.requests.destroy()
  }

  /** Repeats what failed in passing, within the time for it. */
  private async attempt<T>(step: string, action: () => Promise<T>): Promise<T> {
    const { first_ms, longest_ms, total_ms } = this.patience
    const deadline = performance.now() + total_ms
    for (let pause = first_ms; ; pause = Math.min(pause * 2, longest_ms)) {
      try {
        return await action()
      } catch (error) {
        const failure = s3Failure(error, this.name, step)
        const isPassing = failure instanceof StorageFailure && failure.isPassing
        if (!isPassing || performance.now() + pause > deadline) throw failure
        await sleep(pause)
      }
    }
  }
}
