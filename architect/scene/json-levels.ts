/** Levels of a node of a scene or of the arguments of a call; those in use have fewer. */
const LEVELS_MAX = 32

/** The fault of a value with more levels: functions that call themselves would run out of stack. */
export const TOO_DEEP = `has more than ${LEVELS_MAX} levels`

/** Whether a value of JSON has no more levels than allowed. */
export function hasLevels(value: unknown, levels = LEVELS_MAX): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((each) => hasLevels(each, levels - 1))
}
