import type { Availability } from './availability.ts'
import type { Database } from './database/database.ts'
import { DatabaseProbe } from './database/database-probe.ts'
import { formatFailure } from './format-failure.ts'

/**
 * Records whether the database answers, and writes one line to the log whenever that changes. The
 * embedded database is not watched: it has no network, and answers while its thread responds.
 */
export function watchDatabase(
  database: Database,
  availability: Availability,
  note: (line: string) => void,
): { stop(): void } {
  if (database.engine === 'pglite') return { stop() {} }
  let silent_at = 0
  return new DatabaseProbe(database, {
    onChange(error) {
      availability.setDatabase(error === null)
      if (error === null) {
        const seconds = Math.ceil((performance.now() - silent_at) / 1000)
        const refused = availability.takeRefused()
        note(
          `The database of the accounts answers again after ${seconds} s; ${refused} requests were refused at once.`,
        )
      } else {
        silent_at = performance.now()
        availability.takeRefused()
        note(
          `The database of the accounts does not answer: ${formatFailure(error)}. Requests with a key are answered 503 until it does.`,
        )
      }
    },
  })
}
