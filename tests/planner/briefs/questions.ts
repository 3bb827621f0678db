import { levelFrames } from '../../../architect/kernel/levels.ts'
import { replies, repliesNumber, roomsIn, type Which } from '../facts.ts'
import type { HouseView } from '../house-view.ts'
import type { Brief } from './brief.ts'
import { question } from './brief-makers.ts'

const areaOf = (which: Which) => (house: HouseView) => roomsIn(house, which)[0].area

export const QUESTIONS: Brief[] = [
  question(
    'kitchen-size',
    'bungalow',
    'How large is the kitchen?',
    repliesNumber('the area of the kitchen', areaOf('kitchen')),
  ),
  question(
    'no-window',
    'bungalow',
    'Which rooms have no window?',
    replies(/storage/i, /^(?!.*(kitchen|living|east bedroom|main bedroom))/is),
  ),
  question('how-many', 'family-house', 'How many bedrooms are there?', replies(/\b(4|four)\b/i)),
  question(
    'house-area',
    'bungalow',
    "What's the total floor area?",
    repliesNumber('the net area', ({ netArea }) => netArea),
  ),
  question(
    'corridor-width',
    'bungalow',
    'how wide is the corridor',
    repliesNumber('the clear width', (house) => {
      const { minZ, maxZ } = roomsIn(house, 'corridor')[0].box
      return maxZ - minZ
    }),
  ),
  question(
    'bed-fits',
    'bungalow',
    'Does a double bed fit into the west bedroom?',
    replies(/\b(yes|fits)\b/i, /bed/i),
  ),
  question(
    'bed-does-not-fit',
    'bungalow',
    'Would a king size bed fit in the corridor?',
    replies(/\b(no|not)\b/i, /bed/i),
  ),
  question(
    'upstairs',
    'family-house',
    'List the rooms upstairs with their areas.',
    ...['Bedroom east', 'Bathroom', 'Landing', 'Bedroom north', 'Main bedroom'].map((label) =>
      replies(new RegExp(label, 'i')),
    ),
    repliesNumber('the area of the main bedroom', areaOf(/^main bedroom$/i)),
    repliesNumber('the area of the landing', areaOf(/^landing$/i)),
  ),
  question(
    'way-between',
    'bungalow',
    'Is there a door between the kitchen and the living room?',
    replies(/\bno\b/i),
  ),
  question(
    'storey-height',
    'family-house',
    'How high is the ground floor, from floor to floor?',
    repliesNumber('the height of the level', ({ scene }) => {
      const ground = [...levelFrames(scene).values()].find(({ index }) => index === 0)!
      return ground.height
    }),
  ),
]
