import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseRange } from '../../http/byte-range.ts'
import { isUnchanged, rangeHolds } from '../../http/conditional.ts'
import type { ByteRange } from '../../storage/byte-range.ts'
import { isLostBlob } from '../../storage/storage-failure.ts'
import type { BlobHash, BlobStore } from '../blobs/blob-store.ts'
import { ArchitectError } from '../projects/architect-error.ts'

export interface SentFile {
  blob: string
  bytes: number
  type: string
  headers: Record<string, string>
}

/**
 * Sends a file that can be made anew: whole, one range of it, or 304 to a client that has it.
 * Throws `ArchitectError` 416 for a range outside of it, 412, and `StorageFailure` before the first
 * byte.
 */
export async function sendFile(
  blobs: BlobStore,
  { blob, bytes, type, headers }: SentFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const tag = `"${blob}"`
  reply.headers({ ...headers, etag: tag, 'accept-ranges': 'bytes' })
  if (isUnchanged(request.headers, tag)) return reply.code(304).send()
  reply.type(type)
  const ifRange = request.headers['if-range']
  // A range is defined for GET alone (RFC 9110, section 14.2).
  const isHead = request.method === 'HEAD'
  const isPart = !isHead && rangeHolds(ifRange === undefined ? null : `${ifRange}`, tag)
  const range = parseRange(isPart ? request.headers.range : undefined, bytes)
  if (range === 'outside')
    throw new ArchitectError('range_not_satisfiable', `The file has ${bytes} bytes.`, {
      param: 'Range',
      headers: { 'content-range': `bytes */${bytes}` },
    })
  if (range === 'whole') {
    reply.header('content-length', bytes)
    return reply.send(isHead ? nothing() : await readFile(blobs, blob))
  }
  const { start, end } = range
  reply.code(206).headers({
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/${bytes}`,
  })
  return reply.send(await readFile(blobs, blob, { first: start, last: end }))
}

/**
 * A stream of the file. One that turns out to be damaged is deleted, and not what another process
 * has stored in its place meanwhile: the next request finds it lost, and makes it anew.
 */
async function readFile(blobs: BlobStore, blob: BlobHash, range?: ByteRange): Promise<Readable> {
  const written_before = new Date()
  const stream = await blobs.read(blob, range)
  return stream.once('error', (error) => {
    // Where the deletion fails too, the next reading repeats it.
    if (isLostBlob(error)) blobs.delete(blob, { written_before }).catch(() => {})
  })
}

/** Of a HEAD answer: with an empty body the framework would set its length as that of the file. */
const nothing = (): Readable => Readable.from([])

/** `Content-Disposition` of a download; other names than ASCII by RFC 6266 and RFC 8187. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)}`
}
