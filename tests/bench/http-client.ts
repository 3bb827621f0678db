import { connect, type Socket } from 'node:net'
import { rounded, spread } from './results.ts'

export interface HttpAnswer {
  ms: number
  bytes: number
  status: number
}

/**
 * One connection that stays open, one GET at a time. It reads status line and `content-length` and
 * counts the body's bytes: client and service share the cores, and node's own client costs about
 * as much as a small answer does.
 */
export class HttpConnection {
  private readonly socket: Socket
  private readonly start: string
  private head = ''
  private left = 0
  private answer: HttpAnswer | null = null
  private began = 0
  private waiting: { resolve(answer: HttpAnswer): void; reject(error: Error): void } | null = null

  /** `headers` are further lines of the request after its host, each with its line end. */
  constructor(url: string, headers = '') {
    const { hostname, port, host } = new URL(url)
    this.start = ` HTTP/1.1\r\nhost: ${host}\r\n${headers}\r\n`
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.socket.on('data', (chunk: Buffer) => this.take(chunk))
    this.socket.on('error', (error) => this.waiting?.reject(error))
    this.socket.on('close', () => this.waiting?.reject(new Error('the service hung up')))
  }

  /** `headers` are lines of this request alone. */
  get(path: string, headers = ''): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject }
      this.began = performance.now()
      this.socket.write(`GET ${path}${this.start.slice(0, -2)}${headers}\r\n`)
    })
  }

  close(): void {
    this.waiting = null
    this.socket.destroy()
  }

  private take(chunk: Buffer): void {
    if (this.answer) this.left -= chunk.length
    else if (!this.readHead(chunk)) return
    if (this.left > 0) return
    const { waiting, answer } = this
    this.answer = null
    this.waiting = null
    answer!.ms = performance.now() - this.began
    waiting?.resolve(answer!)
  }

  /** True when the whole head was received. */
  private readHead(chunk: Buffer): boolean {
    const end = chunk.indexOf('\r\n\r\n')
    this.head += chunk.toString('latin1', 0, end < 0 ? chunk.length : end)
    if (end < 0) return false
    const length = /\r\ncontent-length: (\d+)/i.exec(this.head)
    if (!length) throw new Error(`an answer without a length: ${this.head}`)
    const bytes = Number(length[1])
    this.answer = { ms: 0, bytes, status: Number(this.head.slice(9, 12)) }
    this.left = bytes - (chunk.length - end - 4)
    this.head = ''
    return true
  }
}

export interface Stretch {
  answers: (HttpAnswer & { n: number })[]
  figures: ReturnType<typeof spread> & {
    requests_per_s: number
    mean_bytes: number
    /** Processor time of this process, the client, a request. */
    client_cpu_ms: number
  }
}

/**
 * Several clients, each with one connection and one request at a time, for a stretch of seconds.
 */
export async function stretch(
  url: string,
  {
    clients,
    seconds,
    pathOf,
    headers,
    headersOf = () => '',
    status = 200,
  }: {
    clients: number
    seconds: number
    pathOf: (n: number) => string
    headers?: string
    /** Further lines of each request. */
    headersOf?: (n: number) => string
    status?: number
  },
): Promise<Stretch> {
  const connections = Array.from({ length: clients }, () => new HttpConnection(url, headers))
  const answers: Stretch['answers'] = []
  const cpu = process.cpuUsage()
  const began = performance.now()
  const until = began + seconds * 1000
  let n = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < until) {
        const own = n++
        const answer = await connection.get(pathOf(own), headersOf(own))
        answers.push({ n: own, ...answer })
      }
    }),
  )
  const took_s = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  for (const connection of connections) connection.close()
  const wrong = answers.filter((answer) => answer.status !== status)
  if (wrong.length > 0) {
    const found = [...new Set(wrong.map((answer) => answer.status))].join(', ')
    throw new Error(`${wrong.length} of ${answers.length} answers are not ${status}: ${found}`)
  }
  return {
    answers,
    figures: {
      ...spread(answers.map(({ ms }) => ms)),
      requests_per_s: rounded(answers.length / took_s, 0),
      mean_bytes: Math.round(answers.reduce((sum, { bytes }) => sum + bytes, 0) / answers.length),
      client_cpu_ms: rounded((user + system) / 1000 / answers.length),
    },
  }
}
