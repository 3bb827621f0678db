/** Characters of the time in an id: enough until the year 5188. */
const TIME_CHARACTERS = 9

/** A time within an id, in milliseconds: ids are then in the order of their times. */
export const timeInId = (time_ms: number): string =>
  time_ms.toString(36).padStart(TIME_CHARACTERS, '0')
