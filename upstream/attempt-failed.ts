import { type FailureKind, plainLine } from './failure.ts'

/** One attempt that failed; the client makes sentences of it. */
export class AttemptFailed extends Error {
  readonly kind: FailureKind
  /** The problem, as text that fits after the upstream's name. */
  readonly problem: string
  readonly retryAfter_ms: number | null
  /** Error code or message of the program, for operators: other people learn nothing from it. */
  readonly detail: string | null

  constructor(
    kind: FailureKind,
    problem: string,
    retryAfter_ms: number | null = null,
    detail: string | null = null,
  ) {
    super(problem)
    this.name = 'AttemptFailed'
    this.kind = kind
    this.problem = problem
    this.retryAfter_ms = retryAfter_ms
    this.detail = detail
  }
}

/** Meanings of the error codes of Node, undici, zlib and OpenSSL, as far as they help a person. */
const MEANINGS: readonly [code: RegExp, kind: FailureKind, problem: string][] = [
  [/^ENOTFOUND$/, 'unreachable', 'could not be reached: its name is not known'],
  [/^EAI_/, 'unreachable', 'could not be reached: its name could not be looked up'],
  [/^ECONNREFUSED$/, 'unreachable', 'could not be reached: the connection was refused'],
  [/^(EHOST|ENET)\w+$/, 'unreachable', 'could not be reached: no route leads to its network'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'too_large', 'answered with headers that are too long'],
  [/^(HPE_|HTTPParserError$|UND_ERR_RES)/, 'unreadable', 'answered with something other than HTTP'],
  [
    /^(Z_|ERR__ERROR|ERR_BROTLI|ERR_ZLIB|ZSTD_)/,
    'unreadable',
    'answered with damaged compressed data',
  ],
  [
    /^(ERR_SSL|ERR_TLS|CERT_|EPROTO$|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/,
    'unreachable',
    'could not be reached over a trusted connection',
  ],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'unreachable', 'broke the connection off'],
]

/** Describes the innermost cause of a failed connection: `fetch failed` alone helps nobody. */
export function connectionFailure(error: unknown): AttemptFailed {
  let at = error
  while (at instanceof Error && at.cause instanceof Error) at = at.cause
  const { code, name, message } = at as NodeJS.ErrnoException
  const detail = plainLine(String(code ?? message ?? at))
  const meaning = MEANINGS.find(([pattern]) => pattern.test(String(code ?? name)))
  const [, kind, problem] = meaning ?? [null, 'unreachable', 'could not be reached']
  return new AttemptFailed(kind, problem, null, detail)
}
