import { expect, test } from 'vitest'
import type { ChatTurn } from './chat-calls.ts'
import {
  announcementOf,
  endingText,
  formatCredits,
  optionMessage,
  shownSteps,
  stepsSummary,
} from './turn-text.ts'

const step = (number: number, kind: 'thinking' | 'call', text: string) => ({
  ...{ number, kind, text },
  ...{ at: '2026-11-20T09:00:00.000Z', credits: 0 },
})
const STEPS = [
  step(1, 'thinking', 'A room.'),
  step(2, 'call', 'create room: Kitchen'),
  step(3, 'thinking', 'Done.'),
]

const turn = (fields: Partial<ChatTurn>): ChatTurn =>
  ({
    state: 'completed',
    steps: STEPS,
    reply: 'Done.',
    reason: null,
    error: null,
    ...fields,
  }) as ChatTurn

test('the reply is not a step as well', () => {
  expect(shownSteps(turn({})).map(({ number }) => number)).toEqual([1, 2])
  expect(stepsSummary(turn({}), false)).toBe('2 steps')
  expect(stepsSummary(turn({ steps: STEPS.slice(0, 1) }), false)).toBe('1 step')
})

test('a live turn shows what it does, and a queued one why it waits', () => {
  const running = (steps: ChatTurn['steps']) =>
    stepsSummary(turn({ state: 'in_progress', reply: null, steps }), false)
  expect(running([])).toBe('Working')
  expect(running(STEPS.slice(0, 1))).toBe('Thinking')
  expect(running(STEPS.slice(0, 2))).toBe('Working: create room: Kitchen')
  expect(stepsSummary(turn({ state: 'queued', steps: [] }), true)).toBe(
    'Waiting for an earlier message',
  )
  expect(stepsSummary(turn({ state: 'queued', steps: [] }), false)).toBe('Waiting to start')
})

test('an ending that is not usual has its reason', () => {
  expect(endingText(turn({}))).toBe('')
  expect(endingText(turn({ state: 'cancelled' }))).toBe('Stopped.')
  expect(endingText(turn({ state: 'incomplete', reason: 'max_credits' }))).toBe(
    'Not finished: its limit of credits was reached.',
  )
  const error = { code: 'model_failed', message: 'The model failed.' }
  expect(endingText(turn({ state: 'failed', error }))).toBe('Failed. The model failed.')
})

test('announcements have the person or the reply, and end', () => {
  const input = { text: 'Add a room', images: [], files: [] }
  const author = { id: 'p1', name: 'Ada' }
  expect(announcementOf(turn({ state: 'queued', author, input }))).toBe('Ada: Add a room')
  expect(announcementOf(turn({ state: 'queued', author: null, input }))).toBe(
    'Deleted account: Add a room',
  )
  expect(announcementOf(turn({ reply: 'x'.repeat(2_000) })).length).toBeLessThan(500)
  const question = { text: 'On which side?', options: ['North', 'East'] }
  expect(announcementOf(turn({ question }))).toBe('Architect: On which side?, North, East')
})

test('an option that is a number itself is chosen by its place', () => {
  const options = ['North', '3', '1.']
  expect(options.map((_, at) => optionMessage(options, at))).toEqual(['North', '2', '3'])
})

test('credits have the places that people read', () => {
  expect([0.105, 1, 2.345, 1234.5].map(formatCredits)).toEqual([
    '0.105 credits',
    '1 credit',
    '2.35 credits',
    '1,234.5 credits',
  ])
})
