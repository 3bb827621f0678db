/** The use of a room. */
export interface RoomType {
  label: string
  /**
   * People stay in the room: it needs a window, and a way to it that does not lead through a
   * bathroom.
   */
  isHabitable: boolean
  /** People walk through the room to others: its doors open into the room beyond. */
  isPassedThrough: boolean
  /** The room lies on the ground under the sky: it needs neither wall, slab, roof nor door. */
  isOutdoors: boolean
  /** Colour of the zone in plans, `#rrggbb`. */
  color: string
}

export const ROOM_TYPES = {
  living: {
    label: 'Living room',
    isHabitable: true,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#f2d7a6',
  },
  dining: {
    label: 'Dining room',
    isHabitable: true,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#f0c9a0',
  },
  kitchen: {
    label: 'Kitchen',
    isHabitable: true,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#f3b98f',
  },
  bedroom: {
    label: 'Bedroom',
    isHabitable: true,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#b9cfe4',
  },
  office: {
    label: 'Office',
    isHabitable: true,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#c5d5b6',
  },
  studio: {
    label: 'Studio',
    isHabitable: true,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#ecdcb4',
  },
  classroom: {
    label: 'Classroom',
    isHabitable: true,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#d3dfae',
  },
  meeting: {
    label: 'Meeting room',
    isHabitable: true,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#cbd8c0',
  },
  bathroom: {
    label: 'Bathroom',
    isHabitable: false,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#a8d8d4',
  },
  toilet: {
    label: 'Toilet',
    isHabitable: false,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#b5dcd8',
  },
  laundry: {
    label: 'Laundry',
    isHabitable: false,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#bfd6da',
  },
  hall: {
    label: 'Hall',
    isHabitable: false,
    isPassedThrough: true,
    isOutdoors: false,
    color: '#e4ddd0',
  },
  corridor: {
    label: 'Corridor',
    isHabitable: false,
    isPassedThrough: true,
    isOutdoors: false,
    color: '#e2dfd8',
  },
  entrance: {
    label: 'Entrance',
    isHabitable: false,
    isPassedThrough: true,
    isOutdoors: false,
    color: '#e0d4c3',
  },
  stairwell: {
    label: 'Stairs',
    isHabitable: false,
    isPassedThrough: true,
    isOutdoors: false,
    color: '#d9d5cd',
  },
  storage: {
    label: 'Storage',
    isHabitable: false,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#d6cfc4',
  },
  closet: {
    label: 'Closet',
    isHabitable: false,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#dad3ca',
  },
  utility: {
    label: 'Utility room',
    isHabitable: false,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#cfcdc8',
  },
  garage: {
    label: 'Garage',
    isHabitable: false,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#cccbc9',
  },
  terrace: {
    label: 'Terrace',
    isHabitable: false,
    isPassedThrough: true,
    isOutdoors: true,
    color: '#cfdcc2',
  },
  other: {
    label: 'Room',
    isHabitable: false,
    isPassedThrough: false,
    isOutdoors: false,
    color: '#dcdad5',
  },
} as const satisfies Record<string, RoomType>

export type RoomTypeName = keyof typeof ROOM_TYPES
export const ROOM_TYPE_NAMES = Object.keys(ROOM_TYPES) as [RoomTypeName, ...RoomTypeName[]]
