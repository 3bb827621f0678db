import { expect, test } from 'vitest'
import { cacheControlOf, isUnchanged, rangeHolds, tagOf } from './conditional.ts'

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
    expect(cacheControlOf('b2', requested)).toBe('no-cache')
})

test('a tag names the bytes of a body', () => {
  expect(tagOf(Buffer.from('one'))).toBe(tagOf(Buffer.from('one')))
  expect(tagOf(Buffer.from('one'))).not.toBe(tagOf(Buffer.from('two')))
})
