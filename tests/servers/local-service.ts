import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UpstreamClient } from '../../upstream/client.ts'
import type { Upstream } from '../../upstream/upstream.ts'

/** A response with its status, text or bytes, and headers, sent as it is. */
export class Raw {
  readonly status: number
  readonly text: string | Uint8Array
  readonly headers: Record<string, string>

  constructor(status: number, text: string | Uint8Array, headers: Record<string, string> = {}) {
    this.status = status
    this.text = text
    this.headers = headers
  }
}

/** No response: the connection stays open and nothing is sent. */
export const SILENCE = Symbol('silence')

export interface LocalService {
  url: string
  /** Path and query of every request, in order. */
  requests: URL[]
  close(): Promise<void>
}

/**
 * Starts a service on this machine, on a free port or on `onPort`. `answer` returns JSON or a
 * `Raw`.
 */
export async function localService(
  answer: (url: URL) => unknown,
  onPort = 0,
): Promise<LocalService> {
  const requests: URL[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://local')
    requests.push(url)
    const body = answer(url)
    if (body === SILENCE) return
    const raw = body instanceof Raw ? body : new Raw(200, JSON.stringify(body))
    response.writeHead(raw.status, { 'content-type': 'application/json', ...raw.headers })
    response.end(raw.text)
  })
  await new Promise<void>((done) => server.listen(onPort, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** A client of these upstreams at these addresses, and of no others. */
export function clientOf(
  at: readonly (readonly [Upstream, url: string])[],
  now?: () => number,
  stopwatch?: () => number,
): UpstreamClient {
  return new UpstreamClient({
    upstreams: at.map(([upstream]) => upstream),
    settings: Object.fromEntries(
      at.map(([{ id }, url]) => [id, { isOn: true, url, isDefault: true }]),
    ),
    cooldown_ms: 1,
    now,
    stopwatch,
  })
}
