import { boxOf } from '../../../geometry/polygon.ts'
import { roofShape } from '../../../kernel/roofs/roof-shape.ts'
import { wallShapes } from '../../../kernel/walls/wall-shapes.ts'
import { nodesOf } from '../../../scene/scene.ts'
import { describeRoom } from '../../house/describe.ts'
import type { HouseRoom } from '../../house/house.ts'
import {
  capital,
  formatArea,
  formatLength,
  formatList,
  formatVolume,
  type ReplyUnit,
} from '../../language/format.ts'
import type { Workbench } from '../../workbench.ts'
import { marked, type Pattern } from '../pattern-rule.ts'
import { indoorRooms, type Question, question } from './question.ts'

/** Figures of a room, as the read `quantities` has them. */
interface RoomFigures {
  zoneId: string
  perimeter: number
  clearHeight: number
  volume: number
  wallFaceArea: number
}

type Figure = 'area' | 'width' | 'length' | 'height' | 'perimeter' | 'volume' | 'walls' | 'size'

const FIGURES: readonly [RegExp, Figure][] = [
  [/\b(?:perimeter|circumference)\b/, 'perimeter'],
  [/\b(?:volume|cubic)\b/, 'volume'],
  [/\b(?:wall area|area of walls|surface of walls)\b/, 'walls'],
  [/\b(?:ceiling height|height|high|tall|headroom)\b/, 'height'],
  [
    /\b(?:dimensions?|measurements|width and (?:depth|length)|length and width|wide and (?:long|deep))\b/,
    'size',
  ],
  [/\b(?:wide|width|broad|narrow)\b/, 'width'],
  [/\b(?:long|length|deep|depth)\b/, 'length'],
  [/\b(?:large|big|small|spacious|sizes?|areas?|square|m2|sqm|footage|surface|roomy)\b/, 'area'],
]
const HOUSE =
  '(?:house|home|building|bungalow|flat|apartment|project|place|footprint|plan|ground floor|upper floor|first floor|upstairs|downstairs)'
const STARTS = `(?:how|what's|what is|what are|whats|what|give me|tell me|show(?: me)?|can you tell me|do you know|name|state|area|size|width|dimensions|length|perimeter|volume|total|square)`
/** Of another kind, though they have figures in them. */
const OTHER =
  /\b(?:how many (?!square|sq|m2|sqm|feet|area)|how far|how do|how come|windows?|doors?|openings?|item\d|next to|furniture|roof|storey|paint|tiles|floor to floor|kind|type|which rooms)\b/
const EXTREME = /^(?:largest|biggest|smallest)$/
/** A room that is longer than this many times its width has its width across. */
const CORRIDOR_ASPECT = 2.5

