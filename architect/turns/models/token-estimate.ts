import type { SdkUsage } from './sdk-types.ts'
import type { ModelAnswer, StepRequest, TokenUsage } from './step-model.ts'

/** Bytes of UTF-8 per token: 4 letters of English, 2 of Cyrillic, 1.3 signs of Chinese. */
const BYTES_PER_TOKEN = 4
/** Tokens of one picture, as providers count one of 1024 by 768 pixels. */
const TOKENS_PER_IMAGE = 1_500
/** Most tokens of an answer that a provider may report: more than any context has. */
const REPORTED_TOKENS_MAX = 20_000_000

type Answered = Pick<ModelAnswer, 'text' | 'reasoning' | 'calls'>

/** Tokens of a request and its answer, from their lengths: a provider may report none. */
export function estimateUsage(request: StepRequest, answer: Answered): TokenUsage {
  const { instructions, messages, tools } = request
  const sent = messages.map((message) => {
    if (message.role === 'model') return tokensOfAnswer(message.answer)
    const text = message.role === 'user' ? message.text : message.output
    return tokensOf(text) + message.images.length * TOKENS_PER_IMAGE
  })
  const reasoning = tokensOf(answer.reasoning)
  return {
    input:
      tokensOf(instructions) +
      tokensOf(JSON.stringify(tools)) +
      sent.reduce((sum, tokens) => sum + tokens, 0),
    cached: 0,
    output: reasoning + tokensOfAnswer(answer),
    reasoning,
  }
}

/**
 * The usage that a provider reports. What it leaves out, and a count of 0 for an input or an answer
 * that has something, is estimated: no work is free. Counts are made consistent and finite.
 */
export function usageOf(
  reported: SdkUsage | null,
  request: StepRequest,
  answer: Answered,
): TokenUsage {
  const input = countOf(reported?.inputTokens.total)
  const output = countOf(reported?.outputTokens.total)
  if (input > 0 && output > 0)
    return {
      input,
      cached: Math.min(input, countOf(reported?.inputTokens.cacheRead)),
      output,
      reasoning: Math.min(output, countOf(reported?.outputTokens.reasoning)),
    }
  const estimate = estimateUsage(request, answer)
  return {
    input: input || estimate.input,
    cached: Math.min(input, countOf(reported?.inputTokens.cacheRead)),
    output: output || estimate.output,
    reasoning: output
      ? Math.min(output, countOf(reported?.outputTokens.reasoning))
      : estimate.reasoning,
  }
}

const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)

/** Tokens of the text and the calls. */
const tokensOfAnswer = ({ text, calls }: Answered): number =>
  calls.reduce((sum, call) => sum + tokensOf(call.tool) + tokensOf(call.arguments), tokensOf(text))

const countOf = (reported: number | undefined): number =>
  Number.isFinite(reported) ? Math.min(Math.max(0, Math.round(reported!)), REPORTED_TOKENS_MAX) : 0
