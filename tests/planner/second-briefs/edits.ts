import type { Brief, BriefStart } from '../briefs/brief.ts'
import {
  area,
  areaAtLeast,
  exists,
  type Fact,
  furnished,
  grows,
  isBeyond,
  isGone,
  isOpenTo,
  lacks,
  leadsTo,
  onSide,
  othersStay,
  roof,
  rooms,
  scene,
  sound,
  windows,
} from '../facts.ts'
import {
  doorsAtLeast,
  floorOf,
  isClosedTo,
  measures,
  openingTo,
  windowSill,
} from '../more-facts.ts'

const edit = (
  id: string,
  start: BriefStart,
  requests: string | string[],
  ...facts: Fact[]
): Brief => ({ id, kind: 'edit', start, requests: [requests].flat(), facts: [...facts, sound] })

const FOOT = 0.3048

/** Changes of finished buildings. */
export const EDITS: Brief[] = [
  edit(
    'storage-in-feet',
    'bungalow',
    'Could you widen the storage by 2 feet?',
    grows(/^storage$/i, 2 * FOOT, 'x'),
    othersStay(/storage|east bedroom|main bedroom|corridor/i),
  ),
  edit(
    'door-to-opening',
    'bungalow',
    'Take out the door between the corridor and the living room and leave a 6 ft wide opening there instead.',
    isOpenTo('corridor', 'living'),
    openingTo('corridor', 'living', 6 * FOOT),
    othersStay(),
  ),
  edit(
    'shed-roof',
    'bungalow',
    "The planning officer won't accept the gable. Change the roof to a single-pitch shed roof at 10 degrees, please.",
    roof('shed', 10),
    othersStay(),
  ),
  edit(
    'window-undone',
    'bungalow',
    [
      'Add a window, 1.5 m wide, to the east wall of the main bedroom.',
      'Actually, make it 2 m.',
      'Hmm, no. Undo that last change, please.',
    ],
    windows(/main bedroom/i, { side: 'east', width: 1.5 }),
    othersStay(),
  ),
  edit(
    'door-closed-up',
    'family-house',
    'Brick up the door between the kitchen and the utility room. We can get in there from outside.',
    isClosedTo('kitchen', 'utility'),
    scene('the utility room has a door to the outside', ({ rooms: all }) =>
      all.some(({ type, ways }) => type === 'utility' && ways.some(({ to }) => to === null))
        ? null
        : 'none',
    ),
    othersStay(),
  ),
  edit(
    'tub-for-shower',
    'family-house',
    'In the ensuite, swap the bathtub for a shower.',
    furnished(/ensuite/i, /^shower/),
    lacks(/ensuite/i, /^bath_tub/),
    furnished(/ensuite/i, /^toilet/),
    furnished(/^bathroom$/i, /^bath_tub/),
    othersStay(),
  ),
  edit(
    'nursery',
    'family-house',
    'We are having a baby! Bedroom south becomes the nursery: rename it to "Nursery" and put a cot in there.',
    exists(/^nursery$/i),
    isGone(/^bedroom south$/i),
    furnished(/^nursery$/i, /^cot/),
    othersStay(/bedroom south/i),
  ),
  edit(
    'bathroom-window',
    'studio',
    'the bathroom has no windw. pls give it one in the north wall, 60 x 60 cm, with teh sill at 1.5 m',
    windows('bathroom', { side: 'north', width: 0.6, height: 0.6 }),
    windowSill('bathroom', 1.5),
    othersStay(),
  ),
  edit(
    'storage-absorbed',
    'bungalow',
    "We don't need the storage any more. Give its space to the east bedroom.",
    rooms({ bedroom: 3, storage: 0 }),
    areaAtLeast(/east bedroom/i, 17.5),
    othersStay(/east bedroom|storage/i),
  ),
  edit(
    'doors-widened',
    'bungalow',
    'My mother uses a walking frame, so every door in the house has to be at least 90 cm wide.',
    doorsAtLeast(0.9),
    othersStay(),
  ),
  edit(
    'study-built-on',
    'bungalow',
    'Build on a study of about 12 m² at the east end of the house, with a door from the corridor and a window.',
    area('office', 12),
    leadsTo('office', 'corridor'),
    isBeyond('office', 'east', /storage|main bedroom/i),
    windows('office', {}),
    othersStay(),
  ),
  edit(
    'terrace-deeper',
    'family-house',
    'Make the terrace one metre deeper.',
    grows(/^terrace$/i, 1, 'z'),
    othersStay(/terrace/i),
  ),
  edit(
    'sleep-in-the-south',
    'bungalow',
    "I'd rather cook in the north and sleep in the south, so let the kitchen and the east bedroom trade places.",
    onSide('kitchen', 'north'),
    onSide(/east bedroom/i, 'south'),
    rooms({ bedroom: 3, kitchen: 1 }),
    othersStay(/kitchen|east bedroom/i),
  ),
  edit(
    'kitchen-fitted',
    'bungalow',
    ['The kitchen is too narrow. Make it 3.5 m wide.', 'Good, now furnish it.'],
    measures('kitchen', { x: 3.5 }),
    furnished('kitchen', /^kitchen_sink/),
    furnished('kitchen', /^kitchen_hob/),
    rooms({ bedroom: 3, bathroom: 1, kitchen: 1, living: 1, storage: 1 }),
  ),
  edit(
    'three-things',
    'bungalow',
    'Three things:\n1. the west bedroom becomes a home office\n2. lay grey tiles in the corridor\n3. replace the south window of the living room with one that is 2.4 m wide',
    rooms({ bedroom: 2, office: 1 }),
    floorOf('corridor', /tile/),
    windows('living', { side: 'south', width: 2.4 }),
    othersStay(/west bedroom/i),
  ),
]
