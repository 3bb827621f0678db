import type { OutlineShape, ProgramRoom, RoomProgram } from '../../architect/layout/room-program.ts'
import { ROOM_STANDARDS } from '../../architect/layout/room-standards.ts'
import type { RoomTypeName } from '../../architect/scene/room-types.ts'
import type { Random } from '../../random/seeded-random.ts'

export interface ProgramSize {
  rooms: number
  storeys: number
  shape: OutlineShape
}

const GROUND: RoomTypeName[] = ['living', 'kitchen', 'dining', 'toilet', 'office', 'utility']
const UPPER: RoomTypeName[] = ['bedroom', 'bathroom', 'bedroom', 'bedroom', 'storage', 'bedroom']
const SINGLE: RoomTypeName[] = [
  'living',
  'bathroom',
  'bedroom',
  'kitchen',
  'bedroom',
  'dining',
  'bedroom',
  'bathroom',
  'office',
  'storage',
  'bedroom',
  'utility',
]
/** Requested areas differ by up to this share from the usual ones. */
const AREA_SPREAD = 0.15

/** A program for tests: a usual house of this size, half of whose areas are requested. */
export function randomProgram(random: Random, size: ProgramSize): RoomProgram {
  const { storeys, shape } = size
  const rooms = Array.from({ length: size.rooms }, (_, index): ProgramRoom => {
    const level = storeys === 1 ? 0 : index % 2
    const types = storeys === 1 ? SINGLE : level === 0 ? GROUND : UPPER
    const type = types[storeys === 1 ? index : Math.floor(index / 2)]
    const usual = ROOM_STANDARDS[type].area
    const isAreaGiven = random() < 0.5
    const factor = 1 + (isAreaGiven ? (2 * random() - 1) * AREA_SPREAD : 0)
    const area = Math.round(usual * factor * 2) / 2
    return { id: `room${index}`, label: `Room ${index}`, type, level, area, isAreaGiven, sides: [] }
  })
  return programOf(rooms, { storeys, shape })
}

/** A program of these rooms, with everything else as usual. */
export function programOf(
  rooms: readonly ProgramRoom[],
  more: Partial<RoomProgram> = {},
): RoomProgram {
  return {
    rooms,
    relations: [],
    outdoors: [],
    storeys: 1,
    shape: 'rectangle',
    footprint: null,
    outline: null,
    entrance: null,
    hallLabel: 'Hall',
    hallType: 'hall',
    hallWidth: 1.2,
    doorWidth: 0,
    hasBigWindows: false,
    outerWall: 0.3,
    innerWall: 0.12,
    ...more,
  }
}

/** A usual room on the ground floor whose id is its type. */
export const roomOf = (type: RoomTypeName, more: Partial<ProgramRoom> = {}): ProgramRoom => ({
  id: type,
  label: `${type[0].toUpperCase()}${type.slice(1)}`.replace('Living', 'Living room'),
  type,
  level: 0,
  area: ROOM_STANDARDS[type].area,
  isAreaGiven: false,
  sides: [],
  ...more,
})
