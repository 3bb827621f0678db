import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

/** Bytes that a stream reads ahead of its reader. */
const AHEAD_BYTES = 262_144

export interface StreamSource {
  /** Stream of the storage. */
  chunks: Readable
  /** Bytes that it must have; null where the storage does not state them. */
  bytes: number | null
  /** SHA-256 in hex that the bytes must have; null for a part, which cannot be verified. */
  hash: string | null
  /** Longest wait for the next chunk; null waits for as long as the storage does. */
  silence_ms: number | null
  /** Receives the number of bytes that were read until now. */
  onBytes?(count: number): void
  /** The error to throw for one of the storage's stream. */
  failureOf(error: unknown): unknown
  /** The error to throw for bytes that are not the right ones. */
  damage(problem: string): Error
}

/** The stream was silent for too long; `failureOf` gets this. */
export class SilentStream extends Error {}

/**
 * A stream whose last chunk comes only after its length and its hash were verified: a reader never
 * gets all bytes of a damaged file.
 */
export function verifiedStream(source: StreamSource): Readable {
  const stream = Readable.from(verifiedChunks(source), {
    objectMode: false,
    highWaterMark: AHEAD_BYTES,
  })
  // A generator that nobody started does not clean up after itself.
  stream.once('close', () => source.chunks.destroy())
  // After that close its error has no other listener.
  source.chunks.on('error', () => {})
  return stream
}

async function* verifiedChunks(source: StreamSource): AsyncGenerator<Uint8Array> {
  const { chunks, bytes, hash } = source
  const digest = hash === null ? null : createHash('sha256')
  let count = 0
  let last: Uint8Array | null = null
  try {
    for await (const chunk of promptChunks(chunks, source.silence_ms)) {
      count += chunk.length
      source.onBytes?.(count)
      digest?.update(chunk)
      if (last) yield last
      last = chunk
    }
  } catch (error) {
    throw source.failureOf(error)
  }
  if (bytes !== null && count !== bytes)
    throw source.damage(`it has ${count} bytes instead of ${bytes}`)
  if (digest && digest.digest('hex') !== hash)
    throw source.damage('its bytes do not have its SHA-256')
  if (last) yield last
}

/** Chunks of a stream; an error when it sends nothing for too long while its reader waits. */
async function* promptChunks(chunks: Readable, silenceMs: number | null): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    while (true) {
      // The time counts only while the reader waits: a slow reader is no silence of the storage.
      const timer =
        silenceMs === null
          ? undefined
          : setTimeout(() => chunks.destroy(new SilentStream()), silenceMs)
      const { done, value } = await iterator.next().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    chunks.destroy()
  }
}
