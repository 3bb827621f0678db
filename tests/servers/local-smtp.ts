import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail as it was sent, with its text decoded. */
export interface ReceivedMail {
  from: string
  to: string[]
  /** Head and body as sent. */
  raw: string
  text: string
}

/** An SMTP server for one test: it accepts every mail except those to `refused@`. */
export interface LocalSmtp {
  url: string
  mails: ReceivedMail[]
  close(): Promise<void>
}

export async function startSmtp(): Promise<LocalSmtp> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    converse(socket, mails)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Speaks the part of RFC 5321 that one client needs. */
function converse(socket: Socket, mails: ReceivedMail[]): void {
  const send = (text: string) => socket.write(`${text}\r\n`)
  let mail = { from: '', to: [] as string[] }
  let lines: string[] | null = null
  send('220 a test')
  createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
    if (lines !== null) {
      if (line !== '.') return void lines.push(line.replace(/^\.\./, '.'))
      const raw = lines.join('\n')
      mails.push({ ...mail, raw, text: textOf(raw) })
      lines = null
      mail = { from: '', to: [] }
      return void send('250 taken')
    }
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (/^(EHLO|HELO|RSET|NOOP)/i.test(line)) send('250 a test')
    else if (/^MAIL FROM/i.test(line)) {
      mail.from = address
      send('250 from')
    } else if (/^RCPT TO/i.test(line)) {
      if (address.startsWith('refused@')) return void send(`550 no mail for ${address}`)
      mail.to.push(address)
      send('250 to')
    } else if (/^DATA/i.test(line)) {
      lines = []
      send('354 go on')
    } else if (/^QUIT/i.test(line)) {
      send('221 bye')
      socket.end()
    } else send('502 not here')
  })
}

function textOf(raw: string): string {
  const at = raw.indexOf('\n\n')
  const body = raw.slice(at + 2)
  if (/^content-transfer-encoding: base64/im.test(raw.slice(0, at)))
    return Buffer.from(body, 'base64').toString()
  if (!/^content-transfer-encoding: quoted-printable/im.test(raw.slice(0, at))) return body
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
