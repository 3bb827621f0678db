import type { Row } from '../../layers/location.ts'

/** Where a street or an address says that it is. */
export interface SaidPlace {
  city: string | null
  state: string | null
  zip: string | null
}

/** What a row of any table of addresses or streets says of its place. */
export function saidPlaceOf({ city, state, zip }: Row): SaidPlace {
  return {
    city: city as string | null,
    state: state as string | null,
    zip: zip as string | null,
  }
}
