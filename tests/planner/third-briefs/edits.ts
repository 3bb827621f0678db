import type { Brief, BriefStart } from '../briefs/brief.ts'
import {
  area,
  areaAtLeast,
  exists,
  type Fact,
  footprint,
  furnished,
  grows,
  isBeyond,
  isGone,
  isLarger,
  isUnchanged,
  othersStay,
  reachable,
  replies,
  roof,
  rooms,
  sound,
  windows,
} from '../facts.ts'
import { floorOf, measures, roomsOn } from '../more-facts.ts'
import { outerDoor } from '../third-facts.ts'

const edit = (
  id: string,
  start: BriefStart,
  requests: string | string[],
  ...facts: Fact[]
): Brief => ({ id, kind: 'edit', start, requests: [requests].flat(), facts: [...facts, sound] })

const INCH = 0.0254
const FOOT = 0.3048
/** A floor of wood. */
const WOOD = /parquet|oak|wood|boards/

/** Changes of finished buildings. */
export const EDITS: Brief[] = [
  edit(
    'bedroom-in-inches',
    'bungalow',
    'Please make the main bedroom 16 inches wider.',
    grows(/main bedroom/i, 16 * INCH, 'x'),
    othersStay(/main bedroom|kitchen|corridor|storage/i),
  ),
  edit(
    'bedroom-by-area',
    'bungalow',
    'The east bedroom is a bit small. It should have 12.5 square metres.',
    area(/east bedroom/i, 12.5),
    isLarger(/east bedroom/i),
    othersStay(/east bedroom|storage|bathroom|corridor/i),
  ),
  edit(
    'another-window',
    'family-house',
    'Add another window to the west wall of the main bedroom, 1 m wide.',
    windows(/main bedroom/i, { side: 'west', width: 1 }),
    windows(/main bedroom/i, { side: 'west', width: 1.6 }),
    othersStay(),
  ),
  edit(
    'utility-to-kitchen',
    'family-house',
    'Combine the kitchen and the utility room into one larger kitchen.',
    rooms({ kitchen: 1, utility: 0 }),
    areaAtLeast('kitchen', 15),
    othersStay(/kitchen|utility/i),
  ),
  edit(
    'garden-door',
    'bungalow',
    'We want to get into the garden from the living room. Put a door in its south wall, 90 cm wide.',
    outerDoor('living', 'south', 0.9),
    othersStay(),
  ),
  edit(
    'kitchen-for-bedroom',
    'bungalow',
    'Swap the kitchen and the main bedroom.',
    isBeyond('kitchen', 'east', /main bedroom/i),
    rooms({ kitchen: 1, bedroom: 3 }),
    othersStay(/kitchen|main bedroom/i),
  ),
  edit(
    'two-rooms-furnished',
    'bungalow',
    'Furnish the kitchen and the bathroom, please.',
    furnished('kitchen', /^kitchen_sink/),
    furnished('bathroom', /^toilet/),
    furnished('bathroom', /^(washbasin|hand_basin)/),
    othersStay(),
  ),
  edit(
    'storage-divided',
    'bungalow',
    'Split the storage into a pantry and a laundry room.',
    exists(/pantry/i),
    exists(/laundry/i),
    isGone(/^storage$/i),
    reachable,
    othersStay(/storage|pantry|laundry/i),
  ),
  edit(
    'deeper-to-the-south',
    'bungalow',
    'Extend the house by 5 feet to the south.',
    footprint(12.3, 9.4 + 5 * FOOT),
    isLarger('living'),
    isLarger('kitchen'),
    isLarger(/main bedroom/i),
    othersStay(/living|kitchen|main bedroom/i),
  ),
  edit(
    'guest-bedroom',
    'family-house',
    'We no longer work from home. Turn the study into a guest bedroom.',
    rooms({ office: 0, bedroom: 5 }),
    roomsOn(0, { bedroom: 1 }),
    othersStay(/study/i),
  ),
  edit(
    'south-windows',
    'bungalow',
    'Make all the windows on the south side 1.7 m wide.',
    windows('living', { side: 'south', width: 1.7 }),
    windows('kitchen', { side: 'south', width: 1.7 }),
    windows(/main bedroom/i, { side: 'south', width: 1.7 }),
    windows('living', { side: 'west', width: 1.4 }),
    windows('bathroom', { side: 'north', width: 1.4 }),
    othersStay(),
  ),
  edit(
    'roof-undone',
    'bungalow',
    ['Change the roof to a flat roof.', 'I liked the old one better. Please undo that.'],
    isUnchanged,
    replies(/undo|undone|as before|back|restored/i),
  ),
  edit(
    'numbered-changes',
    'bungalow',
    '1. Make the storage 2.6 m wide. 2. Add a window of 1 m width to the east wall of the storage. 3. Set the roof pitch to 28 degrees.',
    measures('storage', { x: 2.6 }),
    windows('storage', { side: 'east', width: 1 }),
    roof('gable', 28),
    rooms({ bedroom: 3, bathroom: 1, kitchen: 1, living: 1, storage: 1 }),
  ),
  edit(
    'parquet',
    'bungalow',
    'Could we have parquet floors in the west bedroom and the east bedroom?',
    floorOf(/west bedroom/i, WOOD),
    floorOf(/east bedroom/i, WOOD),
    othersStay(),
  ),
  edit(
    'baby-room',
    'bungalow',
    [
      'Put a cot and a wardrobe in the east bedroom.',
      'Thanks. Please add a chest of drawers there as well.',
    ],
    furnished(/east bedroom/i, /^cot/),
    furnished(/east bedroom/i, /^wardrobe/),
    furnished(/east bedroom/i, /^chest_of_drawers/),
    othersStay(),
  ),
]
