import { setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'
import { attempt, type HttpResponse } from './attempt.ts'
import { AttemptFailed } from './attempt-failed.ts'
import { requireRange } from './byte-range.ts'
import { Circuit, type CircuitPermit } from './circuit.ts'
import { InvalidResponse, UpstreamFailure } from './failure.ts'
import { ResponseCache, type SizedValue } from './response-cache.ts'
import type { UpstreamSetting } from './settings.ts'
import type { UpstreamTally } from './tally.ts'
import type { Upstream, UpstreamRequest, UpstreamResponse } from './upstream.ts'

export interface ConnectionOptions {
  now?: () => number
  /** Clock of deadlines and waits, in ms since any moment. */
  stopwatch?: () => number
  /** The first cooldown of a circuit, for tests. */
  cooldown_ms?: number
}

/** Requests to one upstream at a time, and those that may wait for a place, per thread. */
const AT_ONCE = 8
const WAITING_MAX = 64
const ATTEMPTS = 2
/** Range of the random wait before the second attempt: clients that failed together spread out. */
const RETRY_WAIT_MS = [50, 250] as const
/** Share of the deadline for the first attempt, where the remainder is enough for a second. */
const FIRST_SHARE = 0.6
/** Least time that is worth an attempt. */
const LEAST_MS = 100

/** How long requests wait for the outcome of the one that probes the upstream. */
const PROBE_WAIT_MS = 300
const PROBE_POLL_MS = 20

/**
 * Failures that are tried again. `limited` is left out: an upstream with too many requests is tried
 * again only if it states when.
 */
const RETRIED = ['unreachable', 'late', 'failing']
/** These are about the one request: an upstream that answers so is not down. */
const ABOUT_THE_REQUEST = ['refused', 'error_said', 'too_large', 'busy', 'resting']
const USER_AGENT = 'plat (geodata service)'
const COOLING_DOWN = 'did not answer recently and is not queried for now'

/** One upstream with its queue, cache and circuit in this thread. */
export class UpstreamConnection {
  private readonly upstream: Upstream
  private readonly setting: UpstreamSetting
  private readonly tally: UpstreamTally
  private readonly circuit: Circuit
  private readonly cache: ResponseCache
  private readonly queue = new PQueue({ concurrency: AT_ONCE })
  private readonly now: () => number
  private readonly stopwatch: () => number
  private waitingForProbe = 0

  constructor(
    upstream: Upstream,
    setting: UpstreamSetting,
    tally: UpstreamTally,
    { now = Date.now, stopwatch = () => performance.now(), cooldown_ms }: ConnectionOptions,
  ) {
    this.upstream = upstream
    this.setting = setting
    this.tally = tally
    this.now = now
    this.stopwatch = stopwatch
    this.circuit = new Circuit(tally, now, cooldown_ms)
    this.cache = new ResponseCache(upstream.cache_ms, now)
  }

  async request<T>(request: UpstreamRequest<T>): Promise<UpstreamResponse<T>> {
    const { cache, tally } = this
    tally.add('requested')
    if (!this.setting.isOn) throw this.failure('off', 'is switched off in this service')
    const { path, query, range } = request
    // Not the address, which takes longer to make: most requests are answered without it.
    const key = JSON.stringify([path, query, range?.from, range?.to])
    const cached = cache.get<UpstreamResponse<T>>(key)
    if (cached) {
      tally.add('cached')
      return cached.value
    }
    const inFlight = cache.inFlight<UpstreamResponse<T>>(key)
    if (inFlight) {
      tally.add('joined')
      return inFlight
    }
    return cache.dedupe(key, () => this.send(request))
  }

  report() {
    const { id, title } = this.upstream
    const { isOn, url } = this.setting
    const state = isOn ? this.circuit.state() : 'off'
    return { id, title, url, state, ...this.tally.read() } as const
  }

  private addressOf({ path = '', query = {} }: UpstreamRequest<unknown>): URL {
    const url = new URL(this.setting.url + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, `${value}`)
    return url
  }

  private async send<T>(request: UpstreamRequest<T>): Promise<SizedValue<UpstreamResponse<T>>> {
    const { circuit, tally, queue } = this
    const { deadline_ms } = this.upstream
    if (queue.size + this.waitingForProbe >= WAITING_MAX)
      throw this.failure('busy', 'has too many requests waiting here', 1_000)
    const from = this.stopwatch()
    const until = from + deadline_ms
    const permit = await this.acquirePermit()
    if ('cooldown_ms' in permit) throw this.failure('resting', COOLING_DOWN, permit.cooldown_ms)
    try {
      const { value, bytes } = await queue.add(() => this.attempts(request, permit, until))
      circuit.succeeded()
      tally.answered(this.stopwatch() - from)
      return { value: { value, retrieved_at: new Date(this.now()).toISOString() }, bytes }
    } catch (error) {
      if (!(error instanceof AttemptFailed)) {
        circuit.failed(permit, null)
        throw this.failure(
          'unreadable',
          'answered with something that could not be read',
          null,
          error,
        )
      }
      if (ABOUT_THE_REQUEST.includes(error.kind)) circuit.cancelled(permit)
      else circuit.failed(permit, error.retryAfter_ms)
      // States the whole deadline, not that of the last attempt.
      const problem = error.kind === 'late' ? formatLate(deadline_ms) : error.problem
      throw this.failure(error.kind, problem, error.retryAfter_ms, error)
    }
  }

  /**
   * A dossier sends several requests at once: while one of them probes a half-open circuit, in any
   * thread, the others wait a moment for its outcome. Not longer, or an upstream that is still down
   * would cost every dossier the deadline of each probe.
   */
  private async acquirePermit(): Promise<CircuitPermit | { cooldown_ms: number }> {
    const { circuit, tally } = this
    const { deadline_ms } = this.upstream
    const until = this.stopwatch() + Math.min(PROBE_WAIT_MS, deadline_ms)
    const cooldowns = tally.cooldownsInARow
    let permit = circuit.acquire(deadline_ms)
    this.waitingForProbe++
    try {
      while ('cooldown_ms' in permit && circuit.cooldownLeft() === 0 && this.stopwatch() < until) {
        await wait(PROBE_POLL_MS)
        // Another cooldown means that the probe failed.
        if (tally.cooldownsInARow > cooldowns) break
        permit = circuit.acquire(deadline_ms)
      }
    } finally {
      this.waitingForProbe--
    }
    return permit
  }

  private async attempts<T>(
    request: UpstreamRequest<T>,
    permit: CircuitPermit,
    until: number,
  ): Promise<SizedValue<T>> {
    this.assertUsable(permit, until)
    const url = this.addressOf(request)
    for (let number = 1; ; number++) {
      const left = until - this.stopwatch()
      const isEnough = left * (1 - FIRST_SHARE) > RETRY_WAIT_MS[1] + LEAST_MS
      const share = number < ATTEMPTS && isEnough ? FIRST_SHARE : 1
      const deadline_ms = Math.max(1, Math.round(left * share))
      try {
        this.tally.add('sent')
        const response = await this.attempt(url, request, deadline_ms)
        return { value: read(request, response), bytes: response.bytes.length }
      } catch (error) {
        const isLast = number >= ATTEMPTS || !(error instanceof AttemptFailed)
        if (isLast || !(RETRIED.includes(error.kind) || error.retryAfter_ms)) throw error
        const [least, most] = RETRY_WAIT_MS
        const pause = Math.max(error.retryAfter_ms ?? 0, least + Math.random() * (most - least))
        if (this.stopwatch() + pause + LEAST_MS > until) throw error
        await wait(pause)
      }
    }
  }

  /** Throws when the queue left no time for the request, or when the circuit opened meanwhile. */
  private assertUsable({ probe }: CircuitPermit, until: number): void {
    if (until - this.stopwatch() < Math.min(LEAST_MS, this.upstream.deadline_ms))
      throw new AttemptFailed('busy', 'has too many requests waiting here', 1_000)
    const cooldown_ms = probe === null ? this.circuit.cooldownLeft() : 0
    if (cooldown_ms > 0) throw new AttemptFailed('resting', COOLING_DOWN, cooldown_ms)
  }

  private async attempt(url: URL, request: UpstreamRequest<unknown>, deadline_ms: number) {
    const { range, alsoRead = [] } = request
    const { responseBytesMax } = this.upstream
    const headers = {
      'user-agent': USER_AGENT,
      // With a range `fetch` requests no coding, so the range counts the bytes of the file itself.
      ...(range && { range: `bytes=${range.from}-${range.to}` }),
    }
    const options = { headers, deadline_ms, responseBytesMax, alsoRead, now: this.now }
    return requireRange(await attempt(url, options), range)
  }

  private failure(
    kind: UpstreamFailure['kind'],
    problem: string,
    retryAfter_ms: number | null = null,
    cause?: unknown,
  ): UpstreamFailure {
    const { title } = this.upstream
    this.tally.failed(kind, this.now())
    const hint =
      kind === 'off'
        ? 'The other sections answer without it.'
        : retryAfter_ms !== null
          ? `Try again in ${Math.max(1, Math.ceil(retryAfter_ms / 1000))} s.`
          : 'Try again shortly; the other sections answer meanwhile.'
    const more = { cause, retryAfter_ms, operatorHint: this.operatorHint(kind, cause) }
    return new UpstreamFailure(kind, `${title} ${problem}.`, hint, more)
  }

  private operatorHint(kind: UpstreamFailure['kind'], cause: unknown): string | null {
    if (kind === 'off') return `Switch it on with PLAT_LIVE=default,${this.upstream.id}.`
    const detail = cause instanceof AttemptFailed ? cause.detail : null
    return detail && `The request to ${new URL(this.setting.url).host} failed: ${detail}.`
  }
}

function read<T>(request: UpstreamRequest<T>, response: HttpResponse): T {
  try {
    return request.read(response)
  } catch (error) {
    if (error instanceof InvalidResponse) throw new AttemptFailed(error.kind, error.message)
    throw error
  }
}

function formatLate(ms: number): string {
  return `did not answer within ${Number((ms / 1000).toFixed(2))} s`
}
