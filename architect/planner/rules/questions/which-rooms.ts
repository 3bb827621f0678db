import type { Side } from '../../../layout/room-program.ts'
import { ROOM_STANDARDS } from '../../../layout/room-standards.ts'
import { describeRoom } from '../../house/describe.ts'
import type { HouseRoom } from '../../house/house.ts'
import type { Clause } from '../../language/clause.ts'
import { capital, formatArea, formatList } from '../../language/format.ts'
import type { Workbench } from '../../workbench.ts'
import { itemsIn } from '../furniture/house-items.ts'
import { marked, type Pattern } from '../pattern-rule.ts'
import { indoorRooms, type Question, question } from './question.ts'

/** A property of rooms: whether a room has it, and how replies name those that have it. */
interface Property {
  holds: (room: HouseRoom, bench: Workbench) => boolean
  text: string
}

const SIDE = 'north|east|south|west'

/** Sides of the house by the time at which they have the sun. */
const SUN: readonly [RegExp, Side][] = [
  [/\b(?:morning|early) (?:sun|light|sunlight)\b|\bsunrise\b/, 'east'],
  [/\b(?:evening|afternoon|late) (?:sun|light|sunlight)\b|\bsunset\b/, 'west'],
  [/\b(?:midday|noon|most|lots of|much) (?:sun|sunlight)\b/, 'south'],
]

/** Questions about the rooms that have a property, and whether a room has it. */
export const PROPERTY_QUESTIONS: readonly Pattern[] = [
  question(
    /^(?:which|what|list|show(?: me)?|name|are|are there(?: any)?|how many|give me) (?:all |any )?(?:of )?(?:(?:room\d+|rooms?|of rooms|one)\b).*/,
    whichRooms,
    (clause) => propertyIn(clause) !== null,
  ),
  question(
    /^(?:does|do|is|are|has|have) (every|each|all|any) (?:of )?(?:room\d+|rooms?)\b.*/,
    everyRoom,
    (clause) => propertyIn(clause) !== null,
  ),
  question(
    /^(?:does|do|is|are|has|have) (room\d+)\b.*/,
    doesRoom,
    (clause) => propertyIn(clause) !== null,
  ),
  // `Is there a window in the storage?`
  question(
    /^(?:is|are) there (?:any )?(?:windows?|daylight|furniture) (?:in|to|of) (room\d+)$/,
    doesRoom,
    (clause) => propertyIn(clause) !== null,
  ),
  question(
    /^(?:which|what) (?:side|direction|way|orientation)\b.*\b(room\d+)|^where does (room\d+) (?:face|look)/,
    orientation,
  ),
]

