import { expect, test } from 'vitest'
import type { SearchResults } from '../../serve/schemas/search.ts'
import { describeHit, formatDistance, locationRefOf } from './search-hit.ts'

type Hit = SearchResults['data'][number]
const HIT: Hit = {
  object: 'search_result',
  type: 'address',
  label: '12 Main St',
  precision: 'rooftop',
  point: { lat: 1, lng: 2 },
  query: { address: '12 Main St' },
  links: { dossier: '' },
}

test('a hit names its kind, its precision and its distance', () => {
  expect(describeHit(HIT, 'us')).toBe('exact address')
  const street = { ...HIT, precision: 'place' as const, distance_m: 1_234 }
  expect(describeHit(street, 'metric')).toBe('street, 1.2 km away')
  expect(describeHit(street, 'us')).toBe('street, 0.8 mi away')
  expect(describeHit({ ...HIT, type: 'zip', precision: 'place' }, 'us')).toBe('ZIP code')
})

test('the location of a hit is the query of the service', () => {
  expect(locationRefOf(HIT)).toEqual({ address: '12 Main St' })
  expect(locationRefOf({ ...HIT, query: { parcel: 'pk_ab' } })).toEqual({ parcel: 'pk_ab' })
  expect(locationRefOf({ ...HIT, query: { ll: '1,2' } })).toEqual({ at: { lat: 1, lng: 2 } })
})

test.each([
  [0.4, '0 m', '1 ft'],
  [300, '300 m', '984 ft'],
  [999, '999 m', '0.6 mi'],
  [1_000, '1.0 km', '0.6 mi'],
  [12_340, '12 km', '7.7 mi'],
  [2_000_000, '2,000 km', '1,243 mi'],
])('%d metres are %s or %s', (distance_m, metric, us) => {
  expect(formatDistance(distance_m, 'metric')).toBe(metric)
  expect(formatDistance(distance_m, 'us')).toBe(us)
})
