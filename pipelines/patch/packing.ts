import { crc32, deflateRawSync, gunzipSync } from 'node:zlib'

/** How bytes are packed: `level` 0 for as they are, 1 to 9 for gzip by zlib. */
export interface Packing {
  level: number
  /** Two bytes of the gzip header that differ between writers. */
  extraFlags: number
  system: number
}

export const PLAIN: Packing = { level: 0, extraFlags: 0, system: 0 }

/** Packed and unpacked bytes of a piece that is compared within; larger ones are taken whole. */
export const PIECE_BYTES_MAX = 16 * 2 ** 20
export const UNPACKED_BYTES_MAX = 64 * 2 ** 20

/** A gzip header without name, comment or time: the only kind that is packed again. */
const GZIP_START = Buffer.from([31, 139, 8, 0, 0, 0, 0, 0])
/** With the two bytes of a packing. */
const GZIP_HEADER_BYTES = GZIP_START.length + 2

/** Levels in the order in which they are tried: that of our tiles, then zlib's usual one. */
const LEVELS = [4, 6, 9, 5, 7, 8, 3, 2, 1]
/** Pieces in a row that no level makes, after which a file's writer is taken for another zlib. */
const MISSES_MAX = 32

/** The bytes in a gzipped piece, those of another piece as they are. Throws for damaged gzip. */
export function unpack(bytes: Uint8Array): Uint8Array {
  if (!isGzip(bytes)) return bytes
  return gunzipSync(bytes, { maxOutputLength: UNPACKED_BYTES_MAX })
}

/** Packs bytes in one way. Another version of zlib may write other bytes at the same level. */
export function packAs(bytes: Uint8Array, { level, extraFlags, system }: Packing): Uint8Array {
  if (level === 0) return bytes
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(bytes), 0)
  trailer.writeUInt32LE(bytes.length, 4)
  const start = [GZIP_START, Uint8Array.of(extraFlags, system)]
  return Buffer.concat([...start, deflateRawSync(bytes, { level }), trailer])
}

/** Finds out how pieces of one archive were packed. */
export class PackingSearch {
  private readonly levels = [...LEVELS]
  private misses = 0

  /** The way that makes `packed` of `unpacked`, byte for byte; null where none does. */
  find(packed: Uint8Array, unpacked: Uint8Array): Packing | null {
    if (!isGzip(packed)) return PLAIN
    if (this.misses >= MISSES_MAX) return null
    const [extraFlags, system] = packed.subarray(GZIP_START.length)
    for (const [i, level] of this.levels.entries()) {
      const packing = { level, extraFlags, system }
      if (Buffer.compare(packAs(unpacked, packing), packed) !== 0) continue
      // The next piece is likely to have the same level.
      this.levels.splice(i, 1)
      this.levels.unshift(level)
      this.misses = 0
      return packing
    }
    this.misses++
    return null
  }
}

function isGzip(bytes: Uint8Array): boolean {
  if (bytes.length < GZIP_HEADER_BYTES) return false
  return GZIP_START.every((byte, i) => bytes[i] === byte)
}
