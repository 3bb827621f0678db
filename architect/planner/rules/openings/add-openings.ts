import type { Success } from '../../../operations/draft-answer.ts'
import type { NewOpening } from '../../../operations/openings/add-opening.ts'
import { doorWidth } from '../../../operations/openings/doorway-type.ts'
import { usualSizes } from '../../../operations/openings/usual-sizes.ts'
import { describeOpening, describeRoom } from '../../house/describe.ts'
import type { HouseRoom } from '../../house/house.ts'
import type { Clause } from '../../language/clause.ts'
import { counted, formatList, formatMetres, withArticle } from '../../language/format.ts'
import { Declined, type Workbench } from '../../workbench.ts'
import { applyAmongItems, applyOrOffer, soundly } from '../edits/sound-edit.ts'
import type { Reading } from '../rule.ts'
import {
  type OpeningNoun,
  type OpeningReference,
  openingReference,
  roomsAndSide,
} from './opening-reference.ts'
import { type OpeningSizes, openingSizes, statedSize } from './opening-sizes.ts'
import {
  doorTypeIn,
  formatDoorType,
  formatWindowType,
  refuseUnknownTypes,
  shapeIn,
  windowTypeIn,
} from './opening-types.ts'
import { alongIn, type OpeningPlace, placeOpening, sidedStretches } from './place-opening.ts'

/** Most openings of one clause. */
const COUNT_MAX = 12
/** Widths that are tried where a clause states none, in metres. */
const WINDOW_WIDTHS_M = [1.2, 1, 0.8, 0.6, 0.5]
const DOOR_WIDTHS_M = [0.9, 0.8, 0.7]
const WINDOW_M = { height: 1.2, sill: 0.9 }
const DOOR_HEIGHT_M = 2.1
/** What is left between the top of an opening and the ceiling at least, in metres. */
const HEAD_M = 0.1
/** Terms for what is outdoors. */
const OUTDOORS = /\b(?:outside|outdoors|exterior|garden|yard|street|backyard|open air|driveway)\b/

/** An opening as a clause describes it. */
interface Request {
  kind: OpeningNoun
  text: string
  sizes: OpeningSizes
}

/** `another one of the same size`: sizes of others are not looked up. */
const LIKE_ANOTHER = /\b(?:same|identical|matching)\b/

/** Reads a clause that adds windows, doors or openings; null where it names none. */
export function addOpenings(clause: Clause): Reading | null {
  const { text } = clause
  const reference = openingReference(clause)
  if (!reference || LIKE_ANOTHER.test(text)) return null
  const request = { kind: reference.kind, text, sizes: openingSizes(clause) }
  return {
    subject: subjectOf(reference),
    run(bench) {
      refuseUnknownTypes(text)
      const count = Math.min(countIn(clause, reference), COUNT_MAX)
      const added = placesFor(bench, reference, text).flatMap((place) =>
        Array.from({ length: count }, () => soundly(bench, () => addOne(bench, place, request))),
      )
      return reportOf(bench, added)
    },
  }
}

function subjectOf({ kind, rooms, side, isBetween }: OpeningReference): string {
  const names = rooms.map(({ text }) => `the ${text.replace(/^(?:the|a|an|my|our|your) /i, '')}`)
  const wall = side === null ? '' : ` in the ${side} wall`
  if (isBetween && names.length > 1) return `the newest ${kind} between ${names[0]} and ${names[1]}`
  return names.length > 0 ? `the newest ${kind}${wall} of ${names[0]}` : `the newest ${kind}${wall}`
}

/** `two windows`, `a pair of windows`, `windows`. */
function countIn({ text, numbers }: Clause, { kind, rooms }: OpeningReference): number {
  const number = /\bnum(\d+) (?:\w+ ){0,2}(?:windows?|doors?|openings?)\b/.exec(text)
  if (number) return Math.max(1, Math.round(numbers[Number(number[1])]))
  if (/\b(?:pair|couple) of (?:\w+ )?windows\b/.test(text)) return 2
  const isSeveral = kind === 'window' && /\bwindows\b/.test(text) && !rooms.some(isEvery)
  return isSeveral && !/\b(?:every|each|all)\b/.test(text) ? 2 : 1
}
const isEvery = ({ isPlural }: { isPlural: boolean }): boolean => isPlural

