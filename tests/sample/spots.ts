import { buildCounty, type County } from '../../sample/county.ts'
import { boundarySpots } from './spots/boundary-spots.ts'
import { edgeSpots } from './spots/edge-spots.ts'
import { elevationSpots } from './spots/elevation-spots.ts'
import { floodSpots } from './spots/flood-spots.ts'
import { marketSpots } from './spots/market-spots.ts'
import { parcelSpots } from './spots/parcel-spots.ts'
import { permitSpots } from './spots/permit-spots.ts'
import { soilSpots } from './spots/soil-spots.ts'
import type { Spot } from './spots/spot.ts'
import { structureSpots } from './spots/structure-spots.ts'
import { taxSpots } from './spots/tax-spots.ts'
import { utilitySpots } from './spots/utility-spots.ts'
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
  permitSpots,
  marketSpots,
  utilitySpots,
  elevationSpots,
]

/** All named spots. Names and meanings are the same for every seed, places are not. */
export function sampleSpots(county: County = buildCounty()): Spot[] {
  return THEMES.flatMap((spots) => spots(county))
}
