import type { Row } from '../../layers/location.ts'

/** Where a street or an address says that it is. */
export interface WrittenPlace {
  city: string | null
  state: string | null
  zip: string | null
}

/** What a row of any table of addresses or streets says of its place. */
export function writtenPlaceOf({ city, state, zip }: Row): WrittenPlace {
  return {
    city: city as string | null,
    state: state as string | null,
    zip: zip as string | null,
  }
}
