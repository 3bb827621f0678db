import type { Row } from '../../layers/location.ts'

/** City, state and ZIP code as a street or an address states them. */
export interface WrittenPlace {
  city: string | null
  state: string | null
  zip: string | null
}

/** Reads city, state and ZIP code from a row of any table of addresses or streets. */
export function writtenPlaceOf({ city, state, zip }: Row): WrittenPlace {
  return {
    city: city as string | null,
    state: state as string | null,
    zip: zip as string | null,
  }
}
