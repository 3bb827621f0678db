import type { Readable } from 'node:stream'
import type { ByteRange } from '../../storage/byte-range.ts'

/** A blob's SHA-256 in lower-case hex. */
export type BlobHash = string

export interface StoredBlob {
  hash: BlobHash
  bytes: number
  /** When it was stored, or stored again an hour or more later. */
  written_at: Date
}

/**
 * Immutable bytes under their own SHA-256: scenes, GLBs, pictures, uploads. Every method throws
 * `StorageFailure` when the storage does not do its part. A hash that is not one is a `TypeError`,
 * a range outside of the blob or a blob of more than 1 GiB a `RangeError`.
 */
export interface BlobStore {
  /**
   * Stores bytes under their SHA-256 and returns it; durable when it resolves. Storing the same
   * again costs a look only. The caller must not change the bytes before it resolves.
   */
  put(bytes: Uint8Array): Promise<BlobHash>
  /** The whole blob, verified against its hash. Throws StorageFailure 'missing' or 'damaged'. */
  get(hash: BlobHash): Promise<Uint8Array>
  /** Bytes of the blob; null where there is none. */
  sizeOf(hash: BlobHash): Promise<number | null>
  /**
   * Streams bytes first to last (inclusive). Throws StorageFailure before the first byte where it
   * can be known; later failures are errors of the stream, and so is a whole blob that turns out
   * to be damaged at its end. The caller reads the stream to its end or destroys it.
   */
  read(hash: BlobHash, range?: ByteRange): Promise<Readable>
  /**
   * Deletes the blob; one that is missing is deleted already. With `written_before`, only a blob
   * whose `written_at` is earlier: another caller may have stored it again in the meantime.
   */
  delete(hash: BlobHash, condition?: { written_before: Date }): Promise<void>
  /**
   * All blobs in the order of their hashes with the time they were written, for the deletion of
   * unused ones. A blob may be referred to only after its `put`: delete none younger than a day.
   */
  list(): AsyncIterable<StoredBlob>
  /**
   * Marks the storage as that of a database, unless it is marked already. Returns the id of the
   * database that it is marked with: only this one may delete blobs that it does not name.
   */
  claim(owner: string): Promise<string>
  /** Waits for writes under way. The store is not used afterwards. */
  close(): Promise<void>
}
