import type { RoomTypeName } from './room-types.ts'

/** Habitable rooms: 7 ft in any direction (IRC R304.2). */
const HABITABLE_M = 2.13
/** Kitchens: a counter of 0.6 m and a passage of 3 ft before it (IPMC 404.2). */
const KITCHEN_M = 1.51
/** Halls and stairs: 3 ft (IRC R311.6, R311.7.1). */
const PASSAGE_M = 0.91
/** Baths: a tub of 30 in and 21 in before it (IRC P2705.1). */
const BATH_M = 1.29
/** Toilets: 15 in from the middle of the bowl to either side (IRC P2705.1). */
const TOILET_M = 0.76
/** Where no width is published: a shelf of 0.3 m and a person of 0.3 m sideways before it. */
const SHELF_M = 0.6

/**
 * The least clear width of a room by its type, in metres, below which edits do not make it
 * narrower. Design targets, not compliance with a code.
 */
export const ROOM_WIDTHS_M: Record<RoomTypeName, number> = {
  living: HABITABLE_M,
  dining: HABITABLE_M,
  bedroom: HABITABLE_M,
  office: HABITABLE_M,
  studio: HABITABLE_M,
  classroom: HABITABLE_M,
  meeting: HABITABLE_M,
  kitchen: KITCHEN_M,
  bathroom: BATH_M,
  toilet: TOILET_M,
  hall: PASSAGE_M,
  corridor: PASSAGE_M,
  entrance: PASSAGE_M,
  stairwell: PASSAGE_M,
  laundry: SHELF_M,
  storage: SHELF_M,
  closet: SHELF_M,
  utility: SHELF_M,
  garage: SHELF_M,
  terrace: SHELF_M,
  other: SHELF_M,
}

/** True for types whose width is published: only their rooms are reported as too narrow. */
export const isWidthPublished = (type: RoomTypeName): boolean => ROOM_WIDTHS_M[type] !== SHELF_M
