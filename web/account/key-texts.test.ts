import { expect, test } from 'vitest'
import { curlLine, formatDay, scopeName, slugOf } from './key-texts.ts'
import { startOf } from './pasted-key.ts'

const KEY = `sk_map_${'Ab1'.repeat(15)}x`

test('the command requests the point that the page shows, else the layers', () => {
  const line = (search: string) => curlLine('http://localhost:8080', KEY, search)
  expect(line('?at=29.98,-71.96&zoom=14')).toBe(
    `curl -H 'Authorization: Bearer ${KEY}' 'http://localhost:8080/api/v1/location?ll=29.98,-71.96&layers=parcel,flood'`,
  )
  expect(line('')).toContain("'http://localhost:8080/api/v1/layers'")
})

test.each(["?at=1,2'; rm -rf ~ #", '?at=1,2%0Acurl', '?at=1,2&at=x', '?at=$(id),2', '?at=1%272,3'])(
  'only two numbers of an address are copied into a command: %s',
  (search) => {
    const line = curlLine('http://localhost:8080', KEY, search)
    expect(line).toMatch(/^curl -H '[^']*' 'http:\/\/localhost:8080\/api\/v1\/[\w?=&.,-]*'$/)
  },
)

test('only the beginning of a key is shown', () => {
  expect(startOf(KEY)).toBe('sk_map_Ab1A…')
  expect(startOf('nonsense')).toBe('nons…')
})

test('a slug is of plain letters, whatever the name is', () => {
  expect(slugOf('Café Müller & Söhne, GmbH!')).toBe('cafe-muller-sohne-gmbh')
  expect(slugOf('東京')).toBe('')
  expect(slugOf('x'.repeat(100))).toHaveLength(40)
})

test('unknown scopes and dates are shown unchanged', () => {
  expect(scopeName('read:public')).toBe('read the map')
  expect(scopeName('constructor')).toBe('constructor')
  expect(formatDay('2026-11-21T12:00:00Z', 'en-GB')).toBe('21 Nov 2026')
  expect(formatDay('soon')).toBe('soon')
})
