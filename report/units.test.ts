import { expect, test } from 'vitest'
import { formatMeasure, sentenceInSystem } from './units.ts'

test.each([
  ['492.1 m2 of footprint', '5,297 sq ft of footprint', '492.1 m² of footprint'],
  ['Mainly clear, 26.1 °C (79 °F), wind of 11 km/h', 'Mainly clear, 79 °F, wind of 6.84 mph', null],
  ['is 6.17 ft (1.88 m) above NAVD88', 'is 6.17 ft above NAVD88', 'is 1.88 m above NAVD88'],
  ['A parcel of 2.41 acres at 12 Main', 'A parcel of 2.41 acres at 12 Main', null],
  ['9.61 in of rain, 3.8 km away', '9.61 in of rain, 2.36 mi away', '244 mm of rain, 3.8 km away'],
  ['within 150 m of this', 'within 492 ft of this', 'within 150 m of this'],
  ['last sold in 2025 in Bangor', 'last sold in 2025 in Bangor', 'last sold in 2025 in Bangor'],
  ['base flood elevation 9 ft (NAVD88)', 'base flood elevation 9 ft (NAVD88)', null],
  ['1 to 2 m off', '3.28 to 6.56 ft off', '1 to 2 m off'],
  ['about 300 by 95 m at 40 N', 'about 984 by 312 ft at 40 N', 'about 300 by 95 m at 40 N'],
  ['18 mm of water', '0.71 in of water', '18 mm of water'],
  ['Zone X, 0.2 % annual chance', 'Zone X, 0.2 % annual chance', 'Zone X, 0.2 % annual chance'],
])('%s', (text, us, metric) => {
  expect(sentenceInSystem(text, 'us')).toBe(us)
  if (metric) expect(sentenceInSystem(text, 'metric')).toBe(metric)
})

test('a measure of the system has all its digits, a converted one about three', () => {
  expect(formatMeasure({ value: 1234.5678, unit: 'ft' }, 'us')).toBe('1,234.5678 ft')
  expect(formatMeasure({ value: 1234.5678, unit: 'ft' }, 'metric')).toBe('376 m')
  expect(formatMeasure({ value: 3, unit: 'storeys' }, 'metric')).toBe('3 storeys')
  expect(formatMeasure({ value: -40, unit: '°C' }, 'us')).toBe('-40 °F')
})
