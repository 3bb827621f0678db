import { StepError } from '../../terminal/step-error.ts'
import type { FetchLimits } from './fetch-limits.ts'

/** A failure that may pass by itself: the next attempt resumes where this one stopped. */
export class PassingError extends Error {
  /** Wait that the server requested in `Retry-After`. */
  readonly wait_ms: number

  constructor(message: string, options?: { cause?: unknown; wait_ms?: number }) {
    super(message, options)
    this.name = 'PassingError'
    this.wait_ms = options?.wait_ms ?? 0
  }
}

/** A request, apart from its URL. */
export interface AssetRequest {
  /** `GET` when absent. */
  method?: 'HEAD'
  headers?: Record<string, string>
  /** Statuses from 300 that are an answer to this request. */
  alsoRead?: readonly number[]
}

/**
 * Requests a URL and follows redirects, never from https to http and never off the web. Returns a
 * response of any status below 300, or one that the request also reads. Throws `PassingError` for a
 * failure that may pass by itself and `StepError` for any other.
 */
export async function requestAsset(
  url: string,
  request: AssetRequest,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Response> {
  let at = new URL(url)
  for (let redirects = 0; ; redirects++) {
    const response = await requestOnce(at, request, limits, signal)
    if (response.status < 300 || request.alsoRead?.includes(response.status)) return response
    await response.body?.cancel()
    if (response.status >= 400) throw refusal(at, response)
    const location = response.headers.get('location')
    if (location === null) throw fetchError(at, `answers ${response.status} without a Location`)
    if (redirects >= limits.redirects_max) {
      throw fetchError(url, `redirects more than ${limits.redirects_max} times`)
    }
    at = target(at, location)
  }
}

/** A failure of a fetch that a person has to look at. */
export function fetchError(url: URL | string, problem: string, cause?: unknown): StepError {
  const remedy =
    'Open the URL in a browser, correct it in the lock or the source, and take it again.'
  return new StepError('fetch', String(url), problem, remedy, { cause })
}

async function requestOnce(
  url: URL,
  { method, headers }: AssetRequest,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), limits.headers_timeout_ms)
  try {
    return await fetch(url, {
      method,
      // Identity: with gzip, lengths and ranges would count compressed bytes.
      headers: { 'accept-encoding': 'identity', 'user-agent': 'plat', ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, late.signal]),
    })
  } catch (cause) {
    signal.throwIfAborted()
    if (late.signal.aborted) {
      throw new PassingError(`no answer in ${limits.headers_timeout_ms} ms`, { cause })
    }
    throw new PassingError(reasonOf(cause), { cause })
  } finally {
    clearTimeout(timer)
  }
}

function target(from: URL, location: string): URL {
  const to = URL.parse(location, from.href)
  if (to === null)
    throw fetchError(from, `redirects to ${JSON.stringify(location)}, which is not a URL`)
  if (!['http:', 'https:'].includes(to.protocol)) throw fetchError(from, `redirects to ${to}`)
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw fetchError(from, `redirects from https to http (${to})`)
  }
  return to
}

function refusal(url: URL, response: Response): Error {
  const problem = `answers ${response.status} ${response.statusText}`.trim()
  const isPassing = response.status >= 500 || [408, 425, 429].includes(response.status)
  if (!isPassing) return fetchError(url, problem)
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  return new PassingError(problem, { wait_ms: Number.isFinite(seconds) ? seconds * 1000 : 0 })
}

/** The reason of a failed fetch: Node reports "fetch failed" and puts the reason in the cause. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error) return (cause as NodeJS.ErrnoException).code ?? cause.message
  return error instanceof Error ? error.message : String(error)
}
