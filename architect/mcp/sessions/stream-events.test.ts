import { expect, test } from 'vitest'
import { EVENTS_BYTES_MAX, StreamEvents } from './stream-events.ts'

const answer = (characters: number) => ({
  jsonrpc: '2.0' as const,
  id: 1,
  result: { text: 'x'.repeat(characters) },
})

test('an event that is larger than all may be is not stored, and its stream is lost', async () => {
  const events = new StreamEvents()
  const first = await events.storeEvent('a', answer(10))
  const large = await events.storeEvent('a', answer(EVENTS_BYTES_MAX))
  expect([events.has(first), events.has(large), events.bytes]).toEqual([false, false, 0])
  const next = await events.storeEvent('b', answer(10))
  expect(events.has(next)).toBe(true)
})

test('small events, and long ids of requests, count with the memory that they take', async () => {
  const events = new StreamEvents()
  const ids: string[] = []
  for (let number = 0; number < 20_000; number++)
    ids.push(await events.storeEvent(`stream-${number}`, {} as never))
  expect(events.has(ids.at(-1)!)).toBe(true)
  expect(events.has(ids[0])).toBe(false)
  expect(events.bytes).toBeLessThanOrEqual(EVENTS_BYTES_MAX)
})
