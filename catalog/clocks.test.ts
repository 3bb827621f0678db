import { expect, test } from 'vitest'
import { clocksOf, copyAge, dataAge } from './clocks.ts'
import { readLock } from './lock.ts'

const DAY = new Date('2026-11-20T12:00:00Z')

test('an old map fetched today is an old map: the two clocks are separate', async () => {
  const lock = await readLock('hudson-nj-nfhl-20060816')
  expect(clocksOf(lock, new Date('2026-11-21T00:00:00Z'))).toEqual({
    data: 'edition 34017C of 2006-08-16, 20 years old',
    copy: 'copy taken 2026-11-20, less than a day old',
  })
})

test('an edition without a date has no age', () => {
  expect(dataAge({ label: 'generated' }, DAY)).toBe('edition generated, date not stated')
})

test('an edition of several dates is as old as its last', () => {
  const vintage = { label: '2013', from: '2013-02-14', to: '2013-05-10' }
  expect(dataAge(vintage, DAY)).toBe('edition 2013 (2013-02-14 to 2013-05-10), 13 years old')
})

test('ages are whole days, then whole months, then whole years', () => {
  expect(copyAge('2026-11-19T11:00:00Z', DAY)).toContain('1 day old')
  expect(copyAge('2026-10-01T00:00:00Z', DAY)).toContain('50 days old')
  expect(copyAge('2026-08-21T00:00:00Z', DAY)).toContain('2 months old')
  expect(copyAge('2024-11-21T00:00:00Z', DAY)).toContain('23 months old')
  expect(copyAge('2024-11-20T00:00:00Z', DAY)).toContain('2 years old')
  expect(copyAge('2027-01-01T00:00:00Z', DAY)).toContain('dated after this day')
})
