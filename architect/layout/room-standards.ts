import type { RoomTypeName } from '../scene/room-types.ts'
import { ROOM_WIDTHS_M } from '../scene/room-widths.ts'

/** What a room of a type needs. Lengths in metres, areas net and in square metres. */
export interface RoomStandard {
  /** Where no area is requested. */
  area: number
  /** Below this it is of little use. */
  minArea: number
  /** Least clear width. */
  minWidth: number
  /** Longer than this times its width, it is a corridor. */
  maxAspect: number
  /** It may lie inside of the house, without an outer wall. */
  mayBeInner: boolean
  /** It has pipes: rooms of this kind lie together, and above each other. */
  isWet: boolean
}

type Row = [
  area: number,
  minArea: number,
  minWidth: number,
  maxAspect: number,
  mayBeInner: boolean,
  isWet: boolean,
]

/**
 * Areas: a habitable room has at least 70 sq ft = 6.5 m² (IRC R304.1, 2021) and 7 ft = 2.13 m in
 * each direction (R304.2); a toilet 0.76 by 1.2 m before a bowl of 0.7 m (IRC P2705.1, R307.1).
 * A hall is at least 36 in = 0.914 m wide (IRC R311.6, 2021), and here 1.1 m. A bathroom has a tub,
 * a bowl and a basin along 1.75 m. A wheelchair turns in a circle of 60 in = 1.525 m (ADA 2010,
 * 304.3.1): programs that need it request a wider bathroom.
 * Usual areas are those of small houses of today, as text books of housing give them: 12 to 16 m²
 * for two people to sleep, 4 to 6 m² to bathe, 8 to 12 m² to cook, 18 to 30 m² to live.
 */
const ROWS: Record<RoomTypeName, Row> = {
  living: [24, 14, 3.3, 2, false, false],
  dining: [13, 8, 2.6, 2, false, false],
  kitchen: [10.5, 5.5, 2.1, 2.4, false, true],
  bedroom: [12.5, 7.5, 2.6, 1.9, false, false],
  office: [9.5, 6.5, 2.2, 2, false, false],
  studio: [24, 16, 3.4, 2, false, false],
  classroom: [55, 40, 6, 1.8, false, false],
  meeting: [20, 12, 3, 2, false, false],
  bathroom: [5.5, 3.6, 1.75, 2.4, true, true],
  toilet: [1.9, 1.2, 0.95, 2.6, true, true],
  laundry: [4.5, 2.8, 1.6, 2.6, true, true],
  hall: [8, 3, 1.1, 9, true, false],
  corridor: [8, 3, 1.1, 20, true, false],
  entrance: [5, 2.5, 1.2, 6, true, false],
  stairwell: [7, 6, 2, 3, true, false],
  storage: [3.5, 1.2, 0.95, 3, true, false],
  closet: [3, 1.2, 1.1, 3, true, false],
  utility: [5.5, 3, 1.5, 2.8, true, true],
  garage: [20, 15, 2.9, 2.6, false, false],
  terrace: [14, 6, 2, 3, false, false],
  other: [12, 5, 2, 2.4, false, false],
}

export const ROOM_STANDARDS = Object.fromEntries(
  Object.entries(ROWS).map(([type, row]) => {
    const [area, minArea, minWidth, maxAspect, mayBeInner, isWet] = row
    // Never narrower than edits and checks accept.
    const least = Math.max(minWidth, ROOM_WIDTHS_M[type as RoomTypeName])
    return [type, { area, minArea, minWidth: least, maxAspect, mayBeInner, isWet }]
  }),
) as Record<RoomTypeName, RoomStandard>

/**
 * Usual thickness of outer and inner walls, and clear width of a hall, in metres. The least hall is
 * 36 in = 0.914 m wide (IRC R311.6).
 */
export const OUTER_WALL = 0.3
export const INNER_WALL = 0.12
export const HALL_WIDTH = 1.2
