import { expect, test } from 'vitest'
import { fileName, locationTitle } from './location-title.ts'

const point = { lat: 29.98630001, lng: -71.9643 }
const address = { formatted: '3325 UPPER NANNYBERRY LN, SAMPLETON, ZZ 34599' }
const street = { parcel: { status: 'available', data: { is_street_shaped: true } } }

test('a title is the address, else the coordinates, and names a street', () => {
  expect(locationTitle({ point, address })).toBe('3325 Upper Nannyberry Ln, Sampleton, ZZ 34599')
  expect(locationTitle({ point, layers: {} })).toBe('29.9863, -71.9643')
  expect(locationTitle({ point, layers: street })).toBe('Street right-of-way at 29.9863, -71.9643')
  const near = locationTitle({ point, address, layers: street })
  expect(near).toMatch(/^Street right-of-way near 3325 Upper/)
})

test('the name of a file has no sign that a system or a header may not have', () => {
  expect(fileName('3325 "Upper"/..\r\nLn', 'pdf')).toBe('3325-Upper-..-Ln.pdf')
  expect(fileName('x'.repeat(300), 'csv')).toHaveLength(84)
})
