import { expect } from 'vitest'
import type { Dossier } from '../../dossier/dossier.ts'
import type { UtilitiesData } from '../../layers/utilities/data.ts'
import type { KnownLocation } from '../sample/known-locations.ts'

/** The inventory's codes in the words of the contract: the third grade is not `likely`. */
const WASTEWATER: Record<string, [string | null, string | null]> = {
  KnownSewer: ['sewer', 'known'],
  LikelySewer: ['sewer', 'likely'],
  SWLSewer: ['sewer', null],
  KnownSeptic: ['septic', 'known'],
  LikelySeptic: ['septic', 'likely'],
  SWLSeptic: ['septic', null],
}
const DRINKING_WATER: Record<string, string> = {
  KnownPublic: 'Known Public Water',
  LikelyPublic: 'Likely Public Water',
  SWLPublic: 'Somewhat Likely Public Water',
  KnownWell: 'Known Private Well',
  LikelyWell: 'Likely Private Well',
  SWLWell: 'Somewhat Likely Private Well',
}
const NOTHING_REPORTED: [null, null] = [null, null]

/** The parcel's record by its grade, and all territories and service areas by name. */
export function expectUtilities({ layers }: Dossier, { name, utilities }: KnownLocation): void {
  const { records, electric, water } = utilities!
  const { status } = layers.utilities
  if (records.length + electric.length + water.length === 0) {
    expect(status).toBe(name === 'outside_county' ? 'not_covered' : 'empty')
    expect(layers.utilities.data).toBeNull()
    return
  }
  expect(status).toBe('available')
  const data = layers.utilities.data as UtilitiesData
  const [record] = records
  const [wastewater, confidence] =
    records.length === 1 ? (WASTEWATER[record.wastewater] ?? NOTHING_REPORTED) : NOTHING_REPORTED
  const names = (all: readonly { name: string }[]) => all.map((each) => each.name)
  const drawnFirst = [...water].sort((a, b) => Number(a.isModeled) - Number(b.isModeled))
  const recorded = record && DRINKING_WATER[record.drinkingWater]
  expect(data).toMatchObject({
    wastewater,
    wastewater_confidence: confidence,
    wastewater_as_recorded:
      records
        .map((each) => each.wastewater)
        .sort()
        .join('; ') || null,
    wastewater_updated: record ? updatedOf(records.map(({ updated }) => updated)) : null,
    drinking_water: recorded ?? (names(drawnFirst).join('; ') || null),
    planes: { electric: electric.length > 0 ? 'covered' : 'not_covered' },
  })
  expect(names(data.water_systems)).toEqual(names(drawnFirst))
  expect(data.electric_providers.map((each) => [each.name, each.type])).toEqual(
    electric.map((each) => [each.name, each.type]).sort(),
  )
}

/** The newest day of the records; the edition of the file, `generated`, is not a date. */
function updatedOf(days: (string | null)[]): string | null {
  const [newest] = days
    .filter((day) => day !== null)
    .sort()
    .toReversed()
  return newest ? newest.replace(/^(....)(..)(..)$/, '$1-$2-$3') : null
}
