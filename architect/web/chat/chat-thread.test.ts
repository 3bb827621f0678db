import { expect, test } from 'vitest'
import type { ChatTurn } from './chat-calls.ts'
import {
  endedBetween,
  liveTurns,
  threadOf,
  waitingTurn,
  withEarlier,
  withNews,
} from './chat-thread.ts'

const AT = '2026-11-20T09:00:00.000Z'

function turnOf(id: string, fields: Partial<ChatTurn> = {}): ChatTurn {
  return {
    id,
    at: AT,
    endedAt: null,
    state: 'completed',
    author: { id: 'p1', name: 'Ada' },
    canCancel: false,
    model: 'architect',
    effort: 'medium',
    input: { text: 'Add a room', images: [], files: [] },
    steps: [],
    reply: 'Done.',
    question: null,
    credits: { spent: 1 },
    reason: null,
    error: null,
    version: null,
    ...fields,
  }
}

const step = (number: number, text = `line ${number}`) =>
  ({ number, kind: 'call', text, at: AT, credits: 0 }) as const
const idsOf = (turns: readonly ChatTurn[]) => turns.map(({ id }) => id)
const pageOf = (turns: ChatTurn[], nextBefore?: string) => ({
  ...{ turns, after: 'a1', answeredBy: 'model' as const },
  ...(nextBefore !== undefined && { nextBefore }),
})

test('the thread begins with the first turn, and grows at both ends', () => {
  const latest = threadOf(pageOf([turnOf('3'), turnOf('2')], 'b1'))
  expect([idsOf(latest.turns), latest.before]).toEqual([['2', '3'], 'b1'])
  const whole = withEarlier(latest, pageOf([turnOf('2'), turnOf('1')]))
  expect([idsOf(whole.turns), whole.before, whole.after]).toEqual([['1', '2', '3'], null, 'a1'])
  const next = withNews(whole, { turns: [turnOf('3'), turnOf('4')], after: 'a2' })
  expect([idsOf(next.turns), next.after]).toEqual([['1', '2', '3', '4'], 'a2'])
})

test('new steps join those that are known, and one of the same number replaces it', () => {
  const running = turnOf('1', { state: 'in_progress', steps: [step(1), step(2, 'draft')] })
  const thread = threadOf(pageOf([running]))
  const news = turnOf('1', { state: 'in_progress', steps: [step(2, 'whole'), step(3)] })
  const [turn] = withNews(thread, { turns: [news], after: 'a2' }).turns
  expect(turn.steps.map(({ text }) => text)).toEqual(['line 1', 'whole', 'line 3'])
  const ended = withNews(thread, { turns: [turnOf('1')], after: 'a3' })
  expect(ended.turns[0].steps).toHaveLength(2)
  expect(liveTurns(thread)).toHaveLength(1)
  expect(idsOf(endedBetween(thread, ended))).toEqual(['1'])
  expect(endedBetween(ended, ended)).toEqual([])
})

test('a turn that has begun and ended between two requests has ended too', () => {
  const thread = threadOf(pageOf([turnOf('1')]))
  const next = withNews(thread, { turns: [turnOf('1'), turnOf('2')], after: 'a2' })
  expect(idsOf(endedBetween(thread, next))).toEqual(['2'])
})

test('a question waits until a later turn answers it', () => {
  const asking = turnOf('1', { question: { text: 'Where?', options: ['North'] } })
  const waiting = (...turns: ChatTurn[]) => waitingTurn({ turns: [asking, ...turns] })?.id
  expect(waiting()).toBe('1')
  expect(waiting(turnOf('2', { state: 'failed' }))).toBe('1')
  expect(waiting(turnOf('2', { state: 'cancelled' }))).toBe('1')
  expect(waiting(turnOf('2', { state: 'queued' }))).toBeUndefined()
  expect(waiting(turnOf('2'))).toBeUndefined()
})
