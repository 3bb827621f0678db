import { expect, test } from 'vitest'
import { formatAgo, formatEdition, formatVintage } from './age.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2013', '2013, 13 years old'],
  ['2025', '2025, 1 year old'],
  ['2026', '2026, of this year'],
  ['2017 (us-atlas 3.0.1)', '2017 (us-atlas 3.0.1), 9 years old'],
  ['2017 (us-atlas 3.0.1); generated', '2017 (us-atlas 3.0.1), 9 years old; generated'],
  ['effective 1990 to 2004', 'effective 1990 to 2004, 22 years old'],
  ['generated', 'generated'],
  ['2031 draft', '2031 draft'],
  ['live', 'live'],
])('the vintage %s is shown as %s', (vintage, words) => {
  expect(formatVintage(vintage, NOW)).toBe(words)
})

test.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T12:00:05Z', 'just now'],
  ['2026-11-21T11:58:00Z', '2 minutes ago'],
  ['2026-11-21T11:00:00Z', '1 hour ago'],
  ['2026-11-19T12:00:00Z', '2 days ago'],
  ['2026-07-01T12:00:00Z', '4 months ago'],
  ['2013-01-01', '13 years ago'],
  ['some day', null],
])('%s was %s', (time, words) => expect(formatAgo(time, NOW)).toBe(words))

test('a live answer has the age of its request, an edition that of its year', () => {
  const live = { name: 'Weather', kind: 'live', retrieved_at: '2026-11-21T11:57:00Z' } as const
  expect(formatEdition(live, NOW)).toBe('live, queried 3 minutes ago')
  expect(formatEdition({ name: 'Roll', kind: 'archive', vintage: '2013' }, NOW)).toBe(
    'vintage 2013, 13 years old',
  )
  expect(formatEdition({ name: 'Roll', kind: 'archive' }, NOW)).toBe('vintage not stated')
})
