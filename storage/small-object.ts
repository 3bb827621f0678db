import type { ByteRange } from './byte-range.ts'
import type { ObjectStorage } from './object-storage.ts'
import { damagedObject } from './storage-failure.ts'

/** Bytes of the largest object that is read into memory: a manifest of 300,000 files. */
const SMALL_BYTES_MAX = 67_108_864

/** An object of text, with its ETag; null where there is none. Throws `StorageFailure`. */
export async function readSmall(
  storage: ObjectStorage,
  key: string,
): Promise<{ text: string; etag: string } | null> {
  const found = await readBytes(storage, key)
  return found && { text: found.bytes.toString(), etag: found.etag }
}

/**
 * The bytes of a small object or of a part of one, with its ETag; null where there is none. Throws
 * `StorageFailure`, and `RangeError` for a range that begins past the end.
 */
export async function readBytes(
  storage: ObjectStorage,
  key: string,
  range?: ByteRange,
): Promise<{ bytes: Buffer; etag: string } | null> {
  const found = await storage.read(key, { range })
  if (!found) return null
  const chunks: Buffer[] = []
  let count = 0
  for await (const chunk of found.stream) {
    count += chunk.length
    if (count > SMALL_BYTES_MAX)
      throw damagedObject(storage.name, key, `it has more than ${SMALL_BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), etag: found.etag }
}
