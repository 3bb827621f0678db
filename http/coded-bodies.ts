import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { CODINGS, type ContentCoding, codingFor } from './content-coding.ts'

/** Shorter bodies are sent as they are: with its head such an answer fits one packet. */
const CODED_BYTES_MIN = 1_024
/**
 * Bodies up to this size are compressed by the thread that answers, in at most 2 ms; larger ones by
 * the threads of libuv.
 */
const INLINE_BYTES_MAX = 256 * 1024
/**
 * Large bodies that one thread has compressed at a time: others are sent as they are. libuv has
 * four threads, which also read files.
 */
const LARGE_CODINGS_MAX = 2
/** Compressed bodies with a tag that are cached in each answering thread, in bytes. */
const CODED_CACHE_BYTES_MAX = 8 * 1024 * 1024

/** Of `tests/bench/codings.ts`: the next quality takes a third more time for no fewer bytes. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6
/** Windows of Brotli as powers of two: a smaller one takes less time to set up. */
const WINDOW_BITS_MIN = 16
const WINDOW_BITS_MAX = 22

const brotliLater = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const gzipLater = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip)

/** Compresses the bodies of one answering thread, at a bounded cost. */
export class CodedBodies {
  private readonly cache = new LRUCache<string, Buffer>({
    maxSize: CODED_CACHE_BYTES_MAX,
    sizeCalculation: ({ length }) => length,
  })
  private largeInProgress = 0

  /**
   * The coding in which a body will be sent, null for none. `tag` names its bytes, if it has one.
   * The body must be encoded before another is chosen.
   */
  choose(acceptEncoding: string | undefined, body: Buffer, tag: string | null) {
    if (body.length < CODED_BYTES_MIN) return null
    const coding = codingFor(acceptEncoding, CODINGS)
    const isWaiting = body.length > INLINE_BYTES_MAX && this.largeInProgress >= LARGE_CODINGS_MAX
    return coding && isWaiting && !this.cache.has(keyOf(coding, tag)) ? null : coding
  }

  /** The body in a coding; `tag` names its plain bytes, if it has one. */
  async encode(coding: ContentCoding, body: Buffer, tag: string | null): Promise<Buffer> {
    const known = tag === null ? undefined : this.cache.get(keyOf(coding, tag))
    if (known) return known
    const coded =
      body.length > INLINE_BYTES_MAX ? await this.later(coding, body) : now(coding, body)
    if (tag !== null) this.cache.set(keyOf(coding, tag), coded)
    return coded
  }

  private async later(coding: ContentCoding, body: Buffer): Promise<Buffer> {
    this.largeInProgress++
    try {
      return coding === 'br'
        ? await brotliLater(body, brotliOptions(body))
        : await gzipLater(body, { level: GZIP_LEVEL })
    } finally {
      this.largeInProgress--
    }
  }
}

const keyOf = (coding: ContentCoding, tag: string | null): string => `${coding} ${tag}`

function now(coding: ContentCoding, body: Buffer): Buffer {
  return coding === 'br'
    ? zlib.brotliCompressSync(body, brotliOptions(body))
    : zlib.gzipSync(body, { level: GZIP_LEVEL })
}

function brotliOptions({ length }: Buffer): zlib.BrotliOptions {
  const bits = Math.min(WINDOW_BITS_MAX, Math.max(WINDOW_BITS_MIN, Math.ceil(Math.log2(length))))
  return {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [zlib.constants.BROTLI_PARAM_LGWIN]: bits,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  }
}
