import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'
import { directoryEnd, entryHeaders } from '../../sample/files/stored-zip.ts'

const DEFLATED = 8
const CHUNK_BYTES = 2 ** 20

/** A file on disk and its path in an archive. */
export interface ZipMember {
  name: string
  file: string
}

/**
 * Writes a ZIP archive of files, deflated, in the memory of a few chunks. The sample's archives are
 * stored and made in memory. Throws `RangeError` for a member of 4 GiB or more.
 */
export async function writeDeflatedZip(path: string, members: readonly ZipMember[]): Promise<void> {
  const out = await open(path, 'w')
  try {
    const central: Buffer[] = []
    let offset = 0
    for (const { name, file } of members) {
      const start = offset + 30 + Buffer.byteLength(name, 'latin1')
      const counted = { crc: 0, bytes: 0 }
      const count = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          counted.crc = crc32(chunk, counted.crc)
          counted.bytes += chunk.length
          done(null, chunk)
        },
      })
      // Level 1: publishers' archives are smaller, and the pipelines read the same members.
      const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES })
      const source = createReadStream(file, { highWaterMark: CHUNK_BYTES })
      source.on('error', (error) => deflate.destroy(error))
      let to = start
      for await (const chunk of source.pipe(count).pipe(deflate)) {
        await out.write(chunk, 0, chunk.length, to)
        to += chunk.length
      }
      const packed = { name, method: DEFLATED, ...counted, packedBytes: to - start }
      const headers = entryHeaders(packed, offset)
      await out.write(headers.local, 0, headers.local.length, offset)
      central.push(headers.central)
      offset = to
    }
    const directory = Buffer.concat(central)
    const end = Buffer.concat([directory, directoryEnd(members.length, directory, offset)])
    await out.write(end, 0, end.length, offset)
  } finally {
    await out.close()
  }
}
