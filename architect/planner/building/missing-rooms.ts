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
  types: ['kitchen', 'living', 'studio'],
}
const BATHROOM: Need = { word: { type: 'bathroom', label: 'Bathroom' }, types: ['bathroom'] }
const BEDROOM: RoomWord = { type: 'bedroom', label: 'Bedroom' }
const NEEDS = [LIVING, KITCHEN, BATHROOM]

/**
 * The rooms of a home with those that it needs and that its brief leaves out, and what a reply
 * states about them. Other buildings, and briefs that list all rooms, stay as they are.
 */
export function withMissingRooms(brief: BuildingBrief): {
  rooms: BriefRoom[]
  choices: string[]
  isOpenPlan: boolean
} {
  const { rooms, isDwelling, isComplete, isOpenPlan } = brief
  const as = { rooms, choices: [], isOpenPlan }
  if (!isDwelling || isComplete) return as
  const added = [...missingBedrooms(brief), ...missingOthers(brief)]
  if (added.length === 0) return as
  const addedTypes = new Set(added.map(({ word }) => word.type))
  const area = brief.area ?? Number.POSITIVE_INFINITY
  const isOneRoom = addedTypes.has('living') && addedTypes.has('kitchen') && area <= OPEN_M2
  return {
    rooms: [...rooms, ...added],
    choices: [sentence(brief, added)],
    isOpenPlan: isOpenPlan || isOneRoom,
  }
}

function missingOthers({ rooms, unwanted }: BuildingBrief): BriefRoom[] {
  return NEEDS.filter(
    ({ word, types }) =>
      !unwanted.includes(word.type) && !rooms.some((room) => types.includes(room.word.type)),
  ).map(({ word }) => createBriefRoom(word))
}

/** Only a brief that names no room at all leaves out where to sleep. */
function missingBedrooms({ rooms, area, footprint, storeys }: BuildingBrief): BriefRoom[] {
  if (rooms.length > 0) return []
  const box = footprint ? footprint.width * footprint.depth * (storeys ?? 1) * 0.85 : null
  const more = ((area ?? box ?? FIRST_BEDROOM_M2) - FIRST_BEDROOM_M2) / MORE_BEDROOM_M2
  return [createBriefRoom(BEDROOM, Math.min(BEDROOMS_MAX, 1 + Math.max(0, Math.floor(more))))]
}

function sentence({ rooms }: BuildingBrief, added: readonly BriefRoom[]): string {
  const names = added.map(({ word, count }) =>
    count === 1 ? word.label.toLowerCase() : `${count} ${word.label.toLowerCase()}s`,
  )
  if (rooms.length === 0) return `You named no rooms, so I planned ${formatList(names)}.`
  return names.length === 1
    ? `You named no ${names[0]}, so I added one.`
    : `You named no ${names.slice(0, -1).join(', ')} or ${names.at(-1)}, so I added them.`
}
