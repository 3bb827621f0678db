import { expect, test } from 'vitest'
import { likelyParameter } from './parameter-synonyms.ts'

const LOCATION = ['lat', 'lng', 'll', 'address', 'parcel', 'layers', 'include_geometry']
const SEARCH = ['q', 'types', 'limit', 'near']
const PARCELS = ['bbox', 'county', 'zip', 'use_code', 'limit', 'cursor', 'include_geometry']

test.each([
  ['lon', 'lng'],
  ['long', 'lng'],
  ['longitude', 'lng'],
  ['Longitude', 'lng'],
  ['latitude', 'lat'],
  ['LAT', 'lat'],
  ['q', 'address'],
  ['zip', 'address'],
  ['latlng', 'll'],
  ['sections', 'layers'],
  ['layer', 'layers'],
  ['includeGeometry', 'include_geometry'],
  ['include-geometry', 'include_geometry'],
  ['adress', 'address'],
])('%s of a location is probably %s', (name, meant) => {
  expect(likelyParameter(name, LOCATION)).toBe(meant)
})

test('each route suggests a parameter of its own', () => {
  expect(likelyParameter('lat', SEARCH)).toBe('near')
  expect(likelyParameter('query', SEARCH)).toBe('q')
  expect(likelyParameter('zipcode', PARCELS)).toBe('zip')
  expect(likelyParameter('fips', PARCELS)).toBe('county')
  expect(likelyParameter('page', PARCELS)).toBe('cursor')
  expect(likelyParameter('lon', [])).toBeNull()
})

test('nothing is suggested for other names, also not those of every object', () => {
  for (const name of ['colour', 'constructor', '__proto__', 'toString', ''])
    expect(likelyParameter(name, LOCATION), name).toBeNull()
})
