import type { Packs } from '../../lookup/location-lookup.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { cityKeyOf } from '../parsing/address-reading.ts'
import type { NumberedSide } from './interpolation.ts'
import type { KnownStreet } from './known-street.ts'
import type { DrawnSide } from './orientation.ts'

/**
 * Rows of `street_ranges` kept by name and place, so many a pack. A name has a street in many places,
 * and each asks for its own rows: reading all rows of the name for each of them took the square.
 */
const KEPT_SIDES = 500_000

interface Kept {
  rows: number
  /** Rows by place, by `street_key`. */
  byName: Map<string, Map<string, number[]>>
}

const kept = new WeakMap<Pack, Kept>()

/** The numbered sides that `streets` counted for this street: a name alone is in many places. */
export function sidesOf(packs: Packs, { told }: KnownStreet): DrawnSide[] {
  const pack = packs.get('street_ranges')
  if (!pack) return []
  const place = placeOf((column) => told[column] as string | null)
  const rows = rowsByPlace(pack, told.street_key as string).get(place) ?? []
  return rows.map((row) => {
    return { row, side: pack.row(row) as unknown as NumberedSide, lines: pack.lines(row) }
  })
}

function rowsByPlace(pack: Pack, name: string): Map<string, number[]> {
  let all = kept.get(pack)
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
  if (!all || all.rows + rows.length > KEPT_SIDES) {
    all = { rows: 0, byName: new Map() }
    kept.set(pack, all)
  }
  all.rows += rows.length + 1
  all.byName.set(name, byPlace)
  return byPlace
}

/** What `streetOf` tells streets of one name apart by. */
function placeOf(told: (column: 'city' | 'state' | 'zip') => string | null): string {
  const city = told('city')
  return `${told('state') ?? ''} ${told('zip') ?? (city === null ? '' : cityKeyOf(city))}`
}
