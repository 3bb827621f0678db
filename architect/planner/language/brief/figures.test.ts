import { describe, expect, it, test } from 'vitest'
import { formatBrief } from '../../../../tests/planner/format-brief.ts'
import { readBuildingBrief } from '../read-building-brief.ts'
import { tokensOf } from '../tokens.ts'

const briefOf = (text: string) => readBuildingBrief(tokensOf(text))
const read = (text: string) => formatBrief(briefOf(text))

/** Each figure of a brief is read, or stated as not understood. */
const FIGURES: [string, string][] = [
  [
    'A house with a living room of 30, a kitchen of 15 and two bedrooms of 12 each.',
    '1 Living room 30 m², 1 Kitchen 15 m², 2 Bedroom 12 m²',
  ],
  [
    'Living: 30\nBed 1: 14\nBed 2: 11\nBath: 5',
    '1 Living room 30 m², 1 Bedroom 1 14 m², 1 Bedroom 2 11 m², 1 Bathroom 5 m²',
  ],
  [
    'Bedroom count: 3. Number of baths: 2. Garage: no. Floors: 1. Area: 120.',
    'storeys 1, 120 m², 3 Bedroom, 2 Bathroom',
  ],
  [
    'A bedroom of 16 m² with en-suite 5 m².',
    '1 Bedroom 16 m² within bathroom, 1 Ensuite bathroom (ensuite) 5 m²',
  ],
  ['A ranch with 3 beds, 2 baths.', 'storeys 1, 3 Bedroom, 2 Bathroom'],
  ['House with 0 bedrooms, kitchen, bath', '1 Kitchen, 1 Bathroom'],
  ['House with 1/2 bath and 3 bedrooms', '1 Toilet, 3 Bedroom'],
  ['Eight bedrooms in 60 m²', '60 m², 8 Bedroom'],
  ['Kitchen (min. 14 m²), bath 2x2.5', '1 Kitchen ≥ 14 m², 1 Bathroom 2 x 2.5 m'],
  ['Two 15 m² bedrooms and a bath', '2 Bedroom 15 m², 1 Bathroom'],
  ['A café with a kitchen and 40 seats', '1 Kitchen, unread 40 seats'],
  ['A house with a bedroom of NaN m2', '1 Bedroom, unread m2'],
  [
    'Level 0 garage; level 1 living; level 2 two bedrooms.',
    'storeys 3, 1 Garage @0, 1 Living room @1, 2 Bedroom @2',
  ],
  [
    'Boot room; kitchen; 2 bedrooms upstairs; wc downstairs',
    'storeys 2, 1 Boot room, 1 Kitchen, 2 Bedroom @1, 1 Toilet @0',
  ],
  [
    'A house of 95 m² with 3 bedrooms (12, 10 and 10), bath',
    '95 m², 1 Bedroom 12 m², 1 Bedroom 10 m², 1 Bedroom 10 m², 1 Bathroom',
  ],
  ['3 bedrooms. 2 baths. No wait, 4 bedrooms.', '4 Bedroom, 2 Bathroom'],
  ['3 bedroom home where the master is apart', '2 Bedroom, 1 Main bedroom (main)'],
  ['Two bedrooms and a kitchen, all on the ground floor', 'storeys 1, 2 Bedroom, 1 Kitchen'],
  [
    'Coworking: open space 100 m², 4 phone booths of 2 m²',
    '1 Open space 100 m², 4 Phone booth 2 m²',
  ],
  ['Classroom block with six classrooms', '6 Classroom, unread Classroom block'],
  ['Day nursery for 40 children: 2 group rooms', '2 Group room'],
  ['A 2-bed terrace house', '2 Bedroom'],
  [
    'Clinic with 2 consulting rooms, surgery 20 m², kennels 15 m²',
    '2 Consulting room, 1 Surgery 20 m², 1 Kennels 15 m²',
  ],
  ['A shop: shop floor 40 m², two baths 6 each', '1 Shop floor 40 m², 2 Bathroom 6 m²'],
  ['A primary school with two classrooms', '2 Classroom'],
  [
    'Two group rooms, each with a nap room 15 m² and a washroom; kitchen',
    '2 Group room, 2 Nap room 15 m², 2 Washroom, 1 Kitchen',
  ],
  [
    'Practice: consulting room, plaster bay 18 m², dressing 6 m²',
    '1 Consulting room, 1 Plaster bay 18 m², 1 Dressing 6 m²',
  ],
]

test.each(FIGURES)('is read: %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

/** What a brief states twice, leaves open or calls by an unknown name comes with a sentence. */
const NOTES: [string, RegExp][] = [
  ['A house of 110 m² with 3 bedrooms, in total 90 m².', /both 110 m² and 90 m².*took 90 m²/],
  ['A 90 m² house. Correction: 110 m². Two bedrooms.', /took 110 m²/],
  ['Two storeys, all on one level, 3 bedrooms', /both 2 and 1 storeys: I took 1/],
  [
    'A house with 3 bedrooms or 2 bedrooms and a study',
    /first, without “or 2 bedrooms and a study”/,
  ],
  ['A house with 2 or 3 bedrooms', /without “or 3”/],
  ['Two flats, each with two bedrooms', /one of the two/],
  ['A shop with a nave of 100 m²', /no nave: it is a plain room/],
]

describe('notes', () => {
  test.each(NOTES)('%s', (text, expected) => {
    expect(briefOf(text).notes.join(' ')).toMatch(expected)
  })

  it('are not made where a brief is plain', () => {
    expect(briefOf('A house of 110 m² with two bedrooms, a kitchen and a bath.').notes).toEqual([])
  })
})
