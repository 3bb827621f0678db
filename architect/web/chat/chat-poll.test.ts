import { expect, test } from 'vitest'
import { delay_ms } from './chat-poll.ts'

test('requests that fail become rarer', () => {
  expect([0, 1, 3, 20].map((failures) => delay_ms('live', failures))).toEqual([
    1_000, 2_000, 8_000, 60_000,
  ])
  expect(delay_ms('idle', 0)).toBe(5_000)
})
