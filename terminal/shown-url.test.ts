import { expect, test } from 'vitest'
import { hideQueries } from './shown-url.ts'

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
