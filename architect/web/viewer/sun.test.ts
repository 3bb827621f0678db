import { expect, test } from 'vitest'
import { formatHour, LATITUDE, sunlight, sunPosition } from './sun.ts'

test('at noon the sun stands in the south, as high as latitude and season have it', () => {
  const heights = {
    summer: 90 - LATITUDE + 23.44,
    equinox: 90 - LATITUDE,
    winter: 66.56 - LATITUDE,
  }
  for (const season of ['summer', 'equinox', 'winter'] as const) {
    const { altitude, azimuth, direction } = sunPosition({ hour: 12, season })
    expect(altitude).toBeCloseTo(heights[season])
    expect(azimuth).toBeCloseTo(180)
    // South is +Z.
    expect(direction[2]).toBeGreaterThan(0)
    expect(Math.hypot(...direction)).toBeCloseTo(1)
  }
})

test('at the equinox the sun rises in the east at six and sets in the west at eighteen', () => {
  const rise = sunPosition({ hour: 6, season: 'equinox' })
  const set = sunPosition({ hour: 18, season: 'equinox' })
  expect([rise.altitude, rise.azimuth]).toEqual([expect.closeTo(0), expect.closeTo(90)])
  expect([set.altitude, set.azimuth]).toEqual([expect.closeTo(0), expect.closeTo(270)])
  expect(rise.direction[0]).toBeCloseTo(1)
  expect(sunPosition({ hour: 6, season: 'winter' }).altitude).toBeLessThan(0)
})

test('light grows with the height of the sun and is warm near the horizon', () => {
  expect(sunlight(-10)).toEqual({ strength: 0, warmth: 1 })
  expect(sunlight(60)).toEqual({ strength: 1, warmth: 0 })
  expect(sunlight(5).strength).toBeLessThan(sunlight(15).strength)
  expect(sunlight(5).warmth).toBeGreaterThan(sunlight(15).warmth)
})

test('hours are written as clocks have them', () => {
  expect([9, 15.5, 7.25].map(formatHour)).toEqual(['9:00', '15:30', '7:15'])
})
