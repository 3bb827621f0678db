import { connect, type Socket } from 'node:net'
import type { Answer } from './described-answers.ts'

/** An answer received over a socket; `reason` is of its first line. */
export interface RawAnswer extends Answer {
  reason: string
}

/** Head of an answer with a file, which is sent in parts. */
const ARCHIVE =
  /^HTTP\/1\.1 20[06] .*\r\ncontent-type: application\/vnd\.pmtiles\r\ncontent-length: \d+\r\n/s

/** HTTP byte by byte: a client of Node's own would tidy or refuse what is odd. */
export class RawConnection {
  private readonly port: number
  private socket: Socket | null = null
  private received = Buffer.alloc(0)
  private wake: () => void = () => {}

  constructor(port: number) {
    this.port = port
  }

  /** Sends one well-formed request, on the connection of the one before where that is open. */
  async send(
    method: string,
    target: string,
    headers: readonly (readonly [string, string])[],
    body = '',
  ) {
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
    const hasHost = headers.some(([name]) => name.toLowerCase() === 'host')
    const host = hasHost ? '' : 'Host: localhost\r\n'
    const head = `${method} ${target} HTTP/1.1\r\n${host}${lines.join('')}\r\n`
    this.open().write(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]))
    for (;;) {
      const answer = this.take(method === 'HEAD')
      if (answer) {
        if (answer.headers.connection === 'close') this.close()
        return answer
      }
      if (!this.socket) throw new Error(`the connection ended before an answer to ${target}`)
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }

  /**
   * Sends bytes on a connection of their own and half closes it: returns all answers. Of several
   * requests the last answers may be lost then, unless the client `waits` until the service closes.
   */
  async exchange(bytes: Buffer, { waits = false } = {}): Promise<RawAnswer[]> {
    const other = new RawConnection(this.port)
    const socket = other.open()
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    if (waits) socket.write(bytes)
    else socket.end(bytes)
    await ended
    const answers: RawAnswer[] = []
    const isHead = /^\s*HEAD /.test(bytes.toString('latin1', 0, 20))
    for (let answer = other.take(isHead); answer; answer = other.take(false)) answers.push(answer)
    const rest = other.received.toString('latin1')
    // A client that half closes has left: the file that was on its way ends short of its length.
    if (rest !== '' && !ARCHIVE.test(rest))
      throw new Error(`not an answer: ${rest.slice(0, 2_000)}`)
    return answers
  }

  close(): void {
    this.socket?.destroy()
    this.socket = null
    this.received = Buffer.alloc(0)
  }

  private open(): Socket {
    if (this.socket) return this.socket
    const socket = connect(this.port, '127.0.0.1')
    socket.on('data', (bytes) => {
      this.received = Buffer.concat([this.received, bytes])
      this.wake()
    })
    // A connection that the service cut is opened again by the next request.
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.socket === socket) this.socket = null
      this.wake()
    })
    this.socket = socket
    return socket
  }

  /** The next whole answer of the bytes received; undefined while it is incomplete. */
  private take(isHead: boolean): RawAnswer | null {
    const end = this.received.indexOf('\r\n\r\n')
    if (end < 0) return null
    const [first, ...lines] = this.received.toString('latin1', 0, end).split('\r\n')
    const [, code, reason] = /^HTTP\/1\.1 (\d{3}) ?(.*)$/.exec(first) ?? []
    if (code === undefined) throw new Error(`not an answer: ${first}`)
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    )
    const status = Number(code)
    // `100 Continue` comes before the answer.
    if (status < 200) {
      this.received = this.received.subarray(end + 4)
      return this.take(isHead)
    }
    // Answers of the parser come before a method is known, so they have a body, and no date.
    const isBare = (isHead && headers.date !== undefined) || status === 204 || status === 304
    const length = isBare ? 0 : Number(headers['content-length'])
    const start = end + 4
    if (this.received.length < start + length) return null
    const body = Buffer.from(this.received.subarray(start, start + length))
    this.received = this.received.subarray(start + length)
    return { status, reason, headers, body }
  }
}
