import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { collectStartGarbage } from './start-garbage.ts'

test('what the start of a thread has left is collected', async () => {
  const left = new WeakRef(Array.from({ length: 1000 }, (_, i) => ({ i })))
  await wait(1)
  expect(left.deref()).toBeDefined()
  collectStartGarbage(1)
  // A reference that was read lives until its task ends.
  await wait(50)
  await vi.waitFor(() => expect(left.deref()).toBeUndefined())
})
