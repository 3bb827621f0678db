import { setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'
import { attempt, type HttpResponse } from './attempt.ts'
import { AttemptFailed } from './attempt-failed.ts'
import { requireRange } from './byte-range.ts'
import { Circuit, type Turn } from './circuit.ts'
import { InvalidResponse, UpstreamFailure } from './failure.ts'
import { type Flown, ResponseCache } from './response-cache.ts'
import type { UpstreamSetting } from './settings.ts'
import type { UpstreamTally } from './tally.ts'
import type { Upstream, UpstreamRequest, UpstreamResponse } from './upstream.ts'

export interface ConnectionOptions {
  now?: () => number
  /** Of deadlines and waits, in ms since some moment. */
  stopwatch?: () => number
  /** The first rest of a circuit, for tests. */
  cooldown_ms?: number
}

/** Questions to one upstream at a time, and those that may wait for a turn, a thread. */
const AT_ONCE = 8
const WAITING_MAX = 64
const ATTEMPTS = 2
/** Before the second attempt, at random between the two: clients that failed together spread. */
const RETRY_WAIT_MS = [50, 250] as const
/** The first attempt gets so much of the deadline where the rest is enough for a second. */
const FIRST_SHARE = 0.6
/** Below this an attempt is not worth a connection. */
const LEAST_MS = 100

/** While one question tries an upstream after its rest, others wait so long for how that ends. */
const PROBE_WAIT_MS = 300
const TRIAL_LOOK_MS = 20

/** One that was asked too often is asked again only when it said when. */
const RETRIED = ['unreachable', 'late', 'failing']
/** They say something of the question; an upstream that answers so is not down. */
const OF_THE_QUESTION = ['refused', 'error_said', 'too_large', 'busy', 'resting']
const USER_AGENT = 'plat (geodata service)'
const RESTING = 'did not answer of late and is left alone for now'

/** One upstream with its state in this thread. */
export class UpstreamConnection {
  private readonly upstream: Upstream
  private readonly setting: UpstreamSetting
  private readonly tally: UpstreamTally
  private readonly circuit: Circuit
  private readonly answers: ResponseCache
  private readonly queue = new PQueue({ concurrency: AT_ONCE })
  private readonly now: () => number
  private readonly stopwatch: () => number
  private waitingForTrial = 0

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
    this.answers = new ResponseCache(upstream.cache_ms, now)
  }

  async ask<T>(question: UpstreamRequest<T>): Promise<UpstreamResponse<T>> {
    const { answers, tally } = this
    tally.add('asked')
    if (!this.setting.isOn) throw this.failure('off', 'is switched off in this service')
    const url = this.addressOf(question)
    const { from = '', to = '' } = question.range ?? {}
    const key = `${url.href} ${from}-${to}`
    const kept = answers.get<UpstreamResponse<T>>(key)
    if (kept) {
      tally.add('kept')
      return kept.value
    }
    const flight = answers.flight<UpstreamResponse<T>>(key)
    if (flight) {
      tally.add('joined')
      return flight
    }
    return answers.fly(key, () => this.send(url, question))
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

  private async send<T>(
    url: URL,
    question: UpstreamRequest<T>,
  ): Promise<Flown<UpstreamResponse<T>>> {
    const { circuit, tally, queue } = this
    const { deadline_ms } = this.upstream
    if (queue.size + this.waitingForTrial >= WAITING_MAX)
      throw this.failure('busy', 'has too many questions waiting here', 1_000)
    const from = this.stopwatch()
    const until = from + deadline_ms
    const turn = await this.enter()
    if ('cooldown_ms' in turn) throw this.failure('resting', RESTING, turn.cooldown_ms)
    try {
      const { value, bytes } = await queue.add(() => this.attempts(url, question, turn, until))
      circuit.succeeded()
      tally.answered(this.stopwatch() - from)
      return { value: { value, retrieved_at: new Date(this.now()).toISOString() }, bytes }
    } catch (error) {
      if (!(error instanceof AttemptFailed)) {
        circuit.failed(turn, null)
        throw this.failure('unreadable', 'answered with what could not be read', null, error)
      }
      if (OF_THE_QUESTION.includes(error.kind)) circuit.cancelled(turn)
      else circuit.failed(turn, error.retryAfter_ms)
      // The whole wait is told, not that of the attempt that ended it.
      const said = error.kind === 'late' ? lateWords(deadline_ms) : error.said
      throw this.failure(error.kind, said, error.retryAfter_ms)
    }
  }

  /**
   * Leave to ask. A dossier asks several questions at once: while one of them tries a circuit that
   * has rested, in whatever thread, the others wait a moment for what comes of it. Not longer: an
   * upstream that is still down would cost every dossier the deadline of each trial.
   */
  private async enter(): Promise<Turn | { cooldown_ms: number }> {
    const { circuit, tally } = this
    const { deadline_ms } = this.upstream
    const until = this.stopwatch() + Math.min(PROBE_WAIT_MS, deadline_ms)
    const rests = tally.cooldownsInARow
    let turn = circuit.enter(deadline_ms)
    this.waitingForTrial++
    try {
      // It failed where there is one more rest.
      while ('cooldown_ms' in turn && circuit.restLeft() === 0 && this.stopwatch() < until) {
        await wait(TRIAL_LOOK_MS)
        if (tally.cooldownsInARow > rests) break
        turn = circuit.enter(deadline_ms)
      }
    } finally {
      this.waitingForTrial--
    }
    return turn
  }

  private async attempts<T>(
    url: URL,
    question: UpstreamRequest<T>,
    turn: Turn,
    until: number,
  ): Promise<Flown<T>> {
    this.expectTurn(turn, until)
    for (let number = 1; ; number++) {
      const left = until - this.stopwatch()
      const isEnough = left * (1 - FIRST_SHARE) > RETRY_WAIT_MS[1] + LEAST_MS
      const share = number < ATTEMPTS && isEnough ? FIRST_SHARE : 1
      const deadline_ms = Math.max(1, Math.round(left * share))
      try {
        this.tally.add('sent')
        const answer = await this.attempt(url, question, deadline_ms)
        return { value: read(question, answer), bytes: answer.bytes.length }
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

  /** One whose turn came too late asks nothing, nor one whose upstream fell silent meanwhile. */
  private expectTurn({ trial }: Turn, until: number): void {
    if (until - this.stopwatch() < Math.min(LEAST_MS, this.upstream.deadline_ms))
      throw new AttemptFailed('busy', 'has too many questions waiting here', 1_000)
    const cooldown_ms = trial === null ? this.circuit.restLeft() : 0
    if (cooldown_ms > 0) throw new AttemptFailed('resting', RESTING, cooldown_ms)
  }

  private async attempt(url: URL, question: UpstreamRequest<unknown>, deadline_ms: number) {
    const { range, alsoRead = [] } = question
    const { responseBytesMax } = this.upstream
    const headers = {
      'user-agent': USER_AGENT,
      // Of the bytes as they lie: `fetch` then asks for no other coding itself.
      ...(range && { range: `bytes=${range.from}-${range.to}` }),
    }
    const options = { headers, deadline_ms, responseBytesMax, alsoRead, now: this.now }
    return requireRange(await attempt(url, options), range)
  }

  private failure(
    kind: UpstreamFailure['kind'],
    said: string,
    retryAfter_ms: number | null = null,
    cause?: unknown,
  ): UpstreamFailure {
    const { title } = this.upstream
    this.tally.failed(kind, this.now())
    const hint =
      kind === 'off'
        ? `The operator switches it on with PLAT_LIVE=default,${this.upstream.id}.`
        : retryAfter_ms !== null
          ? `Ask again in ${Math.max(1, Math.ceil(retryAfter_ms / 1000))} s.`
          : 'Ask again shortly; the other sections answer meanwhile.'
    return new UpstreamFailure(kind, `${title} ${said}.`, hint, { cause, retryAfter_ms })
  }
}

function read<T>(question: UpstreamRequest<T>, answer: HttpResponse): T {
  try {
    return question.read(answer)
  } catch (error) {
    if (error instanceof InvalidResponse) throw new AttemptFailed(error.kind, error.message)
    throw error
  }
}

function lateWords(ms: number): string {
  return `did not answer within ${Number((ms / 1000).toFixed(2))} s`
}
