import { setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { SectionSource } from '../section.ts'
import { AttemptFailed, attempt, type HttpAnswer } from './attempt.ts'
import { Circuit } from './circuit.ts'
import { SaidWrong, UpstreamFailure } from './failure.ts'
import { type Flown, KeptAnswers } from './kept-answers.ts'
import type { UpstreamSetting, UpstreamSettings } from './settings.ts'
import { tallyMemory, UpstreamTally } from './tally.ts'
import type { Question, Said, Upstream } from './upstream.ts'

export interface ClientOptions {
  upstreams: readonly Upstream[]
  settings: UpstreamSettings
  /** Of `tallyMemory`, where threads share counts and circuits. */
  memory?: SharedArrayBuffer
  now?: () => number
  /** The first rest of a circuit, for tests. */
  rest_ms?: number
}

/** Questions to one upstream at a time, and those that may wait for a turn, a thread. */
const AT_ONCE = 8
const WAITING_MAX = 64
const ATTEMPTS = 2
/** Before the second attempt, at random between the two: clients that failed together spread. */
const RETRY_WAIT_MS = [50, 250] as const
/** The first attempt may take so much of the deadline, so that a stuck connection leaves a second. */
const FIRST_SHARE = 0.6
/** Below this a second attempt is not worth a connection. */
const LEAST_MS = 100

const RETRIED = ['unreachable', 'late', 'failing', 'limited']
const USER_AGENT = 'plat (geodata service)'

/**
 * The one client for live upstreams: deadline, one retry, a circuit, answers kept for a while, one
 * flight for the same question, limits of bytes and of questions at once. A failure is an
 * `UpstreamFailure` with a reason to tell.
 */
export class UpstreamClient {
  readonly upstreams: readonly Upstream[]
  readonly settings: UpstreamSettings
  readonly memory: SharedArrayBuffer
  private readonly lines = new Map<string, Line>()

  constructor(options: ClientOptions) {
    const { upstreams, settings, memory = tallyMemory(upstreams.length) } = options
    this.upstreams = upstreams
    this.settings = settings
    this.memory = memory
    for (const [i, upstream] of upstreams.entries()) {
      const tally = new UpstreamTally(memory, i, upstreams.length)
      this.lines.set(upstream.id, new Line(upstream, settings[upstream.id], tally, options))
    }
  }

  /** Whether it is asked at all. */
  isOn({ id }: Upstream): boolean {
    return this.settings[id]?.isOn ?? false
  }

  /** The answer, fresh or kept. Throws `UpstreamFailure`. */
  async ask<T>(upstream: Upstream, question: Question<T>): Promise<Said<T>> {
    return this.line(upstream).ask(question)
  }

  /** What a section says of an upstream that spoke. A host that is not the publisher's is named. */
  sourceOf(
    upstream: Upstream,
    said: Pick<Said<unknown>, 'retrieved_at'> | null,
    { kind = 'live', note, vintage = 'live' }: Partial<SectionSource> = {},
  ): SectionSource {
    const { url, isDefault, label } = this.settings[upstream.id]
    const host = isDefault ? null : `Answered by ${new URL(url).host}, which is not the publisher.`
    const notes = [note, host].filter(Boolean).join(' ')
    return {
      name: label ? `${upstream.title} (${label})` : upstream.title,
      kind,
      vintage,
      attribution: upstream.attribution,
      ...(notes && { note: notes }),
      ...(said && { retrieved_at: said.retrieved_at }),
    }
  }

  /** How each upstream does, counted by all threads that share the memory. */
  report() {
    return this.upstreams.map((upstream) => this.line(upstream).report())
  }

  private line({ id, title }: Upstream): Line {
    const line = this.lines.get(id)
    if (line) return line
    throw new UpstreamFailure(
      'off',
      `${title} is not configured in this service.`,
      'Ask a service that has it.',
    )
  }
}

/** One upstream with its state in this thread. */
class Line {
  private readonly upstream: Upstream
  private readonly setting: UpstreamSetting
  private readonly tally: UpstreamTally
  private readonly circuit: Circuit
  private readonly answers: KeptAnswers
  private readonly queue = new PQueue({ concurrency: AT_ONCE })
  private readonly now: () => number

  constructor(
    upstream: Upstream,
    setting: UpstreamSetting,
    tally: UpstreamTally,
    { now = Date.now, rest_ms }: ClientOptions,
  ) {
    this.upstream = upstream
    this.setting = setting
    this.tally = tally
    this.now = now
    this.circuit = new Circuit(tally, now, rest_ms)
    this.answers = new KeptAnswers(now)
  }

  async ask<T>(question: Question<T>): Promise<Said<T>> {
    const { answers, tally } = this
    tally.add('asked')
    if (!this.setting.isOn) throw this.failure('off', 'is switched off in this service')
    const url = this.addressOf(question)
    const key = `${url.href} ${question.range?.from ?? ''}`
    const kept = answers.get<Said<T>>(key)
    if (kept) {
      tally.add('kept')
      return kept.value
    }
    const flight = answers.flight<Said<T>>(key)
    if (flight) {
      tally.add('joined')
      return flight
    }
    return answers.fly(key, this.upstream.kept_ms, () => this.send(url, question))
  }

  report() {
    const { id, title } = this.upstream
    const { isOn, url } = this.setting
    const state = isOn ? this.circuit.state() : 'off'
    return { id, title, url, state, ...this.tally.read() } as const
  }

  private addressOf({ path = '', query = {} }: Question<unknown>): URL {
    const url = new URL(this.setting.url + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, `${value}`)
    return url
  }

  private async send<T>(url: URL, question: Question<T>): Promise<Flown<Said<T>>> {
    const { circuit, tally, queue } = this
    if (queue.size >= WAITING_MAX)
      throw this.failure('busy', 'has too many questions waiting here', 1_000)
    const rest_ms = circuit.enter()
    if (rest_ms !== null)
      throw this.failure('resting', 'did not answer of late and is left alone for now', rest_ms)
    const from = performance.now()
    const until = from + this.upstream.deadline_ms
    try {
      const { value, bytes } = await queue.add(() => this.attempts(url, question, until))
      circuit.succeeded()
      tally.answered(performance.now() - from)
      return { value: { value, retrieved_at: new Date(this.now()).toISOString() }, bytes }
    } catch (error) {
      const isOurs = error instanceof AttemptFailed && error.kind === 'refused'
      if (isOurs) circuit.cancelled()
      else circuit.failed(error instanceof AttemptFailed ? error.retryAfter_ms : null)
      if (error instanceof AttemptFailed)
        throw this.failure(error.kind, error.said, error.retryAfter_ms)
      throw this.failure('unreadable', 'answered with what could not be read', null, error)
    }
  }

  private async attempts<T>(url: URL, question: Question<T>, until: number): Promise<Flown<T>> {
    for (let number = 1; ; number++) {
      const left = until - performance.now()
      const deadline_ms = Math.max(1, Math.round(number < ATTEMPTS ? left * FIRST_SHARE : left))
      try {
        this.tally.add('sent')
        const answer = await this.attempt(url, question, deadline_ms)
        return { value: read(question, answer), bytes: answer.bytes.length }
      } catch (error) {
        const isLast = number >= ATTEMPTS || !(error instanceof AttemptFailed)
        if (isLast || !RETRIED.includes(error.kind)) throw error
        const [least, most] = RETRY_WAIT_MS
        const pause = Math.max(error.retryAfter_ms ?? 0, least + Math.random() * (most - least))
        if (performance.now() + pause + LEAST_MS > until) throw error
        await wait(pause)
      }
    }
  }

  private attempt(url: URL, { range, alsoRead = [] }: Question<unknown>, deadline_ms: number) {
    const { answerBytes } = this.upstream
    const headers = {
      'user-agent': USER_AGENT,
      // A range is of the bytes as they lie; another coding would move them.
      ...(range && { range: `bytes=${range.from}-${range.to}`, 'accept-encoding': 'identity' }),
    }
    return attempt(url, { headers, deadline_ms, answerBytes, alsoRead })
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

function read<T>(question: Question<T>, answer: HttpAnswer): T {
  try {
    return question.read(answer)
  } catch (error) {
    if (error instanceof SaidWrong) throw new AttemptFailed(error.kind, error.message)
    throw error
  }
}
