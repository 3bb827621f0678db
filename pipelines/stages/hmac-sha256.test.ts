import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmacSha256Maker } from './hmac-sha256.ts'

const hex = (words: Int32Array) =>
  Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')

test('it agrees with the HMAC of node for texts of every length up to five blocks', () => {
  const key = Buffer.from('a public secret of the sample')
  const digest = hmacSha256Maker(key, 100)
  for (let length = 0; length <= 320; length++) {
    const text = Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * 7) % 90))).join('')
    expect(hex(digest(text))).toBe(createHmac('sha256', key).update(text).digest('hex'))
  }
})

test('a long text before a short one leaves nothing behind, and texts need not be ASCII', () => {
  const key = Buffer.alloc(64, 0xa7)
  const digest = hmacSha256Maker(key, 100)
  for (const text of ['x'.repeat(100_000), 'R-1', 'ü'.repeat(50), '€'.repeat(3000), '🏡', ''])
    expect(hex(digest(text))).toBe(createHmac('sha256', key).update(text).digest('hex'))
})

test('RFC 4231, test cases 1 and 2', () => {
  const first = hmacSha256Maker(Buffer.alloc(20, 0x0b), 100)('Hi There')
  expect(hex(first)).toBe('b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7')
  const second = hmacSha256Maker(Buffer.from('Jefe'), 100)('what do ya want for nothing?')
  expect(hex(second)).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843')
})

test('a key longer than a block is refused', () => {
  expect(() => hmacSha256Maker(Buffer.alloc(65), 100)).toThrow('at most 64 bytes')
})
