/** What the link of a mail asks the page to do. */
export type Arrival =
  | { kind: 'reset'; token: string }
  | { kind: 'invitation'; id: string }
  /** The service has confirmed an address of e-mail, or has not. */
  | { kind: 'verified'; isDone: boolean }

/** The parts of the address with which the page was opened. */
export type OpenedAt = Pick<Location, 'hash' | 'search'>

/** Longer than any token of ours, and a bound on what is read of an address. */
const TOKEN_MAX = 500

/**
 * Reads `#reset-password=<token>`, `#invitation=<id>` and `?account=verified`. Secrets stand after
 * the `#`, which reaches no server and no log. Anything else is none.
 */
export function arrivalOf({ hash, search }: OpenedAt): Arrival | null {
  const read = (text: string) => new URLSearchParams(text.slice(1, TOKEN_MAX * 4))
  const asked = read(hash)
  const token = asked.get('reset-password') ?? ''
  if (token !== '' && token.length <= TOKEN_MAX) return { kind: 'reset', token }
  const id = asked.get('invitation') ?? ''
  if (id !== '' && id.length <= TOKEN_MAX) return { kind: 'invitation', id }
  const query = read(search)
  if (query.get('account') !== 'verified') return null
  return { kind: 'verified', isDone: !query.has('error') }
}
