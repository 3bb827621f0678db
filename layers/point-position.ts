/**
 * Where the point of an address lies: inside a building of its lot, in the middle of the lot, where
 * its source puts the address, along the street, or anywhere in the named place.
 */
export const POSITIONS = ['building', 'lot_centre', 'address_point', 'street', 'place'] as const
export type Position = (typeof POSITIONS)[number]

/** Where the point of a location comes from. */
export type PointSource = 'input' | 'geocoded' | 'parcel_anchor'

const NAMES: Readonly<Record<Position, string>> = {
  building: 'the point inside a building of the lot',
  lot_centre: 'the middle of the lot',
  address_point: 'the address point',
  street: 'the point along the street',
  place: 'the point that stands for the place',
}

const NAMES_BY_SOURCE: Record<PointSource, string> = {
  input: 'the queried point',
  geocoded: 'the address point',
  parcel_anchor: 'a point inside the parcel',
}

/**
 * Describes the point of a section for the inside of a sentence: `the queried point`. A statement
 * about a point holds for that point only, so the section names it.
 */
export function describePoint({
  source,
  position,
}: {
  source: PointSource
  position?: Position
}): string {
  return position === undefined ? NAMES_BY_SOURCE[source] : NAMES[position]
}
