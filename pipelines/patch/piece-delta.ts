import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { UNPACKED_BYTES_MAX } from './packing.ts'

/** Level 12 takes twice the time for 1.5 % less (docs/decisions/055). */
const ZSTD_LEVEL = 9
/** Bounds of zstd for the part of the base and of itself that a piece refers to, as powers of 2. */
const WINDOW_LOG_LEAST = 10
const WINDOW_LOG_MAX = 27

/** Bytes as what differs from `base`, by zstd with the base as its dictionary. */
export function packDelta(bytes: Uint8Array, base: Uint8Array): Uint8Array {
  const reach = Math.ceil(Math.log2(bytes.length + base.length + 1))
  const params = {
    [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL,
    [constants.ZSTD_c_windowLog]: Math.min(WINDOW_LOG_MAX, Math.max(WINDOW_LOG_LEAST, reach)),
  }
  return zstdCompressSync(bytes, { ...dictionaryOf(base), params })
}

/** The bytes that `packDelta` packed. Throws for a damaged delta, or more than the bound. */
export function unpackDelta(delta: Uint8Array, base: Uint8Array): Uint8Array {
  return zstdDecompressSync(delta, { ...dictionaryOf(base), maxOutputLength: UNPACKED_BYTES_MAX })
}

function dictionaryOf(base: Uint8Array): { dictionary?: Uint8Array } {
  return base.length === 0 ? {} : { dictionary: base }
}
