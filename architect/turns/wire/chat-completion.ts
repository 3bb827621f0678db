import { ArchitectError } from '../../projects/architect-error.ts'
import { hasEnded, type Step, type Turn } from '../turn.ts'
import { type OutputItem, OutputItems } from './output-items.ts'
import { type Links, metadataOf, usageOf } from './response-object.ts'

/** Between two lines of `reasoning_content`: as paragraphs they stay lines in Markdown too. */
export const REASONING_BREAK = '\n\n'
const SERVICE_TIER = 'default'

/** Fields of the completion and of each of its chunks. The id is that of the turn. */
export function chatFields({ id, createdAt, model, request }: Turn) {
  return {
    id,
    created: Math.floor(createdAt.getTime() / 1000),
    model,
    service_tier: request.echoed.service_tier ?? SERVICE_TIER,
    system_fingerprint: null,
  }
}

/**
 * The completion of a turn that has not failed: of one that has ended, or of one that goes on
 * longer than the request follows it.
 */
export function chatCompletion(turn: Turn, steps: readonly Step[], links: Links) {
  const items = new OutputItems(turn, { hasCalls: false })
  for (const step of steps) items.add(step)
  const reasoning = reasoningIn(items.all).join(REASONING_BREAK)
  const message = {
    role: 'assistant',
    content: chatContent(turn),
    reasoning_content: reasoning === '' ? null : reasoning,
    refusal: null,
    annotations: [],
  }
  return {
    ...chatFields(turn),
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finishReason(turn), logprobs: null }],
    usage: chatUsage(turn),
    metadata: metadataOf(turn, links),
  }
}

/** The texts of the reasoning among items of the output. */
export const reasoningIn = (items: readonly OutputItem[]): string[] =>
  items.flatMap((item) => (item.type === 'reasoning' ? item.summary.map(({ text }) => text) : []))

/** The reply of a turn; where it has none, how the turn stands. */
export function chatContent(turn: Turn): string {
  const { id, state, reason, reply } = turn
  if (!hasEnded(turn))
    return `The turn goes on, and this answer ends here: read it with GET /v1/responses/${id}, and do not send it again.`
  if (reply) return reply
  if (state === 'cancelled') return 'The turn was cancelled.'
  return state === 'incomplete' ? `The turn was stopped: ${reason}.` : ''
}

/** `stop` of a turn that has done all; `length` of every other. */
export const finishReason = ({ state }: Turn): 'stop' | 'length' =>
  state === 'completed' ? 'stop' : 'length'

/** Tokens by their names in Chat Completions, and the credits. */
export function chatUsage(turn: Turn) {
  const usage = usageOf(turn)
  return {
    prompt_tokens: usage.input_tokens,
    completion_tokens: usage.output_tokens,
    total_tokens: usage.total_tokens,
    prompt_tokens_details: usage.input_tokens_details,
    completion_tokens_details: usage.output_tokens_details,
    credits: usage.credits,
  }
}

/**
 * The error of a turn that has failed. Its status is one that no client sends a request again for:
 * the turn may have edited the scene.
 */
export function turnFailed({ id, error }: Turn): ArchitectError {
  const { code: reason, message } = error ?? { code: 'internal_error', message: 'The turn failed.' }
  return new ArchitectError('turn_failed', message, { fields: { reason, response_id: id } })
}
