import type { Brief } from '../briefs/brief.ts'
import { limit, question, unclear } from '../briefs/brief-makers.ts'
import {
  furnished,
  isUnchanged,
  offers,
  othersStay,
  refuses,
  replies,
  repliesNumber,
  rooms,
  roomsIn,
  windows,
} from '../facts.ts'
import { repliesTo } from '../more-facts.ts'

const FOOT = 0.3048

export const QUESTIONS: Brief[] = [
  question(
    'largest-bedroom',
    'family-house',
    'Which is the biggest bedroom, and how many square metres does it have?',
    replies(/main bedroom/i),
    repliesNumber('its area', (house) => roomsIn(house, /^main bedroom$/i)[0].area),
  ),
  question(
    'square-feet',
    'studio',
    "What's the area of the bathroom in square feet?",
    repliesNumber('the area in ft²', (house) => roomsIn(house, 'bathroom')[0].area / FOOT ** 2),
  ),
  question(
    'doors-of-hall',
    'family-house',
    'Which rooms can I get to directly from the hall on the ground floor?',
    replies(/toilet/i, /study/i, /living room/i, /^(?!.*(kitchen|utility|dining))/is),
  ),
  question(
    'study-in-turns',
    'family-house',
    ['How big is the study?', 'And how many windows does it have?'],
    repliesTo(0, /\b16(\.0\d*)?\b/),
    replies(/\b(2|two)\b/i),
  ),
  question(
    'bedrooms-north',
    'bungalow',
    'Which bedrooms face north?',
    replies(/west bedroom/i, /east bedroom/i, /^(?!.*main bedroom)/is),
  ),
]

export const UNCLEAR: Brief[] = [
  unclear(
    'lamp-for-a-bedroom',
    'family-house',
    ['The bedroom needs a floor lamp.', 'the north one'],
    offers(0, /bedroom east/i, /bedroom north/i, /bedroom south/i, /main bedroom/i),
    furnished(/bedroom north/i, /^floor_lamp/),
    othersStay(),
  ),
  unclear(
    'which-window',
    'bungalow',
    ['Widen the window to 2 metres.', 'The one in the kitchen.'],
    offers(0, /kitchen/i),
    windows('kitchen', { side: 'south', width: 2 }),
    othersStay(),
  ),
  unclear(
    'more-space',
    'bungalow',
    'We could do with a bit more space. Can you do something about it?',
    replies(/\?/),
    isUnchanged,
  ),
]

export const LIMITS: Brief[] = [
  limit(
    'permission',
    'bungalow',
    'Can you apply to the council for planning permission for us?',
    refuses(/permission|council/i),
    isUnchanged,
  ),
  limit(
    'too-small',
    'empty',
    'Fit four bedrooms, two bathrooms, a kitchen and a living room onto a single floor of 6 by 5 metres.',
    refuses(/30|6/),
    isUnchanged,
  ),
  limit(
    'solar-panels',
    'empty',
    'A cottage with a living room, a kitchen, one bedroom and a bathroom, and solar panels on the roof.',
    rooms({ living: 1, kitchen: 1, bedroom: 1, bathroom: 1 }),
    replies(/solar/i),
  ),
]
