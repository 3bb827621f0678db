import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { BASE62 } from '../random-text.ts'
import { hashOf, makeKey, prefixOf, startOf } from './key-format.ts'

test('a key is its prefix, 40 random characters and 6 of a checksum, and no two are alike', () => {
  const keys = Array.from({ length: 200 }, () => makeKey('sk_map_'))
  for (const key of keys) {
    expect(key).toMatch(/^sk_map_[0-9A-Za-z]{46}$/)
    expect(prefixOf(key)).toBe('sk_map_')
  }
  expect(new Set(keys).size).toBe(200)
})

test('the characters of keys are all of base 62, and none far likelier than others', () => {
  const counts = new Map<string, number>()
  for (let i = 0; i < 500; i++)
    for (const character of makeKey('sk_map_').slice(7, 47))
      counts.set(character, (counts.get(character) ?? 0) + 1)
  // 20,000 characters: 323 of each are expected, and 8 standard deviations are 143.
  for (const character of BASE62) expect(Math.abs(counts.get(character)! - 323)).toBeLessThan(143)
})

test('one wrong character, wherever it is, makes a key none', () => {
  const random = seededRandom(7)
  const key = makeKey('sk_arch_')
  for (let at = 0; at < key.length; at++) {
    const others = [...BASE62].filter((each) => each !== key[at])
    const wrong =
      key.slice(0, at) + others[Math.floor(random() * others.length)] + key.slice(at + 1)
    expect(prefixOf(wrong)).toBeNull()
  }
})

test.each([
  ['nothing', ''],
  ['a cut key', makeKey('sk_map_').slice(0, -1)],
  ['a longer one', `${makeKey('sk_map_')}0`],
  ['one with a line after it', `${makeKey('sk_map_')}\n`],
  ['another prefix over the same rest', makeKey('sk_map_').replace('map', 'arch')],
  ['letters of another alphabet', `sk_map_${'é'.repeat(46)}`],
  ['a long text', 'sk_map_'.repeat(10_000)],
])('%s is not a key', (_what, text) => expect(prefixOf(text)).toBeNull())

test('the stored hash is the SHA-256 of the whole key, and four characters are shown', () => {
  const key = makeKey('sk_map_')
  expect(Buffer.from(hashOf(key), 'base64url')).toEqual(createHash('sha256').update(key).digest())
  expect(startOf(key, 'sk_map_')).toBe(key.slice(0, 11))
})
