/** Lists and objects within each other in one message; calls have some ten. */
export const BODY_LEVELS_MAX = 64

/** Whether a message has more levels than the stack of what reads it has room for. */
export function isTooDeep(value: unknown, levels = BODY_LEVELS_MAX): boolean {
  if (value === null || typeof value !== 'object') return false
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1))
}
