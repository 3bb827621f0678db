import type { RoomTypeName } from '../../scene/room-types.ts'
import { type BriefRoom, type BuildingBrief, createBriefRoom } from '../language/building-brief.ts'
import { formatList } from '../language/format.ts'
import type { RoomWord } from '../language/room-words.ts'

/** Up to this area a home has one room to live and to cook. */
const OPEN_M2 = 65
/** A home without named rooms has one bedroom, and another for each so many square metres more. */
const FIRST_BEDROOM_M2 = 60
const MORE_BEDROOM_M2 = 30
const BEDROOMS_MAX = 5
/** People who share a bedroom. */
const SLEEPERS = 2

interface Need {
  word: RoomWord
  /** Each of these types serves. */
  types: readonly RoomTypeName[]
}

const LIVING: Need = {
  word: { type: 'living', label: 'Living room' },
  types: ['living', 'studio', 'dining'],
}
const KITCHEN: Need = {
  word: { type: 'kitchen', label: 'Kitchen' },
  types: ['kitchen', 'studio'],
}
const BATHROOM: Need = { word: { type: 'bathroom', label: 'Bathroom' }, types: ['bathroom'] }
const BEDROOM: RoomWord = { type: 'bedroom', label: 'Bedroom' }
const MAIN: RoomWord = { type: 'bedroom', label: 'Main bedroom', role: 'main' }
const STUDIO: RoomWord = { type: 'studio', label: 'Studio' }
const NEEDS = [LIVING, KITCHEN, BATHROOM]
/** Types that a count of rooms is about: `two rooms, kitchen, bath`. */
const LIVED_IN = new Set<RoomTypeName>(['living', 'bedroom', 'studio', 'dining', 'office'])

/**
 * The rooms of a home with those that it needs and that its brief leaves out, and what a reply
 * states about them. Other buildings, and briefs that list all rooms, stay as they are.
 */
export function withMissingRooms(brief: BuildingBrief): {
  rooms: BriefRoom[]
  choices: string[]
  isOpenPlan: boolean
} {
  const { rooms, isComplete, isOpenPlan, roomTotal } = brief
  const plain = plainRooms(brief)
  const as = { rooms: [...rooms, ...plain], choices: totalSentence(brief, plain), isOpenPlan }
  if (!isHome(brief) || (isComplete && roomTotal === null)) return as
  if (isComplete && plain.length === 0) return as
  const known = { ...brief, rooms: as.rooms }
  const added = [...missingBedrooms(known), ...missingOthers(known)]
  if (added.length === 0) return as
  const addedTypes = new Set(added.map(({ word }) => word.type))
  const area = brief.area ?? Number.POSITIVE_INFINITY
  const isOneRoom = addedTypes.has('living') && addedTypes.has('kitchen') && area <= OPEN_M2
  return {
    rooms: [...as.rooms, ...added],
    choices: [...as.choices, sentence(known, added)],
    isOpenPlan: isOpenPlan || isOneRoom,
  }
}

/** Where a noun does not state it, people live where they sleep. */
const isHome = ({ isDwelling, rooms, roomTotal }: BuildingBrief): boolean =>
  isDwelling ?? (roomTotal !== null || rooms.some(({ word }) => word.type === 'bedroom'))

/** `a three-room flat` has a living room and two bedrooms, and one of one room is a studio. */
function plainRooms(brief: BuildingBrief): BriefRoom[] {
  const { rooms, roomTotal } = brief
  const isNamed = rooms.some(({ word }) => LIVED_IN.has(word.type))
  if (roomTotal === null || isNamed || !isHome(brief)) return []
  if (roomTotal < 2) return [createBriefRoom(STUDIO)]
  return [createBriefRoom(LIVING.word), createBriefRoom(BEDROOM, roomTotal - 1)]
}

function totalSentence({ roomTotal, rooms }: BuildingBrief, plain: readonly BriefRoom[]): string[] {
  if (roomTotal === null) return []
  if (plain.length > 0) {
    const names = plain.map(({ word, count }) => countedName(word, count))
    return [`I read ${roomTotal} rooms as ${formatList(names)}.`]
  }
  const named = rooms.reduce((sum, { count }) => sum + count, 0)
  return named === roomTotal ? [] : [`You gave ${roomTotal} rooms, and named ${named} of them.`]
}

const countedName = ({ label }: RoomWord, count: number): string =>
  count === 1 ? `one ${label.toLowerCase()}` : `${count} ${label.toLowerCase()}s`

function missingOthers({ rooms, unwanted }: BuildingBrief): BriefRoom[] {
  return NEEDS.filter(
    ({ word, types }) =>
      !unwanted.includes(word.type) && !rooms.some((room) => types.includes(room.word.type)),
  ).map(({ word }) => createBriefRoom(word))
}

/** A brief leaves out where to sleep where it names no room at all, or people to sleep there. */
function missingBedrooms(brief: BuildingBrief): BriefRoom[] {
  const { rooms, area, footprint, storeys, people, unwanted } = brief
  const beds = rooms.filter(({ word }) => /^(?:bedroom|studio)$/.test(word.type))
  if (beds.some(({ word }) => word.role !== 'guest') || unwanted.includes('bedroom')) return []
  if (people !== null)
    return [createBriefRoom(BEDROOM, Math.min(BEDROOMS_MAX, Math.ceil(people / SLEEPERS)))]
  // Who has guests sleeps there too.
  if (beds.length > 0) return [createBriefRoom(MAIN)]
  if (rooms.length > 0) return []
  const box = footprint ? footprint.width * footprint.depth * (storeys ?? 1) * 0.85 : null
  const more = ((area ?? box ?? FIRST_BEDROOM_M2) - FIRST_BEDROOM_M2) / MORE_BEDROOM_M2
  return [createBriefRoom(BEDROOM, Math.min(BEDROOMS_MAX, 1 + Math.max(0, Math.floor(more))))]
}

function sentence({ rooms }: BuildingBrief, added: readonly BriefRoom[]): string {
  if (rooms.length === 0)
    return `You named no rooms, so I planned ${formatList(added.map(({ word, count }) => countedName(word, count)))}.`
  const names = added.map(({ word }) => word.label.toLowerCase())
  return added.length === 1 && added[0].count === 1
    ? `You named no ${names[0]}, so I added one.`
    : `You named no ${names.slice(0, -1).join(', ')} or ${names.at(-1)}, so I added them.`
}
