/** Reasons why a request to an upstream can fail; each is counted. */
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

/** An upstream gave no answer. A section shows `reason` and `hint`, and continues without it. */
export class UpstreamFailure extends Error {
  readonly kind: FailureKind
  /** A sentence that names the upstream. */
  readonly reason: string
  /** Advice to a person who wants an answer. */
  readonly hint: string
  /** Advice to the operator of the service; null where there is none. */
  readonly operatorHint: string | null
  /** Time that the upstream requested, or the rest of the circuit's cooldown. */
  readonly retryAfter_ms: number | null

  constructor(
    kind: FailureKind,
    reason: string,
    hint: string,
    {
      cause,
      retryAfter_ms = null,
      operatorHint = null,
    }: { cause?: unknown; retryAfter_ms?: number | null; operatorHint?: string | null } = {},
  ) {
    // Without a stack, which costs 20 us: the service is not at fault, and a dossier makes several
    // of these while an upstream rests.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(reason, { cause })
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'UpstreamFailure'
    this.kind = kind
    this.reason = reason
    this.hint = hint
    this.operatorHint = operatorHint
    this.retryAfter_ms = retryAfter_ms
  }
}

/** A failure as a section reports it: why there is no answer, and what people can do. */
export function failureParts({ reason, hint, operatorHint }: UpstreamFailure): FailureParts {
  return { reason, hint, ...(operatorHint !== null && { operator_hint: operatorHint }) }
}

/** What the operator can do about several failures, each sentence once. */
export function operatorHintOf(
  failures: readonly FailureParts[],
): Pick<FailureParts, 'operator_hint'> {
  const hints = new Set(failures.flatMap(({ operator_hint }) => operator_hint ?? []))
  return hints.size > 0 ? { operator_hint: [...hints].join(' ') } : {}
}

export interface FailureParts {
  reason: string
  hint: string
  /** What the operator of the service can do. */
  operator_hint?: string
}

/** Characters of an upstream's own text that are quoted: it may be a page. */
const QUOTED_CHARACTERS_MAX = 120

/**
 * A response without an answer: an error under HTTP 200, another shape, a list that was cut short.
 * `problem` fits after the upstream's name: `answered with the error 400: ...`.
 */
export class InvalidResponse extends Error {
  readonly kind: 'unreadable' | 'error_said'

  constructor(problem: string, kind: 'unreadable' | 'error_said' = 'unreadable', cause?: unknown) {
    super(plainLine(problem), { cause })
    this.name = 'InvalidResponse'
    this.kind = kind
  }
}

/** Reduces external text to one line of printable characters, of a bounded length. */
export function plainLine(text: string): string {
  // Only its start: the whole may be megabytes. A cut may split a character of two units.
  const line = text
    .slice(0, 4 * QUOTED_CHARACTERS_MAX)
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return line.length > QUOTED_CHARACTERS_MAX
    ? `${line.slice(0, QUOTED_CHARACTERS_MAX).toWellFormed()}...`
    : line
}
