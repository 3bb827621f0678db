import { draw } from '../fixtures/drawn-number.ts'

/** Lots along one street, one after the other in a row of the lattice. */
export const LOTS_A_STREET = 25

// 48 by 90 by 8 names and types: 40,000 streets share 34,560 names, so some recur, as they do.
const FIRST = `Amber Autumn Black Blue Bright Broad Calm Cedar Clear Cold Copper Coral Crooked Crystal
  Dark Deep Distant East Fair Far Fern Flat Golden Grand Great Green Grey Hidden High Hollow Iron Ivory
  Lone Long Lower Maple Marble Misty Narrow North Old Pale Quiet Red Rocky Round Silver South`
const SECOND = `Acorn Alder Anchor Apple Arbor Arrow Ash Aspen Badger Barley Basin Beacon Bear Birch Bison
  Bluff Boulder Brook Canyon Castle Cherry Cliff Clover Comet Cove Crane Creek Crest Crow Dale Deer Dune
  Eagle Elk Elm Falcon Farm Field Finch Fisher Forest Fox Garden Glen Grove Harbor Hawk Hazel Heron Hill
  Hunter Island Juniper Kestrel Lake Lantern Laurel Linden Lion Lynx Maple Meadow Mesa Mill Moss Oak
  Orchard Otter Owl Pebble Pine Plover Pond Prairie Quail Quarry Raven Reed Ridge River Robin Rose Sage
  Sparrow Spring Spruce Stone Summit Swan Thistle`
const TYPES = ['Street', 'Avenue', 'Road', 'Drive', 'Lane', 'Court', 'Way', 'Place']
const [FIRSTS, SECONDS] = [FIRST, SECOND].map((text) => text.trim().split(/\s+/))

/** The street on which a cell of the lattice lies, and its house number there. */
export function addressOf(seed: number, place: number): { street: string; number: number } {
  const street = Math.floor(place / LOTS_A_STREET)
  const of = (choices: readonly string[], salt: number) =>
    choices[Math.floor(draw(seed, street, 0, salt) * choices.length)]
  const hundred = 100 * Math.floor(draw(seed, street, 0, 44) * 40)
  return {
    street: `${of(FIRSTS, 41)} ${of(SECONDS, 42)} ${of(TYPES, 43)}`,
    number: hundred + 1 + 2 * (place % LOTS_A_STREET),
  }
}
