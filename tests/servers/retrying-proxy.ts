import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/**
 * A plain balancer: each GET goes to the next service in turn, and after a failed connection, or an
 * answer that breaks off, to the one after it.
 */
export class RetryingProxy {
  /** Requests that were sent to another service after one had failed. */
  retries = 0
  private readonly server: Server
  private turn = 0

  private constructor(ports: readonly number[]) {
    this.server = createServer(async (incoming, outgoing) => {
      for (let attempt = 0; attempt < ports.length; attempt++) {
        const port = ports[this.turn++ % ports.length]
        const answer = await forward(incoming, port).catch(() => null)
        if (answer) {
          outgoing.writeHead(answer.status, answer.headers).end(answer.body)
          return
        }
        this.retries++
      }
      outgoing.writeHead(502).end()
    })
  }

  static async before(ports: readonly number[]): Promise<RetryingProxy> {
    const proxy = new RetryingProxy(ports)
    await once(proxy.server.listen(0, '127.0.0.1'), 'listening')
    return proxy
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await once(this.server.close(), 'close')
  }
}

async function forward({ url: path, headers }: IncomingMessage, port: number): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, path, headers, agent: false })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const { 'transfer-encoding': _, ...plain } = response.headers
  return { status: response.statusCode!, headers: plain, body }
}
