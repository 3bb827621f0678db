import { expect, test } from 'vitest'
import { requireRange } from './byte-range.ts'

const FILE = Buffer.from('0123456789')
const part = (contentRange: string | null, bytes: Uint8Array, status = 206) => ({
  status,
  headers: new Headers(contentRange === null ? {} : { 'content-range': contentRange }),
  bytes,
})

test('the requested part is returned, up to the end of the file', () => {
  const { bytes } = requireRange(part('bytes 2-4/10', FILE.subarray(2, 5)), { from: 2, to: 4 })
  expect(bytes.toString()).toBe('234')
  const last = requireRange(part('bytes 8-9/10', FILE.subarray(8)), { from: 8, to: 99 })
  expect(last.bytes.toString()).toBe('89')
})

test('a server without ranges sends the whole file, and the part is cut out of it', () => {
  const { status, headers, bytes } = requireRange(part(null, FILE, 200), { from: 7, to: 99 })
  expect(bytes.toString()).toBe('789')
  expect(status).toBe(206)
  expect(headers.get('content-range')).toBe('bytes 7-9/10')
  expect(() => requireRange(part(null, FILE, 200), { from: 10, to: 12 })).toThrow(
    'has no such part',
  )
})

test.each([
  ['another start', 'bytes 3-5/10', FILE.subarray(3, 6)],
  ['a shorter part that is not the end', 'bytes 2-3/10', FILE.subarray(2, 4)],
  ['fewer bytes than stated', 'bytes 2-4/10', FILE.subarray(2, 4)],
  ['more bytes than stated', 'bytes 2-4/10', FILE.subarray(2, 6)],
  ['no stated range', null, FILE.subarray(2, 5)],
  ['another unit', 'rows 2-4/10', FILE.subarray(2, 5)],
  ['several parts', null, FILE],
])('a part with %s is refused: it would be read as something else', (_, stated, bytes) => {
  expect(() => requireRange(part(stated, bytes), { from: 2, to: 4 })).toThrow(
    'another part of the file',
  )
})

test('a part that was not requested is refused, and other statuses are left to their reader', () => {
  expect(() => requireRange(part('bytes 0-1/10', FILE), undefined)).toThrow(
    'the whole was requested',
  )
  expect(requireRange(part(null, FILE, 404), { from: 0, to: 1 }).status).toBe(404)
  expect(requireRange(part(null, FILE, 200), undefined).bytes).toBe(FILE)
})
