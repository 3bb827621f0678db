/** How a question to an upstream can end without an answer; each is counted. */
export const FAILURES = [
  'off',
  'unreachable',
  'late',
  'refused',
  'failing',
  'limited',
  'redirected',
  'too_large',
  'unreadable',
  'error_said',
  'resting',
  'busy',
] as const
export type FailureKind = (typeof FAILURES)[number]

/** No answer of an upstream: a section tells its `reason` and its `hint` and goes on without. */
export class UpstreamFailure extends Error {
  readonly kind: FailureKind
  /** A sentence that names the upstream. */
  readonly reason: string
  /** What would produce an answer. */
  readonly hint: string
  /** The upstream's own wish, or ours while it rests. */
  readonly retryAfter_ms: number | null

  constructor(
    kind: FailureKind,
    reason: string,
    hint: string,
    { cause, retryAfter_ms = null }: { cause?: unknown; retryAfter_ms?: number | null } = {},
  ) {
    super(reason, { cause })
    this.name = 'UpstreamFailure'
    this.kind = kind
    this.reason = reason
    this.hint = hint
    this.retryAfter_ms = retryAfter_ms
  }
}

/** So much of an upstream's own words is told: they may be a page. */
const WORDS_MAX = 120

/**
 * An answer that is none: an error under HTTP 200, another shape, a list that was cut short.
 * `said` is in words that fit after the upstream's name: `answered with the error 400: ...`.
 */
export class InvalidResponse extends Error {
  readonly kind: 'unreadable' | 'error_said'

  constructor(said: string, kind: 'unreadable' | 'error_said' = 'unreadable', cause?: unknown) {
    super(plainLine(said), { cause })
    this.name = 'InvalidResponse'
    this.kind = kind
  }
}

/** One line of plain characters, of a bounded length, out of somebody else's text. */
export function plainLine(text: string): string {
  // Its start only: the whole may be megabytes. Characters of two units may be cut in half.
  const line = text
    .slice(0, 4 * WORDS_MAX)
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return line.length > WORDS_MAX ? `${line.slice(0, WORDS_MAX).toWellFormed()}...` : line
}
