import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Fault, headOf, type RightAnswer, type Stage, writeAnswer } from './fault-server.ts'

/** Packed before anything is timed: it takes half a second. */
const BOMB = gzipSync(Buffer.alloc(100e6, ' '), { level: 9 })

/** Faults of connections and bodies that every upstream may have. */
export const FAULTS: readonly Fault[] = [
  { name: 'refused', title: 'its port is closed', isRefusing: true, play: () => {} },
  { name: 'silent', title: 'takes the connection and never answers', play: () => {} },
  {
    name: 'slammed',
    title: 'closes the connection at once',
    play: ({ socket }) => void socket.end(),
  },
  { name: 'drip', title: 'sends a byte a second', play: drip },
  {
    name: 'headers-only',
    title: 'sends its headers, then nothing',
    play: ({ socket }) => void socket.write(headOf(200, [JSON_TYPE, ['content-length', '5000']])),
  },
  {
    name: 'half-closed',
    title: 'ends its side after the headers',
    play: ({ socket }) => void socket.end(headOf(200, [JSON_TYPE, ['content-length', '5000']])),
  },
  {
    name: 'reset',
    title: 'resets the connection in the middle of the body',
    async play({ socket, right }) {
      const { body } = await right()
      socket.write(headOf(200, [JSON_TYPE, ['content-length', `${body.length}`]]))
      socket.write(body.subarray(0, body.length >> 1), () => socket.resetAndDestroy())
    },
  },
  {
    name: 'cut-body',
    title: 'announces a longer length than it sends, and hangs up',
    async play({ socket, right }) {
      const { body, headers } = await right()
      socket.write(headOf(200, [...rest(headers), ['content-length', `${body.length + 100}`]]))
      socket.end(body)
    },
  },
  {
    name: 'short-length',
    title: 'announces a shorter length than it sends',
    async play({ socket, right }) {
      const { body, headers } = await right()
      socket.write(headOf(200, [...rest(headers), ['content-length', `${body.length >> 1}`]]))
      socket.write(body)
    },
  },
  status('500', 500),
  status('503-retry-after', 503, { 'retry-after': '1' }),
  status('429-retry-after', 429, { 'retry-after': '1' }),
  status('403', 403),
  status('204', 204),
  status('304', 304),
  {
    name: '206',
    title: 'answers 206 with a part that was not requested',
    async play({ socket, right }) {
      const { body } = await right()
      const headers = { 'content-range': `bytes 7-8/${body.length}` }
      writeAnswer(socket, { status: 206, headers, body: body.subarray(7, 9) })
    },
  },
  body('html', 'answers 200 with a page', () => '<!DOCTYPE html><title>Maintenance</title>'),
  body('empty', 'answers 200 with nothing', () => ''),
  body('truncated', 'answers 200 with JSON cut short', ({ body: right }) =>
    right.subarray(0, Math.floor(right.length * 0.7)),
  ),
  body('nan', 'answers 200 with NaN for every number', ({ body: right }) =>
    right.toString('latin1').replace(/(?<=[:,[]\s*)-?\d+(\.\d+)?(?=\s*[,}\]])/g, 'NaN'),
  ),
  body('no-text', 'answers 200 with bytes that are not text', () => Buffer.alloc(64, 0xff)),
  body('wrong-shape', 'answers 200 with JSON of another shape', () => '{"answer":[42]}'),
  body(
    'deep',
    'answers 200 with JSON 100,000 levels deep',
    () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  ),
  {
    name: 'wrong-type',
    title: 'answers rightly, as text/html',
    async play({ socket, right }) {
      const answer = await right()
      writeAnswer(socket, {
        ...answer,
        headers: { ...answer.headers, 'content-type': 'text/html' },
      })
    },
  },
  {
    name: 'huge-with-length',
    title: 'announces 100 MB and sends them',
    play: ({ socket }) => {
      socket.write(headOf(200, [JSON_TYPE, ['content-length', `${100e6}`]]))
      return pour(socket, Buffer.alloc(65_536, '1'), 100e6)
    },
  },
  {
    name: 'huge-chunked',
    title: 'sends chunks without an end',
    play: ({ socket }) => {
      socket.write(headOf(200, [JSON_TYPE, CHUNKED]))
      return pour(socket, Buffer.from(`10000\r\n${'1'.repeat(65_536)}\r\n`), Infinity)
    },
  },
  {
    name: 'tiny-chunks',
    title: 'sends chunks of one byte without an end',
    play: ({ socket }) => {
      socket.write(headOf(200, [JSON_TYPE, CHUNKED]))
      return pour(socket, Buffer.from('1\r\n1\r\n'.repeat(8_192)), Infinity)
    },
  },
  {
    name: 'gzip-bomb',
    title: 'sends 100 MB packed to 100 kB',
    play: ({ socket }) =>
      writeAnswer(socket, { status: 200, headers: { 'content-encoding': 'gzip' }, body: BOMB }),
  },
  {
    name: 'broken-gzip',
    title: 'announces gzip and sends something else',
    play: ({ socket }) => {
      const headers = { 'content-encoding': 'gzip' }
      writeAnswer(socket, { status: 200, headers, body: Buffer.from('{"plain":true}') })
    },
  },
  redirect('redirect-away', 'redirects to another host', () => 'http://elsewhere.invalid/'),
  redirect('redirect-loop', 'redirects to itself', ({ request }) => request.target),
  redirect('redirect-nowhere', 'redirects to no address', () => 'http://['),
  {
    name: 'header-flood',
    title: 'sends headers without an end',
    play: ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      return pour(socket, Buffer.from(`x-flood: ${'x'.repeat(1_000)}\r\n`), Infinity)
    },
  },
  {
    name: 'continue-flood',
    title: 'sends 103 Early Hints without an end',
    async play({ socket }) {
      // The pace of a slow network: without it the event loop, which the client shares, never
      // idles.
      while (!socket.destroyed) {
        socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(200))
        await wait(5)
      }
    },
  },
  {
    name: 'tls',
    title: 'speaks TLS on a plain port',
    play: ({ socket }) => void socket.end(Buffer.from('15030300020228', 'hex')),
  },
  {
    name: 'stale-connection',
    title: 'resets the connections that were open before, as one that was started anew',
    async play({ socket, right, isOld }) {
      if (isOld) socket.resetAndDestroy()
      else writeAnswer(socket, await right())
    },
  },
]

