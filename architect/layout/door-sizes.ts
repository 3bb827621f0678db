/** Of the wall of a door between the middles of two others: half of these, and frames. */
export const DOOR_WALLS_M = 0.32
/** The wall of a door of 0.85 m, and of one of 0.7 m for a small room. */
export const DOOR_STRETCH = 1.2
export const SMALL_DOOR_STRETCH = 1.05
