import { AttemptFailed, connectionFailure } from './attempt-failed.ts'
import { plainLine } from './failure.ts'
import { parseHttpDate } from './http-date.ts'
import { assertHostResolves } from './name-lookup.ts'

/** A whole response over HTTP. */
export interface HttpResponse {
  status: number
  headers: Headers
  bytes: Uint8Array
}

export interface AttemptOptions {
  headers: Record<string, string>
  /** Is sent by POST; no redirect is followed then. */
  body?: FormData
  /** Aborts the request before its deadline: it is late then. */
  signal?: AbortSignal
  deadline_ms: number
  responseBytesMax: number
  alsoRead: readonly number[]
  /** Clock that `Retry-After` dates are compared with. */
  now: () => number
}

/** Redirects followed on the same host. */
const REDIRECTS_MAX = 3
const REDIRECTS = [301, 302, 303, 307, 308]
/** Chunks of a body: one sent byte by byte costs a hundred times its length to read. */
const PIECES_MAX = 20_000
/** A longer `Retry-After` of an upstream is cut to this. */
const RETRY_AFTER_MAX_MS = 3_600_000

/**
 * Sends a request once and reads the whole body, within the deadline and the byte limit. Redirects
 * are followed on the same host and refused to another, which nobody configured. Throws
 * `AttemptFailed`.
 */
export async function attempt(url: URL, options: AttemptOptions): Promise<HttpResponse> {
  const deadline = AbortSignal.timeout(options.deadline_ms)
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline
  try {
    await Promise.race([assertHostResolves(url), aborted(signal)])
    return await follow(url, options, signal)
  } catch (error) {
    if (error instanceof AttemptFailed) throw error
    if (signal.aborted) throw new AttemptFailed('late', 'did not answer in time')
    throw connectionFailure(error)
  }
}

/** Rejects when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function follow(url: URL, options: AttemptOptions, signal: AbortSignal) {
  const { headers, body } = options
  const method = body ? 'POST' : 'GET'
  let at = url
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const response = await fetch(at, { method, headers, body, redirect: 'manual', signal })
    if (!REDIRECTS.includes(response.status)) return readAnswer(response, options)
    discard(response)
    if (body) throw new AttemptFailed('redirected', 'redirects, where an answer is expected')
    at = targetOf(response, at)
    if (at.origin !== url.origin || at.username || at.password)
      throw new AttemptFailed('redirected', `redirects to another origin, ${plainLine(at.origin)}`)
  }
  throw new AttemptFailed('redirected', `redirected more than ${REDIRECTS_MAX} times`)
}

function targetOf({ headers }: Response, at: URL): URL {
  const to = headers.get('location')
  if (to !== null && URL.canParse(to, at.href)) return new URL(to, at)
  throw new AttemptFailed('redirected', 'redirects without a valid address')
}

async function readAnswer(response: Response, options: AttemptOptions): Promise<HttpResponse> {
  const { status, headers } = response
  const isRead = status === 200 || status === 206 || options.alsoRead.includes(status)
  if (!isRead) {
    discard(response)
    throw statusFailure(status, parseRetryAfter(headers, options.now()))
  }
  return { status, headers, bytes: await readBody(response, options.responseBytesMax) }
}

/** Cancels the rest of the body. A failure of that does not matter. */
function discard(response: Response): void {
  response.body?.cancel().catch(() => {})
}

function statusFailure(status: number, retryAfter_ms: number | null): AttemptFailed {
  if (status === 429)
    return new AttemptFailed('limited', 'reports too many requests', retryAfter_ms)
  const problem = `answered with status ${status}`
  if (status >= 500) return new AttemptFailed('failing', problem, retryAfter_ms)
  return status >= 400
    ? new AttemptFailed('refused', problem)
    : new AttemptFailed('unreadable', `${problem}, which is not an answer to this request`)
}

/** Parses whole seconds or a date; null for anything else and for a time that has passed. */
function parseRetryAfter(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : null
  const ms = seconds === null ? (parseHttpDate(text) ?? now) - now : seconds * 1000
  return ms > 0 ? Math.min(ms, RETRY_AFTER_MAX_MS) : null
}

/** Refuses a stated length over the limit at once, and a body that exceeds it while reading. */
async function readBody(response: Response, limit: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AttemptFailed('too_large', `answered with more than ${limit.toLocaleString('en-US')} bytes`)
  if (Number(response.headers.get('content-length') ?? 0) > limit) {
    discard(response)
    throw tooLarge()
  }
  if (!response.body) return new Uint8Array()
  const pieces: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the body.
  for await (const piece of response.body) {
    bytes += piece.length
    if (bytes > limit) throw tooLarge()
    if (pieces.length >= PIECES_MAX)
      throw new AttemptFailed(
        'too_large',
        `answered in more than ${PIECES_MAX.toLocaleString('en-US')} pieces`,
      )
    pieces.push(piece)
  }
  return Buffer.concat(pieces, bytes)
}