/** The places in which a clause requests openings: one for each room. */
function placesFor(bench: Workbench, reference: OpeningReference, text: string): OpeningPlace[] {
  const { rooms: references, kind, role, isBetween } = reference
  const along = alongIn(text)
  const isOutside = kind === 'window' || role !== null || OUTDOORS.test(text)
  const [first, second] = references
  if (!first)
    return roomsWithout(bench, reference, text).map((room) => ({
      room,
      side: reference.side,
      beyond: kind === 'window' || role !== null ? 'outside' : beyondOf(bench, room, reference),
      along,
    }))
  const { rooms, side } = roomsAndSide(bench, first, reference.side)
  const isEach = first.isPlural || /\b(?:every|each|all)\b/.test(text)
  const chosen = isEach ? rooms : [bench.choose(questionFor(kind), optionsOf(rooms))]
  if (isBetween && second) {
    const beyond = bench.room(second)
    return chosen.map((room) => ({ room, side, beyond, along }))
  }
  return chosen.map((room) => ({
    room,
    side,
    beyond: isOutside ? 'outside' : side === null ? beyondOf(bench, room, reference) : null,
    along,
  }))
}

const questionFor = (kind: OpeningNoun): string => `Which room is the ${kind} for?`
const optionsOf = (rooms: readonly HouseRoom[]) => rooms.map((room) => [room.label, room] as const)

/** Rooms for an opening of a clause that names none. */
function roomsWithout(
  bench: Workbench,
  { side, kind }: OpeningReference,
  text: string,
): HouseRoom[] {
  const indoors = bench.house.rooms.filter(({ isOutdoors }) => !isOutdoors)
  const outer = indoors.filter(({ sides }) => (side === null ? sides.size > 0 : sides.has(side)))
  if (indoors.length === 0)
    throw new Declined(`There is no room for the ${kind}: the project has no rooms yet.`)
  if (/\b(?:every|each|all) (?:bed|bath)?rooms?\b/.test(text))
    return bench.remaining(
      /\bwithout\b/.test(text) ? outer.filter((room) => !hasWindow(room)) : outer,
    )
  if (/\broom without\b/.test(text)) return outer.filter((room) => !hasWindow(room))
  return [bench.choose(questionFor(kind), optionsOf(kind === 'window' ? outer : indoors))]
}

const hasWindow = ({ openings }: HouseRoom): boolean =>
  openings.some(({ kind }) => kind === 'window')

/** Where a door leads that the clause leaves open: the only room beyond, or the user's choice. */
function beyondOf(
  bench: Workbench,
  room: HouseRoom,
  { kind }: OpeningReference,
): HouseRoom | 'outside' {
  const beyond = new Set(sidedStretches(bench.scene, room).map((each) => each.beyond))
  const rooms = bench.house.rooms.filter(({ id }) => beyond.has(id))
  const options: (readonly [string, HouseRoom | 'outside'])[] = rooms.map((each) => [
    each.label,
    each,
  ])
  if (room.sides.size > 0) options.push(['Outside', 'outside'])
  return bench.choose(`Where should the ${kind} of ${describeRoom(room)} lead?`, options)
}

function addOne(bench: Workbench, place: OpeningPlace, request: Request): string {
  const stated = statedSize(request.sizes, 'width')
  const widths = stated === null ? usualWidths(request) : [stated]
  let first: Declined | null = null
  for (const width of widths) {
    const mark = bench.mark()
    try {
      return idIn(make(bench, place, request, width))
    } catch (error) {
      if (!(error instanceof Declined)) throw error
      first ??= error
      bench.returnTo(mark)
    }
  }
  throw first
}

