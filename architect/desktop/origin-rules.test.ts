import { expect, test } from 'vitest'
import { OriginRules, RULED_ORIGINS_MAX, WAITING_ORIGINS_MAX } from './origin-rules.ts'

const PAGE = 'https://plat.example'

test('programs without an origin may send, pages only when they are allowed', () => {
  const rules = new OriginRules([PAGE])
  expect(rules.admit(null)).toBe(true)
  expect(rules.admit(PAGE)).toBe(true)
  expect(rules.admit('http://plat.example')).toBe(false)
  expect(rules.admit('https://plat.example:8443')).toBe(false)
  rules.revoke(PAGE)
  expect(rules.admit(PAGE)).toBe(false)
})

test('an unknown page waits once, until it is allowed or ignored', () => {
  const waited: string[] = []
  const rules = new OriginRules([], (origin) => void waited.push(origin))
  for (let look = 0; look < 3; look++) expect(rules.admit(PAGE)).toBe(false)
  expect(waited).toEqual([PAGE])
  rules.ignore(PAGE)
  expect([rules.admit(PAGE), rules.waitingOrigins()]).toEqual([false, []])
  rules.allow(PAGE)
  expect([rules.admit(PAGE), waited]).toEqual([true, [PAGE]])
})

test.each([
  'null',
  '',
  'file://',
  'https://',
  'https://plat.example/',
  'https://plat.example/path',
  'https://user@plat.example',
  'https://PLAT.example',
  'https://plat.example:123456',
  'https://plat.example\u0000',
  'ftp://plat.example',
])(
  '%j is not the origin of a page: it neither sends nor waits, also when it is allowed',
  (origin) => {
    const rules = new OriginRules([origin])
    expect(rules.admit(origin)).toBe(false)
    expect(rules.waitingOrigins()).toEqual([])
  },
)

test('the lists are bounded, and lose the oldest', () => {
  const rules = new OriginRules()
  const origins = Array.from({ length: 200 }, (_, at) => `http://page-${at}.example`)
  for (const origin of origins) rules.admit(origin)
  expect(rules.waitingOrigins()).toEqual(origins.slice(-WAITING_ORIGINS_MAX))
  for (const origin of origins) rules.allow(origin)
  expect(origins.filter((origin) => rules.isAllowed(origin))).toEqual(
    origins.slice(-RULED_ORIGINS_MAX),
  )
})
