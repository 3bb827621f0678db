import { crc32 } from 'node:zlib'

export interface ArchiveEntry {
  /** Path inside the archive, ASCII. */
  name: string
  content: Buffer
}

// 1 July 2025, 12:00, in MS-DOS fields: a clock would change the bytes.
const DOS_TIME = 12 << 11
const DOS_DATE = ((2025 - 1980) << 9) | (7 << 5) | 1

/**
 * A ZIP archive with stored (not compressed) entries, whose bytes depend on nothing but its
 * entries: a deflater's output may change with its version. PKWARE APPNOTE 6.3.
 */
export function writeStoredZip(entries: readonly ArchiveEntry[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0) // version needed: 2.0
    fields.writeUInt16LE(DOS_TIME, 6)
    fields.writeUInt16LE(DOS_DATE, 8)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(content.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const path = Buffer.from(name, 'latin1')
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    local.push(Buffer.from('PK\x03\x04', 'latin1'), fields, path, content)
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, path)
    offset += 30 + path.length + content.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}
