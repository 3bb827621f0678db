import { expect, test } from 'vitest'
import type { SoilsData } from './data.ts'
import { summarise } from './summary.ts'

const unit = (coverage_pct: number | null) => ({
  map_unit: 'Sand',
  symbol: '1',
  mukey: '1',
  kind: 'soil',
  coverage_pct,
  area_m2: 100,
  drainage_class: null,
  hydrologic_group: null,
  hydric_class: null,
})
const summaryOf = (shares: number[], unmapped_pct: number | null = null) =>
  summarise({ soil_units: shares.map(unit), unmapped_pct } as unknown as SoilsData)

test.each([
  [[100], null, 'Sand.'],
  [[99.5, 0.5], null, 'Sand; 1 other map unit on the parcel.'],
  [[99.4, 0.6], null, 'Mostly Sand (99 %); 1 other map unit on the parcel.'],
  [[50.1, 49.9], null, 'Mostly Sand (50 %); 1 other map unit on the parcel.'],
  [[50, 49, 1], null, 'In its largest part Sand (50 %); 2 other map units on the parcel.'],
  [[99.5], 0.5, 'Sand.'],
  [[99.4], 0.6, 'Sand (99 %); 0.6 % of the parcel is not mapped.'],
])('shares of %j and %j %% unmapped: %s', (shares, unmapped, sentence) => {
  expect(summaryOf(shares, unmapped)).toBe(sentence)
})
