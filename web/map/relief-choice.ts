/** How many times their height heights may be drawn: 1 is true to scale. */
export const EXAGGERATIONS = [1, 2, 5] as const
export type Exaggeration = (typeof EXAGGERATIONS)[number]

/** Steepest tilt of the map in degrees: beyond it the horizon is in view, with all tiles to it. */
export const PITCH_MAX = 60
/** Tilt of the map when its ground is raised, in degrees. */
export const RAISED_PITCH = 55
