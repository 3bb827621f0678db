import { expect, test } from 'vitest'
import { CODINGS, codingFor } from './content-coding.ts'

test.each([
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip, br;q=0.9', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['gzip;q=1.0, BR;q=0.1', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip;q=0.001', 'gzip'],
  ['*', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity, gzip', 'gzip'],
  ['identity, gzip;q=0.5', null],
  ['gzip;q=0, *', null],
  ['*;q=0', null],
  ['br;q=0', null],
  ['gzip;q=x', null],
  ['identity', null],
  ['deflate', null],
  ['', null],
  [undefined, null],
] as const)('Accept-Encoding: %s gets %s', (header, coding) => {
  expect(codingFor(header, CODINGS)).toBe(coding)
})

test('a coding that is not offered is never chosen', () => {
  for (const header of ['br', 'br, gzip;q=0']) expect(codingFor(header, ['gzip'])).toBeNull()
  expect(codingFor('gzip;q=0.1, br', ['gzip'])).toBe('gzip')
  expect(codingFor('br, gzip', [])).toBeNull()
})
