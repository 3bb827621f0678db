import { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { endedTurn } from '../../tests/turns/random-turn.ts'
import type { KnownTurn } from '../turns/turn-service.ts'
import { sendEvents, sendSoon, sendWhenEnded } from './turn-answer.ts'

const BEAT_MS = 15_000
const COMPLETED: KnownTurn = {
  turn: { ...endedTurn(seededRandom(1), []), state: 'completed', reply: 'Done.' },
  steps: [],
}
const FAILED: KnownTurn = { ...COMPLETED, turn: { ...COMPLETED.turn, state: 'failed' } }

/** What is sent through a reply: headers and pieces of the body as they come. */
class SentReply {
  readonly headers: Record<string, string> = {}
  readonly raw = new EventEmitter()
  readonly pieces: string[] = []
  isSent = false
  /** Pieces after which the client leaves. */
  most = Number.POSITIVE_INFINITY
  /** Resolves at the end of the body. */
  whole: Promise<void> = Promise.resolve()

  get reply(): FastifyReply {
    const reply = {
      raw: this.raw,
      headers: (added: Record<string, string>) => {
        Object.assign(this.headers, added)
        return reply
      },
      type: () => reply,
      send: (body: Readable) => {
        this.isSent = true
        this.whole = (async () => {
          for await (const piece of body) {
            this.pieces.push(`${piece}`)
            if (this.pieces.length === this.most) break
          }
        })()
        this.whole.catch(() => {})
        return reply
      },
    }
    return reply as unknown as FastifyReply
  }
}

describe('answers about turns that run', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const answer = ({ turn }: KnownTurn) => ({ status: turn.state })
  const beat = async () => {
    await vi.advanceTimersByTimeAsync(BEAT_MS)
    await new Promise((resolve) => setImmediate(resolve))
  }

  test('send a blank at once and every 15 s, and JSON is JSON all the same', async () => {
    const sent = new SentReply()
    const ended = Promise.withResolvers<KnownTurn>()
    sendWhenEnded(sent.reply, () => ended.promise, answer)
    await beat()
    await beat()
    expect(sent.pieces).toEqual([' ', ' ', ' '])
    expect(sent.headers['cache-control']).toContain('no-transform')
    ended.resolve(COMPLETED)
    await sent.whole
    expect(JSON.parse(sent.pieces.join(''))).toEqual({ status: 'completed' })
  })

  test('as events have a comment every 15 s in which there is none', async () => {
    const sent = new SentReply()
    const { promise, resolve } = Promise.withResolvers<void>()
    async function* follow() {
      yield 'one'
      await promise
      yield 'two'
    }
    sendEvents(sent.reply, follow, (text) => [`data: ${text}\n\n`])
    await beat()
    await beat()
    expect(sent.pieces).toEqual(['data: one\n\n', ': keepalive\n\n', ': keepalive\n\n'])
    resolve()
    await sent.whole
    expect(sent.pieces.at(-1)).toBe('data: two\n\n')
  })

  test('as events are followed no longer once the client has left between two of them', async () => {
    const sent = new SentReply()
    const ended = Promise.withResolvers<void>()
    async function* follow() {
      try {
        for (;;) yield 'one'
      } finally {
        ended.resolve()
      }
    }
    sent.most = 1
    sendEvents(sent.reply, follow, (text) => [`data: ${text}\n\n`])
    await sent.whole
    await ended.promise
    expect(sent.pieces).toEqual(['data: one\n\n'])
  })

  describe('with a status that waits for 15 s', () => {
    const failed = () => ({ error: { code: 'turn_failed' } })
    const throwing = (known: KnownTurn) => {
      if (known.turn.state === 'failed') throw new Error('a status of its own')
      return answer(known)
    }

    test('have one of their own where the turn fails before', async () => {
      const sent = new SentReply()
      const result = sendSoon(sent.reply, async () => FAILED, throwing, failed)
      await expect(result).rejects.toThrow('a status of its own')
      expect(sent.isSent).toBe(false)
      const soon = sendSoon(new SentReply().reply, async () => COMPLETED, throwing, failed)
      expect(await soon).toEqual({ status: 'completed' })
    })

    test('have an error in the body where it fails later', async () => {
      const sent = new SentReply()
      const ended = Promise.withResolvers<KnownTurn>()
      const result = sendSoon(sent.reply, () => ended.promise, throwing, failed)
      await beat()
      await result
      expect(sent.isSent).toBe(true)
      ended.resolve(FAILED)
      await sent.whole
      expect(JSON.parse(sent.pieces.join(''))).toEqual(failed())
    })

    test('stop to follow the turn when the client leaves', async () => {
      const sent = new SentReply()
      let signal: AbortSignal | null = null
      const follow = (given: AbortSignal) => {
        signal = given
        return new Promise<KnownTurn>(() => {})
      }
      void sendSoon(sent.reply, follow, throwing, failed)
      expect(signal).toMatchObject({ aborted: false })
      sent.raw.emit('close')
      expect(signal).toMatchObject({ aborted: true })
    })
  })
})
