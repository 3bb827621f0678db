import { Declined } from '../workbench.ts'
import { type Found, ruleOf } from './pattern.ts'
import { moveRoomBy, moveRoomNextTo, moveRoomToSide, swapTwo } from './relocate-rooms.ts'
import type { Reading, Rule } from './rule.ts'

const MOVE =
  "(?:move|shift|put|place|relocate|have|bring|want|i want|i need|i'd like|we want|position|locate)"
const SWAP = '(?:swap|exchange|switch|interchange|flip|trade)'
const TO = '(?:to|on|at|in|into|onto|towards?)'
const HOUSE = '(?: of (?:house|home|building|plan))?'
const NEXT = '(?:next to|beside|besides|near|adjacent to|by|alongside|close to|to be next to)'

/** Where rooms are: moves to a side, beside another room, by a length, and exchanges. */
export const ROOM_PLACE_RULES: Rule[] = [
  ruleOf(
    [
      `${SWAP} (?:positions of |places of |location of )?{room} (?:and|with|for) {other}(?: around| over| places| positions)?`,
      `(?:let|have|make) {room} and {other} (?:swap|trade|change|exchange|switch) (?:places|positions)`,
      '{room} and {other} (?:should|must) (?:swap|trade|change|exchange|switch) (?:places|positions)',
      'put {room} where {other} is(?: and {third} where {fourth} is)?',
      'put {room} in place of {other}',
    ],
    (found) => ({
      subject: found.room().text,
      run: (bench) => swapTwo(bench, bench.room(found.room()), bench.room(found.room('other'))),
    }),
  ),
  ruleOf([`${SWAP} (?:both |num\\d+ )?{room}(?: around| over)?`], swapPair),
  ruleOf(
    [
      `${MOVE} {room} (?:to be )?(?:${TO} )?{side}${HOUSE}`,
      `{room} (?:should|must|has to|needs to) (?:be|go|move|lie|sit)(?: ${TO})? {side}${HOUSE}`,
    ],
    (found) => toSide(found),
  ),
  // `On the north side` is read as a part of the room, of which the house may have none there.
  ruleOf([`${MOVE} {room}`, '{room} (?:should|must) be'], (found) => {
    const [side] = found.room().sides
    return side === undefined ? null : toSide(found)
  }),
  ruleOf(
    [
      `${MOVE} {room} (?:to be )?(?:right |directly )?${NEXT} {other}`,
      `{room} (?:should|must|has to|needs to) be (?:right |directly )?${NEXT} {other}`,
    ],
    (found) => ({
      subject: found.room().text,
      run: (bench) =>
        moveRoomNextTo(bench, bench.room(found.room()), bench.room(found.room('other'))),
    }),
  ),
  ruleOf(
    [
      `(?:move|shift|slide|push|relocate) {room} (?:by )?{len} (?:to |towards? )?{side}`,
      `(?:move|shift|slide|push|relocate) {room} (?:to |towards? )?{side} by {len}`,
    ],
    (found) => ({
      subject: found.room().text,
      run: (bench) =>
        moveRoomBy(
          bench,
          bench.room(found.room()),
          found.side!,
          found.length!,
          found.clause.original,
        ),
    }),
  ),
]

function toSide(found: Found): Reading {
  const reference = found.room()
  const side = found.side ?? reference.sides[0]
  return {
    subject: reference.label ?? reference.word!.label,
    run: (bench) =>
      moveRoomToSide(
        bench,
        bench.room(found.side === null ? { ...reference, sides: [] } : reference),
        side,
      ),
  }
}

/** `Swap the bedrooms`: of exactly two. */
function swapPair(found: Found): Reading | null {
  const reference = found.room()
  if (!reference.isPlural) return null
  return {
    subject: reference.text,
    run(bench) {
      const rooms = bench.rooms(reference)
      if (rooms.length === 2) return swapTwo(bench, rooms[0], rooms[1])
      const names = rooms.map(({ label }) => label).join(', ')
      throw new Declined(
        `I cannot choose which two rooms to swap: there ${rooms.length === 1 ? 'is only' : 'are'} ${names}. Please name the two.`,
      )
    },
  }
}
