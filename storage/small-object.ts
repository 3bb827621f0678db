import type { ObjectStorage } from './object-storage.ts'
import { damagedObject } from './storage-failure.ts'

/** Bytes of the largest object that is read into memory: a manifest of 300,000 files. */
const SMALL_BYTES_MAX = 67_108_864

/** An object of text, with its ETag; null where there is none. Throws `StorageFailure`. */
export async function readSmall(
  storage: ObjectStorage,
  key: string,
): Promise<{ text: string; etag: string } | null> {
  const found = await storage.read(key)
  if (!found) return null
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of found.stream) {
    bytes += chunk.length
    if (bytes > SMALL_BYTES_MAX)
      throw damagedObject(storage.name, key, `it has more than ${SMALL_BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return { text: Buffer.concat(chunks).toString(), etag: found.etag }
}