/** The property that a question is about; null for none. */
function propertyIn({ text, areas, original }: Clause): Property | null {
  const sun = SUN.find(([form]) => form.test(text))?.[1]
  if (sun) return { holds: ({ sides }) => sides.has(sun), text: `an outer wall in the ${sun}` }
  const side = new RegExp(
    String.raw`\b(?:faces?|facing|looks?|looking|on|to|towards?|get|gets|has|have)\b.*\b(${SIDE})`,
  ).exec(text)?.[1] as Side | undefined
  if (
    /\b(?:no|without|lack(?:s|ing)?|not have|n't have|missing)\b.*\b(?:windows?|daylight|natural light)\b|\b(?:windowless|dark|no light)\b/.test(
      text,
    )
  )
    return { holds: (room) => !hasWindow(room), text: 'no window' }
  if (/\b(?:no|without|lack|n't have|not have|missing)\b.*\bdoors?\b/.test(text))
    return {
      holds: ({ openings }) => !openings.some(({ kind }) => kind !== 'window'),
      text: 'no door',
    }
  if (
    /\b(?:no|without|n't have)\b.*\b(?:furniture|furnishings)\b|\b(?:empty|unfurnished|not furnished)\b/.test(
      text,
    )
  )
    return { holds: (room, { scene }) => itemsIn(scene, room).length === 0, text: 'no furniture' }
  if (/\bfurnished\b|\bthere (?:any )?furniture\b|\bhave furniture\b|\bhas furniture\b/.test(text))
    return { holds: (room, { scene }) => itemsIn(scene, room).length > 0, text: 'furniture' }
  if (/\b(?:big|large|wide) enough\b/.test(text))
    return { holds: (room) => !isTooSmall(room), text: 'at least the usual least size' }
  if (/\btoo (?:small|narrow|tight)\b/.test(text))
    return { holds: isTooSmall, text: 'less than the usual least size' }
  if (areas.length > 0 && /\b(?:smaller|less|under|below|fewer)\b/.test(text))
    return {
      holds: ({ area }) => area < areas[0],
      text: `less than ${formatArea(areas[0], /ft|feet|foot/i.test(original) ? 'ft' : 'm')}`,
    }
  if (areas.length > 0 && /\b(?:larger|bigger|more|over|above|greater)\b/.test(text))
    return {
      holds: ({ area }) => area > areas[0],
      text: `more than ${formatArea(areas[0], /ft|feet|foot/i.test(original) ? 'ft' : 'm')}`,
    }
  if (side && /\bwindows?\b/.test(text))
    return {
      holds: ({ openings }) =>
        openings.some((each) => each.kind === 'window' && each.side === side),
      text: `a window to the ${side}`,
    }
  if (side) return { holds: ({ sides }) => sides.has(side), text: `an outer wall in the ${side}` }
  if (/\b(?:windows?|daylight|natural light)\b/.test(text) && !/\bhow many\b/.test(text))
    return { holds: hasWindow, text: 'a window' }
  if (/\b(?:outside|exterior|outer) door\b|\bdoors? (?:to|to the) (?:outside|garden)\b/.test(text))
    return {
      holds: ({ openings }) => openings.some((each) => each.kind === 'door' && each.side !== null),
      text: 'a door to the outside',
    }
  return null
}

const hasWindow = ({ openings }: HouseRoom): boolean =>
  openings.some(({ kind }) => kind === 'window')

function isTooSmall({ type, area, box }: HouseRoom): boolean {
  const { minArea, minWidth } = ROOM_STANDARDS[type]
  return area < minArea || Math.min(box.maxX - box.minX, box.maxZ - box.minZ) < minWidth - 0.005
}

function whichRooms(each: Question): string {
  const { bench, clause, unit } = each
  const { holds, text } = propertyIn(clause)!
  const [reference] = clause.rooms
  const rooms = reference ? bench.rooms(reference) : indoorRooms(each)
  const found = rooms.filter((room) => holds(room, bench))
  const noun = reference ? 'of them' : 'room'
  if (found.length === 0) return `${reference ? 'None of them' : 'No room'} has ${text}.`
  if (found.length === rooms.length && rooms.length > 1)
    return `All ${rooms.length} ${noun === 'room' ? 'rooms' : 'of them'} have ${text}.`
  const withArea = /\b(?:less|more) than|least size/.test(text)
  const names = found.map(
    (room) => describeRoom(room) + (withArea ? ` (${formatArea(room.area, unit)})` : ''),
  )
  return `${capital(formatList(names))} ${found.length === 1 ? 'has' : 'have'} ${text}.`
}

/** `Does every room have a window?`, `does any room lack a door?` */
function everyRoom(each: Question): string {
  const { bench, clause, match } = each
  const { holds, text } = propertyIn(clause)!
  const [reference] = clause.rooms
  const rooms = reference ? bench.rooms(reference) : indoorRooms(each)
  const found = rooms.filter((room) => holds(room, bench))
  const names = (some: readonly HouseRoom[]) => capital(formatList(some.map(describeRoom)))
  const has = (some: readonly HouseRoom[]) => (some.length === 1 ? 'has' : 'have')
  if (match[1] === 'any')
    return found.length > 0
      ? `Yes: ${names(found)} ${has(found)} ${text}.`
      : `No, none has ${text}.`
  const others = rooms.filter((room) => !found.includes(room))
  if (others.length === 0) return `Yes, all ${rooms.length} have ${text}.`
  return `No: ${names(others)} ${others.length === 1 ? 'does' : 'do'} not have ${text}. ${names(found)} ${has(found)}.`
}

function doesRoom({ bench, clause, match, unit }: Question): string {
  const { holds, text } = propertyIn(clause)!
  const rooms = bench.rooms(marked(clause.rooms, match[1]))
  const answers = rooms.map((room) => {
    const isTrue = holds(room, bench)
    // `no window` as a property: a room that lacks it has one.
    const denied = text.startsWith('no ')
      ? text.replace('no ', 'a ').replace('a furniture', 'furniture')
      : null
    const own = /\b(?:less|more) than|least size/.test(text)
      ? ` It has ${formatArea(room.area, unit)}${usual(room, text)}.`
      : seen(room, text)
    const has = isTrue ? `has ${text}` : denied ? `has ${denied}` : `does not have ${text}`
    return `${isTrue ? 'Yes' : 'No'}, ${describeRoom(room)} ${has}.${own}`
  })
  return answers.join(' ')
}

const usual = ({ type }: HouseRoom, text: string): string =>
  text.includes('least size')
    ? `; the usual least size of such a room is ${formatArea(ROOM_STANDARDS[type].minArea, 'm')}`
    : ''

function seen({ sides, openings }: HouseRoom, text: string): string {
  if (text.includes('window')) {
    const to = [
      ...new Set(
        openings.filter(({ kind }) => kind === 'window').flatMap(({ side }) => side ?? []),
      ),
    ]
    return to.length > 0 ? ` Its windows look to the ${formatList(to)}.` : ''
  }
  return text.includes('outer wall') && sides.size > 0
    ? ` Its outer walls are in the ${formatList([...sides])}.`
    : ''
}

function orientation({ bench, clause, match }: Question): string {
  const room = bench.room(marked(clause.rooms, match[1] ?? match[2]))
  const to = [
    ...new Set(
      room.openings.filter(({ kind }) => kind === 'window').flatMap(({ side }) => side ?? []),
    ),
  ]
  const walls =
    room.sides.size > 0
      ? `It has outer walls in the ${formatList([...room.sides])}.`
      : 'It has no outer wall.'
  return to.length > 0
    ? `${capital(describeRoom(room))} has windows to the ${formatList(to)}. ${walls}`
    : `${capital(describeRoom(room))} has no window. ${walls}`
}
