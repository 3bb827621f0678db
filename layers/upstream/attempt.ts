import { type FailureKind, plainWords } from './failure.ts'

/** A whole answer over HTTP. */
export interface HttpAnswer {
  status: number
  headers: Headers
  bytes: Uint8Array
}

/** One attempt that failed; the client makes sentences of it. */
export class AttemptFailed extends Error {
  readonly kind: FailureKind
  /** In words that fit after the upstream's name. */
  readonly said: string
  readonly retryAfter_ms: number | null

  constructor(kind: FailureKind, said: string, retryAfter_ms: number | null = null) {
    super(said)
    this.name = 'AttemptFailed'
    this.kind = kind
    this.said = said
    this.retryAfter_ms = retryAfter_ms
  }
}

export interface AttemptOptions {
  headers: Record<string, string>
  deadline_ms: number
  answerBytes: number
  alsoRead: readonly number[]
}

/** Redirects followed on the same host. */
const REDIRECTS_MAX = 3
const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * Asks once: the whole body, within the deadline and the byte limit. Redirects are followed on the
 * host that was asked and refused off it: who configured a host did not allow another. Throws
 * `AttemptFailed`.
 */
export async function attempt(url: URL, options: AttemptOptions): Promise<HttpAnswer> {
  const signal = AbortSignal.timeout(options.deadline_ms)
  try {
    return await follow(url, options, signal)
  } catch (error) {
    if (error instanceof AttemptFailed) throw error
    if (signal.aborted)
      throw new AttemptFailed('late', `did not answer within ${inSeconds(options.deadline_ms)} s`)
    throw new AttemptFailed('unreachable', `could not be reached: ${causeOf(error)}`)
  }
}

async function follow(url: URL, options: AttemptOptions, signal: AbortSignal) {
  let at = url
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const response = await fetch(at, { headers: options.headers, redirect: 'manual', signal })
    if (!REDIRECTS.includes(response.status)) return readAnswer(response, options)
    await response.body?.cancel()
    const to = new URL(response.headers.get('location') ?? '', at)
    if (to.host !== url.host || to.protocol !== url.protocol)
      throw new AttemptFailed('redirected', `leads to another host, ${plainWords(to.host)}`)
    at = to
  }
  throw new AttemptFailed('redirected', `redirected more than ${REDIRECTS_MAX} times`)
}

async function readAnswer(response: Response, options: AttemptOptions): Promise<HttpAnswer> {
  const { status, headers } = response
  const isRead = status === 200 || status === 206 || options.alsoRead.includes(status)
  if (!isRead) {
    await response.body?.cancel()
    throw statusFailure(status, headers)
  }
  return { status, headers, bytes: await readBody(response, options.answerBytes) }
}

function statusFailure(status: number, headers: Headers): AttemptFailed {
  const retryAfter_ms = retryAfterOf(headers)
  if (status === 429)
    return new AttemptFailed('limited', 'says that it was asked too often', retryAfter_ms)
  if (status >= 500)
    return new AttemptFailed('failing', `answered with status ${status}`, retryAfter_ms)
  return new AttemptFailed('refused', `answered with status ${status}`)
}

/** Whole seconds, or a date; nothing else is believed, and no more than an hour. */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : null
}

/** A length that is told too large is not waited for; one that is a lie is found out while reading. */
async function readBody(response: Response, limit: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AttemptFailed('too_large', `answered with more than ${limit.toLocaleString('en-US')} bytes`)
  if (Number(response.headers.get('content-length') ?? 0) > limit) {
    await response.body?.cancel()
    throw tooLarge()
  }
  if (!response.body) return new Uint8Array()
  const parts: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the rest.
  for await (const part of response.body) {
    bytes += part.length
    if (bytes > limit) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts, bytes)
}

/** The innermost words of a failed connection: `fetch failed` alone helps nobody. */
function causeOf(error: unknown): string {
  let at = error
  while (at instanceof Error && at.cause instanceof Error) at = at.cause
  const { code, message } = at as NodeJS.ErrnoException
  return plainWords(code ?? message ?? String(at))
}

function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(1).replace(/\.0$/, '')
}
