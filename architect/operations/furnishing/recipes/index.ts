import type { RoomTypeName } from '../../../scene/room-types.ts'
import type { Recipe } from '../recipe.ts'
import { GREEN } from './accents.ts'
import { BATHROOM, TOILET_ROOM } from './bath.ts'
import { BEDROOM_ROOM, bedStep, WARDROBE } from './bedroom.ts'
import { CLASSROOM } from './classroom.ts'
import { DINING_ROOM, tableStep } from './dining.ts'
import { FRIDGE, KITCHEN_ROOM, kitchenRun } from './kitchen.ts'
import { LIVING_ROOM, SEATING, TELEVISION } from './living.ts'
import { CLOSET, CORRIDOR, GARAGE, HALL_ROOM, LAUNDRY_ROOM, STORAGE, TERRACE } from './service.ts'
import { deskStep, MEETING_ROOM, OFFICE_ROOM } from './work.ts'

const STUDIO: Recipe = [
  kitchenRun([2.4, 2, 1.7, 1.4]),
  FRIDGE,
  bedStep(1.7),
  WARDROBE,
  tableStep(4),
  SEATING,
  { ...TELEVISION, from: 'full' },
  deskStep('full'),
  GREEN,
]

/** The recipe of each room type, the most needed things first. */
export const RECIPES: Record<RoomTypeName, Recipe> = {
  living: LIVING_ROOM,
  dining: DINING_ROOM,
  kitchen: KITCHEN_ROOM,
  bedroom: BEDROOM_ROOM,
  office: OFFICE_ROOM,
  studio: STUDIO,
  classroom: CLASSROOM,
  meeting: MEETING_ROOM,
  bathroom: BATHROOM,
  toilet: TOILET_ROOM,
  laundry: LAUNDRY_ROOM,
  hall: HALL_ROOM,
  corridor: CORRIDOR,
  entrance: HALL_ROOM,
  stairwell: [],
  storage: STORAGE,
  closet: CLOSET,
  utility: LAUNDRY_ROOM,
  garage: GARAGE,
  terrace: TERRACE,
  other: [],
}
