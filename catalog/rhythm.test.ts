import { expect, test } from 'vitest'
import type { Lock } from './lock.ts'
import { rhythmOf } from './rhythm.ts'
import { loadSources } from './source.ts'

const NOW = new Date('2026-11-27T12:00:00Z')

function lockOf(vintage: Partial<Lock['vintage']>, ...retrieved: string[]): Lock {
  const assets = retrieved.map((retrieved_at, i) => ({
    ...{ name: `${i}.zip`, url: 'https://example.org/', bytes: 1, sha256: 'a'.repeat(64) },
    retrieved_at,
  }))
  return { id: 'x', source: 'x', vintage: { label: 'x', ...vintage }, assets }
}

test('a copy is old a day after the promised interval, and its oldest part decides', () => {
  const lock = lockOf({}, '2026-11-20T00:00:00Z', '2026-10-27T12:00:00Z')
  expect(rhythmOf(lock, { cadence_days: 31 }, NOW)).toEqual({
    promised_days: 31,
    edition_days: null,
    copy_days: 31,
    is_old: false,
  })
  expect(rhythmOf(lock, { cadence_days: 30 }, NOW).is_old).toBe(true)
})

test('an old edition that was fetched today is old, by its last day', () => {
  const today = '2026-11-27T00:00:00Z'
  const old = lockOf({ from: '2020-01-01', to: '2025-06-30' }, today)
  expect(rhythmOf(old, { cadence_days: 366 }, NOW)).toMatchObject({
    edition_days: 515,
    copy_days: 0,
    is_old: true,
  })
  const running = lockOf({ from: '2020-01-01', to: '2026-12-31' }, today)
  expect(rhythmOf(running, { cadence_days: 366 }, NOW).is_old).toBe(false)
})

test('nothing is old by a promise that the source does not make', () => {
  const lock = lockOf({ from: '1990-01-01' }, '2000-01-01T00:00:00Z')
  expect(rhythmOf(lock, { cadence_days: null }, NOW).is_old).toBe(false)
})

test('an interval stands only where the text of the source promises one', async () => {
  for (const { id, cadence, cadence_days } of (await loadSources()).values()) {
    const promised = /^monthly\b/i.test(cadence)
      ? 31
      : /^yearly\b/i.test(cadence)
        ? 366
        : /^with each edition of the energy code, every three years/i.test(cadence)
          ? 1096
          : null
    expect(cadence_days, id).toBe(promised)
  }
})
