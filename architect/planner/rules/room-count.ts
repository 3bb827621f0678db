import type { RoomReference } from '../language/clause.ts'
import { addRoom, type Placement } from './add-room.ts'
import { deleteRoom, mergeRooms, splitOff, splitRoom } from './divide-rooms.ts'
import { type Found, ruleOf } from './pattern.ts'
import type { Reading, Rule } from './rule.ts'

const MERGE = '(?:merge|combine|join|unite|fuse|put together|make one of|make num\\d+ of)'
const SPLIT = '(?:split|divide|separate|partition|cut|section|subdivide)'
const CARVE = '(?:split|carve|cut|take|separate|partition|section|divide|get|make|create|build|fit)'
const DELETE =
  '(?:delete|remove|demolish|drop|tear down|take away|take out|get rid of|eliminate|scrap|lose)'
const ADD =
  "(?:add|build|create|attach|put|make|append|install|give me|i want|i need|we need|we want|i'd like|insert|draw|place|plan|construct)"
const KIND =
  '(?:new |another |attached |small |extra |additional |covered |single |num1 )*(?:{room}|(?<plain>room|extension|annexe?|addition))'
const FIGURE =
  '(?:(?: (?:of|with|measuring|that is|that has|at|about|around|,))*(?: about| around| roughly)? (?:{area}|{size}))?'
const HOUSE = '(?: of (?:house|home|building))?'
const BESIDE =
  '(?:next to|beside|besides|adjacent to|adjoining|alongside|in front of|in back of|outside|behind|before|opening off|at|by|off|attached to|to|onto)'
const AT = `(?: (?:on|to|at|in|along) {side}${HOUSE}| (?:(?:to|on) )?{side} of {other}| ${BESIDE} {side} of {other}| ${BESIDE} (?:house|{other})| {side}${HOUSE})?`
const DOOR =
  '(?:,? (?:with|and|that has) (?<door>sliding |double |hinged |folding |glass |french |garage )*doors?(?: (?:to|into|from|between)(?: it and)? (?:house|it|{third}))?)?'

/** Rooms made one, divided, added and deleted. */
export const ROOM_COUNT_RULES: Rule[] = [
  ruleOf(
    [
      `${MERGE} {room} (?:and|with|into|to) {other}(?: (?:into|to|as|in|to form|to make) (?:num\\d+ |single |big |large |1 )?(?:{third}|room|space|one))?`,
      'make (?:num\\d+ )?(?:{third}|room|big room|single room|one) (?:out )?(?:of|from) {room} and {other}',
    ],
    (found) => ({
      subject: found.room(found.hasRoom('third') ? 'third' : 'room').text,
      run: (bench) => mergeRooms(bench, found),
    }),
  ),
  ruleOf(
    [`${MERGE} (?:both |num\\d+ )?{room}(?: (?:into|to) (?:num\\d+ )?(?:{third}|room|one))?`],
    (found) =>
      found.room().isPlural
        ? { subject: found.room().text, run: (bench) => mergeRooms(bench, found) }
        : null,
  ),
  ruleOf(
    [
      `${SPLIT} (?:off )?{other} (?:of|with) {area} (?:off of|off|from|out of|of) {room}`,
      `${CARVE} (?:off )?{other}(?: (?:of|with) {area})? (?:off of|off|from|out of) {room}`,
      `${CARVE} {area} (?:off of|off|from|out of) {room} (?:for|as|to make|to create|into) {other}`,
      `(?:add|${CARVE}|put) {other}(?: (?:of|with) {area})? (?:in|inside|within|into) {room}`,
      `(?:add|put) {area} {other} (?:in|inside|within|into) {room}`,
    ],
    (found) =>
      isTub(found)
        ? null
        : {
            subject: found.room('other').text,
            run: (bench) => splitOff(bench, found.room(), found.room('other'), found.area),
          },
  ),
  ruleOf(
    [
      `${SPLIT} {room} (?:up )?into {other} and {third}`,
      `${SPLIT} {room}(?: up)?(?: (?:in|into) (?:{num}|half|halves|num\\d+ halves)(?: rooms?| parts?| equal parts?| {other})?)?(?: (?:with|by|using) (?:new )?wall)?`,
      '(?:add|put|build|place|insert|draw) (?:new |partition )?(?:wall|partition) (?:in|into|through|across|inside) (?:middle of )?{room}',
    ],
    (found) => ({
      subject: found.room().text,
      run: (bench) => splitRoom(bench, found),
    }),
  ),
  ruleOf(
    [
      `${DELETE} {room}(?: (?:completely|entirely|altogether))?(?:,? (?:and )?(?:give|add) (?:its|the|their)? ?(?:area|space|floor) to {other}| into {other}| in favou?r of {other})?`,
      `${DELETE} (?:new|added) {room}`,
      `(?:add|give) (?:area|space|floor) of {room} to {other}`,
    ],
    (found) => ({
      subject: null,
      run: (bench) =>
        deleteRoom(
          bench,
          bench.room(found.room()),
          found.hasRoom('other') ? found.room('other') : null,
        ),
    }),
  ),
  ruleOf(
    [
      `${ADD} ${KIND}${FIGURE}${AT}${DOOR}`,
      `${ADD} ${KIND}${AT}${FIGURE}${DOOR}`,
      `${ADD} (?:{area}|{size}) ${KIND}${AT}${DOOR}`,
    ],
    added,
  ),
]

/** `Put a bath in the bathroom` is about a tub. */
const isTub = (found: Found): boolean =>
  /\b(?:bath|toilet|wc|loo)$/i.test(found.room('other').text) &&
  /bath|toilet|wc|shower/i.test(found.room().text)

/** Verbs that make something new. */
const IS_NEW = /^(?:add|build|create|attach|append|construct)\b/

const isThere = ({ text, label }: RoomReference): boolean =>
  /^(?:the|our|my) /i.test(text) || (label !== null && !/^(?:an?|another|new) /i.test(text))

function added(found: Found): Reading | null {
  const reference = found.hasRoom('room') ? found.room() : null
  if (reference?.isPlural) return null
  // `I want the kitchen in the north` and `make Bathroom 8 m²` are about what is there.
  if (reference && isThere(reference) && !IS_NEW.test(found.clause.text)) return null
  const beside = found.hasRoom('other') ? found.room('other') : null
  const placement: Placement = {
    reference,
    area: found.area,
    size: found.size,
    side: found.side ?? reference?.sides[0] ?? null,
    beside,
    door: found.part('door')?.trim() ?? null,
    doorTo: found.hasRoom('third') ? found.room('third') : null,
    request: found.clause.original,
  }
  return {
    subject: `the ${reference?.word?.label.toLowerCase() ?? reference?.text ?? 'new room'}`,
    run: (bench) => addRoom(bench, placement),
  }
}
