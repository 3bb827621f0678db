import { setTimeout as sleep } from 'node:timers/promises'
import { ANSWER_LIMITS, type AnswerLimits } from './answer-limits.ts'
import { AnswerReader } from './answer-reader.ts'
import { AnswerWatch } from './answer-watch.ts'
import { type FailedSend, failedSend, isEarlyEnd } from './model-errors.ts'
import { type PromptRules, type ProviderParts, promptOf } from './provider-prompt.ts'
import type { SdkModel, SdkRequest } from './sdk-types.ts'
import { type ModelAnswer, ModelFailure, type StepModel, type StepRequest } from './step-model.ts'
import { usageOf } from './token-estimate.ts'

/** A provider of the AI SDK and how it is used. */
export interface SdkProvider {
  /** For logs: provider and model. */
  name: string
  takesImages: boolean
  /** Taken out of messages. */
  secrets: readonly string[]
  /** The rules of the model of this effort. */
  rules(request: StepRequest): PromptRules
  /** The model of this effort, with its own `fetch`. */
  model(request: StepRequest, fetch: typeof globalThis.fetch): SdkModel
  /** Options of the request that depend on the effort. */
  options(request: StepRequest): Partial<SdkRequest>
  /** Learns from an error of HTTP; true where the next request will differ. */
  adapt?(status: number, body: string): boolean
}

/** A model behind the AI SDK: one request, one answer, nothing run. */
export class SdkStepModel implements StepModel {
  readonly name: string
  readonly takesImages: boolean
  readonly isFree = false
  private readonly provider: SdkProvider
  private readonly limits: AnswerLimits

  constructor(provider: SdkProvider, limits: AnswerLimits = ANSWER_LIMITS) {
    this.name = provider.name
    this.takesImages = provider.takesImages
    this.provider = provider
    this.limits = limits
  }

  async answer(request: StepRequest): Promise<ModelAnswer> {
    const { signal } = request
    const deadline = performance.now() + this.limits.answer_ms
    for (let sends = 1; ; sends++) {
      signal.throwIfAborted()
      const result = await this.send(request, deadline)
      if ('text' in result) return result
      signal.throwIfAborted()
      const { failure, response } = result
      if (response && this.provider.adapt?.(response.status, response.body)) continue
      const wait_ms = this.waitBefore(result, sends)
      if (wait_ms === null || performance.now() + wait_ms > deadline) throw failure
      await sleep(wait_ms, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }

  /** Milliseconds before the request is sent again; null where it is not. */
  private waitBefore({ mayPass, retryAfter_ms }: FailedSend, sends: number): number | null {
    const { sendsMax, repeat_ms, retryAfterMax_ms } = this.limits
    if (!mayPass || sends >= sendsMax) return null
    // At a random time: turns that fail together must not come back together.
    const usual_ms = Math.random() * repeat_ms * 2 ** (sends - 1)
    if (retryAfter_ms === null) return usual_ms
    return retryAfter_ms > retryAfterMax_ms ? null : retryAfter_ms + usual_ms
  }

  private async send(request: StepRequest, deadline: number): Promise<ModelAnswer | FailedSend> {
    const watch = new AnswerWatch(request.signal, this.limits, deadline)
    const reader = new AnswerReader(this.limits, idsOf(request))
    try {
      await Promise.race([this.read(request, watch, reader), aborted(watch.signal)])
      return this.answerOf(request, reader)
    } catch (error) {
      const ended = watch.failure ?? (isEarlyEnd(error) ? earlyEnd(reader) : error)
      if (ended instanceof ModelFailure)
        return { failure: ended, mayPass: false, retryAfter_ms: null, response: null }
      const failed = failedSend(ended, this.provider.secrets)
      return reader.hasBegun ? { ...failed, mayPass: false, response: null } : failed
    } finally {
      watch.close()
    }
  }

  private async read(request: StepRequest, watch: AnswerWatch, reader: AnswerReader) {
    const { provider } = this
    const { stream } = await provider.model(request, watch.fetch).doStream({
      prompt: promptOf(request, provider.rules(request)),
      tools: request.tools.map((tool) => ({ type: 'function', ...tool })),
      maxOutputTokens: request.outputTokensMax,
      abortSignal: watch.signal,
      ...provider.options(request),
    })
    for await (const part of stream) {
      reader.add(part)
      if (reader.error !== undefined) throw reader.error
    }
  }

  /** Throws `ModelFailure` for a stream that ended before the answer did. */
  private answerOf(request: StepRequest, reader: AnswerReader): ModelAnswer {
    const { calls, parts, finish } = reader
    if (!finish || finish.unified === 'error' || finish.raw === undefined) throw earlyEnd(reader)
    const isCut = finish.unified === 'length'
    const answer = {
      text: reader.textOf('text'),
      reasoning: reader.textOf('reasoning'),
      // A call without arguments may be an empty text, unless the end of it is missing.
      calls: calls.map((call) => ({ ...call, arguments: call.arguments || (isCut ? '' : '{}') })),
    }
    const { model } = this.provider.rules(request)
    const provider: ProviderParts = { model, parts }
    return {
      ...answer,
      usage: usageOf(reader.usage, request, answer),
      isCut,
      ...(parts.some(({ options }) => options) && { provider }),
    }
  }
}

const earlyEnd = ({ hasBegun }: AnswerReader): ModelFailure =>
  hasBegun
    ? new ModelFailure('unavailable', 'The connection to the model ended within an answer.')
    : new ModelFailure('invalid', 'The model sent something that is not an answer.')

/** Ids of the calls of the conversation. */
const idsOf = ({ messages }: StepRequest): string[] =>
  messages.flatMap((message) =>
    message.role === 'model' ? message.answer.calls.map(({ id }) => id) : [],
  )

/** Rejects when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
