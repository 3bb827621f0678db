import { ROOM_TYPES, type RoomTypeName } from '../../scene/room-types.ts'
import type { RoomReference } from '../language/clause.ts'
import type { Workbench } from '../workbench.ts'

/** A kind of room that a request wants, with a name for a room of it. */
export interface RoomKind {
  type: RoomTypeName
  label: string
}

/** The kind that words name, also where they are the name of a room of the project. */
export function kindOf({ house }: Workbench, { word, label, text }: RoomReference): RoomKind {
  if (word) return { type: word.type, label: word.label }
  const like = house.rooms.find((room) => room.label === label)
  return { type: like?.type ?? 'other', label: like ? ROOM_TYPES[like.type].label : text }
}

/** The name with a number where other rooms of the project have it. */
export function freeLabel({ house }: Workbench, label: string): string {
  const used = new Set(house.rooms.map((room) => room.label.toLowerCase()))
  if (!used.has(label.toLowerCase())) return label
  for (let number = 2; ; number++)
    if (!used.has(`${label} ${number}`.toLowerCase())) return `${label} ${number}`
}

export const withArticle = (label: string): string =>
  `${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`
