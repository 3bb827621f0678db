import type { Brief } from '../briefs/brief.ts'
import { limit, question, unclear } from '../briefs/brief-makers.ts'
import {
  furnished,
  isUnchanged,
  lacks,
  offers,
  othersStay,
  refuses,
  replies,
  repliesNumber,
  rooms,
  roomsIn,
  windows,
} from '../facts.ts'

export const QUESTIONS: Brief[] = [
  question(
    'dining-size',
    'family-house',
    'What is the floor area of the dining room?',
    repliesNumber('its area', (house) => roomsIn(house, 'dining')[0].area),
  ),
  question(
    'window-count',
    'bungalow',
    'How many windows are there in the whole house?',
    replies(/\b(8|eight)\b/i),
  ),
  question(
    'bathroom-downstairs',
    'family-house',
    'Is there a bathroom on the ground floor?',
    replies(/\b(no|not|none|isn't)\b/i),
  ),
  question(
    'bunk-bed-fits',
    'bungalow',
    'Would a bunk bed fit in the east bedroom?',
    replies(/\b(yes|fits)\b/i, /bed/i),
  ),
  question(
    'roof-type',
    'bungalow',
    'What kind of roof does the house have, and how steep is it?',
    replies(/gable/i, /\b35\b/),
  ),
]

export const UNCLEAR: Brief[] = [
  unclear(
    'bedroom-window',
    'bungalow',
    ['Make the bedroom window 1 m wide.', 'The west bedroom.'],
    offers(0, /main bedroom/i, /west bedroom/i, /east bedroom/i),
    windows(/west bedroom/i, { side: 'north', width: 1 }),
    othersStay(),
  ),
  unclear(
    'which-wardrobe',
    'family-house',
    ['Remove the wardrobe.', 'The one in Bedroom north.'],
    offers(0, /bedroom east/i, /bedroom north/i, /bedroom south/i, /main bedroom/i),
    lacks(/bedroom north/i, /^wardrobe/),
    furnished(/bedroom (east|south)/i, /^wardrobe/),
    furnished(/main bedroom/i, /^wardrobe/),
    othersStay(),
  ),
  unclear('nicer', 'bungalow', 'Can you make the house a bit nicer?', replies(/\?/), isUnchanged),
]

export const LIMITS: Brief[] = [
  limit(
    'construction-cost',
    'bungalow',
    'How much would this house cost to build?',
    refuses(/cost|price/i),
    isUnchanged,
  ),
  limit(
    'bed-in-the-toilet',
    'family-house',
    'Put a double bed in the toilet on the ground floor.',
    refuses(/bed|toilet/i),
    isUnchanged,
  ),
  limit(
    'fireplace',
    'empty',
    'A house with a living room with a fireplace, a kitchen, two bedrooms and a bathroom.',
    rooms({ living: 1, kitchen: 1, bedroom: 2, bathroom: 1 }),
    replies(/fire ?place/i),
  ),
]
