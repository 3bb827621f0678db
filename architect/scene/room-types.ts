/** What a room is for. */
export interface RoomType {
  label: string
  /** People stay in it: it wants a window, and a way to it that leads through no bathroom. */
  isHabitable: boolean
  /** Of its zone in plans, `#rrggbb`. */
  color: string
}

export const ROOM_TYPES = {
  living: { label: 'Living room', isHabitable: true, color: '#f2d7a6' },
  dining: { label: 'Dining room', isHabitable: true, color: '#f0c9a0' },
  kitchen: { label: 'Kitchen', isHabitable: true, color: '#f3b98f' },
  bedroom: { label: 'Bedroom', isHabitable: true, color: '#b9cfe4' },
  office: { label: 'Office', isHabitable: true, color: '#c5d5b6' },
  studio: { label: 'Studio', isHabitable: true, color: '#ecdcb4' },
  classroom: { label: 'Classroom', isHabitable: true, color: '#d3dfae' },
  meeting: { label: 'Meeting room', isHabitable: true, color: '#cbd8c0' },
  bathroom: { label: 'Bathroom', isHabitable: false, color: '#a8d8d4' },
  toilet: { label: 'Toilet', isHabitable: false, color: '#b5dcd8' },
  laundry: { label: 'Laundry', isHabitable: false, color: '#bfd6da' },
  hall: { label: 'Hall', isHabitable: false, color: '#e4ddd0' },
  corridor: { label: 'Corridor', isHabitable: false, color: '#e2dfd8' },
  entrance: { label: 'Entrance', isHabitable: false, color: '#e0d4c3' },
  stairwell: { label: 'Stairs', isHabitable: false, color: '#d9d5cd' },
  storage: { label: 'Storage', isHabitable: false, color: '#d6cfc4' },
  closet: { label: 'Closet', isHabitable: false, color: '#dad3ca' },
  utility: { label: 'Utility room', isHabitable: false, color: '#cfcdc8' },
  garage: { label: 'Garage', isHabitable: false, color: '#cccbc9' },
  terrace: { label: 'Terrace', isHabitable: false, color: '#cfdcc2' },
  other: { label: 'Room', isHabitable: false, color: '#dcdad5' },
} as const satisfies Record<string, RoomType>

export type RoomTypeName = keyof typeof ROOM_TYPES
export const ROOM_TYPE_NAMES = Object.keys(ROOM_TYPES) as [RoomTypeName, ...RoomTypeName[]]
