import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../../tests/fuzz-seed.ts'
import { endedTurn, LINKS, randomSteps, splitSteps } from '../../../tests/turns/random-turn.ts'
import type { Step, Turn } from '../turn.ts'
import { ChatChunks } from './chat-chunks.ts'
import { chatCompletion } from './chat-completion.ts'

const ROUNDS = 60

// biome-ignore lint/suspicious/noExplicitAny: chunks of many shapes
type Chunks = any[]

const FAILED = { error: { code: 'turn_failed', message: 'The model failed.' } }

function chunksOf(turn: Turn, parts: readonly Step[][], hasUsage = false): Chunks {
  const chunks = new ChatChunks(turn, { hasUsage, links: LINKS, errorOf: () => FAILED })
  const first = chunks.next({ ...turn, state: 'queued' }, [])
  const before = parts
    .slice(0, -1)
    .flatMap((part) => chunks.next({ ...turn, state: 'running' }, part))
  return [...first, ...before, ...chunks.next(turn, parts.at(-1) ?? [])]
}

const joined = (chunks: Chunks, field: string): string =>
  chunks.map(({ choices }) => choices[0]?.delta[field] ?? '').join('')

describe('chunks of random turns', () => {
  const random = seededRandom(FUZZ_SEED, 'chunks of turns')
  const turns = Array.from({ length: ROUNDS }, () => {
    const steps = randomSteps(random)
    return { turn: endedTurn(random, steps), steps }
  })
  const whole = turns.filter(({ turn }) => turn.state !== 'failed')

  test('are together the completion, in whatever parts the steps are read', () => {
    for (const { turn, steps } of whole) {
      const chunks = chunksOf(turn, splitSteps(random, steps))
      const { choices, id, metadata } = chatCompletion(turn, steps, LINKS)
      const [{ message, finish_reason }] = choices
      expect(chunks[0].choices[0].delta).toEqual({ role: 'assistant', content: '' })
      expect(joined(chunks, 'content')).toBe(message.content)
      expect(joined(chunks, 'reasoning_content')).toBe(message.reasoning_content ?? '')
      expect(new Set(chunks.map((chunk) => chunk.id))).toEqual(new Set([id]))
      const reasons = chunks.map((chunk) => chunk.choices[0].finish_reason)
      expect(reasons.filter(Boolean)).toEqual([finish_reason])
      expect(chunks.at(-1)).toMatchObject({ choices: [{ delta: {}, finish_reason }], metadata })
      expect(chunks.some((chunk) => 'usage' in chunk)).toBe(false)
    }
  })

  test('end with the usage where that is requested, and the official client adds them up', async () => {
    for (const { turn, steps } of whole) {
      const chunks = chunksOf(turn, splitSteps(random, steps), true)
      const { choices, usage, ...fields } = chatCompletion(turn, steps, LINKS)
      expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true)
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage })
      const lines = chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('')
      const stream = ChatCompletionStream.fromReadableStream(new Blob([lines]).stream())
      const { system_fingerprint: _, ...shown } = fields
      expect(await stream.finalChatCompletion()).toMatchObject({
        ...shown,
        usage,
        choices: [
          {
            message: { role: 'assistant', content: choices[0].message.content },
            finish_reason: choices[0].finish_reason,
          },
        ],
      })
    }
  })

  test('of a turn that has failed end with its error alone', () => {
    const { turn, steps } = turns[0]
    const failed = { ...turn, state: 'failed' as const, error: { code: 'x', message: 'y' } }
    const chunks = chunksOf(failed, [steps], true)
    expect(chunks.at(-1)).toEqual(FAILED)
    expect(chunks.slice(0, -1).every((chunk) => chunk.choices[0].finish_reason === null)).toBe(true)
  })

  test('of a turn that goes on name the turn to read, and do not end it', () => {
    const { turn, steps } = turns[0]
    const running = { ...turn, state: 'running' as const, reply: null }
    const shown = { hasUsage: false, links: LINKS, errorOf: () => FAILED }
    const chunks = new ChatChunks(running, shown)
    chunks.next(running, steps)
    const last: Chunks = chunks.last(running)
    expect(joined(last, 'content')).toContain(`GET /v1/responses/${turn.id}`)
    expect(last.at(-1).choices[0].finish_reason).toBe('length')
    const { choices } = chatCompletion(running, steps, LINKS)
    expect(choices[0]).toMatchObject({
      message: { content: joined(last, 'content') },
      finish_reason: 'length',
    })
  })
})

test('a turn that ended without a reply states how it ended', () => {
  const random = seededRandom(FUZZ_SEED, 'turns without a reply')
  const turn = { ...endedTurn(random, []), reply: '' }
  const contentOf = (state: Turn['state'], reason: string | null) =>
    chatCompletion({ ...turn, state, reason }, [], LINKS).choices[0]
  expect(contentOf('cancelled', null)).toMatchObject({
    message: { content: 'The turn was cancelled.', reasoning_content: null },
    finish_reason: 'length',
  })
  expect(contentOf('incomplete', 'follow_timeout').message.content).toBe(
    'The turn was stopped: follow_timeout.',
  )
})
