import { describe, expect, test } from 'vitest'
import { isLongRun } from '../../../tests/long-run.ts'
import { cottage } from '../../../tests/planner/cottage.ts'
import { plannedTurn } from '../../../tests/planner/planned-turn.ts'
import { type Clause, clausesOf } from '../language/clause.ts'
import { canonicalClause } from './canonical-clause.ts'

const scene = cottage()
const LABELS = ['Kitchen', 'Study', 'Bathroom']
const clauseOf = (text: string): Clause => clausesOf(text, LABELS)[0]

test.each<[request: string, canonical: string]>([
  ["I'd like the kitchen to be 3 m wide", 'make room0 len0 wide'],
  ['We would prefer the kitchen to be a bit larger', 'make room0 bit larger'],
  ['the kitchen could do with being wider', 'make room0 wider'],
  ['the kitchen needs more room', 'make room0 larger'],
  ['the kitchen needs another 2 m²', 'give room0 area0 more'],
  ['could the bathroom have a window?', 'add window to room0'],
  ['The study must have two windows', 'add num0 windows to room0'],
  ['can we have a door between the kitchen and the study', 'add door between room0 and room1'],
  ['the study becomes a pantry', 'turn room0 into room1'],
  ['use the study as a nursery from now on', 'turn room0 into room1'],
  ['let the kitchen and the study trade places', 'swap room0 and room1'],
  ['get rid of the kitchen window', 'remove room0 window'],
  ["we don't need the study any more", 'remove room0'],
  ['the study is no longer needed', 'remove room0'],
  ['take the bed out', 'remove item0'],
  ['the study should be turned into a pantry', 'turn room0 into room1'],
  ['the kitchen door should be widened to 90 cm', 'widen room0 door to len0'],
  ['have the kitchen painted white', 'paint room0 white'],
  ['How about adding a window to the study?', 'add window to room0'],
  ['we need a shower instead of the bathtub in the bathroom', 'replace item0 in room0 with item1'],
  ['replace the door with a 2 m wide opening', 'replace door with opening len0 wide'],
  ['kit out the study', 'furnish room0'],
  ['lower the kitchen sill to 80 cm', 'lower sill of window of room0 to len0'],
  ['Since we cook a lot, the kitchen should be 4 m wide', 'make room0 len0 wide'],
  ['the kitchen is tiny, could you enlarge it to 20 m²', 'enlarge room0 to area0'],
  ['make the kitchen one metre wider', 'make room0 len0 wider'],
  ['make sure every bedroom has a desk', 'add item0 to every room0'],
  ['put the desk in the study rather than the kitchen', 'move item0 from room0 to room1'],
])('%s', (request, canonical) => {
  expect(canonicalClause(clauseOf(request)).text).toBe(canonical)
})

test('a place in front of a request is its room, and marks are numbered anew', () => {
  const clause = clauseOf('put the desk in the study next to the kitchen')
  const led = { ...clause, text: 'in room1 , replace item0 in room0' }
  const { text, rooms } = canonicalClause(led)
  expect(text).toBe('replace item0 in room0 in room1')
  expect(rooms.map(({ label }) => label)).toEqual(['Study', 'Kitchen'])
})

test('a storey in front of a request is that of its rooms', () => {
  const clause = clauseOf('widen the kitchen by 20 cm')
  const { text, rooms } = canonicalClause({ ...clause, text: `upstairs , ${clause.text}` })
  expect(text).toBe('widen room0 by len0')
  expect(rooms[0].level).toBe(1)
})

test.each(['How large is the kitchen?', "I don't like the kitchen", 'We use the study a lot'])(
  '%s: no change',
  (text) => {
    expect(plannedTurn(scene, text).calls).toEqual([])
  },
)

const IN_OTHER_WORDS: [request: string, tools: string, reply: RegExp][] = [
  ["I'd like the kitchen to be 5 m wide", 'resize_room', /kitchen is now 5 m by/],
  ['The bathroom needs to be 30 cm wider', 'resize_room', /now 2\.58 m/],
  ['Could the study be half a metre wider?', 'resize_room', /now 3\.69 m/],
  ['make the bathroom as wide as the study', 'resize_room', /bathroom is now 3\.19 m/],
  ['make the study and the bathroom the same size', 'resize_room', /bathroom is now 2\.74 m/],
  [
    'Make the study larger at the expense of the bathroom',
    'resize_room',
    /study from|changes the bathroom/,
  ],
  ['the study is going to be the guest room', 'edit_room', /is a guest room now/],
  ['turn the study into a wine cellar', 'edit_room', /is a wine cellar now/],
  ['Would you mind making the study a pantry?', 'edit_room', /is a pantry now/],
  ["I don't need the bathroom any more", 'delete_room', /bathroom is deleted/],
  ['the study can go', 'delete_room', /study is deleted/],
  ['knock the kitchen and the living room into one', 'merge_rooms', /one room now/],
  ['have the bedroom trade places with the study', 'swap_rooms', /changed places/],
  [
    "I'd like a window in the north wall of the bathroom",
    'add_window',
    /north wall of the Bathroom/,
  ],
  ['could the hall have a window?', 'add_window', /Hall/],
  ['the kitchen could do with a door to the garden', 'add_door', /south wall of the Kitchen/],
  [
    'take out the door between the kitchen and the hall and leave an opening there',
    'delete_node,add_door',
    /with an opening/,
  ],
  ['replace the kitchen window with one that is 1 m wide', 'edit_opening', /1 m wide \(1\.4/],
  ['raise the kitchen sill to 1.1 m', 'edit_opening', /sill 1\.1 m/],
  ['get rid of the kitchen window', 'delete_node', /has no window now/],
  ['Every bedroom needs a wardrobe', 'place_item', /wardrobe in the Bedroom/],
  ['the study could use some furniture', 'furnish_room', /Furnished the Study/],
  ['I want tiles in the hall', 'set_finishes', /Hall is now grey tiles/],
  ['have the bathroom tiled', 'set_finishes', /Bathroom is now grey tiles/],
  ['the living room should be painted sage green', 'set_finishes', /now sage green/],
  [
    'The wall between the bedroom and the bathroom should be moved 30 cm to the west',
    'move_wall',
    /0\.3 m further west/,
  ],
  ["We'd like the bathroom moved 30 cm to the west", 'move_room', /0\.3 m further west/],
  ['the kitchen is cramped, can you make it 1 m wider', 'resize_room', /now 5\.29 m/],
  ['Let the hall be 1.6 m wide', 'resize_room', /1\.6 m/],
]

describe('a request in other words does', () => {
  test.each(IN_OTHER_WORDS.filter((_, nth) => isLongRun || nth % 2 === 0))(
    '%s',
    (request, tools, reply) => {
      const turn = plannedTurn(scene, request)
      expect(turn.question).toBeNull()
      expect(turn.calls.map(({ tool }) => tool).join(','), turn.reply).toBe(tools)
      expect(turn.reply).toMatch(reply)
      expect(turn.newErrors).toEqual([])
    },
  )

  test('a terrace grows away from the house', () => {
    const built = plannedTurn(scene, 'add a terrace of 4 by 3 m south of the living room')
    const deeper = plannedTurn(built.house.scene, 'make the terrace one metre deeper')
    expect(deeper.calls[0].tool).toBe('edit_room')
    expect(deeper.room('Terrace').area).toBeCloseTo(16, 1)
    expect(deeper.room('Living room').area).toBe(built.room('Living room').area)
    expect(deeper.newErrors).toEqual([])
  })
})
