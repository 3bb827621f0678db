import { expect, test } from 'vitest'
import {
  cacheControlOf,
  codedTag,
  isUnchanged,
  PRIVATE,
  rangeHolds,
  tagOf,
  weakened,
} from './conditional.ts'

test.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', '*', '"x,y" , "a"'])(
  'If-None-Match: %s has the bytes of "a" already',
  (header) => {
    expect(isUnchanged({ 'if-none-match': header }, '"a"')).toBe(true)
  },
)

test.each([undefined, '', '"b"', 'a', '"a-gzip"', '"A"'])('If-None-Match: %s has not', (header) => {
  expect(isUnchanged({ 'if-none-match': header }, '"a"')).toBe(false)
})

test.each([undefined, '"a"', '"b", "a"', '*'])('If-Match: %s names "a"', (header) => {
  expect(isUnchanged({ 'if-match': header }, '"a"')).toBe(false)
  expect(isUnchanged({ 'if-match': header, 'if-none-match': '"a"' }, '"a"')).toBe(true)
})

test.each(['', '"b"', 'a', 'W/"a"', '"a-gzip"', '"A"', 'Sat, 21 Nov 2026 12:00:00 GMT'])(
  'If-Match: %s does not, and comes before If-None-Match',
  (header) => {
    for (const more of [{}, { 'if-none-match': '"a"' }])
      expect(() => isUnchanged({ 'if-match': header, ...more }, '"a"')).toThrow(
        expect.objectContaining({ status: 412 }),
      )
  },
)

test('a range is served from the file that If-Range names, and never for a date or a weak tag', () => {
  expect([rangeHolds(null, '"a"'), rangeHolds('"a"', '"a"')]).toEqual([true, true])
  for (const other of ['"b"', 'W/"a"', 'Sat, 21 Nov 2026 12:00:00 GMT', ''])
    expect(rangeHolds(other, '"a"')).toBe(false)
})

test('bytes are cached forever only under an address that names their own build', () => {
  expect(cacheControlOf('b2', 'b2')).toContain('immutable')
  for (const requested of [undefined, '', 'b1', 'b22'])
    expect(cacheControlOf('b2', requested)).toBe('private, no-cache')
})

test('a tag names the bytes of a body', () => {
  expect(tagOf(Buffer.from('one'))).toBe(tagOf(Buffer.from('one')))
  expect(tagOf(Buffer.from('one'))).not.toBe(tagOf(Buffer.from('two')))
})

test('each coding of a body has its own tag', () => {
  expect(codedTag('"a"', null)).toBe('"a"')
  expect(codedTag('"a"', 'br')).toBe('"a-br"')
  expect(codedTag('"a"', 'gzip')).toBe('"a-gzip"')
})

test('a weak tag answers If-None-Match, also without its mark, and never If-Match', () => {
  const weak = weakened('"a"')
  for (const header of ['W/"a"', '"a"', '"b", W/"a"', '*'])
    expect(isUnchanged({ 'if-none-match': header }, weak), header).toBe(true)
  expect(isUnchanged({ 'if-none-match': 'W/"b"' }, weak)).toBe(false)
  for (const header of ['W/"a"', '"a"'])
    expect(() => isUnchanged({ 'if-match': header }, weak), header).toThrow(
      expect.objectContaining({ status: 412 }),
    )
  expect(isUnchanged({ 'if-match': '*' }, weak)).toBe(false)
})

test('answers for callers with a key are never stored by shared caches', () => {
  expect(PRIVATE).toMatch(/^private, /)
  expect(cacheControlOf('b2', 'b2')).toMatch(/^private, /)
})
