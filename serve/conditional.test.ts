import { expect, test } from 'vitest'
import { cacheControlOf, hasAlready, rangeHolds, tagOf } from './conditional.ts'

test.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', '*', '"x,y" , "a"'])(
  'If-None-Match: %s has the bytes of "a" already',
  (header) => {
    expect(hasAlready(header, '"a"')).toBe(true)
  },
)

test.each([undefined, '', '"b"', 'a', '"a-gzip"', '"A"'])('If-None-Match: %s has not', (header) => {
  expect(hasAlready(header, '"a"')).toBe(false)
})

test('a range is cut from the file that If-Range names, and never by a date or a weak tag', () => {
  expect([rangeHolds(undefined, '"a"'), rangeHolds('"a"', '"a"')]).toEqual([true, true])
  for (const other of ['"b"', 'W/"a"', 'Sat, 21 Nov 2026 12:00:00 GMT', ''])
    expect(rangeHolds(other, '"a"')).toBe(false)
})

test('bytes are kept for good only under an address that names their own build', () => {
  expect(cacheControlOf('b2', 'b2')).toContain('immutable')
  for (const asked of [undefined, '', 'b1', 'b22'])
    expect(cacheControlOf('b2', asked)).toBe('no-cache')
})

test('a tag names the bytes of a body', () => {
  expect(tagOf(Buffer.from('one'))).toBe(tagOf(Buffer.from('one')))
  expect(tagOf(Buffer.from('one'))).not.toBe(tagOf(Buffer.from('two')))
})
