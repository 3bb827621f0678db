import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { parcelKeyMaker } from './parcel-key.ts'

test('a key is the first 120 bits of an HMAC, in base32', () => {
  const secret = Buffer.from('a public secret of the sample')
  const keyOf = parcelKeyMaker(secret)
  for (const text of ['99001|R-1', '', 'ü'.repeat(3), 'x'.repeat(5000), '12086|30-1234-000-0010']) {
    const bits = [...createHmac('sha256', secret).update(text).digest()]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
    const expected = bits
      .slice(0, 120)
      .match(/.{5}/g)!
      .map((five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five, 2)])
      .join('')
    expect(keyOf(text)).toBe(`pk_${expected}`)
    expect(keyOf(text)).toMatch(/^pk_[a-z2-7]{24}$/)
  }
  expect(keyOf('99001|R-1')).toBe('pk_fz7marpugahqvgawytsu5yzp')
})

test('another secret gives another key', () => {
  expect(parcelKeyMaker(Buffer.from('a'))('x')).not.toBe(parcelKeyMaker(Buffer.from('b'))('x'))
})