function usualWidths({ kind, text }: Request): number[] {
  if (kind === 'opening') return [doorWidth('opening', undefined), 0.9, 0.8]
  if (kind === 'door') {
    const doorType = doorTypeIn(text) ?? 'hinged'
    return doorType === 'hinged'
      ? DOOR_WIDTHS_M
      : [doorWidth(doorType, undefined), usualSizes('door', { doorType }).width[0]]
  }
  const [least] = usualSizes('window', { windowType: windowTypeIn(text) ?? 'casement' }).width
  const isLarge = /\b(?:large|big|wide|panorama|panoramic|picture)\b/.test(text)
  const isSmall = /\b(?:small|tiny|little|narrow)\b/.test(text)
  const usual = isSmall ? [0.6, 0.5] : WINDOW_WIDTHS_M
  return [...(isLarge ? [2.4, 2, 1.6] : []), ...usual].filter((width) => width >= least)
}

function make(bench: Workbench, place: OpeningPlace, request: Request, width: number): Success {
  const { kind, text, sizes } = request
  const clear = place.room.clearHeight - HEAD_M
  const isFull = /\b(?:floor[- ]to[- ]ceiling|full[- ]height)\b/.test(text)
  const height =
    statedSize(sizes, 'height') ??
    (isFull ? clear : kind === 'window' ? WINDOW_M.height : Math.min(DOOR_HEIGHT_M, clear))
  const usualSill =
    isFull || kind !== 'window' ? 0 : Math.max(0, Math.min(WINDOW_M.sill, clear - height))
  const sill = statedSize(sizes, 'sill') ?? usualSill
  const shape = shapeIn(text) ?? 'rectangle'
  const common = { width, height: onGrid(height), sill: onGrid(sill), shape }
  const doorType = kind === 'opening' ? 'opening' : (doorTypeIn(text) ?? 'hinged')
  const windowType = windowTypeIn(text) ?? 'casement'
  const opening: NewOpening = {
    kind,
    ...common,
    force: false,
    ...(kind === 'window' && { windowType }),
    ...(doorType !== 'opening' && kind === 'door' && { doorType }),
  }
  const { wallId, offset } = placeOpening(bench, place, opening)
  const given = { wallId, offset: onGrid(offset), ...common }
  return kind === 'window'
    ? applyOrOffer(bench, 'add_window', { ...given, windowType })
    : applyAmongItems(bench, 'add_door', { ...given, doorType })
}

const onGrid = (metres: number): number => Math.round(metres * 1e4) / 1e4
const idIn = ({ windowId, doorId, openingId }: Success): string =>
  (windowId ?? doorId ?? openingId) as string

function reportOf(bench: Workbench, ids: readonly string[]): string {
  const { house, scene } = bench
  const added = house.openings.filter(({ id }) => ids.includes(id))
  const places = new Set(added.map((each) => describeOpening(house, each)))
  const described = added.map((each) => {
    const node = scene.nodes[each.id]
    const type =
      node.kind === 'window'
        ? node.windowType === 'casement'
          ? 'window'
          : formatWindowType(node.windowType)
        : node.kind === 'door'
          ? node.doorType === 'hinged'
            ? 'door'
            : formatDoorType(node.doorType)
          : 'opening'
    const size = `${formatMetres(each.width)} wide and ${formatMetres(each.height)} high`
    return {
      text: describeOpening(house, each).replace(/^the (?:window|door|opening) /, ''),
      type,
      size,
    }
  })
  const [first] = described
  if (added.length === 1) return `Added ${withArticle(first.type)} ${first.size} ${first.text}.`
  if (places.size === 1)
    return `Added ${counted(added.length, first.type)} ${first.size} ${first.text}.`
  const isAlike = described.every(({ size }) => size === first.size)
  const where = described.map(({ text, size }) => (isAlike ? text : `${text}, ${size}`))
  return `Added ${counted(added.length, first.type)}${isAlike ? ` ${first.size}` : ''}: ${isAlike ? formatList(where) : where.join('; ')}.`
}
