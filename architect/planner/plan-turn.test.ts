import { describe, expect, test } from 'vitest'
import { isLongRun } from '../../tests/long-run.ts'
import { startOf } from '../../tests/planner/starts.ts'
import { planTurn } from './plan-turn.ts'

const EMPTY = startOf('empty')
const BUNGALOW = startOf('bungalow')

const turn = (scene: typeof EMPTY, text: string) => planTurn({ scene, text, former: [], lot: null })
const edits = (scene: typeof EMPTY, text: string) =>
  turn(scene, text).calls.filter(({ tool }) => !/^(?:verify|view)_scene$/.test(tool))

/** [request, a tool that it needs, how many edits it makes] */
const CHANGES: [string, string, number][] = [
  ['The bathroom is too narrow. Make it 20 cm wider, please.', 'resize_room', 1],
  ['The kitchen has no dishwasher. Put one in there.', 'place_item', 1],
  ['We are having guests! Furnish the storage.', 'furnish_room', 1],
  ['Great. Now furnish the kitchen.', 'furnish_room', 1],
]
/** Where a building is there, these do not describe another one. */
const NO_BRIEFS = [
  "I'd rather cook in the north and sleep in the south, so let the kitchen and the east bedroom trade places.",
  'Build on a study of about 12 m² at the east end of the house, with a door from the corridor.',
  'Two things: 1. furnish the kitchen 2. paint the main bedroom and the living room white',
]
/** [brief for an empty project, what the reply states] */
const REPLIES: [string, RegExp][] = [
  [
    'Could you plan a flat of 50 m²? She needs one bedroom and a bathroom.',
    /no living room or kitchen/,
  ],
  ['A two-bed cottage, 70 m²', /no living room, kitchen or bathroom, so I added them/],
  [
    'A cabin with a bedroom, a living room, a bathroom and no hallway.',
    /There is no hall: the front door/,
  ],
  [
    'Three bedrooms, a bathroom, a kitchen and a living room on a slab of 6 by 5 m.',
    /do not fit.* 6 by 5 m/,
  ],
  [
    'A house with one bedroom, a living room, a bathroom, a pool and a fireplace.',
    /“(?:a )?pool” and “(?:a )?fireplace”, so they are not/,
  ],
]

describe('a turn of the planner', () => {
  test.each(CHANGES.filter((_, nth) => isLongRun || nth % 2 === 0))(
    'makes the one change that is requested: %s',
    (text, tool, count) => {
      const calls = edits(BUNGALOW, text)
      expect(calls.map((call) => call.tool)).toContain(tool)
      expect(calls).toHaveLength(count)
    },
  )

  test.each(NO_BRIEFS.filter((_, nth) => isLongRun || nth % 2 === 0))(
    'replaces no building: %s',
    (text) => {
      expect(turn(BUNGALOW, text).question?.text ?? '').not.toMatch(/has a building already/)
    },
  )

  test.each(REPLIES.filter((_, nth) => isLongRun || nth % 2 === 0))(
    'states what it has chosen: %s',
    (text, expected) => {
      expect(turn(EMPTY, text).reply).toMatch(expected)
    },
  )

  test('states that a text without a request has none', () => {
    const { reply, calls } = turn(BUNGALOW, 'We are having a baby!')
    expect(reply).toMatch(/found no request/)
    expect(calls).toEqual([])
  })

  test('a sentence without an end is too long, and others that repeat themselves are read', () => {
    const wall = 'put a desk in the storage and the kitchen with the bath '.repeat(40)
    expect(turn(BUNGALOW, wall).reply).toMatch(/is too long to be one request, with \d+ characters/)
    // A pattern that reads each phrase in several ways would not end.
    expect(turn(BUNGALOW, 'thank you ok ok '.repeat(250)).calls).toEqual([])
    expect(
      turn(BUNGALOW, `Furnish the storage. ${'thank you so much ok. '.repeat(20)}`).calls,
    ).toHaveLength(1)
  })
})
