import { nodesOf } from '../../../scene/scene.ts'
import { describeOpening, describeRoom, describeRooms } from '../../house/describe.ts'
import type { HouseOpening, HouseRoom } from '../../house/house.ts'
import { matchingRooms } from '../../house/matching-rooms.ts'
import { capital, counted, formatList, formatMetres } from '../../language/format.ts'
import { levelIn } from '../../language/storey-words.ts'
import { itemsIn, listItems, roomOfItem } from '../furniture/house-items.ts'
import { openingReference, wallSideIn } from '../openings/opening-reference.ts'
import type { Pattern } from '../pattern-rule.ts'
import { indoorRooms, type Question, question } from './question.ts'
import { listWithAreas } from './sizes.ts'

/** Questions about how many there are, whether there is one, and lists. */
export const COUNT_QUESTIONS: readonly Pattern[] = [
  question(
    /^(?:how many|count|number of|what is number of|what's number of) .*?\b(?:windows?|doors?|openings?)\b/,
    countOpenings,
  ),
  question(/^(?:how many|count|number of) (?:rooms\b|different rooms\b)/, countRooms),
  question(/^(?:how many|count|number of) (?:storeys|stories|floors|levels|storys)\b/, countLevels),
  question(
    /^(?:how many|count|number of) (?:stairs|staircases|stairways|flights)\b/,
    ({ bench }) => {
      const count = nodesOf(bench.scene, 'stair').length
      return `There ${count === 1 ? 'is' : 'are'} ${counted(count, 'stair')}.`
    },
  ),
  question(/^(?:how many|count|number of) (?:walls)\b/, ({ bench }) => {
    const count = bench.house.walls.length
    return `There are ${counted(count, 'wall')}, of which ${bench.house.walls.filter(({ side }) => side !== null).length} are outer walls.`
  }),
  question(/^(?:how many|count|number of) (?:\w+ )?item\d+/, countItems),
  question(/^(?:how many|count|number of) room\d+/, countKind),
  question(
    /^(?:is|are) there (?:any |already )?(?:\w+ )?item\d+|^(?:does|do|has|have) .*\b(?:have|has|got) (?:any )?item\d+/,
    countItems,
  ),
  question(
    /^(?:what|which|list|show(?: me)?)\b.*\b(?:furniture|furnishings|items|things)\b|^what(?:'s| is) (?:there )?in room\d+$|^how is room\d+ furnished/,
    listFurniture,
  ),
  question(
    /^(?:list|show(?: me)?|name|give me(?: list of)?|what are|which are|tell me|what|which|overview of)(?: all)?(?: of)?(?: my)? (?:rooms?|areas|room sizes|spaces)\b/,
    listRooms,
    ({ text }) =>
      !/\b(?:no|without|have|has|face|faces|smaller|larger|bigger|less|more|under|over|too|next|adjacent|border|borders|touch|largest|smallest|furnished|empty|south|north|east|west)\b/.test(
        text,
      ),
  ),
  question(
    /^(?:which|what) rooms (?:are|is|do we have|does house have|lie|are there)\b(?: on| in| at)? ?(?:upstairs|downstairs|ground floor|upper floor|first floor|there|here|house)?\b/,
    listRooms,
    ({ text }) =>
      !/\b(?:smaller|larger|bigger|too|next|adjacent|without|furnished|empty|facing|south|north|east|west|under|below|above|over)\b/.test(
        text,
      ),
  ),
  question(
    /^(?:list|show(?: me)?|name|give me|what are|where are|describe) (?:all )?(?:of )?(?:\w+ )?(?:room\d+ )?(?:windows|doors|openings)\b/,
    listOpenings,
  ),
  question(
    /^(?:does|do|has|is|are|did) (?:house|home|building|we|it|there|bungalow)(?: already)?(?: have| got| include)?(?: any)? room\d+(?: (?:and|or|,) room\d+)*(?: in house| in building| upstairs| downstairs| already)?$|^(?:have we|do we have)(?: got)?(?: any)? room\d+$/,
    hasRoom,
  ),
  question(
    /^(?:list|show(?: me)?|name|what are)(?: all)? room\d+(?: with (?:their|its) \w+)?$/,
    countKind,
    ({ rooms }) => rooms[0].isPlural,
  ),
]

const be = (count: number): string => (count === 1 ? 'is' : 'are')

function openingsFor({ bench, clause }: Question): {
  openings: HouseOpening[]
  where: string
  noun: string
} {
  const { house } = bench
  const kind = openingReference(clause)!.kind
  const side = wallSideIn(clause.text)
  const level = levelIn(clause.text)
  const rooms = clause.rooms.flatMap((each) => bench.rooms(each))
  const own = new Set(rooms.flatMap(({ openings }) => openings.map(({ id }) => id)))
  const upon = new Set(
    house.rooms
      .filter((room) => room.level === level)
      .flatMap(({ openings }) => openings.map(({ id }) => id)),
  )
  const openings = house.openings.filter(
    (each) =>
      each.kind === kind &&
      (rooms.length === 0 || own.has(each.id)) &&
      (side === null || each.side === side) &&
      (level === null || upon.has(each.id)),
  )
  const where = [
    rooms.length > 0 ? ` in ${describeRooms(rooms)}` : '',
    side === null ? '' : ` on the ${side} side`,
    level === null
      ? ''
      : ` on the ${house.levels.find(({ index }) => index === level)?.label.toLowerCase() ?? 'storey'}`,
  ].join('')
  return { openings, where, noun: kind }
}

function countOpenings(each: Question): string {
  const { openings, where, noun } = openingsFor(each)
  const more =
    each.clause.rooms.length > 0 && openings.length > 0 && openings.length <= 6
      ? `: ${formatList(openings.map((opening) => describeOpening(each.bench.house, opening)))}`
      : ''
  return `There ${be(openings.length)} ${openings.length === 0 ? 'no' : openings.length} ${noun}${openings.length === 1 ? '' : 's'}${where === '' ? ' in the house' : where}${more}.`
}

function listOpenings(each: Question): string {
  const { openings, where, noun } = openingsFor(each)
  if (openings.length === 0)
    return `There are no ${noun}s${where === '' ? ' in the house' : where}.`
  const { house } = each.bench
  return [
    `${counted(openings.length, noun)}${where}:`,
    ...openings.map(
      (opening) =>
        `- ${describeOpening(house, opening)}, ${formatMetres(opening.width)} wide and ${formatMetres(opening.height)} high`,
    ),
  ].join('\n')
}

function countRooms(each: Question): string {
  const rooms = indoorRooms(each)
  return `There ${be(rooms.length)} ${counted(rooms.length, 'room')}: ${formatList(rooms.map(({ label }) => label))}.`
}

function countLevels({ bench }: Question): string {
  const levels = bench.house.levels.filter(({ id }) =>
    bench.house.rooms.some(({ levelId }) => levelId === id),
  )
  return `The building has ${counted(levels.length, 'storey')}${levels.length > 0 ? `: ${formatList(levels.map(({ label }) => label))}` : ''}.`
}

function countKind({ bench, clause, unit }: Question): string {
  const rooms = matchingRooms(bench.house, clause.rooms[0])
  const { label } = clause.rooms[0].word ?? { label: clause.rooms[0].label! }
  const noun = label.toLowerCase()
  if (rooms.length === 0) return `There are no ${noun}s in the house.`
  return `There ${be(rooms.length)} ${counted(rooms.length, noun)}: ${listWithAreas(rooms, unit)}.`
}

function countItems({ bench, clause }: Question): string {
  const rooms = clause.rooms.flatMap((each) => bench.rooms(each))
  const all = nodesOf(bench.scene, 'item')
  const assets = clause.items[0].assets
  const there = rooms.length > 0 ? rooms.flatMap((room) => itemsIn(bench.scene, room)) : all
  const found = there.filter(({ asset }) => assets.includes(asset))
  const where = rooms.length > 0 ? `in ${describeRooms(rooms)}` : 'in the house'
  const isYesNo = /^(?:is|are|does|do|has|have)\b/.test(clause.text)
  if (found.length === 0) {
    const noun = clause.items[0].text.replace(/^(?:the|a|an|any) /i, '').toLowerCase()
    return `${isYesNo ? 'No, there' : 'There'} ${clause.items[0].isPlural ? 'are' : 'is'} no ${noun} ${where}.`
  }
  const places = [
    ...new Set(found.map((item) => roomOfItem(bench.house, item)?.label ?? 'outside')),
  ]
  const inRooms =
    rooms.length > 0 ? where : `in ${formatList(places.map((label) => `the ${label}`))}`
  if (isYesNo) return `Yes, there ${be(found.length)} ${listItems(found)} ${inRooms}.`
  return `There ${be(found.length)} ${found.length} ${inRooms}: ${listItems(found)}.`
}

function listFurniture({ bench, clause }: Question): string {
  const rooms =
    clause.rooms.length > 0 ? clause.rooms.flatMap((each) => bench.rooms(each)) : bench.house.rooms
  const lines = rooms.flatMap((room) => {
    const items = itemsIn(bench.scene, room)
    return items.length > 0 ? [`${capital(describeRoom(room))} has ${listItems(items)}.`] : []
  })
  if (lines.length > 0) return lines.join('\n')
  return clause.rooms.length > 0
    ? `There is no furniture in ${describeRooms(rooms)}.`
    : 'There is no furniture in the house.'
}

function listRooms(each: Question): string {
  const { bench, clause, unit } = each
  const level = levelIn(clause.text)
  const indoors = indoorRooms(each)
  const rooms: readonly HouseRoom[] = level === null ? bench.house.rooms : indoors
  const byLevel = bench.house.levels
    .map(({ id, label }) => ({ label, rooms: rooms.filter(({ levelId }) => levelId === id) }))
    .filter((storey) => storey.rooms.length > 0)
  return byLevel
    .map((storey) => `${storey.label}: ${listWithAreas(storey.rooms, unit)}.`)
    .join('\n')
}

function hasRoom({ bench, clause, unit }: Question): string {
  const { house } = bench
  const answers = clause.rooms.map((reference) => {
    const rooms = matchingRooms(house, reference)
    const noun = reference.text.replace(/^(?:the|a|an|any) /i, '').toLowerCase()
    return rooms.length === 0 ? `No, there is no ${noun}.` : `Yes: ${listWithAreas(rooms, unit)}.`
  })
  const isMissing = answers.some((answer) => answer.startsWith('No'))
  const all = `The rooms are ${formatList(house.rooms.map(({ label }) => label))}.`
  return [...answers, ...(isMissing ? [all] : [])].join(' ')
}
