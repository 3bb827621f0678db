import { describeOpening, describeRoom } from '../../house/describe.ts'
import type { House, HouseRoom } from '../../house/house.ts'
import { capital, formatLength, formatList } from '../../language/format.ts'
import { Declined } from '../../workbench.ts'
import { describeItem, resolveItem } from '../furniture/house-items.ts'
import { openingReference, resolveOpenings } from '../openings/opening-reference.ts'
import { marked, type Pattern } from '../pattern-rule.ts'
import { type Question, question } from './question.ts'

const TWO = String.raw`.*?\b(room\d+)\b.*?\b(room\d+)`

/** Questions about what is next to what, where things are, and the ways between them. */
export const WAY_QUESTIONS: readonly Pattern[] = [
  question(
    new RegExp(
      String.raw`^how far\b${TWO}|^(?:what's|what is|measure) distance\b${TWO}|^distance\b${TWO}`,
    ),
    distanceOfRooms,
  ),
  question(
    /^how far (?:is|are) (item\d+) from (item\d+)|^(?:what's|what is) distance between (item\d+) and (item\d+)/,
    distanceOfItems,
  ),
  question(
    /^(?:is|are) (room\d+) (?:right |directly )?(?:next to|beside|adjacent to|by|near|attached to|close to) (room\d+)|^(?:do|does|is|are) (room\d+) (?:and|with) (room\d+) (?:share|have|border|adjoin|touch|next|adjacent|neighbou?rs)\b|^(?:do|does) (room\d+) (?:border|adjoin|touch|share \w+ with) (room\d+)/,
    isBeside,
  ),
  question(
    new RegExp(
      String.raw`^(?:is there|are there|does|do|can|could|how (?:do|can|would|does)|which way|what way|has|is it possible|what's (?:the )?way|what is (?:the )?way|what's route|what is route)\b${TWO}`,
    ),
    wayBetween,
    ({ text }) =>
      /\b(?:doors?|way|openings?|passage|connect(?:ed|ion|s)?|get|go|walk|reach|access|lead(?:s)?|route|between|pass|come)\b/.test(
        text,
      ),
  ),
  question(
    /^(?:what|which|who|which rooms?|what rooms?)\b.*\b(?:next to|beside|adjacent to|adjacent|borders?|bordering|adjoins?|adjoining|neighbou?rs?(?: of)?|around|touch(?:es)?|near)\b.*\b(room\d+)|^(?:what|which|list|name|show)\b.*\bneighbou?rs\b.*\b(room\d+)|^what does (room\d+) (?:border|adjoin|touch)/,
    neighbours,
  ),
  question(
    /^(?:which|what|list|name)(?: other)? rooms? .*\b(?:reach(?:ed)?|leads?|accessible|connect(?:s|ed)?|get to|go to|get into|go into|enter(?:ed)?|walk (?:in)?to|step into|access(?:ed)?|opens? (?:on|off|to|into|onto)|doors? to|come off|go off)\b.*\b(room\d+)|^(?:which|what) rooms? (?:does|do|is|are) (room\d+) (?:connect|lead|open|give access|join|have doors?)\b|^where can (?:i|we|you|one) (?:get|go|walk)(?: to)?(?: directly)? from (room\d+)|^what (?:opens off|leads off|can be reached from|is reached from) (room\d+)|^where (?:does|do) (?:\w+ )?doors? (?:of|in|from) (room\d+) lead/,
    reachable,
  ),
  question(
    /^(?:where is|where's|where are|where (?:do|can) (?:i|we) find|which (?:floor|storey|level|part|side of house) is|on which (?:floor|storey|level) is|locate|what floor is) (room\d+)/,
    whereRoom,
  ),
  question(
    /^(?:where is|where's|where are|which room is|in which room is|locate) (?:\w+ )?(item\d+)/,
    whereItem,
  ),
  question(
    /^(?:where is|where's|where are|locate) .*\b(?:doors?|windows?|entrance)\b/,
    whereOpening,
  ),
]

function marks({ match }: Question): string[] {
  return match.slice(1).filter((mark) => mark !== undefined)
}

function twoRooms(each: Question): HouseRoom[] {
  return marks(each)
    .slice(0, 2)
    .map((mark) => each.bench.room(marked(each.clause.rooms, mark)))
}

function distanceOfRooms(each: Question): string {
  const { bench, unit } = each
  const [from, to] = twoRooms(each)
  const middle = bench.read('measure', { mode: 'centre', fromId: from.id, toId: to.id })
    .length as number
  const sentence = `The middles of ${describeRoom(from)} and ${describeRoom(to)} are ${formatLength(middle, unit)} apart`
  try {
    const way = bench.read('measure', { mode: 'path', fromId: from.id, toId: to.id })
      .length as number
    return `${sentence}; the way on foot is ${formatLength(way, unit)}.`
  } catch (error) {
    if (!(error instanceof Declined)) throw error
    return `${sentence}. ${error.message}`
  }
}

function distanceOfItems(each: Question): string {
  const { bench, clause, unit } = each
  const [from, to] = marks(each).map((mark) => resolveItem(bench, marked(clause.items, mark), null))
  const gap = bench.read('measure', { mode: 'clear_gap', fromId: from.id, toId: to.id })
    .length as number
  return `Between ${describeItem(bench.house, from)} and ${describeItem(bench.house, to)} ${formatLength(gap, unit)} are free.`
}

function isBeside(each: Question): string {
  const [a, b] = twoRooms(each)
  const shared = a.neighbours.get(b.id)
  return shared === undefined
    ? `No, ${describeRoom(a)} does not border ${describeRoom(b)}. It borders ${neighboursOf(each.bench.house, a)}.`
    : `Yes, ${describeRoom(a)} borders ${describeRoom(b)} along ${formatLength(shared, each.unit)}. ${directWay(a, b)}`
}

const neighboursOf = ({ rooms }: House, { neighbours: near }: HouseRoom): string =>
  formatList(rooms.filter(({ id }) => near.has(id)).map(describeRoom)) || 'no other room'

function neighbours(each: Question): string {
  const [mark] = marks(each)
  const room = each.bench.room(marked(each.clause.rooms, mark))
  return `${capital(describeRoom(room))} borders ${neighboursOf(each.bench.house, room)}.`
}

/** Doors and openings between two rooms. */
function directWay(a: HouseRoom, b: HouseRoom): string {
  const ids = new Set(b.openings.map(({ id }) => id))
  const ways = a.openings.filter(({ id, kind }) => kind !== 'window' && ids.has(id))
  if (ways.length === 0) return 'There is no door between them.'
  const [{ kind, width }] = ways
  return `There is ${kind === 'opening' ? 'an opening' : 'a door'} between them, ${formatLength(width, 'm')} wide.`
}

function wayBetween(each: Question): string {
  const { bench, clause } = each
  const [from, to] = twoRooms(each)
  const { house } = bench
  const ids = new Set(to.openings.map(({ id }) => id))
  const direct = from.openings.filter(({ id, kind }) => kind !== 'window' && ids.has(id))
  if (direct.length > 0) {
    const size = `${formatLength(direct[0].width, each.unit)} wide`
    return `Yes, ${describeOpening(house, direct[0]).replace(/^the /, 'there is a ').replace('a opening', 'an opening')}, ${size}.`
  }
  const avoided = /\bwithout\b/.test(clause.text) ? clause.rooms.slice(2) : []
  const closed = avoided.flatMap((each) => bench.rooms(each)).map(({ id }) => id)
  const way = wayThrough(house, from, to, closed)
  const isDoor = /\b(?:doors?|opening|connected)\b/.test(clause.text)
  if (way === null)
    return `No, there is no door between ${describeRoom(from)} and ${describeRoom(to)}, and no other way through the house.`
  const through = formatList(way.slice(1, -1).map(describeRoom))
  return isDoor
    ? `No, there is no door between ${describeRoom(from)} and ${describeRoom(to)}. The way leads through ${through}.`
    : `From ${describeRoom(from)} the way to ${describeRoom(to)} leads through ${through}; no door joins the two directly.`
}

/** The rooms along the shortest way, with its ends; null where there is none. */
function wayThrough(
  { rooms }: House,
  from: HouseRoom,
  to: HouseRoom,
  closed: readonly string[],
): HouseRoom[] | null {
  const before = new Map<string, HouseRoom | null>([[from.id, null]])
  const queue = [from]
  for (const room of queue) {
    if (room.id === to.id) {
      const way = [room]
      for (let last = before.get(room.id); last; last = before.get(last.id)) way.unshift(last)
      return way
    }
    for (const next of rooms)
      if (!before.has(next.id) && !closed.includes(next.id) && isJoined(room, next)) {
        before.set(next.id, room)
        queue.push(next)
      }
  }
  return null
}

const isJoined = (a: HouseRoom, b: HouseRoom): boolean =>
  a.openings.some(
    ({ id, kind }) => kind !== 'window' && b.openings.some((other) => other.id === id),
  )

function reachable(each: Question): string {
  const [mark] = marks(each)
  const room = each.bench.room(marked(each.clause.rooms, mark))
  const joined = each.bench.house.rooms.filter(
    (other) => other.id !== room.id && isJoined(room, other),
  )
  const isOuter = room.openings.some(({ kind, side }) => kind === 'door' && side !== null)
  const names = [...joined.map(describeRoom), ...(isOuter ? ['the outside'] : [])]
  return names.length > 0
    ? `Doors and openings lead from ${describeRoom(room)} to ${formatList(names)}.`
    : `No door leads from ${describeRoom(room)}.`
}

function whereRoom({ bench, clause, match }: Question): string {
  const { house } = bench
  return bench
    .rooms(marked(clause.rooms, match[1]))
    .map((room) => {
      const level = house.levels.find(({ id }) => id === room.levelId)!.label
      const sides =
        room.sides.size > 0
          ? `in the ${formatList([...room.sides])} of the house`
          : 'inside the house'
      return `${capital(describeRoom(room))} is on the ${level.toLowerCase()}, ${sides}. It borders ${neighboursOf(house, room)}.`
    })
    .join(' ')
}

function whereItem({ bench, clause, match }: Question): string {
  const { assets } = marked(clause.items, match[1])
  const found = Object.values(bench.scene.nodes).filter(
    (node) => node.kind === 'item' && assets.includes(node.asset),
  )
  const places = found.flatMap((node) =>
    node.kind === 'item' ? [describeItem(bench.house, node)] : [],
  )
  if (places.length > 0)
    return `${capital(formatList([...new Set(places)]).replaceAll(' in the ', ' is in the '))}.`
  return `There is no ${marked(clause.items, match[1])
    .text.replace(/^(?:the|a|an) /i, '')
    .toLowerCase()} in the house.`
}

function whereOpening({ bench, clause }: Question): string {
  const reference =
    openingReference(clause) ?? openingReference(clause, `${clause.text} front door`)!
  const openings = resolveOpenings(bench, { ...reference, isPlural: true })
  const rooms = openings.map((opening) => describeOpening(bench.house, opening))
  const noun = reference.role === 'front' ? 'The front door is ' : ''
  return `${noun}${noun ? formatList(rooms) : capital(formatList(rooms))}.`
}
