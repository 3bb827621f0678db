import { describeOpening, describeRoom } from '../../house/describe.ts'
import type { HouseRoom } from '../../house/house.ts'
import { capital, formatArea, formatLength, formatList, rounded } from '../../language/format.ts'
import { Declined } from '../../workbench.ts'
import { describeItem, resolveItem, roomOfItem } from '../furniture/house-items.ts'
import { openingReference, resolveOpenings } from '../openings/opening-reference.ts'
import { marked, type Pattern } from '../pattern-rule.ts'
import { indoorRooms, type Question, question } from './question.ts'

const FAR = String.raw`^(?:how far (?:away )?(?:is|are)(?: it)?|how long is (?:way|path|walk)|(?:what's|what is|measure) (?:distance|way)|distance)\b`
const OPENING = String.raw`\b(?:windows?|doors?)\b`

/** Questions about rooms together, on average and as shares, and distances to doors and windows. */
export const COMPARISON_QUESTIONS: readonly Pattern[] = [
  question(
    /^how (?:many|much) (?:m|m2|sqm|square (?:metres?|meters?|feet|foot)|space|area|ft)\b.*\broom\d+/,
    together,
  ),
  question(/\b(?:together|combined|in total|altogether|in all)\b/, together, isAboutRooms),
  question(/\b(?:average|mean)\b/, average, isAboutRooms),
  question(
    /\b(?:share|percent(?:age)?|fraction|proportion|part) of (?:whole |total |entire )?(?:house|floor area|area|building|home)\b.*\broom\d+|^room\d+ (?:makes|takes) up\b/,
    shareOfHouse,
  ),
  question(
    /^(?:by )?how much (?:larger|bigger|smaller|wider|more space) (?:is|has|does) (room\d+)\b.*\bthan (room\d+)/,
    difference,
  ),
  question(
    new RegExp(String.raw`${FAR}.*\b(item\d+)\b.*${OPENING}|${FAR}.*${OPENING}.*\b(item\d+)\b`),
    toOpening,
  ),
  question(
    new RegExp(String.raw`${FAR}.*${OPENING}.*\broom\d+|${FAR}.*\broom\d+.*${OPENING}`),
    roomToOpening,
  ),
]

function isAboutRooms({ text, rooms, isQuestion }: Question['clause']): boolean {
  return (
    isQuestion &&
    rooms.length > 0 &&
    /\b(?:area|areas|size|sizes|large|big|square|space|m|m2|sqm)\b/.test(text)
  )
}

const roomsOf = ({ bench, clause }: Question): HouseRoom[] => [
  ...new Map(
    clause.rooms.flatMap((each) => bench.rooms(each)).map((room) => [room.id, room]),
  ).values(),
]
const areaOf = (rooms: readonly HouseRoom[]): number =>
  rooms.reduce((sum, { area }) => sum + area, 0)

function together(each: Question): string {
  const rooms = roomsOf(each)
  const parts = rooms.map((room) => `${describeRoom(room)} ${formatArea(room.area, each.unit)}`)
  const [room] = rooms
  if (rooms.length === 1)
    return `${capital(describeRoom(room))} has ${formatArea(room.area, each.unit)}.`
  return `Together they have ${formatArea(areaOf(rooms), each.unit)}: ${formatList(parts)}.`
}

function average(each: Question): string {
  const rooms = roomsOf(each)
  return `${capital(formatList(rooms.map(describeRoom)))} have ${formatArea(areaOf(rooms) / rooms.length, each.unit)} on average.`
}

function shareOfHouse(each: Question): string {
  const rooms = roomsOf(each)
  const whole = areaOf(indoorRooms(each))
  const share = rounded((100 * areaOf(rooms)) / whole, 1)
  return `${capital(formatList(rooms.map(describeRoom)))} ${rooms.length === 1 ? 'has' : 'have'} ${formatArea(areaOf(rooms), each.unit)}, which is ${share} % of the ${formatArea(whole, each.unit)} of all rooms.`
}

function difference({ bench, clause, match, unit }: Question): string {
  const [a, b] = [match[1], match[2]].map((mark) => bench.room(marked(clause.rooms, mark)))
  const by = a.area - b.area
  return `${capital(describeRoom(a))} has ${formatArea(a.area, unit)} and ${describeRoom(b)} ${formatArea(b.area, unit)}: it is ${formatArea(Math.abs(by), unit)} ${by < 0 ? 'smaller' : 'larger'}.`
}

/** From the edge of an item to the middle of an opening, in the plan. */
function toOpening({ bench, clause, match, unit }: Question): string {
  const mark = match.slice(1).find((group) => group !== undefined)!
  const where = clause.rooms.length > 0 ? bench.rooms(clause.rooms[0]) : null
  const item = resolveItem(bench, marked(clause.items, mark), where)
  const room = roomOfItem(bench.house, item)
  const reference = openingReference(clause)!
  const own = reference.role === null && reference.rooms.length === 0 ? room : null
  const all = own
    ? own.openings.filter(({ kind }) => kind === reference.kind)
    : resolveOpenings(bench, reference)
  if (all.length === 0)
    throw new Declined(`There is no ${reference.kind} in ${describeRoom(own!)}.`)
  const [x, , z] = item.position
  return all
    .map((opening) => {
      const metres = Math.hypot(opening.centre[0] - x, opening.centre[1] - z)
      return `From the middle of ${describeItem(bench.house, item)} to ${describeOpening(bench.house, opening)} it is ${formatLength(metres, unit)}.`
    })
    .join(' ')
}

function roomToOpening({ bench, clause, unit }: Question): string {
  const room = bench.room(clause.rooms.at(-1)!)
  const reference = openingReference(clause)!
  const [opening] = resolveOpenings(bench, { ...reference, rooms: clause.rooms.slice(0, -1) })
  const metres = Math.hypot(opening.centre[0] - room.middle[0], opening.centre[1] - room.middle[1])
  return `From the middle of ${describeRoom(room)} to ${describeOpening(bench.house, opening)} it is ${formatLength(metres, unit)} in a straight line.`
}
