import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Turn } from '../turns/turn.ts'
import type { KnownTurn } from '../turns/turn-service.ts'

/**
 * Time between two signs of life: clients of `fetch` give up after 300 s without headers, proxies
 * after 60 s without a byte.
 */
export const BEAT_MS = 15_000
/** No proxy may change or hold back what is sent piece by piece. */
const PIECEWISE = {
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Answers about a turn have its id as that of the request. */
export function nameTurn(reply: FastifyReply, { id }: Pick<Turn, 'id'>): void {
  reply.header('x-request-id', id)
}

/** Sends the headers at once, blanks while the turn runs, then the JSON of what `answer` makes. */
export function sendWhenEnded(
  reply: FastifyReply,
  ended: (signal: AbortSignal) => Promise<KnownTurn>,
  answer: (known: KnownTurn) => unknown,
): FastifyReply {
  async function* pieces(): AsyncGenerator<string> {
    const left = new AbortController()
    try {
      const known = ended(left.signal)
      known.catch(() => {})
      yield ' '
      for (;;) {
        const first = await withBeat(known)
        if (first !== null) {
          yield JSON.stringify(answer(first))
          return
        }
        yield ' '
      }
    } finally {
      left.abort()
    }
  }
  return reply
    .headers(PIECEWISE)
    .type('application/json; charset=utf-8')
    .send(Readable.from(pieces()))
}

/**
 * The same, but the headers wait for the first sign of life: what has ended by then is returned by
 * `answer`, which may throw an error with a status of its own. What fails later is sent as `failed`
 * makes it, with the status of success.
 */
export async function sendSoon(
  reply: FastifyReply,
  ended: (signal: AbortSignal) => Promise<KnownTurn>,
  answer: (known: KnownTurn) => unknown,
  failed: (known: KnownTurn) => unknown,
): Promise<unknown> {
  const left = new AbortController()
  const leave = () => left.abort()
  reply.raw.once('close', leave)
  const known = ended(left.signal)
  known.catch(() => {})
  const soon = await withBeat(known)
  if (soon !== null) return answer(soon)
  return sendWhenEnded(
    reply,
    () => known,
    (late) => (late.turn.state === 'failed' ? failed(late) : answer(late)),
  )
}

/** Sends events as `text/event-stream`, with a comment where there is none for some time. */
export function sendEvents<Progress>(
  reply: FastifyReply,
  follow: (signal: AbortSignal) => AsyncGenerator<Progress>,
  eventsOf: (progress: Progress) => string[],
): FastifyReply {
  async function* pieces(): AsyncGenerator<string> {
    const left = new AbortController()
    const progress = follow(left.signal)
    try {
      let next = progress.next()
      for (;;) {
        const read = await withBeat(next)
        if (read === null) {
          yield ': keepalive\n\n'
          continue
        }
        if (read.done) return
        const events = eventsOf(read.value)
        if (events.length > 0) yield events.join('')
        next = progress.next()
      }
    } finally {
      left.abort()
      // One that waits ends by the abort, and one that has sent something by this.
      progress.return(undefined).catch(() => {})
    }
  }
  return reply
    .headers(PIECEWISE)
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(pieces()))
}

/** What the promise resolves to, or null after `BEAT_MS`. */
async function withBeat<T>(promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const beat = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), BEAT_MS)
  })
  try {
    return await Promise.race([promise, beat])
  } finally {
    clearTimeout(timer)
  }
}
