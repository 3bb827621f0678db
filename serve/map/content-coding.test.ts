import { expect, test } from 'vitest'
import { takesGzip } from './content-coding.ts'

test.each([
  'gzip',
  'gzip, deflate, br',
  'br;q=1.0, gzip;q=0.8',
  'GZIP',
  '*',
  'x-gzip',
  'gzip;q=0.001',
])('%s takes a tile in gzip', (header) => {
  expect(takesGzip(header)).toBe(true)
})

test.each([
  undefined,
  '',
  'identity',
  'br',
  'gzip;q=0',
  'gzip;q=0, *',
  '*;q=0',
  'gzip; q=0.0',
  'gzip;q=x',
])('%s gets plain bytes', (header) => {
  expect(takesGzip(header)).toBe(false)
})
