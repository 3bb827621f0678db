import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { PbfReader } from 'pbf'
import type { ArchiveHeader } from './archive-header.ts'
import { HEADER_BYTES } from './archive-header.ts'
import type { Entry } from './directory.ts'

export interface ReadHeader extends ArchiveHeader {
  magic: string
  version: number
  isClustered: boolean
  internalCompression: number
  tileCompression: number
  tileType: number
  center: [number, number]
}

/** Positioned reads of an archive file, and the numbers in it. Shares no code with the writer. */
export class ArchiveBytes {
  readonly size: number
  private readonly descriptor: number

  constructor(file: string) {
    this.descriptor = openSync(file, 'r')
    this.size = fstatSync(this.descriptor).size
  }

  /** The bytes, fewer where the file ends early. */
  read(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)))
    for (let done = 0; done < bytes.length; ) {
      const got = readSync(this.descriptor, bytes, done, bytes.length - done, offset + done)
      if (got === 0) return bytes.subarray(0, done)
      done += got
    }
    return bytes
  }

  close(): void {
    closeSync(this.descriptor)
  }

  header(): ReadHeader {
    const bytes = this.read(0, HEADER_BYTES)
    if (bytes.length < HEADER_BYTES)
      throw new Error(`a header has ${HEADER_BYTES} bytes, found ${bytes.length}`)
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    const wide = (at: number): number => Number(view.getBigUint64(at, true))
    const signed = (at: number): number => view.getInt32(at, true)
    return {
      magic: Buffer.from(bytes.subarray(0, 7)).toString('latin1'),
      version: bytes[7],
      rootOffset: wide(8),
      rootLength: wide(16),
      metadataOffset: wide(24),
      metadataLength: wide(32),
      leavesOffset: wide(40),
      leavesLength: wide(48),
      dataOffset: wide(56),
      dataLength: wide(64),
      addressedTiles: wide(72),
      entries: wide(80),
      contents: wide(88),
      isClustered: bytes[96] === 1,
      internalCompression: bytes[97],
      tileCompression: bytes[98],
      tileType: bytes[99],
      minZoom: bytes[100],
      maxZoom: bytes[101],
      bounds: [signed(102), signed(106), signed(110), signed(114)],
      centerZoom: bytes[118],
      center: [signed(119), signed(123)],
    }
  }
}

/** Bytes of an unpacked directory: millions of entries. */
export const DIRECTORY_BYTES_MAX = 32 * 2 ** 20
/** Bytes that an entry has at least: one in each column. */
const LEAST_ENTRY_BYTES = 4

/** Entries of a gzipped directory. Throws when the bytes are not a directory. */
export function readDirectory(bytes: Uint8Array): Entry[] {
  return parseDirectory(gunzipSync(bytes, { maxOutputLength: DIRECTORY_BYTES_MAX }))
}

/** Entries of an unpacked directory. Throws when the bytes are not a directory. */
export function parseDirectory(bytes: Uint8Array): Entry[] {
  const reader = new PbfReader(bytes)
  const count = reader.readVarint()
  if (count > bytes.length / LEAST_ENTRY_BYTES)
    throw new Error(`${count} entries in ${bytes.length} bytes`)
  const column = (): number[] => Array.from({ length: count }, () => reader.readVarint())
  let id = 0
  const ids = column().map((step) => {
    id += step
    return id
  })
  const runs = column()
  const lengths = column()
  let follows = 0
  const entries = column().map((offset, i): Entry => {
    const at = offset === 0 && i > 0 ? follows : offset - 1
    follows = at + lengths[i]
    return { tileId: ids[i], runLength: runs[i], length: lengths[i], offset: at }
  })
  if (reader.pos !== reader.length) throw new Error(`${reader.length - reader.pos} bytes too many`)
  return entries
}
