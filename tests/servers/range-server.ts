import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RangeServer {
  url: string
  /** Paths and ranges of the requests, in order. */
  requests: { path: string; range: string | undefined }[]
  /** Responds in place of the files where it is set. */
  instead: ((request: IncomingMessage, reply: ServerResponse) => void) | null
  /** Delay of every response. */
  delay_ms: number
  close(): Promise<void>
}

/** Serves files by ranges of bytes, as S3 does: 206, 404 for a missing file, 416 past the end. */
export async function serveRanges(files: Map<string, Buffer>): Promise<RangeServer> {
  const server = createServer((request, reply) => {
    const path = new URL(request.url!, 'http://here').pathname
    const { range } = request.headers
    it.requests.push({ path, range })
    setTimeout(() => {
      if (it.instead) return it.instead(request, reply)
      answer(files.get(path), range, reply)
    }, it.delay_ms)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const it: RangeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    instead: null,
    delay_ms: 0,
    close: () => closed(server),
  }
  return it
}

function answer(file: Buffer | undefined, range: string | undefined, reply: ServerResponse) {
  if (!file) return reply.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  const parts = /^bytes=(\d+)-(\d+)$/.exec(range ?? '')
  if (!parts) return reply.writeHead(200, { 'content-length': file.length }).end(file)
  const [from, to] = [Number(parts[1]), Math.min(Number(parts[2]), file.length - 1)]
  if (from > to) return reply.writeHead(416, { 'content-range': `bytes */${file.length}` }).end()
  return reply
    .writeHead(206, { 'content-range': `bytes ${from}-${to}/${file.length}` })
    .end(file.subarray(from, to + 1))
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
