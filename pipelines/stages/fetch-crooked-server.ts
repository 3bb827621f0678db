import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assetPathResolver } from '../../catalog/asset-path.ts'
import type { FetchOptions, WantedAsset } from './fetch.ts'
import { craftZip } from './unpack-crafted-zip.ts'

/** A zip of 300 kB that do not repeat: large enough to be cut in mid-body. */
export const BODY = craftZip([{ name: 'rows.csv', content: noise(300_000) }])
export const BODY_SHA256 = createHash('sha256').update(BODY).digest('hex')

/** Limits that are met at once, and deadlines that no busy machine misses. */
export const QUICK = {
  headers_timeout_ms: 120_000,
  idle_timeout_ms: 120_000,
  barren_attempts_max: 3,
  retry_delay_ms: 1,
  retry_delay_max_ms: 5,
}

/** A server on a loopback port that misbehaves as told, and an empty store, for one test. */
export class CrookedServer {
  readonly into: string
  /** Headers of every request so far. */
  readonly requests: IncomingHttpHeaders[] = []
  #servers: Server[] = []

  private constructor(into: string) {
    this.into = into
  }

  static async start(): Promise<CrookedServer> {
    return new CrookedServer(await mkdtemp(join(tmpdir(), 'plat-assets-')))
  }

  /** `answers[n]` answers the n-th request, the last one all later ones. Answers the asset's URL. */
  async serve(...answers: RequestListener[]): Promise<string> {
    const before = this.requests.length
    const server = createServer((request, response) => {
      this.requests.push(request.headers)
      const at = Math.min(this.requests.length - before, answers.length) - 1
      answers[at](request, response)
    })
    this.#servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/zones.zip`
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections()
      server.close()
    }
    await rm(this.into, { recursive: true, force: true })
  }

  options(changes: Partial<FetchOptions> = {}): FetchOptions {
    const resolve = assetPathResolver(async () => this.into)
    return { into: this.into, resolve, limits: QUICK, ...changes }
  }
}

/** The asset that a lock of `BODY` names. */
export function wanted(url: string, changes: Partial<WantedAsset> = {}): WantedAsset {
  return { name: 'zones.zip', url, bytes: BODY.length, sha256: BODY_SHA256, ...changes }
}

export const whole: RequestListener = (_request, response) => send(response, 200, BODY)

/** Sends half the body and drops the line. */
export const half: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': BODY.length, etag: '"v1"' })
  response.write(BODY.subarray(0, BODY.length / 2), () => {
    setTimeout(() => response.destroy(), 10)
  })
}

/** Honours Range as RFC 9110 says. */
export const ranged: RequestListener = (request, response) => {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? Number.NaN)
  const isAsked = !Number.isNaN(start) && request.headers['if-range'] === '"v1"'
  if (!isAsked) return send(response, 200, BODY)
  if (start >= BODY.length) {
    response.writeHead(416, { 'content-range': `bytes */${BODY.length}` })
    return response.end()
  }
  response.setHeader('content-range', `bytes ${start}-${BODY.length - 1}/${BODY.length}`)
  send(response, 206, BODY.subarray(start))
}

export function send(response: ServerResponse, status: number, body: Buffer | string): void {
  response.writeHead(status, { etag: '"v1"', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, at) =>
    createHash('sha256').update(String(at)).digest(),
  )
  return Buffer.concat(blocks).subarray(0, length)
}
