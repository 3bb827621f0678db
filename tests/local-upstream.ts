import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UpstreamClient } from '../layers/upstream/client.ts'
import type { Upstream } from '../layers/upstream/upstream.ts'

/** What a local upstream answers: a value becomes JSON, a text is sent as it is. */
export interface LocalAnswer {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

/** Null leaves a question without an answer until the server closes. */
type Answering = (url: URL) => LocalAnswer | null

/** A server of this machine that speaks an upstream's protocol, for tests. */
export class LocalUpstream {
  /** Every question, in the order that they came. */
  readonly asked: URL[] = []
  answering: Answering
  private readonly server = createServer((request, response) => {
    const url = new URL(request.url!, this.url)
    this.asked.push(url)
    send(response, this.answering(url))
  })

  private constructor(answering: Answering) {
    this.answering = answering
  }

  static async open(answering: Answering): Promise<LocalUpstream> {
    const local = new LocalUpstream(answering)
    local.server.listen(0, '127.0.0.1')
    await once(local.server, 'listening')
    return local
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }
}

function send(response: ServerResponse, answer: LocalAnswer | null): void {
  if (answer === null) return
  const { status = 200, headers = {}, body = '' } = answer
  const isText = typeof body === 'string'
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

/** A client that asks each upstream at the address given, and no others. */
export function localClient(
  asked: readonly (readonly [upstream: Upstream, url: string])[],
  now?: () => number,
): UpstreamClient {
  const settings = Object.fromEntries(
    asked.map(([{ id }, url]) => [id, { isOn: true, url, isDefault: true }]),
  )
  return new UpstreamClient({ upstreams: asked.map(([upstream]) => upstream), settings, now })
}
