import { crc32, deflateRawSync } from 'node:zlib'

/** A member of a zip made for a test, with whatever is to be wrong about it. */
export interface CraftedMember {
  name: string
  content?: Buffer | string
  isDeflated?: boolean
  /** Stands in the headers in place of the true one. */
  crc?: number
  /** Stands in the headers in place of the true unpacked size. */
  declaredBytes?: number
  /** Unix mode, for links. */
  mode?: number
  isEncrypted?: boolean
  method?: number
  /** Puts the sizes into a zip64 extra field, as files over 4 GB have them. */
  isZip64?: boolean
}

/** Writes a zip byte by byte (APPNOTE 4.3), so that tests can have what no zip program writes. */
export function craftZip(members: CraftedMember[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const member of members) {
    const content = Buffer.from(member.content ?? '')
    const packed = member.isDeflated ? deflateRawSync(content) : content
    const header = fieldsOf(member, content, packed)
    const local = Buffer.concat([u32(0x04034b50), header.fixed, header.name])
    bodies.push(local, packed)
    directory.push(
      u32(0x02014b50),
      u16(0x031e),
      header.fixed.subarray(0, 24),
      u16(header.extra.length),
      u16(0),
      u16(0),
      u16(0),
      u32(((member.mode ?? 0o100644) << 16) >>> 0),
      u32(at),
      header.name,
      header.extra,
    )
    at += local.length + packed.length
  }
  const table = Buffer.concat(directory)
  const count = u16(members.length)
  const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(table.length), u32(at), u16(0)]
  return Buffer.concat([...bodies, table, ...end])
}

/** The fields that the local header and the directory share; the local one has no extra. */
function fieldsOf(member: CraftedMember, content: Buffer, packed: Buffer) {
  const name = Buffer.from(member.name)
  const bytes = member.declaredBytes ?? content.length
  const isZip64 = member.isZip64 === true
  const extra = isZip64
    ? Buffer.concat([u16(1), u16(16), u64(bytes), u64(packed.length)])
    : Buffer.alloc(0)
  const fixed = Buffer.concat([
    u16(isZip64 ? 45 : 20),
    u16(member.isEncrypted ? 1 : 0),
    u16(member.method ?? (member.isDeflated ? 8 : 0)),
    u32(0x00210000),
    u32(member.crc ?? crc32(content)),
    u32(isZip64 ? 0xffffffff : packed.length),
    u32(isZip64 ? 0xffffffff : bytes),
    u16(name.length),
    u16(0),
  ])
  return { fixed, name, extra }
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
