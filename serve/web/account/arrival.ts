/** What a link of a mail asks the page to do. */
export type Arrival =
  | { kind: 'reset'; token: string }
  | { kind: 'verify'; token: string }
  | { kind: 'invitation'; id: string }

/** Longer than any token of ours, and a bound on what is read of an address. */
const TOKEN_MAX = 2_000
const KINDS = ['reset', 'verify', 'invitation'] as const

/**
 * Reads `#reset=<token>`, `#verify=<token>` and `#invitation=<id>`. They stand in the fragment, which
 * is sent to no server and stands in no log. Anything else is none.
 */
export function arrivalOf(hash: string): Arrival | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, '').slice(0, TOKEN_MAX + 100))
  for (const kind of KINDS) {
    const text = parameters.get(kind)
    if (text === null || text === '' || text.length > TOKEN_MAX) continue
    return kind === 'invitation' ? { kind, id: text } : { kind, token: text }
  }
  return null
}
