import { setTimeout as sleep } from 'node:timers/promises'
import { StepError } from '../../terminal/step-error.ts'
import { readRefusal, ServiceRefusal } from './service-refusal.ts'

/** Time for one request, from its start to the last byte of its answer. */
const REQUEST_MS = 30_000
/** The same for one with a scene file, which has up to 32 million characters. */
export const SCENE_REQUEST_MS = 120_000
/** Sends of one request: the first one, and repeats of those that failed. */
const SENDS_MAX = 4
/** Longest wait before a repeat; a service that names a longer one gets no repeat. */
const RETRY_WAIT_MAX_S = 60
/** Wait before the first repeat where the answer names none; doubled before each further one. */
const RETRY_WAIT_S = 1
/** Bytes of an answer that is read whole: a scene file with three bytes per character. */
const ANSWER_BYTES_MAX = 100_000_000

/** Where requests go, and who sends them. */
export interface Service {
  /** Scheme, host and port. */
  url: string
  /** Sent as `Authorization`, and never printed. */
  key: string
}

export interface ServiceRequest {
  /** The command, for messages. */
  step: string
  method: 'GET' | 'POST' | 'PUT'
  /** Path and query below the address of the service. */
  path: string
  /** JSON text. */
  body?: string
  /**
   * Whether it is sent again when its answer is lost or is 503. After 429, when nothing ran, every
   * request is.
   */
  isRepeatable: boolean
  deadline_ms?: number
}

export interface ServiceAnswer {
  status: number
  headers: Headers
  text: string
}

/**
 * Sends a request with the key. Redirects are answers: the key goes to the address of the login
 * alone. Throws `ServiceRefusal` for an error of the service, and `StepError` where it cannot be
 * reached.
 */
export async function sendRequest(
  service: Service,
  request: ServiceRequest,
): Promise<ServiceAnswer> {
  const { step, isRepeatable } = request
  for (let sends = 1; ; sends++) {
    const isLast = sends === SENDS_MAX
    const usual_s = RETRY_WAIT_S * 2 ** (sends - 1)
    let wait_s: number
    try {
      const answer = await sendOnce(service, request)
      if (answer.status < 400) return answer
      const requestId = answer.headers.get('request-id')
      const refused = readRefusal(answer.text, answer.status, requestId)
      wait_s = secondsOf(answer.headers.get('retry-after')) ?? usual_s
      const mayRepeat = answer.status === 429 || (answer.status === 503 && isRepeatable)
      if (isLast || !mayRepeat || wait_s > RETRY_WAIT_MAX_S)
        throw new ServiceRefusal(step, service.url, { status: answer.status, ...refused })
    } catch (cause) {
      if (cause instanceof StepError) throw cause
      // Nothing listens there: a repeat would change nothing.
      const isAbsent = codeIn(cause) === 'ECONNREFUSED'
      if (isLast || isAbsent || !isRepeatable) throw unreachable(service, request, cause)
      wait_s = usual_s
    }
    await sleep(wait_s * 1_000)
  }
}

async function sendOnce(
  { url, key }: Service,
  { step, method, path, body, deadline_ms = REQUEST_MS }: ServiceRequest,
): Promise<ServiceAnswer> {
  const answer = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(deadline_ms),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body,
  })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > ANSWER_BYTES_MAX)
      throw new StepError(
        step,
        url,
        `its answer has more than ${ANSWER_BYTES_MAX} bytes`,
        'Check the address: no service of projects sends that much.',
      )
    parts.push(part)
  }
  const text = Buffer.concat(parts).toString()
  return { status: answer.status, headers: answer.headers, text }
}

/** The code of the system's error below a failed `fetch`; null without one. */
function codeIn(cause: unknown): string | null {
  return (cause as { cause?: { code?: string } }).cause?.code ?? null
}

/** Seconds of `Retry-After`; null without one, and for a date, which no service sends. */
function secondsOf(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null
}

function unreachable(
  { url }: Service,
  { step, method, isRepeatable }: ServiceRequest,
  cause: unknown,
) {
  const { name, message, cause: inner } = cause as Error & { cause?: Error }
  const reason =
    name === 'TimeoutError' ? 'no answer in time' : (codeIn(cause) ?? inner?.message ?? message)
  const lost =
    method === 'GET' || isRepeatable
      ? ''
      : ' The service may have done it all the same: look at its list of projects first.'
  return new StepError(
    step,
    url,
    `cannot be reached: ${reason}`,
    `Check the address and that the service runs, then run the command again.${lost}`,
    { cause },
  )
}
