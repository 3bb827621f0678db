import { describe, expect, test } from 'vitest'
import type { Lock, Vintage } from '../../catalog/lock.ts'
import { readSource } from '../../catalog/source.ts'
import {
  allSourcesOf,
  lockRecords,
  type Origin,
  retrievedAt,
  sourcesOf,
  timesOf,
} from './origin.ts'

const source = await readSource('fema-nfhl')
const republisher = await readSource('bangor-me-gis')

function lockOf(id: string, vintage: Partial<Vintage>, retrieved_at: string): Lock {
  const asset = { name: 'a.zip', url: 'by hand', bytes: 1, sha256: 'ab'.repeat(32), retrieved_at }
  return { id, source: source.id, vintage: { label: id, ...vintage }, assets: [asset] }
}

function originOf(vintage: Partial<Vintage>, retrieved = '2026-03-01T00:00:00Z'): Origin {
  return { source, lock: lockOf('a', vintage, retrieved), otherLocks: [], others: [] }
}

describe('when the data is of', () => {
  test('an edition from one date to another is a range of whole days', () => {
    const { times, are } = timesOf([originOf({ from: '2013-02-14', to: '2013-05-10' })])
    expect(times).toEqual({
      datetime: null,
      start_datetime: '2013-02-14T00:00:00Z',
      end_datetime: '2013-05-10T23:59:59Z',
    })
    expect(are).toBe('vintage')
  })

  test.each([{ from: '2006-08-16' }, { to: '2006-08-16' }])(
    'an edition of one date, $from$to, is an instant',
    (vintage) => {
      expect(timesOf([originOf(vintage)]).times).toEqual({ datetime: '2006-08-16T00:00:00Z' })
    },
  )

  test('an undated edition has the date of our copy, and is marked so', () => {
    expect(timesOf([originOf({})])).toEqual({
      times: { datetime: '2026-03-01T00:00:00Z' },
      are: 'retrieved_at',
    })
  })

  test('of several editions it is the dated ones from first to last', () => {
    const origins = [originOf({ to: '2022-03-24' }), originOf({}), originOf({ from: '2006-08-16' })]
    expect(timesOf(origins)).toEqual({
      times: {
        datetime: null,
        start_datetime: '2006-08-16T00:00:00Z',
        end_datetime: '2022-03-24T23:59:59Z',
      },
      are: 'vintage where stated',
    })
  })
})

test('our copy is as old as the oldest of its locks', () => {
  const origin = originOf({})
  const otherLocks = [lockOf('b', {}, '2025-01-01T00:00:00Z')]
  expect(retrievedAt([{ ...origin, otherLocks }])).toBe('2025-01-01T00:00:00Z')
  expect(lockRecords([{ ...origin, otherLocks }]).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('a republisher is behind the rows and is not their publisher', () => {
  const origins = [{ ...originOf({}), others: [republisher] }, originOf({})]
  expect(sourcesOf(origins)).toEqual([source])
  expect(allSourcesOf(origins)).toEqual([source, republisher])
})
