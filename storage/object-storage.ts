import type { Readable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'
import type { FoundObject, ListedObject, WriteCondition } from './s3-requests.ts'

/** A file of this machine, with the bytes that it must have. */
export interface LocalFile {
  path: string
  bytes: number
  /** In lower-case hex. */
  sha256: string
}

export interface ReadOptions {
  range?: ByteRange
  /** SHA-256 in hex that the whole object must have; not together with `range`. */
  sha256?: string
}

/** An object whose bytes are read by its stream; the caller reads to the end or destroys it. */
export interface ReadObject {
  etag: string
  stream: Readable
}

/**
 * Objects under keys such as `builds/<id>/manifest.json`: a folder, or a part of a bucket of S3.
 * Every method throws `StorageFailure` when the storage does not do its part, and `TypeError` for
 * a text that is not a key. Nothing is ever half stored.
 */
export interface ObjectStorage {
  /** The folder or the bucket, for messages. */
  readonly name: string
  /** The object without its bytes; null where there is none. */
  head(key: string): Promise<FoundObject | null>
  /**
   * The bytes of an object; null where there is none. With `sha256` the stream ends with
   * StorageFailure 'damaged' before its last chunk where the bytes have another one. Throws
   * `RangeError` for a range that begins past the end.
   */
  read(key: string, options?: ReadOptions): Promise<ReadObject | null>
  /**
   * Stores bytes whole and returns the new ETag, or null where another writer was faster and the
   * condition is not met. An object that has these bytes already meets every condition: a response
   * of this write may have been lost. So a condition decides between writers of different bytes.
   */
  put(key: string, bytes: Uint8Array, condition?: WriteCondition): Promise<string | null>
  /**
   * Stores a file whole. Throws `StepError` for a file that has other bytes than stated, before
   * anything is stored. `onSent` receives the bytes that this attempt has sent.
   */
  putFile(key: string, file: LocalFile, onSent?: (bytes: number) => void): Promise<void>
  /** Makes an object as new as one that is stored now; false where there is none. */
  refresh(key: string): Promise<boolean>
  /**
   * Deletes an object within seconds, or fails; one that is missing is deleted already. A caller
   * decides by a look just before: what is stored again after that look may be deleted.
   */
  delete(key: string): Promise<void>
  /** Objects whose keys begin with `folder/`, in no order. */
  list(folder: string): AsyncIterable<ListedObject>
  /** The clock that `written_at` of the objects is read from. */
  now(): Promise<Date>
  /** The storage is not used afterwards. */
  close(): Promise<void>
}

const KEY = /^(?!\.{1,2}(\/|$))[\w.-]+(\/(?!\.{1,2}(\/|$))[\w.-]+)*$/

/** Throws `TypeError` for what is not a key: it must never become part of a path. */
export function assertKey(key: string): void {
  if (!KEY.test(key))
    throw new TypeError(`A key has letters, digits and \`_ . - /\`, got ${JSON.stringify(key)}.`)
}
