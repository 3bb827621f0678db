import type { AnswerLimits } from './answer-limits.ts'
import { ModelFailure } from './step-model.ts'

/** Bytes of the body of an error that are read; the rest is dropped. */
const ERROR_BYTES_MAX = 32_768

/**
 * Watches one request to a provider: its silence, its length and its deadline. `fetch` is given to
 * the AI SDK; whatever goes wrong aborts `signal`, and with it the connection.
 */
export class AnswerWatch {
  readonly signal: AbortSignal
  private readonly controller = new AbortController()
  private readonly limits: AnswerLimits
  private readonly deadline: NodeJS.Timeout
  private silence: NodeJS.Timeout
  private bytes = 0

  /** `deadline` is a time of `performance.now()`. */
  constructor(outer: AbortSignal, limits: AnswerLimits, deadline: number) {
    this.limits = limits
    this.signal = AbortSignal.any([outer, this.controller.signal])
    this.silence = setTimeout(
      () => this.abort('silent', `sent nothing for ${seconds(limits.first_ms)}`),
      limits.first_ms,
    )
    this.deadline = setTimeout(
      () => this.abort('endless', `did not end its answer within ${seconds(limits.answer_ms)}`),
      Math.max(0, deadline - performance.now()),
    )
  }

  /** Why the watch itself ended the request; null where it did not. */
  get failure(): ModelFailure | null {
    return this.controller.signal.aborted ? this.controller.signal.reason : null
  }

  /** Ends the request: the connection to the provider is closed where it is still open. */
  close(): void {
    clearTimeout(this.silence)
    clearTimeout(this.deadline)
    this.controller.abort(new ModelFailure('unavailable', 'The request to the model has ended.'))
  }

  /** `fetch` that follows no redirect, which could lead the key elsewhere, and counts bytes. */
  readonly fetch: typeof fetch = async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: this.signal })
    const { status, statusText, headers } = response
    if (!response.body) return response
    const body = response.ok ? this.answerBody(response.body) : errorBody(response.body)
    return new Response(body, { status, statusText, headers })
  }

  private answerBody(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const count = (piece: Uint8Array) => {
      if (this.bytes === 0) {
        clearTimeout(this.silence)
        const { silent_ms } = this.limits
        this.silence = setTimeout(
          () => this.abort('silent', `sent nothing more for ${seconds(silent_ms)}`),
          silent_ms,
        )
      } else this.silence.refresh()
      this.bytes += piece.length
      if (this.bytes > this.limits.bytesMax)
        this.abort('endless', `sent more than ${this.limits.bytesMax.toLocaleString('en')} bytes`)
    }
    return body.pipeThrough(
      new TransformStream({
        transform: (piece, controller) => {
          count(piece)
          controller.enqueue(piece)
        },
      }),
    )
  }

  private abort(reason: 'silent' | 'endless', problem: string): void {
    this.controller.abort(new ModelFailure(reason, `The model ${problem}.`))
  }
}

/** The beginning of the body, which is long enough for every error of a known provider. */
function errorBody(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let left = ERROR_BYTES_MAX
  return body.pipeThrough(
    new TransformStream({
      transform: (piece, controller) => {
        controller.enqueue(piece.subarray(0, left))
        left -= piece.length
        if (left <= 0) controller.terminate()
      },
    }),
  )
}

const seconds = (ms: number): string => `${Number((ms / 1_000).toPrecision(2))} s`
