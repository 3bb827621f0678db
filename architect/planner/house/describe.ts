import { CATALOG } from '../../assets/catalog.ts'
import { isOpening } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { formatList, formatMetres } from '../language/format.ts'
import { type House, type HouseOpening, type HouseRoom, type HouseWall, houseOf } from './house.ts'

/** How replies name a room: `the Kitchen`. */
export const describeRoom = ({ label }: Pick<HouseRoom, 'label'>): string => `the ${label}`

export const describeRooms = (rooms: readonly HouseRoom[]): string =>
  formatList(rooms.map(describeRoom))

/** The rooms that an opening belongs to. */
export const roomsAt = ({ rooms }: House, { id }: Pick<HouseOpening, 'id'>): HouseRoom[] =>
  rooms.filter(({ openings }) => openings.some((opening) => opening.id === id))

/** `the window in the south wall of the Kitchen`, `the door between the Kitchen and the Hall`. */
export function describeOpening(house: House, opening: HouseOpening): string {
  const rooms = roomsAt(house, opening)
  const indoors = rooms.filter(({ isOutdoors }) => !isOutdoors)
  if (opening.side === null && rooms.length > 1)
    return `the ${opening.kind} between ${describeRooms(rooms)}`
  const wall = opening.side === null ? '' : `in the ${opening.side} wall `
  const room = indoors[0] ?? rooms[0]
  return `the ${opening.kind} ${wall}${room ? `of ${describeRoom(room)}` : 'of the house'}`
}

/** The same with its width, by which it differs from others of its wall. */
export const describeSized = (house: House, opening: HouseOpening): string =>
  `${describeOpening(house, opening)}, ${formatMetres(opening.width)} wide`

/** `the north wall of the Bathroom`, `the wall between the Kitchen and the Hall`. */
export function describeWall({ rooms }: House, { side, roomIds }: HouseWall): string {
  const own = rooms.filter(({ id, isOutdoors }) => roomIds.includes(id) && !isOutdoors)
  if (side !== null)
    return own.length === 1
      ? `the ${side} wall of ${describeRoom(own[0])}`
      : `the ${side} wall of the house`
  return own.length === 2 ? `the wall between ${describeRooms(own)}` : 'the wall'
}

/** A node as people call it; null for one that has none. */
function describeNode(scene: Scene, id: string): string | null {
  const house = houseOf(scene)
  const node = scene.nodes[id]
  if (!node) return null
  if (isOpening(node)) {
    const opening = house.openings.find((each) => each.id === id)
    return opening ? describeOpening(house, opening) : `the ${node.kind}`
  }
  switch (node.kind) {
    case 'zone':
      return `the ${node.label ?? 'room'}`
    case 'wall': {
      const wall = house.walls.find((each) => each.id === id)
      return wall ? describeWall(house, wall) : 'the wall'
    }
    case 'item':
      return `the ${(node.label ?? node.asset.replaceAll('_', ' ')).split(',')[0].toLowerCase()}`
    case 'level':
      return node.label ? `the ${node.label.toLowerCase()}` : 'the storey'
    default:
      return `the ${node.kind}`
  }
}

/** An id in a message, with the name that may follow it in brackets. */
const ID = /\b[a-z]+_[0-9a-z]+\b(?: \([^)]*\))?/g

/** Labels of items with details behind a comma, as messages have them. */
const DETAILED = CATALOG.map(({ label }) => label.toLowerCase()).filter((label) =>
  label.includes(','),
)

/** A message about nodes with their ids replaced by names that people know. */
export function readableMessage(scene: Scene, message: string): string {
  const text = message.replace(
    ID,
    (found) => describeNode(scene, found.replace(/ \(.*/, '')) ?? found,
  )
  const plain = text
    // `console table (the console table)`, and the sentence that is about an argument.
    .replace(/\b([\w ]+?) \((the \1\b[^)]*)\)/gi, '$2')
    .replace(/ The argument \w+ [^.]*\./g, '')
  const short = DETAILED.reduce((all, label) => all.replaceAll(label, label.split(',')[0]), plain)
  return short.charAt(0).toUpperCase() + short.slice(1)
}

/** A message behind a colon: `That is not possible: the window would no longer fit.` */
export const asReason = (message: string): string =>
  /^[A-Z][a-z]/.test(message) ? message.charAt(0).toLowerCase() + message.slice(1) : message
