import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { parseRange } from './byte-range.ts'

const LENGTH = 1_000

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-999', { start: 0, end: 999 }],
  ['bytes=0-5000', { start: 0, end: 999 }],
  ['bytes=999-', { start: 999, end: 999 }],
  ['bytes=-1', { start: 999, end: 999 }],
  ['bytes=-1000', { start: 0, end: 999 }],
  ['bytes=-99999999999999999999', { start: 0, end: 999 }],
  ['Bytes= 5-6 ', { start: 5, end: 6 }],
  [`bytes=0-${'9'.repeat(400)}`, { start: 0, end: 999 }],
])('%s is a part of a file of 1,000 bytes', (header, range) => {
  expect(parseRange(header, LENGTH)).toEqual(range)
})

test.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
  '%s lies outside of a file of 1,000 bytes',
  (header) => {
    expect(parseRange(header, LENGTH)).toBe('outside')
  },
)

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=5-4',
  'bytes=2000-1999',
  'bytes=a-b',
  'bytes=1.5-2',
  'bytes=0x1-2',
  'bytes=+1-2',
  'bytes=--5',
  'bytes=0-1,3-4',
  'bytes=0-1,',
  'bytes 0-1',
  'items=0-1',
  '0-1',
])('%s is ignored: the whole is never wrong', (header) => {
  expect(parseRange(header, LENGTH)).toBe('whole')
})

test('an empty file has no ranges', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-5'])
    expect(parseRange(header, 0)).toBe('outside')
})

test('20,000 odd headers: a range is inside the file and as requested', () => {
  const random = seededRandom(20_261_121)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const pieces = ['bytes', '=', '-', ',', ' ', '0', '7', '63', '64', '100', '-1', 'e', '\t', '9e9']
  const counts = { whole: 0, outside: 0, part: 0 }
  for (let i = 0; i < 20_000; i++) {
    const length = Math.floor(random() * 100)
    const tail = Array.from({ length: random() * 5 }, () => pick(pieces)).join('')
    const header = random() < 0.8 ? `bytes=${tail}` : tail
    const range = parseRange(header, length)
    if (typeof range === 'string') {
      counts[range]++
      continue
    }
    counts.part++
    expect(range.start).toBeGreaterThanOrEqual(0)
    expect(range.end).toBeGreaterThanOrEqual(range.start)
    expect(range.end).toBeLessThan(length)
    // Checks each byte against the text of the RFC.
    const [first, last] = header.trim().slice('bytes='.length).trim().split('-')
    const requested = (at: number) =>
      first === '' ? at >= length - Number(last) : at >= Number(first) && (!last || at <= +last)
    for (let at = 0; at < length; at++)
      expect(at >= range.start && at <= range.end, `${header} of ${length}, byte ${at}`).toBe(
        requested(at),
      )
  }
  // The random headers must reach all three outcomes.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100)
})
