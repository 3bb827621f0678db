/** Rooms of one program: the search takes some seconds for 40. */
export const ROOMS_MAX = 40
/** Storeys of one program: the stair leads through all of them. */
export const STOREYS_MAX = 3
/** Areas of a room, in square metres. */
export const AREA_RANGE = [0.5, 2_000] as const
/** Sides of an outline, in metres. */
export const SIDE_RANGE = [3, 200] as const
/** Steepest pitch of a roof, in degrees. */
export const PITCH_MAX = 75
