import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A TCP proxy that loses first answers: the request arrives at the service, and the client has its
 * connection closed at the first byte of the answer.
 */
export class LossyProxy {
  /** Answers that are still to be lost. */
  losses = 0
  private readonly server: Server
  private readonly sockets = new Set<Socket>()

  private constructor(server: Server, target: number) {
    this.server = server
    server.on('connection', (client) => this.forward(client, connect(target, '127.0.0.1')))
  }

  static async before(origin: string): Promise<LossyProxy> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new LossyProxy(server, Number(new URL(origin).port))
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  private forward(client: Socket, service: Socket): void {
    for (const socket of [client, service]) {
      this.sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => this.sockets.delete(socket))
    }
    client.pipe(service)
    service.on('data', (bytes) => {
      if (this.losses > 0) {
        this.losses--
        client.destroy()
        service.destroy()
      } else client.write(bytes)
    })
    service.once('end', () => client.end())
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
    await once(this.server, 'close')
  }
}
