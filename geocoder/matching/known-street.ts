import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Row } from '../../layers/location.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { parseStreetName, type StreetName } from '../parsing/street-name.ts'
import type { KnownPlace } from './penalties.ts'

/** A street of the build: a row of `streets`, its name and place read once. */
export interface KnownStreet {
  /** Number of the row in its pack. */
  row: number
  told: Row
  name: StreetName
  place: KnownPlace
  point: GridPoint
}

/** Streets read are kept, so many a pack: a name that is asked for again is often a common one. */
const KEPT_STREETS = 20_000

const kept = new WeakMap<Pack, Map<number, KnownStreet>>()

export function knownStreet(streets: Pack, row: number): KnownStreet {
  let known = kept.get(streets)
  if (!known || known.size >= KEPT_STREETS) {
    known = new Map()
    kept.set(streets, known)
  }
  let street = known.get(row)
  if (!street) {
    street = readStreet(streets, row)
    known.set(row, street)
  }
  return street
}

function readStreet(streets: Pack, row: number): KnownStreet {
  const told = streets.row(row)
  const cities = told.city_keys as string | null
  const place = {
    cities: cities === null ? null : cities.split('|'),
    state: told.state as string | null,
    zip: told.zip as string | null,
    zcta: told.zcta as string | null,
  }
  const name = parseStreetName(told.name as string)!
  return { row, told, name, place, point: streets.point(row) }
}
