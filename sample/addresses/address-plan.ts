import type { Lot } from '../land/lots.ts'
import type { Parcel } from '../land/parcels.ts'
import { buildStretches, isWholeBlock, type Stretch } from '../land/streets.ts'
import type { Terrain } from '../plan/terrain.ts'
import { type AddressPoint, buildPoints, type PointLots } from './address-points.ts'
import { type AddressRange, buildRanges, type RangeStretches } from './address-ranges.ts'
import { buildCourts, type Court } from './courts.ts'

/** Houses and their numbers: the content of the address files, before any file format. */
export interface AddressPlan {
  stretches: Stretch[]
  courts: Court[]
  ranges: AddressRange[]
  points: AddressPoint[]
  /** Places at which something is odd on purpose. */
  oddStretches: RangeStretches
  oddLots: PointLots
}

export function buildAddresses(seed: number, parcels: readonly Parcel[], terrain: Terrain) {
  const stretches = buildStretches(parcels)
  const courts = buildCourts(wholeBlocks(parcels))
  const { ranges, oddStretches } = buildRanges(stretches, courts)
  const { points, oddLots } = buildPoints(
    seed,
    { parcels, stretches, courts, oddStretches },
    terrain,
  )
  return { stretches, courts, ranges, points, oddStretches, oddLots } satisfies AddressPlan
}

function wholeBlocks(parcels: readonly Parcel[]): Lot[] {
  return [...new Set(parcels.map(({ lot }) => lot))].filter(isWholeBlock)
}
