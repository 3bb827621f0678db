import type { Packs } from '../../lookup/location-lookup.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { cityKeyOf } from '../parsing/address-reading.ts'
import type { NumberedSide } from './interpolation.ts'
import type { KnownStreet } from './known-street.ts'
import type { DrawnSide } from './orientation.ts'

/**
 * Most rows of `street_ranges` that are cached per pack, by name and place. Many places have a
 * street of one name; reading all rows of the name for each of them would take quadratic time.
 */
const CACHED_SIDES_MAX = 500_000

interface CachedSides {
  rows: number
  /** Rows by `street_key`, then by place. */
  byName: Map<string, Map<string, number[]>>
}

const sidesByPack = new WeakMap<Pack, CachedSides>()

/** Finds the numbered sides of this street in its own place. */
export function sidesOf(packs: Packs, { record }: KnownStreet): DrawnSide[] {
  const pack = packs.get('street_ranges')
  if (!pack) return []
  const place = placeOf((column) => record[column] as string | null)
  const rows = rowsByPlace(pack, record.street_key as string).get(place) ?? []
  return rows.map((row) => {
    return { row, side: pack.row(row) as unknown as NumberedSide, lines: pack.lines(row) }
  })
}

function rowsByPlace(pack: Pack, name: string): Map<string, number[]> {
  let all = sidesByPack.get(pack)
  const known = all?.byName.get(name)
  if (known) return known
  const rows = pack.rowsOf('street_key', name)
  const byPlace = new Map<string, number[]>()
  for (const row of rows) {
    const place = placeOf((column) => pack.value(row, column) as string | null)
    const there = byPlace.get(place)
    if (there) there.push(row)
    else byPlace.set(place, [row])
  }
  if (!all || all.rows + rows.length > CACHED_SIDES_MAX) {
    all = { rows: 0, byName: new Map() }
    sidesByPack.set(pack, all)
  }
  all.rows += rows.length + 1
  all.byName.set(name, byPlace)
  return byPlace
}

/** Key of a place, by which `streetOf` separates streets of one name. */
function placeOf(value: (column: 'city' | 'state' | 'zip') => string | null): string {
  const city = value('city')
  return `${value('state') ?? ''} ${value('zip') ?? (city === null ? '' : cityKeyOf(city))}`
}
