import { describe, expect, test } from 'vitest'
import { formatBrief } from '../../../../tests/planner/format-brief.ts'
import { readBuildingBrief } from '../read-building-brief.ts'
import { tokensOf } from '../tokens.ts'
import { UNREAD_MAX } from './unread.ts'

/** Rooms that must not be added, and requests that are stated as not understood. */
const LEFT_OUT: [string, string][] = [
  ['3 bed 2 bath house with a study, no garage.', '3 Bedroom, 2 Bathroom, 1 Study'],
  [
    'Kitchen, living room, two bedrooms and a bathroom, without a dining room.',
    '1 Kitchen, 1 Living room, 2 Bedroom, 1 Bathroom',
  ],
  [
    'a house w/o garage, w/ 2 bedrooms + bath + kitchen + living room, approx. 90 m²',
    '90 m², 2 Bedroom, 1 Bathroom, 1 Kitchen, 1 Living room',
  ],
  [
    'Two-storey house, not too big, without a garage or a basement, with four bedrooms and two bathrooms.',
    'storeys 2, 4 Bedroom, 2 Bathroom',
  ],
  [
    "I don't need a dining room. Just a kitchen, a living room, two bedrooms and a bathroom.",
    '1 Kitchen, 1 Living room, 2 Bedroom, 1 Bathroom',
  ],
  [
    "We'd rather not have a garage; 3 bedrooms, kitchen, lounge, bath.",
    '3 Bedroom, 1 Kitchen, 1 Lounge, 1 Bathroom',
  ],
  [
    'A home office instead of a dining room, kitchen, living room, bedroom, bathroom',
    '1 Office, 1 Kitchen, 1 Living room, 1 Bedroom, 1 Bathroom',
  ],
  [
    'No more than 90 square metres, 2 bedrooms, bathroom and kitchen, no stairs.',
    'storeys 1, 90 m², 2 Bedroom, 1 Bathroom, 1 Kitchen',
  ],
  [
    'A house with two bedrooms, a swimming pool of 8 x 4 m and solar panels.',
    '2 Bedroom, unread swimming pool of 8 x 4 m, unread solar panels',
  ],
  [
    'Three-bedroom house with a lift to the moon, a fireplace in the living room and a basement.',
    '3 Bedroom, 1 Living room, unread lift to the moon, unread fireplace, unread basement',
  ],
  [
    'A villa with spa, wine cellar, three bedrooms, underfloor heating and a wood stove please.',
    '3 Bedroom, unread spa, unread wine cellar, unread underfloor heating, unread wood stove',
  ],
  [
    'House on a plot of 20 x 30 m with two bedrooms and a bathroom.',
    '2 Bedroom, 1 Bathroom, unread plot of 20 x 30 m',
  ],
  ['Two bedrooms and a bathroom in the loft', '2 Bedroom, 1 Bathroom, unread loft'],
  [
    'A house without windows to the north, two bedrooms, bathroom',
    '2 Bedroom, 1 Bathroom, unread without windows to the north',
  ],
  [
    'A home with a kitchen, a double-height living room with high ceilings, and a mezzanine.',
    '1 Kitchen, 1 Living room, unread double height, unread high ceilings, unread mezzanine',
  ],
  [
    'A dental clinic with a waiting room, reception and three treatment rooms.',
    '1 Waiting room, 1 Reception, 3 Treatment room',
  ],
  ['A tiny modern house please!', ''],
]

describe('a brief for a new building leaves out', () => {
  test.each(LEFT_OUT)('what is not wanted or not understood: %s', (text, expected) => {
    expect(formatBrief(readBuildingBrief(tokensOf(text)))).toBe(expected)
  })

  test('a limited number of phrases', () => {
    const names = [...'abcdefghijklmnop'].map((letter) => `a ${letter}qzzwhirl`)
    const { unread } = readBuildingBrief(tokensOf(`A house with ${names.join(', ')}`))
    expect(unread).toHaveLength(UNREAD_MAX)
  })
})
