import { expect, test } from 'vitest'
import { CALLS_MAX, CallSlots } from './call-slots.ts'

test('of one account so many calls run at once, whatever they are; others are not held up', async () => {
  const slots = new CallSlots()
  let end = () => {}
  const wait = new Promise<string>((resolve) => {
    end = () => resolve('made')
  })
  const refuse = ({ code }: { code: string }) => code
  const running = Array.from({ length: CALLS_MAX }, () => slots.run('a', () => wait, refuse))
  expect(await slots.run('a', () => expect.unreachable(), refuse)).toBe('limit_exceeded')
  expect(await slots.run('b', async () => 'made', refuse)).toBe('made')
  end()
  expect(new Set(await Promise.all(running))).toEqual(new Set(['made']))
  expect(await slots.run('a', async () => 'made', refuse)).toBe('made')
})
