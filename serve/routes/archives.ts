import { Readable } from 'node:stream'
import type { BuildFile } from '../../catalog/build-file.ts'
import { DamagedFile } from '../../catalog/damaged-file.ts'
import { parseRange } from '../../http/byte-range.ts'
import { cacheControlOf, isUnchanged, rangeHolds } from '../../http/conditional.ts'
import { ApiError } from '../../http/error-codes.ts'
import { parseQuery } from '../../http/query.ts'
import { ArchivePath, layerBySlug } from '../layers/layer-by-slug.ts'
import { BuildQuery } from '../map/tile-query.ts'
import { requireBuild } from './build-lease.ts'
import type { RouteContext, ServiceRoute } from './route.ts'
import { archiveIn } from './tiles.ts'

const PMTILES = 'application/vnd.pmtiles'
/** Bytes per read. Each client holds two parts in memory: one being sent, one being read. */
const CHUNK_BYTES = 256 * 1024

export function archiveRoute({ builds }: RouteContext): ServiceRoute {
  return {
    path: '/v1/archives/{slug}.pmtiles',
    operationId: 'getArchive',
    tag: 'Maps',
    summary: 'The archive of a layer, or a range of its bytes',
    description:
      'PMTiles 3, which map clients read by byte ranges. A single range is answered with 206. Several ' +
      'ranges, malformed ones and other units are ignored, as RFC 9110 allows: the answer is the whole archive.',
    query: BuildQuery,
    params: ArchivePath,
    answer: { description: 'The archive.', bytes: PMTILES },
    others: {
      206: 'The requested range of bytes.',
      304: 'The archive still matches `If-None-Match`.',
    },
    headers: ['ETag', 'Accept-Ranges'],
    reads: ['Range', 'If-Range', 'If-Match', 'If-None-Match'],
    failures: [404, 412, 416, 503],
    cacheControl: 'no-cache',
    examples: ({ tile }) =>
      tile
        ? [
            {
              title: 'The header of an archive: its first 127 bytes',
              params: { slug: tile.slug },
              headers: { Range: 'bytes=0-126' },
            },
          ]
        : [],
    async handle(request, reply) {
      const { build: requestedBuild } = parseQuery(BuildQuery, request.query)
      const { slug } = request.params as { slug: string }
      layerBySlug(slug)
      const lease = requireBuild(builds)
      // The build stays open until its last byte is sent, even if another is pinned meanwhile.
      let isStreaming = false
      try {
        const { file, bytes, sha256 } = archiveIn(lease.build, slug)
        const tag = `"${sha256}"`
        const { range: requestedRange, 'if-range': ifRange } = request.headers
        const isKnown = isUnchanged(request.headers, tag)
        const holds = !isKnown && rangeHolds(one(ifRange), tag)
        const range = holds ? parseRange(requestedRange, bytes) : 'whole'
        if (range === 'outside') throw outside(slug, bytes)
        // Set after the last possible error, since errors are not cached and have no tag.
        reply.headers({
          'cache-control': cacheControlOf(lease.build.id, requestedBuild),
          etag: tag,
          'accept-ranges': 'bytes',
        })
        if (isKnown) return reply.code(304).send()
        const { start, end } = range === 'whole' ? { start: 0, end: bytes - 1 } : range
        if (range !== 'whole')
          reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
        reply.type(PMTILES).header('content-length', end - start + 1)
        if (request.method === 'HEAD') return reply.send(Readable.from([]))
        const stream = Readable.from(partsOf(file, start, end), {
          objectMode: false,
          highWaterMark: CHUNK_BYTES,
        })
        stream.once('close', () => lease.release())
        isStreaming = true
        return reply.send(stream)
      } finally {
        if (!isStreaming) lease.release()
      }
    },
  }
}

/** Reads a range in parts. Throws, which ends the connection, when the file changes meanwhile. */
async function* partsOf(file: BuildFile, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at <= end; ) {
    const part = new Uint8Array(Math.min(CHUNK_BYTES, end + 1 - at))
    const length = await file.readLater(part, at)
    if (length === 0) throw new DamagedFile(file.path, 'ends early')
    at += length
    yield part.subarray(0, length)
  }
}

function one(header: string | string[] | undefined): string | null {
  return Array.isArray(header) ? (header[0] ?? null) : (header ?? null)
}

function outside(slug: string, bytes: number): ApiError {
  return new ApiError(416, `The archive of ${slug} does not have these bytes.`, {
    param: 'Range',
    hint: `It has ${bytes} bytes: Range: bytes=0-${bytes - 1} is all of it.`,
    headers: { 'content-range': `bytes */${bytes}` },
  })
}
