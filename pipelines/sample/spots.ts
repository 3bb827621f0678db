import { buildCounty, type County } from './county.ts'
import { boundarySpots } from './spots/boundary-spots.ts'
import { edgeSpots } from './spots/edge-spots.ts'
import { floodSpots } from './spots/flood-spots.ts'
import { parcelSpots } from './spots/parcel-spots.ts'
import { soilSpots } from './spots/soil-spots.ts'
import type { Spot } from './spots/spot.ts'
import { structureSpots } from './spots/structure-spots.ts'
import { taxSpots } from './spots/tax-spots.ts'
import { wetlandSpots } from './spots/wetland-spots.ts'
import { zoningSpots } from './spots/zoning-spots.ts'

export type { Spot, SpotParcel } from './spots/spot.ts'

/** What makes spots; each theme has its own file in `spots/`. */
const THEMES: readonly ((county: County) => Spot[])[] = [
  floodSpots,
  parcelSpots,
  edgeSpots,
  zoningSpots,
  taxSpots,
  boundarySpots,
  wetlandSpots,
  soilSpots,
  structureSpots,
]

/** All named spots. Names and meanings are the same for every seed, places are not. */
export function sampleSpots(county: County = buildCounty()): Spot[] {
  return THEMES.flatMap((spots) => spots(county))
}

/** One named spot. Throws for a name that is not in `sampleSpots`. */
export function sampleSpot(name: string, county?: County): Spot {
  const spot = sampleSpots(county).find((candidate) => candidate.name === name)
  if (spot === undefined) throw new Error(`no sample spot is named ${name}`)
  return spot
}
