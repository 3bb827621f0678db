import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** The head of a request, as received. */
export interface FaultyRequest {
  target: string
  headers: Record<string, string>
}

/** A right answer, before a fault changes it. */
export interface RightAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** What a fault works with. */
export interface Stage {
  socket: Socket
  request: FaultyRequest
  /** The answer that the upstream would give without the fault. */
  right(): Promise<RightAnswer>
  /** True when the connection was open before the fault began. */
  isOld: boolean
  /** Records that the fault had nothing to change in this answer. */
  leave(): void
}

/** One way to be broken: it may write anything to the socket. */
export interface Fault {
  name: string
  /** Description for the table of faults. */
  title: string
  /** The port is closed: nothing is played. */
  isRefusing?: boolean
  play(stage: Stage): Promise<void> | void
}

/**
 * An upstream on raw sockets of loopback that works until a fault is set: then it plays that fault,
 * also on connections that are open.
 */
export class FaultServer {
  readonly base: string
  /** Number of requests received. */
  requests = 0
  /** Number of requests whose answer a fault changed. */
  faulted = 0
  private readonly answer: (request: FaultyRequest) => Promise<RightAnswer>
  private readonly port: number
  private server: Server
  private readonly sockets = new Set<Socket>()
  private fault: Fault | null = null
  private old = new Set<Socket>()

  private constructor(server: Server, answer: FaultServer['answer'], path: string) {
    this.server = server
    this.answer = answer
    this.port = (server.address() as AddressInfo).port
    this.base = `http://127.0.0.1:${this.port}${path}`
    this.follow(server)
  }

  /** `path` belongs to its base address. */
  static async start(answer: FaultServer['answer'], path = ''): Promise<FaultServer> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new FaultServer(server, answer, path)
  }

  async break(fault: Fault): Promise<void> {
    this.fault = fault
    this.old = new Set(this.sockets)
    if (fault.isRefusing) await this.stop()
  }

  async mend(): Promise<void> {
    const wasRefusing = this.fault?.isRefusing
    this.fault = null
    for (const socket of this.sockets) socket.destroy()
    if (!wasRefusing) return
    this.server = createServer()
    this.follow(this.server)
    this.server.listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()))
    for (const socket of this.sockets) socket.destroy()
    await closed
  }

  private follow(server: Server): void {
    server.on('connection', (socket) => {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket))
      // The client has gone: clients close connections when they meet faults.
      socket.on('error', () => {})
      let head = ''
      socket.on('data', (chunk: Buffer) => {
        head += chunk.toString('latin1')
        if (!head.includes('\r\n\r\n')) return
        const request = readHead(head)
        head = ''
        this.requests++
        const right = () => this.answer(request)
        const leave = () => void this.faulted--
        void this.play({ socket, request, right, isOld: this.old.has(socket), leave })
      })
    })
  }

  private async play(stage: Stage): Promise<void> {
    try {
      if (this.fault) this.faulted++
      if (this.fault) await this.fault.play(stage)
      else writeAnswer(stage.socket, await stage.right())
    } catch (error) {
      // The right answers come from a server of the test: its failure must be seen.
      writeAnswer(stage.socket, { status: 599, headers: {}, body: Buffer.from(String(error)) })
    }
  }
}

/** A whole answer with its length. */
export function writeAnswer(socket: Socket, { status, headers, body }: RightAnswer): void {
  const lines = Object.entries({ 'content-length': `${body.length}`, ...headers })
  socket.write(headOf(status, lines))
  socket.write(body)
}

export function headOf(status: number, headers: readonly (readonly [string, string])[]): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} Test\r\n${lines}\r\n`
}

/** Answers of the server at `base` to the same targets: the right answers behind the faults. */
export function answersOf(base: string) {
  return async ({ target, headers }: FaultyRequest): Promise<RightAnswer> => {
    const { range, 'x-app-token': token } = headers
    const sent = { ...(range && { range }), ...(token && { 'x-app-token': token }) }
    const response = await fetch(new URL(target, base), { headers: sent })
    const copied: Record<string, string> = {}
    for (const name of ['content-type', 'content-range', 'accept-ranges', 'retry-after']) {
      const value = response.headers.get(name)
      if (value !== null) copied[name] = value
    }
    const body = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: copied, body }
  }
}

function readHead(head: string): FaultyRequest {
  const [first, ...lines] = head.split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { target: first.split(' ')[1], headers }
}
