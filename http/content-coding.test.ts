import { expect, test } from 'vitest'
import { acceptsBrotli, acceptsGzip } from './content-coding.ts'

test.each([
  'gzip',
  'gzip, deflate, br',
  'br;q=1.0, gzip;q=0.8',
  'GZIP',
  '*',
  'x-gzip',
  'gzip;q=0.001',
])('%s takes a tile in gzip', (header) => {
  expect(acceptsGzip(header)).toBe(true)
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
  expect(acceptsGzip(header)).toBe(false)
})

test('Brotli is used only where the client names it', () => {
  for (const header of ['br', 'gzip, deflate, br', 'gzip;q=1.0, BR;q=0.1'])
    expect(acceptsBrotli(header)).toBe(true)
  for (const header of [undefined, '', '*', 'gzip', 'br;q=0'])
    expect(acceptsBrotli(header)).toBe(false)
})
