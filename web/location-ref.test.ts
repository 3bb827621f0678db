import { expect, test } from 'vitest'
import { dossierPath, isSameLocation, parsePoint } from './location-ref.ts'

test('each kind of location has its own parameter', () => {
  expect(dossierPath({ at: { lat: 29.98630094, lng: -71.9643746 } })).toBe(
    '/v1/location?ll=29.9863009,-71.9643746',
  )
  expect(dossierPath({ parcel: 'pk_ab' }, { layers: 'elevation' })).toBe(
    '/v1/location?parcel=pk_ab&layers=elevation',
  )
})

test('special characters of an address are encoded, also for quotes of a shell', () => {
  const path = dossierPath({ address: "1 O'Neil St & 2nd #4" })
  expect(path).toBe('/v1/location?address=1%20O%27Neil%20St%20%26%202nd%20%234')
  expect(new URLSearchParams(path.split('?')[1]).get('address')).toBe("1 O'Neil St & 2nd #4")
})

test.each([
  ['44.8,-68.77', { lat: 44.8, lng: -68.77 }],
  [' +1 , 2. ', { lat: 1, lng: 2 }],
  ['90,180', { lat: 90, lng: 180 }],
  ['90.1,0', null],
  ['1,2,3', null],
  ['NaN,1', null],
  ['1e1,2', null],
  ['', null],
])('%j as a pair of degrees', (text, pair) => expect(parsePoint(text)).toEqual(pair))

test('different references are different locations', () => {
  expect(isSameLocation({ at: { lat: 1, lng: 2 } }, { at: { lat: 1.00000001, lng: 2 } })).toBe(true)
  expect(isSameLocation({ parcel: 'pk_ab' }, { address: 'pk_ab' })).toBe(false)
  expect(isSameLocation(null, null)).toBe(true)
})