/** Questions about the sizes of rooms and of the house. */
export const SIZE_QUESTIONS: readonly Pattern[] = [
  question(
    /^(?:is|are) (room\d+) (?:much |any )?(larger|bigger|smaller|wider|narrower|longer) than (room\d+)/,
    compared,
  ),
  question(
    /^(?:what's|what is|which is|which|what|name|show(?: me)?) (?:room (?:is )?)?(?:by far )?(largest|biggest|smallest|tiniest)(?: room| space)?$/,
    extreme,
  ),
  question(
    /^(?:which|what) (?:is|are|one is|of) .*\b(largest|biggest|smallest)\b/,
    extreme,
    ({ text }) => !/\b(?:windows?|doors?|openings?|item\d)\b/.test(text),
  ),
  question(
    /^(?:which|what|what's|show(?: me)?|name) (?:(?:is|are|one is) )?(room\d+)$/,
    extreme,
    ({ rooms }) => rooms[0].adjectives.some((each) => EXTREME.test(each)),
  ),
  question(
    new RegExp(String.raw`^${STARTS}\b.*\broom\d+\b`),
    ofRooms,
    ({ text }) => figureIn(text) !== null && !OTHER.test(text),
  ),
  question(
    new RegExp(
      String.raw`^${STARTS}\b.*\b(?:${HOUSE}|floor area|living area|total area|square (?:footage|meters|metres|feet)|gross area|net area|usable area)\b|^(?:total|overall) (?:floor )?area`,
    ),
    ofHouse,
    ({ text }) => figureIn(text) !== null && !OTHER.test(text),
  ),
  question(
    /^room\d+(?:'s)? (?:floor )?(?:sizes?|areas?|width|length|depth|height|dimensions|volume|perimeter)$/,
    ofRooms,
  ),
  question(/^how (?:many (?:square|sqm|m2|area)|much (?:floor )?(?:space|area|room))\b/, ofHouse),
]

const figureIn = (text: string): Figure | null =>
  FIGURES.find(([pattern]) => pattern.test(text))?.[1] ?? null

function ofRooms({ bench, clause, unit }: Question): string {
  const figure = figureIn(clause.text)!
  const rooms = clause.rooms.flatMap((each) => bench.rooms(each))
  const sentences = rooms.map((room) => sentence(bench, room, figure, unit))
  const total =
    rooms.length > 1 && figure === 'area'
      ? ` Together they have ${formatArea(areaOf(rooms), unit)}.`
      : ''
  return sentences.join(' ') + total
}

function sentence(bench: Workbench, room: HouseRoom, figure: Figure, unit: ReplyUnit): string {
  const name = capital(describeRoom(room))
  const { minX, maxX, minZ, maxZ } = room.box
  const [x, z] = [formatLength(maxX - minX, unit), formatLength(maxZ - minZ, unit)]
  switch (figure) {
    case 'area':
      return `${name} has ${formatArea(room.area, unit)}; it is ${x} wide (west to east) and ${z} deep (north to south).`
    case 'size':
      return `${name} is ${x} wide (west to east) and ${z} deep (north to south), which is ${formatArea(room.area, unit)}.`
    case 'width':
    case 'length':
      return widthSentence(room, figure, unit)
    case 'height':
      return `${name} is ${formatLength(room.clearHeight, unit)} high, from the floor to the ceiling.`
    case 'perimeter':
      return `The perimeter of ${describeRoom(room)} is ${formatLength(figuresOf(bench, room).perimeter, unit)}.`
    case 'volume':
      return `${name} has a volume of ${formatVolume(figuresOf(bench, room).volume, unit)}.`
    case 'walls':
      return `The walls of ${describeRoom(room)} have ${formatArea(figuresOf(bench, room).wallFaceArea, unit)} inside, without doors and windows.`
  }
}

/** The width of a corridor is across it, of another room from west to east. */
function widthSentence(room: HouseRoom, figure: 'width' | 'length', unit: ReplyUnit): string {
  const { minX, maxX, minZ, maxZ } = room.box
  const [least, most] = [maxX - minX, maxZ - minZ].sort((a, b) => a - b)
  const name = capital(describeRoom(room))
  if (most > least * CORRIDOR_ASPECT)
    return `${name} is ${formatLength(figure === 'width' ? least : most, unit)} ${figure === 'width' ? 'wide' : 'long'} and ${formatLength(figure === 'width' ? most : least, unit)} ${figure === 'width' ? 'long' : 'wide'}.`
  const [x, z] = [formatLength(maxX - minX, unit), formatLength(maxZ - minZ, unit)]
  return `${name} is ${x} wide, from west to east, and ${z} deep, from north to south.`
}

function figuresOf(bench: Workbench, { id }: HouseRoom): RoomFigures {
  const rooms = bench.read('quantities', { by: 'room' }).rooms as RoomFigures[]
  return rooms.find(({ zoneId }) => zoneId === id)!
}

const areaOf = (rooms: readonly HouseRoom[]): number =>
  rooms.reduce((sum, { area }) => sum + area, 0)

function ofHouse(each: Question): string {
  const { bench, clause, unit } = each
  const rooms = indoorRooms(each)
  const figure = figureIn(clause.text) ?? 'area'
  const { scene, house } = bench
  const [ground] = house.levels.filter(({ index }) => index === 0)
  const faces = [...wallShapes(scene, ground.id).values()].flatMap(({ footprint }) => footprint)
  const { minX, maxX, minZ, maxZ } = boxOf(faces)
  const size = `${formatLength(maxX - minX, unit)} wide (west to east) and ${formatLength(maxZ - minZ, unit)} deep (north to south) between its outer faces`
  if (figure === 'height') return heightOfHouse(bench, unit)
  if (figure === 'width' || figure === 'length' || figure === 'size') return `The house is ${size}.`
  if (figure === 'volume') {
    const all = bench.read('quantities', { by: 'room' }).rooms as RoomFigures[]
    const inside = all.filter(({ zoneId }) => rooms.some(({ id }) => id === zoneId))
    return `The rooms have a volume of ${formatVolume(
      inside.reduce((sum, { volume }) => sum + volume, 0),
      unit,
    )} together.`
  }
  const figures = bench.read('quantities', {}).figures as { grossFloorArea?: number }
  const isPart = rooms.length < house.rooms.filter(({ isOutdoors }) => !isOutdoors).length
  const gross =
    figures.grossFloorArea === undefined || isPart
      ? ''
      : `; with the walls it is ${formatArea(figures.grossFloorArea, unit)}`
  return `The floor area is ${formatArea(areaOf(rooms), unit)} in ${rooms.length} ${rooms.length === 1 ? 'room' : 'rooms'}, between the walls${gross}. The house is ${size}.`
}

function heightOfHouse(bench: Workbench, unit: ReplyUnit): string {
  const roofs = nodesOf(bench.scene, 'roof').flatMap(({ id }) => {
    const shape = roofShape(bench.scene, id)
    return shape && 'ridgeHeight' in shape ? [shape] : []
  })
  const levels = bench.read('list_levels', {}).levels as { elevation: number; height: number }[]
  const tops = levels.map(({ elevation, height }) => elevation + height)
  const top = formatLength(Math.max(...tops), unit)
  const ridge =
    roofs.length > 0 ? formatLength(Math.max(...roofs.map((roof) => roof.ridgeHeight)), unit) : null
  return ridge === null
    ? `The storeys reach ${top} above the ground floor. There is no roof.`
    : `The storeys reach ${top} above the ground floor, and the ridge of the roof is ${ridge} above the floor of its storey.`
}

function compared({ bench, clause, match, unit }: Question): string {
  const [a, b] = [match[1], match[3]].map((mark) => bench.room(marked(clause.rooms, mark)))
  const word = match[2]
  const by = /wide|narrow/.test(word)
    ? ({ box }: HouseRoom) => Math.min(box.maxX - box.minX, box.maxZ - box.minZ)
    : /long/.test(word)
      ? ({ box }: HouseRoom) => Math.max(box.maxX - box.minX, box.maxZ - box.minZ)
      : ({ area }: HouseRoom) => area
  const format = /wide|narrow|long/.test(word) ? formatLength : formatArea
  const isTrue = /small|narrow/.test(word) ? by(a) < by(b) : by(a) > by(b)
  return `${isTrue ? 'Yes' : 'No'}: ${describeRoom(a)} has ${format(by(a), unit)}, and ${describeRoom(b)} ${format(by(b), unit)}.`
}

function extreme(each: Question): string {
  const { bench, clause, match, unit } = each
  const [reference] = clause.rooms
  const rooms = reference ? bench.rooms({ ...reference, adjectives: [] }) : indoorRooms(each)
  const isLeast = /small|tin/.test(reference?.adjectives.join(' ') || match[1])
  const sorted = [...rooms].sort((a, b) => (isLeast ? a.area - b.area : b.area - a.area))
  const [first, second] = sorted
  const next = second
    ? `, before ${describeRoom(second)} with ${formatArea(second.area, unit)}`
    : ''
  return `${capital(describeRoom(first))} is the ${isLeast ? 'smallest' : 'largest'}, with ${formatArea(first.area, unit)}${next}.`
}

/** Rooms with their areas: `the Kitchen (12.07 m²)`. */
export const listWithAreas = (rooms: readonly HouseRoom[], unit: ReplyUnit): string =>
  formatList(rooms.map(({ label, area }) => `${label} (${formatArea(area, unit)})`))
