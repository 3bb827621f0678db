import { expect, test } from 'vitest'
import { openMessageKeys } from './message-key.ts'

const MESSAGE = { text: 'Add a room', model: 'architect-low', attachments: [] }

test('a message that is sent again has its key, and every other one its own', () => {
  let count = 0
  const keys = openMessageKeys((bytes) => new Uint8Array(bytes).fill(++count))
  const first = keys.keyFor(MESSAGE)
  expect(first).toBe('01'.repeat(16))
  expect(keys.keyFor({ ...MESSAGE })).toBe(first)
  const other = keys.keyFor({ ...MESSAGE, text: 'Add a door' })
  expect(other).not.toBe(first)
  keys.forget()
  expect(keys.keyFor({ ...MESSAGE, text: 'Add a door' })).not.toBe(other)
})
