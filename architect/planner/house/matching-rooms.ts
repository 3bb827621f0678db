import type { RoomReference } from '../language/clause.ts'
import type { House, HouseRoom } from './house.ts'

/**
 * The rooms that a reference may be: by name, else by kind, and of these the ones on its side and
 * storey; `left`, `largest` and the like choose one of them. Left is west, the front is the south.
 */
export function matchingRooms({ rooms }: House, reference: RoomReference): HouseRoom[] {
  const named = rooms.filter(({ label }) => label === reference.label)
  let found = named.length > 0 ? named : ofKind(rooms, reference)
  if (reference.level !== null) {
    const level = reference.level
    found = found.filter((room) => room.level === level)
  }
  for (const side of reference.sides) {
    const along = found.filter(({ sides }) => sides.has(side))
    found = along.length > 0 ? along : found.slice(0, 0)
  }
  for (const adjective of reference.adjectives) found = chosen(found, adjective)
  return found
}

function ofKind(rooms: readonly HouseRoom[], { word, number }: RoomReference): HouseRoom[] {
  if (!word) return []
  const label = word.label.toLowerCase()
  const fitting = rooms.filter(({ type }) => type === word.type)
  const same = fitting.filter((room) => room.label.toLowerCase() === label)
  const within = fitting.filter((room) => room.label.toLowerCase().includes(label))
  // `bedroom` may be any of `Main bedroom` and `Bedroom`; `main bedroom` is only the first.
  const found = word.role && within.length > 0 ? within : fitting
  if (number !== null) {
    const numbered = fitting.filter((room) => new RegExp(`\\b${number}$`).test(room.label))
    return numbered.length > 0 ? numbered : found.slice(number - 1, number)
  }
  return found.length > 1 && same.length === 1 && word.role ? same : found
}

/** Those that an adjective chooses. */
function chosen(rooms: HouseRoom[], adjective: string): HouseRoom[] {
  const [by, isMost] = ORDERS[adjective] ?? []
  if (!by || rooms.length < 2) return rooms
  const values = rooms.map(by)
  const most = isMost ? Math.max(...values) : Math.min(...values)
  return rooms.filter((_, index) => Math.abs(values[index] - most) < 0.05)
}

const west = ({ middle }: HouseRoom): number => middle[0]
const south = ({ middle }: HouseRoom): number => middle[1]
const area = ({ area }: HouseRoom): number => area
const id = (room: HouseRoom): number => Number(/\d+$/.exec(room.id)?.[0] ?? 0)
const level = (room: HouseRoom): number => room.level

/** What each adjective compares, and whether it stands for the most of it. */
const ORDERS: Record<string, readonly [by: (room: HouseRoom) => number, isMost: boolean]> = {
  left: [west, false],
  'left-hand': [west, false],
  right: [west, true],
  'right-hand': [west, true],
  front: [south, true],
  back: [south, false],
  rear: [south, false],
  large: [area, true],
  larger: [area, true],
  largest: [area, true],
  big: [area, true],
  bigger: [area, true],
  biggest: [area, true],
  small: [area, false],
  smaller: [area, false],
  smallest: [area, false],
  new: [id, true],
  newest: [id, true],
  first: [id, false],
  upper: [level, true],
  lower: [level, false],
}
