import { crc32 } from 'node:zlib'

export interface ArchiveEntry {
  /** Path inside the archive, ASCII. */
  name: string
  content: Buffer
}

/** Fields of an entry's headers that do not follow from its name and its bytes (PKWARE 6.3). */
export interface EntryHeaders {
  flags?: number
  /** 0 where the content is stored, 8 where it was deflated. */
  method?: number
  /** CRC-32 that the headers state in place of the true one. */
  crc?: number
  packedBytes?: number
  bytes?: number
  /** Unix mode. */
  mode?: number
  /** Extra field of the directory; the local header has none. */
  extra?: Buffer
}

// 1 July 2025, 12:00, in MS-DOS fields: a clock would change the bytes.
const DOS_TIME = 12 << 11
const DOS_DATE = ((2025 - 1980) << 9) | (7 << 5) | 1
const VERSION = 20 // 2.0
const MADE_BY_UNIX = 3 << 8

/**
 * A ZIP archive with the entries as they are: stored, not compressed, unless their headers state
 * otherwise. Its bytes depend on nothing but its entries: a deflater's output may change with its
 * version. PKWARE APPNOTE 6.3.
 */
export function writeStoredZip(entries: readonly (ArchiveEntry & EntryHeaders)[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { content, ...entry } of entries) {
    const { crc = crc32(content), packedBytes = content.length, bytes = content.length } = entry
    const headers = entryHeaders({ ...entry, crc, packedBytes, bytes }, offset)
    local.push(headers.local, content)
    central.push(headers.central)
    offset += headers.local.length + content.length
  }
  const directory = Buffer.concat(central)
  return Buffer.concat([...local, directory, directoryEnd(entries.length, directory, offset)])
}

/** An entry whose content is written elsewhere. */
type CountedEntry = { name: string } & EntryHeaders &
  Required<Pick<EntryHeaders, 'crc' | 'packedBytes' | 'bytes'>>

/** The header before the content of an entry at `offset`, and its header in the directory. */
export function entryHeaders(
  { name, extra = Buffer.alloc(0), ...headers }: CountedEntry,
  offset: number,
): { local: Buffer; central: Buffer } {
  const path = Buffer.from(name, 'latin1')
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(headers.flags ?? 0, 2)
  fields.writeUInt16LE(headers.method ?? 0, 4)
  fields.writeUInt16LE(DOS_TIME, 6)
  fields.writeUInt16LE(DOS_DATE, 8)
  fields.writeUInt32LE(headers.crc, 10)
  fields.writeUInt32LE(headers.packedBytes, 14)
  fields.writeUInt32LE(headers.bytes, 18)
  fields.writeUInt16LE(path.length, 22)
  const start = Buffer.alloc(6)
  start.write('PK\x01\x02', 'latin1')
  start.writeUInt16LE(VERSION | (headers.mode === undefined ? 0 : MADE_BY_UNIX), 4)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(((headers.mode ?? 0) << 16) >>> 0, 6)
  rest.writeUInt32LE(offset, 10)
  const named = Buffer.from(fields)
  named.writeUInt16LE(extra.length, 24)
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, path]),
    central: Buffer.concat([start, named, rest, path, extra]),
  }
}

/** The end of an archive, after its directory, which begins at `offset`. */
export function directoryEnd(entries: number, directory: Buffer, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
