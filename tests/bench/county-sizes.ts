import type { CountyPlan } from './county.ts'

/** Rows of each overlay of a county of a million parcels; `--parcels` scales them all. */
const AT_A_MILLION = {
  footprints: 1_400_000,
  inventory: 500_000,
  wetlands: 300_000,
  soilUnits: 50_000,
  zoningDistricts: 6_000,
  zoningOverlays: 600,
  futureLandUses: 3_000,
  zctas: 60,
  fireZones: 2_000,
  sales: 300_000,
  taxEstimates: 100_000,
  waterAreas: 200,
  observations: 300_000,
  observationPoints: 100_000,
  permits: 200_000,
  places: 100,
  addressPoints: 700_000,
  streetRanges: 150_000,
} as const

export type Overlay = keyof typeof AT_A_MILLION

/**
 * How many rows of an overlay the county has, at least one. Contiguous layers take it as an aim.
 */
export function overlayRows({ parcels }: CountyPlan, overlay: Overlay): number {
  return Math.max(1, Math.round((AT_A_MILLION[overlay] * parcels) / 1_000_000))
}
