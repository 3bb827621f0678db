import { assetNamed } from '../../assets/catalog.ts'
import { type BriefRoom, createBriefRoom } from '../language/building-brief.ts'
import { homesOf } from '../language/item-homes.ts'

const LAUNDRY = { type: 'laundry', label: 'Laundry' } as const
/** Free floor next to and in front of furniture that a room does not usually have, in metres. */
const BESIDE = 0.5
const BEFORE = 0.9

const BED = /^(?:bed_|bunk_bed)/
/** Beds that need more than a usual bedroom. */
const LARGE_BED = /^bed_(?:king|queen)/
const LARGE_BED_M2 = 2.5

/**
 * The rooms with furniture for which no room is named, each piece in a room of its kind: the main
 * bedroom for a large bed. A laundry is added for a washing machine that no room can have.
 */
export function withLooseFurniture(
  rooms: readonly BriefRoom[],
  loose: readonly string[],
): { rooms: BriefRoom[]; homeless: string[] } {
  const all = [...rooms]
  const homeless: string[] = []
  for (const asset of loose) {
    const at = homeAt(all, asset)
    if (at >= 0) all.splice(at, 1, ...withOneMore(all[at], asset))
    else if (homesOf(asset)?.includes('laundry'))
      all.push({ ...createBriefRoom(LAUNDRY), furniture: [asset] })
    else homeless.push(asset)
  }
  return { rooms: all, homeless }
}

/** One of the rooms that are counted together gets the piece, and the others stay as they are. */
function withOneMore(room: BriefRoom, asset: string): BriefRoom[] {
  const one = { ...room, count: 1, furniture: [...room.furniture, asset] }
  return room.count === 1 ? [one] : [one, { ...room, count: room.count - 1 }]
}

/** Index of the room for a piece; -1 where there is none. */
function homeAt(rooms: readonly BriefRoom[], asset: string): number {
  const isBed = BED.test(asset)
  for (const type of homesOf(asset) ?? rooms.map(({ word }) => word.type)) {
    const fitting = rooms.filter(({ word }) => word.type === type)
    // Beds of one kind stand together, and others each in a room of its own.
    const chosen =
      (isBed &&
        (fitting.find(({ furniture }) => furniture.includes(asset)) ??
          fitting.find(({ furniture }) => !furniture.some((each) => BED.test(each))))) ||
      (fitting.find(({ word }) => word.role === 'main') ?? fitting[0])
    if (chosen) return rooms.indexOf(chosen)
  }
  return -1
}

/** Area that a room needs for furniture that rooms of its type do not usually have. */
export const extraArea = ({ word, furniture }: BriefRoom): number =>
  furniture.reduce((sum, name) => {
    const size = assetNamed(name)?.dimensions
    const isUsual = homesOf(name)?.[0] === word.type
    if (LARGE_BED.test(name)) return sum + LARGE_BED_M2
    return isUsual || !size ? sum : sum + (size.width + BESIDE) * (size.depth + BEFORE)
  }, 0)
