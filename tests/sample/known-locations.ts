import type { County } from '../../sample/county.ts'
import { boundaryLocations } from './locations/boundary-locations.ts'
import { edgeLocations } from './locations/edge-locations.ts'
import { elevationLocations } from './locations/elevation-locations.ts'
import { floodLocations } from './locations/flood-locations.ts'
import type { KnownLocation } from './locations/known-location.ts'
import { marketLocations } from './locations/market-locations.ts'
import { parcelLocations } from './locations/parcel-locations.ts'
import { permitLocations } from './locations/permit-locations.ts'
import { soilLocations } from './locations/soil-locations.ts'
import { structureLocations } from './locations/structure-locations.ts'
import { taxLocations } from './locations/tax-locations.ts'
import { utilityLocations } from './locations/utility-locations.ts'
import { wetlandLocations } from './locations/wetland-locations.ts'
import { zoningLocations } from './locations/zoning-locations.ts'

export type { ExpectedParcel, KnownLocation } from './locations/known-location.ts'

/** Builders of the locations; each theme has its own file in `locations/`. */
const THEMES: readonly ((county: County) => KnownLocation[])[] = [
  floodLocations,
  parcelLocations,
  edgeLocations,
  zoningLocations,
  taxLocations,
  boundaryLocations,
  wetlandLocations,
  soilLocations,
  structureLocations,
  permitLocations,
  marketLocations,
  utilityLocations,
  elevationLocations,
]

/** All named locations. Names and meanings are the same for every seed, coordinates are not. */
export function knownLocations(county: County): KnownLocation[] {
  return THEMES.flatMap((locations) => locations(county))
}
