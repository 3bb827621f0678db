import { hash, subtle } from 'node:crypto'
import type { BlobHash } from './blob-store.ts'

/** Bytes of the largest blob: 1 GiB, which one file, one buffer and one PUT of S3 all hold. */
export const BLOB_BYTES_MAX = 1_073_741_824
/** Larger bytes are hashed on another thread: these take a millisecond or two on this one. */
const HASHED_HERE_BYTES_MAX = 1_048_576

/** The SHA-256 of a blob. Throws `RangeError` for bytes that are too many for a blob. */
export async function hashOf(bytes: Uint8Array): Promise<BlobHash> {
  if (bytes.length > BLOB_BYTES_MAX)
    throw new RangeError(
      `A blob has at most ${BLOB_BYTES_MAX} bytes, got ${bytes.length}. Store it in parts.`,
    )
  if (bytes.length <= HASHED_HERE_BYTES_MAX) return hash('sha256', bytes, 'hex')
  return Buffer.from(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString(
    'hex',
  )
}

const HASH = /^[0-9a-f]{64}$/

export function isHash(text: string): text is BlobHash {
  return HASH.test(text)
}

/** Throws `TypeError` for what is not a hash: it must never become part of a path. */
export function assertHash(text: BlobHash): void {
  if (!isHash(text))
    throw new TypeError(
      `The hash of a blob must be 64 lower-case hex digits, got ${JSON.stringify(text)}.`,
    )
}
