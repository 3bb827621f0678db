import { expect, test } from 'vitest'
import { hideQueries, shownDatabase } from './shown-url.ts'

test.each([
  ['https://a.example/b.zip is there', 'https://a.example/b.zip is there'],
  ['https://me:secret@a.example/b.zip is there', 'https://a.example/b.zip is there'],
  [`https://a.example/q?where=COUNTY='X' AND A=1&token=secret`, 'https://a.example/q?...'],
  ['"url": "https://a.example/q?token=secret",', '"url": "https://a.example/q?...",'],
  ['to https://a.example/#token=secret', 'to https://a.example/?...'],
  ['https://a.example:port/?token=secret', 'a URL?...'],
])('%s is printed without what may be a secret', (text, shown) => {
  expect(hideQueries(text)).toBe(shown)
})

test('the address of a database is formatted without its password', () => {
  expect(shownDatabase('postgresql://plat:hunter2@db.example:5432/plat', 'DATABASE_URL')).toBe(
    'PostgreSQL db.example:5432/plat',
  )
  expect(shownDatabase('postgresql://[', 'DATABASE_URL')).toBe('PostgreSQL of DATABASE_URL')
})
