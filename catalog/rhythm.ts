import { daysBetween, oldestCopy } from './clocks.ts'
import type { Lock } from './lock.ts'
import type { Source } from './source.ts'

/** The two clocks of a lock, in days, against the interval that its source promises. */
export interface Rhythm {
  /** Longest interval between editions that the source promises; null where it promises none. */
  promised_days: number | null
  /** Age of the publisher's edition; null where its date is not stated. */
  edition_days: number | null
  /** Age of the oldest part of our copy. */
  copy_days: number
  /** True when a clock exceeds the promised interval: a newer edition should exist. */
  is_old: boolean
}

/** Both clocks against the promise, as of a date that the caller gives. */
export function rhythmOf(
  lock: Lock,
  { cadence_days }: Pick<Source, 'cadence_days'>,
  asOf: Date,
): Rhythm {
  const { from, to } = lock.vintage
  const last = to ?? from
  const edition_days = last === undefined ? null : daysBetween(new Date(last), asOf)
  const copy_days = daysBetween(new Date(oldestCopy(lock)), asOf)
  return {
    promised_days: cadence_days,
    edition_days,
    copy_days,
    is_old: cadence_days !== null && Math.max(edition_days ?? 0, copy_days) > cadence_days,
  }
}
