import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { FUZZ_SEED } from '../tests/fuzz-seed.ts'
import { jsonMembers, jsonPieces } from './json-pieces.ts'

const points = (count: number) => Array.from({ length: count }, (_, i) => [i / 7, -i / 3])
const many = (count: number, make: (i: number) => unknown) =>
  Array.from({ length: count }, (_, i) => make(i))

/** Values of every kind, some of which JSON leaves out or writes as null. */
function randomValue(random: () => number, depth: number): unknown {
  const kind = Math.floor(random() * (depth > 0 ? 12 : 9))
  const isLong = random() < 0.02
  const length = isLong ? 9_000 : Math.floor(random() * 5)
  const below = isLong ? 0 : depth - 1
  if (kind === 0) return undefined
  if (kind === 1) return null
  if (kind === 2) return random() < 0.5
  if (kind === 3) return random() < 0.1 ? Number.NaN : -0
  if (kind === 4) return new Date(1e12 * random())
  if (kind === 5) return '"\\\u2028\ud800 text\n'.slice(Math.floor(random() * 5))
  if (kind === 6) return () => 1
  if (kind < 9) return (random() - 0.5) * 1e9
  if (kind < 11) return many(length, () => randomValue(random, below))
  return Object.fromEntries(
    many(length, (i) => [`k"${i}`, randomValue(random, below)]) as [string, unknown][],
  )
}

test.each([
  ['nothing', {}],
  ['an empty list', []],
  ['one large ring', { coordinates: [points(30_000)] }],
  [
    'many small features',
    { type: 'x', features: many(5_000, (i) => ({ id: i, ring: points(20) })), limit: 5_000 },
  ],
  [
    'large among small',
    { features: [1, { ring: points(9_000) }, 2, { ring: points(20_000) }, null, undefined] },
  ],
  [
    'values without a JSON form',
    { a: undefined, b: () => 1, c: many(20_000, () => undefined), d: Symbol('d') },
  ],
  [
    'values with toJSON',
    { at: { toJSON: () => 'text' }, gone: { toJSON: () => undefined }, l: points(9_000) },
  ],
  [
    'an object of 20,000 names',
    Object.fromEntries(many(20_000, (i) => [`n${i}`, i]) as [string, number][]),
  ],
])('pieces make the text of JSON.stringify: %s', (_what, value) => {
  expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
})

test('pieces make the text of JSON.stringify: random values', () => {
  const random = seededRandom(FUZZ_SEED)
  for (let i = 0; i < 100; i++) {
    const value = { a: randomValue(random, 4), b: many(9_000, (n) => n), c: randomValue(random, 4) }
    expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
  }
})

test('no piece is longer than others may wait, and small values are one', () => {
  const value = {
    features: [{ ring: points(50_000) }, ...many(5_000, (i) => ({ ring: points(8), i }))],
  }
  const pieces = [...jsonPieces(value)]
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000)
  expect(pieces.length).toBeGreaterThan(10)
  expect([...jsonPieces({ a: points(100) })]).toHaveLength(1)
})

test('the pieces of a member have its name, and all of them are the whole text', () => {
  const value = { at: '12:00', none: undefined, data: [points(30_000), { at: 1 }], id: 7 }
  const pieces = [...jsonMembers(value)]
  expect(pieces.map(({ text }) => text).join('')).toBe(JSON.stringify(value))
  const lasting = pieces.filter(({ member }) => member !== 'at' && member !== 'id')
  const { data } = value
  expect(lasting.map(({ text }) => text).join('')).toBe(`,${JSON.stringify({ data }).slice(1)}`)
  expect([...jsonMembers({})]).toEqual([{ text: '{}', member: null }])
})
