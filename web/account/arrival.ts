/** The action that a link requests. */
export type Arrival =
  | { kind: 'reset'; token: string }
  | { kind: 'invitation'; id: string }
  /** The service has verified an e-mail address, or failed to. */
  | { kind: 'verified'; isDone: boolean }
  /** An agent has a claim code for a person to enter. */
  | { kind: 'claim' }
  /** A person has opened an invite that is for an agent. */
  | { kind: 'agent-invite' }

/** The address with which the page was opened. */
export type OpenedAt = Pick<Location, 'hash' | 'search'>

/** Characters of a token that are read; all tokens are shorter. */
const TOKEN_MAX = 500

/**
 * Parses `#reset-password=<token>`, `#invitation=<id>`, `#claim-agent`, `#agent-invite=<token>` and
 * `?account=verified`; null for any other address. Secrets follow the `#`: browsers do not send
 * that part to a server.
 */
export function arrivalOf({ hash, search }: OpenedAt): Arrival | null {
  const read = (text: string) => new URLSearchParams(text.slice(1, TOKEN_MAX * 4))
  const fragment = read(hash)
  const token = fragment.get('reset-password') ?? ''
  if (token !== '' && token.length <= TOKEN_MAX) return { kind: 'reset', token }
  const id = fragment.get('invitation') ?? ''
  if (id !== '' && id.length <= TOKEN_MAX) return { kind: 'invitation', id }
  if (fragment.has('claim-agent')) return { kind: 'claim' }
  if (fragment.has('agent-invite')) return { kind: 'agent-invite' }
  const query = read(search)
  if (query.get('account') !== 'verified') return null
  return { kind: 'verified', isDone: !query.has('error') }
}
