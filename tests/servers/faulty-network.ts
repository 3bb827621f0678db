import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** State of connections that are opened from now on. */
type NewConnections = 'forwarded' | 'silent' | 'reset'

/** PostgreSQL's message of a notice without fields. */
const EMPTY_NOTICE = Buffer.from([0x4e, 0, 0, 0, 5, 0])

/** One connection through the network: the client's side and the server's. */
interface Link {
  client: Socket
  server: Socket
  /** Nothing passes any more in either direction, not even the end of the connection. */
  isSilent: boolean
  /** The next bytes from the server are cut in the middle, and both sides are closed. */
  isCut: boolean
}

/**
 * A network between a service and a PostgreSQL on a socket of this machine, which fails as a test
 * requires: a TCP proxy on 127.0.0.1.
 */
export class FaultyNetwork {
  newConnections: NewConnections = 'forwarded'
  /** Delay of each piece of data, in ms, in both directions. */
  delay: () => number = () => 0
  private readonly server: Server
  private readonly target: string
  private readonly links = new Set<Link>()

  private constructor(server: Server, target: string) {
    this.server = server
    this.target = target
    server.on('connection', (client) => this.connected(client))
  }

  /** Opens a network to the PostgreSQL at `url`, as `postgresIn()` writes it: `?host=<folder>`. */
  static async before(url: string): Promise<FaultyNetwork> {
    const folder = new URL(url.replace('///', '//socket/')).searchParams.get('host')
    const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new FaultyNetwork(server, `${folder}/.s.PGSQL.5432`)
  }

  /** The address of the same database through this network. */
  through(url: string): string {
    const { pathname, searchParams } = new URL(url.replace('///', '//socket/'))
    const { port } = this.server.address() as AddressInfo
    return `postgresql://${searchParams.get('user')}@127.0.0.1:${port}${pathname}`
  }

  /** Number of open connections. */
  get open(): number {
    return this.links.size
  }

  /** Silences the open connections, as a NAT does that forgot them. */
  silenceOpen(): void {
    for (const link of this.links) link.isSilent = true
  }

  resetOpen(): void {
    for (const { client, server } of this.links) {
      client.resetAndDestroy()
      server.destroy()
    }
  }

  /** Cuts the next bytes from the server on each open connection, and then closes it. */
  truncateOpen(): void {
    for (const link of this.links) link.isCut = true
  }

  /** Lets new connections work again, and closes the silent ones on the side of the server. */
  heal(): void {
    this.newConnections = 'forwarded'
    this.delay = () => 0
    for (const { isSilent, client, server } of this.links) {
      if (!isSilent) continue
      server.destroy()
      // A client that left after its goodbye resets the connection; one that still waits ignores
      // this.
      if (client.readableEnded && client.writable) client.write(EMPTY_NOTICE)
    }
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close')
    this.server.close()
    for (const { client, server } of this.links) {
      client.destroy()
      server.destroy()
    }
    await closed
  }

  private connected(client: Socket): void {
    client.on('error', () => {})
    if (this.newConnections === 'reset') return void client.resetAndDestroy()
    const server = connect({ path: this.target, allowHalfOpen: true })
    server.on('error', () => {})
    const isSilent = this.newConnections === 'silent'
    const link: Link = { client, server, isSilent, isCut: false }
    this.links.add(link)
    this.forward(link, client, server)
    this.forward(link, server, client)
    client.on('close', () => this.closed(link))
    server.on('close', () => this.closed(link))
  }

  private forward(link: Link, from: Socket, to: Socket): void {
    let before = Promise.resolve()
    from.on('data', (bytes) => {
      if (link.isSilent) return
      if (link.isCut && from === link.server) {
        to.end(bytes.subarray(0, bytes.length >> 1))
        from.destroy()
        return
      }
      const ms = this.delay()
      if (ms > 0) before = before.then(() => sleep(ms))
      // In order, also after delayed data.
      before = before.then(() => {
        if (!link.isSilent && to.writable) to.write(bytes)
      })
    })
    from.on('end', () => {
      if (!link.isSilent) void before.then(() => to.end())
    })
  }

  /** Closes the other side when one side closes, unless the network is silent. */
  private closed(link: Link): void {
    if (link.client.destroyed && link.server.destroyed) this.links.delete(link)
    else if (!link.isSilent)
      for (const socket of [link.client, link.server]) if (!socket.destroyed) socket.destroySoon()
  }
}
