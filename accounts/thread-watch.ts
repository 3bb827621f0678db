import { type Availability, BEAT_MS, STUCK_MS } from './availability.ts'

const STUCK = `The thread of the accounts has not responded for ${STUCK_MS / 1000} s. Requests with a key are answered 503 until it does.`
const BACK = 'The thread of the accounts responds again.'

/**
 * Logs one line when the thread of the accounts stops responding and one when it responds again,
 * until the returned function is called.
 */
export function watchThread(
  availability: Pick<Availability, 'isStuck'>,
  note: (line: string) => void,
  every_ms = BEAT_MS,
): () => void {
  let wasStuck = false
  const watching = setInterval(() => {
    const { isStuck } = availability
    if (isStuck !== wasStuck) note(isStuck ? STUCK : BACK)
    wasStuck = isStuck
  }, every_ms)
  watching.unref()
  return () => clearInterval(watching)
}
