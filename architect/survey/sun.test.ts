import { expect, test } from 'vitest'
import { sunAt } from './sun.ts'

// NOAA's Solar Calculator for 2026, rounded: altitude at noon, azimuth of sunrise, hours of light.
test.each([
  ['june', 44.8, 68.6, 56, 15.5],
  ['december', 44.8, 21.8, 123, 8.8],
  ['equinox', 44.8, 45.2, 89, 12.1],
  ['june', -33.9, 32.7, 62, 9.9],
  ['equinox', 0, 90, 90, 12.1],
] as const)(
  'in %s at latitude %d the sun stands %d degrees high',
  (day, latitude, noon, rise, hours) => {
    const { noonAltitude, sunrise, sunset, daylightHours } = sunAt(latitude)[day]
    expect(Math.abs(noonAltitude - noon)).toBeLessThan(0.5)
    expect(Math.abs(sunrise! - rise)).toBeLessThan(1.5)
    expect(sunset).toBeCloseTo(360 - sunrise!, 6)
    expect(Math.abs(daylightHours - hours)).toBeLessThan(0.2)
  },
)

test('past the polar circles it may not set or rise', () => {
  const { june, december } = sunAt(78)
  expect(june).toMatchObject({ sunrise: null, sunset: null, daylightHours: 24 })
  expect(december).toMatchObject({ sunrise: null, sunset: null, daylightHours: 0 })
})
