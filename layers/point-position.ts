/**
 * Where the point of an address lies: inside a building of its lot, in the middle of the lot, where
 * its source puts the address, beside the street, or anywhere in the place that was named.
 */
export const POSITIONS = ['building', 'lot_centre', 'address_point', 'street', 'place'] as const
export type Position = (typeof POSITIONS)[number]

const DESCRIPTIONS: Readonly<Record<Position, string>> = {
  building: 'inside a building of the lot',
  lot_centre: 'the middle of the lot, where no building is known',
  address_point: 'where the source of the address puts it',
  street: 'beside the street, up to 200 m from the house',
  place: 'one that stands for a whole place',
}

/**
 * A position for people, to follow "the point is": `inside a building of the lot`. What a section
 * states at a point holds for that point alone.
 */
export function describePosition(position: Position): string {
  return DESCRIPTIONS[position]
}
