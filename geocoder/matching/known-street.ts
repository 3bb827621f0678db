import { LRUCache } from 'lru-cache'
import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Row } from '../../layers/location.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { parseStreetName, type StreetName } from '../parsing/street-name.ts'
import type { KnownPlace } from './penalties.ts'

/** A street of the build: a row of `streets` with its name and place parsed. */
export interface KnownStreet {
  /** Number of the row in its pack. */
  row: number
  /** Values of the row. */
  record: Row
  name: StreetName
  place: KnownPlace
  point: GridPoint
}

/** Most streets that are cached per pack: common names are requested again and again. */
const CACHED_STREETS_MAX = 20_000

const streetsByPack = new WeakMap<Pack, LRUCache<number, KnownStreet>>()

/** Reads a street by its row; parsed streets are cached. */
export function knownStreet(streets: Pack, row: number): KnownStreet {
  const known =
    streetsByPack.get(streets) ?? new LRUCache<number, KnownStreet>({ max: CACHED_STREETS_MAX })
  streetsByPack.set(streets, known)
  let street = known.get(row)
  if (!street) {
    street = readStreet(streets, row)
    known.set(row, street)
  }
  return street
}

function readStreet(streets: Pack, row: number): KnownStreet {
  const record = streets.row(row)
  const cities = record.city_keys as string | null
  const place = {
    cities: cities === null ? null : cities.split('|'),
    state: record.state as string | null,
    zip: record.zip as string | null,
    zcta: record.zcta as string | null,
  }
  const name = parseStreetName(record.name as string)!
  return { row, record, name, place, point: streets.point(row) }
}