const JSON_TYPE = ['content-type', 'application/json'] as const
const CHUNKED = ['transfer-encoding', 'chunked'] as const

/** A fault that answers as usual, but with another body. */
export function body(
  name: string,
  title: string,
  change: (right: RightAnswer, stage: Stage) => string | Buffer,
): Fault {
  return {
    name,
    title,
    async play(stage) {
      const right = await stage.right()
      const changed = Buffer.from(change(right, stage))
      if (changed.equals(right.body)) stage.leave()
      writeAnswer(stage.socket, { ...right, body: changed })
    },
  }
}

function status(name: string, code: number, headers: Record<string, string> = {}): Fault {
  const suffix = headers['retry-after'] ? ` and Retry-After: ${headers['retry-after']}` : ''
  return {
    name,
    title: `answers status ${code}${suffix}`,
    play({ socket }) {
      // Answers of these statuses have no body.
      if (code === 204 || code === 304) socket.write(headOf(code, []))
      else writeAnswer(socket, { status: code, headers, body: Buffer.from('Sorry') })
    },
  }
}

function redirect(name: string, title: string, to: (stage: Stage) => string): Fault {
  return {
    name,
    title,
    play: (stage) =>
      writeAnswer(stage.socket, {
        status: 302,
        headers: { location: to(stage) },
        body: Buffer.from('Moved'),
      }),
  }
}

function rest({ 'content-length': _, ...headers }: Record<string, string>) {
  return Object.entries(headers)
}

async function drip({ socket, right }: Stage): Promise<void> {
  const { body: bytes } = await right()
  socket.write(headOf(200, [JSON_TYPE, ['content-length', `${bytes.length}`]]))
  let at = 0
  const timer = setInterval(() => {
    if (socket.destroyed || at >= bytes.length) clearInterval(timer)
    else socket.write(bytes.subarray(at, ++at))
  }, 1_000)
  socket.on('close', () => clearInterval(timer))
}

/** Writes the same bytes again and again, as fast as they are taken. */
async function pour(socket: Socket, bytes: Buffer, total: number): Promise<void> {
  let go = () => {}
  socket.on('drain', () => go())
  socket.on('close', () => go())
  for (let sent = 0; sent < total && !socket.destroyed; sent += bytes.length) {
    if (socket.write(bytes)) continue
    await new Promise<void>((resolve) => {
      go = resolve
      if (socket.destroyed) resolve()
    })
  }
}
