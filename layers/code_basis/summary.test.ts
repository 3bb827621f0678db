import { expect, test } from 'vitest'
import type { CodeBasisData } from './data.ts'
import { summarise } from './summary.ts'

const summaryAt = (km: number | null) =>
  summarise({ rainfall_100yr_24hr_in: 12.1 } as CodeBasisData, km, null)

test.each([
  [null, ''],
  [0, ''],
  [0.99, ''],
  [1, ' at a point 1 km away'],
  [29.84, ' at a point 29.8 km away'],
])('rain of a point %s km away has that distance in the summary', (km, where) => {
  expect(summaryAt(km)).toBe(`12.1 in of rain in the 24-hour storm of 100 years${where}.`)
})
