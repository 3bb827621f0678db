import type { Lot } from '../land/lots.ts'
import { zipOf } from '../land/street-names.ts'

/** A private street through a block of its own, whose houses the roll has under another street. */
export interface Court {
  name: string
  lot: Lot
  zip: string
  /** Plan u of its ends and plan v of its axis. */
  west: number
  east: number
  axis: number
  /** Houses on either side, by their numbers from 1 on. */
  houses: { number: number; u: number }[]
}

/** Metres between a block's edge and the court's end. */
const MARGIN = 12
/** Houses of a court, and from the axis to a house. */
const HOUSES = 12
export const HOUSE_DEPTH = 14

/**
 * Three courts: two of one name with the same numbers, on either side of the river and so in two
 * ZIP codes, and one with an ampersand in its name.
 */
export function buildCourts(blocks: readonly Lot[]): Court[] {
  const isComplex = ({ use, character }: Lot) => use === 'apartments' && character === 'town'
  // With another seed there may be few complexes: then a school has its own drive.
  const inTown = blocks
    .filter(({ character }) => character === 'town' || character === 'suburb')
    .toSorted((a, b) => Number(isComplex(b)) - Number(isComplex(a)))
  const [north] = inTown.filter(({ box }) => box[1] >= 0)
  const [south, second] = inTown.filter(({ box }) => box[1] < 0)
  if (!north || !second) throw new Error('the town has too few whole blocks')
  return [
    courtOf('PELICAN CT', north),
    courtOf('PELICAN CT', south),
    courtOf('SAND & SURF CT', second),
  ]
}

function courtOf(name: string, lot: Lot): Court {
  const [u0, v0, u1, v1] = lot.box
  const [west, east] = [u0 + MARGIN, u1 - MARGIN]
  const step = (east - west) / HOUSES
  return {
    name,
    lot,
    zip: zipOf(lot),
    west,
    east,
    axis: (v0 + v1) / 2,
    houses: Array.from({ length: HOUSES }, (_, i) => ({
      number: i + 1,
      u: west + step * (i + 0.5),
    })),
  }
}
