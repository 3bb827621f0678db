import { AttemptFailed, connectionFailure } from './attempt-failed.ts'
import { plainLine } from './failure.ts'
import { expectName } from './name-lookup.ts'

/** A whole answer over HTTP. */
export interface HttpResponse {
  status: number
  headers: Headers
  bytes: Uint8Array
}

export interface AttemptOptions {
  headers: Record<string, string>
  deadline_ms: number
  responseBytesMax: number
  alsoRead: readonly number[]
  /** What `Retry-After` dates are counted from. */
  now: () => number
}

/** Redirects followed on the same host. */
const REDIRECTS_MAX = 3
const REDIRECTS = [301, 302, 303, 307, 308]
/** Pieces of a body: one sent byte by byte costs a hundred times its length to read. */
const PIECES_MAX = 20_000
/** No longer wish of an upstream is believed. */
const RETRY_AFTER_MAX_MS = 3_600_000
/** RFC 9110, section 5.6.7: a date in words of the fixed form, and no other text that parses. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Asks once: the whole body, within the deadline and the byte limit. Redirects are followed on the
 * host that was asked and refused off it: who configured a host did not allow another. Throws
 * `AttemptFailed`.
 */
export async function attempt(url: URL, options: AttemptOptions): Promise<HttpResponse> {
  const signal = AbortSignal.timeout(options.deadline_ms)
  try {
    await Promise.race([expectName(url), aborted(signal)])
    return await follow(url, options, signal)
  } catch (error) {
    if (error instanceof AttemptFailed) throw error
    if (signal.aborted) throw new AttemptFailed('late', 'did not answer in time')
    throw connectionFailure(error)
  }
}

/** Rejects when the signal does. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function follow(url: URL, options: AttemptOptions, signal: AbortSignal) {
  let at = url
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const response = await fetch(at, { headers: options.headers, redirect: 'manual', signal })
    if (!REDIRECTS.includes(response.status)) return readAnswer(response, options)
    leave(response)
    at = targetOf(response, at)
    if (at.origin !== url.origin || at.username || at.password)
      throw new AttemptFailed('redirected', `leads elsewhere, to ${plainLine(at.origin)}`)
  }
  throw new AttemptFailed('redirected', `redirected more than ${REDIRECTS_MAX} times`)
}

function targetOf({ headers }: Response, at: URL): URL {
  const to = headers.get('location')
  if (to !== null && URL.canParse(to, at.href)) return new URL(to, at)
  throw new AttemptFailed('redirected', 'redirects to no address')
}

async function readAnswer(response: Response, options: AttemptOptions): Promise<HttpResponse> {
  const { status, headers } = response
  const isRead = status === 200 || status === 206 || options.alsoRead.includes(status)
  if (!isRead) {
    leave(response)
    throw statusFailure(status, retryAfterOf(headers, options.now()))
  }
  return { status, headers, bytes: await readBody(response, options.responseBytesMax) }
}

/** The rest of it is not read, and whether that ends well is nobody's concern. */
function leave(response: Response): void {
  response.body?.cancel().catch(() => {})
}

function statusFailure(status: number, retryAfter_ms: number | null): AttemptFailed {
  if (status === 429)
    return new AttemptFailed('limited', 'says that it was asked too often', retryAfter_ms)
  const said = `answered with status ${status}`
  if (status >= 500) return new AttemptFailed('failing', said, retryAfter_ms)
  return status >= 400
    ? new AttemptFailed('refused', said)
    : new AttemptFailed('unreadable', `${said}, which is no answer to this question`)
}

/** Whole seconds, or a date; nothing else is believed. A wish of no wait is none. */
function retryAfterOf(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : null
  const date = HTTP_DATE.test(text) ? Date.parse(text) - now : 0
  const ms = seconds === null ? date : seconds * 1000
  return ms > 0 ? Math.min(ms, RETRY_AFTER_MAX_MS) : null
}

/** A length that is told too large is not waited for; one that is a lie is found out while reading. */
async function readBody(response: Response, limit: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AttemptFailed('too_large', `answered with more than ${limit.toLocaleString('en-US')} bytes`)
  if (Number(response.headers.get('content-length') ?? 0) > limit) {
    leave(response)
    throw tooLarge()
  }
  if (!response.body) return new Uint8Array()
  const pieces: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the rest.
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
