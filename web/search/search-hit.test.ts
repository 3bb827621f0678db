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
  expect(describeHit(HIT)).toBe('exact address')
  expect(describeHit({ ...HIT, precision: 'place', distance_m: 1_234 })).toBe('street, 1.2 km away')
  expect(describeHit({ ...HIT, type: 'zip', precision: 'place' })).toBe('ZIP code')
})

test('the location of a hit is the query of the service', () => {
  expect(locationRefOf(HIT)).toEqual({ address: '12 Main St' })
  expect(locationRefOf({ ...HIT, query: { parcel: 'pk_ab' } })).toEqual({ parcel: 'pk_ab' })
  expect(locationRefOf({ ...HIT, query: { ll: '1,2' } })).toEqual({ at: { lat: 1, lng: 2 } })
})

test.each([
  [0.4, '0 m'],
  [999, '999 m'],
  [1_000, '1.0 km'],
  [12_340, '12 km'],
])('%d metres are %s', (distance_m, words) => expect(formatDistance(distance_m)).toBe(words))
