import { creditsOf } from '../prices.ts'
import { hasEnded, type Step, type Turn } from '../turn.ts'
import { type OutputItem, OutputItems } from './output-items.ts'

/** Where links in answers lead. */
export interface Links {
  /** Address of the page of a project, without a version. */
  editorUrl(projectId: string): string
}

/** Usual values of fields that have no effect; clients expect all of them. */
const USUAL = {
  parallel_tool_calls: false,
  tool_choice: 'auto',
  tools: [],
  truncation: 'disabled',
  text: { format: { type: 'text' } },
  temperature: 1,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  top_logprobs: 0,
  max_output_tokens: null,
  max_tool_calls: null,
  service_tier: 'default',
  safety_identifier: null,
  prompt_cache_key: null,
  store: true,
}

const STATUS: Record<Turn['state'], string> = {
  queued: 'queued',
  running: 'in_progress',
  completed: 'completed',
  incomplete: 'incomplete',
  failed: 'failed',
  cancelled: 'cancelled',
}
/** Effort in the terms of `reasoning.effort`, which has none for Pro. */
const REASONING = { low: 'low', medium: 'medium', high: 'high', pro: 'xhigh' } as const

const seconds = (at: Date | null): number | null => at && Math.floor(at.getTime() / 1000)

/** The response object of the contract: the same for POST, GET, cancel and events of streams. */
export function responseObject(
  turn: Turn,
  output: readonly OutputItem[],
  links: Links,
): Record<string, unknown> {
  const { id, state, model, effort, request, isBackground, reply, error, reason } = turn
  return {
    id,
    object: 'response',
    created_at: seconds(turn.createdAt),
    completed_at: state === 'completed' ? seconds(turn.endedAt) : null,
    status: STATUS[state],
    background: isBackground,
    error: error && { type: 'server_error', code: error.code, message: error.message, param: null },
    incomplete_details: state === 'incomplete' ? { reason } : null,
    instructions: request.instructions,
    model,
    // As it is now: events are written after later items were added.
    output: [...output],
    output_text: hasEnded(turn) ? (reply ?? '') : '',
    previous_response_id: request.previousTurnId,
    ...USUAL,
    ...request.echoed,
    reasoning: { effort: REASONING[effort], summary: 'detailed' },
    usage: usageOf(turn),
    metadata: metadataOf(turn, links),
  }
}

/** The response with the output of its steps, and with the calls of tools where requested. */
export function wholeResponse(
  turn: Turn,
  steps: readonly Step[],
  { hasCalls, links }: { hasCalls: boolean; links: Links },
): Record<string, unknown> {
  const items = new OutputItems(turn, { hasCalls })
  for (const step of steps) items.add(step)
  if (hasEnded(turn)) items.end(turn)
  return responseObject(turn, items.all, links)
}

/** Tokens, and the credits that were spent, which `metadata.svc_max_credits` bounds. */
export function usageOf(turn: Turn) {
  const { inputTokens, cachedTokens, outputTokens, reasoningTokens, credits } = turn
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
    credits: creditsOf(credits),
  }
}

/** What the client sent, the project, and what the contract adds. */
export function metadataOf(turn: Turn, { editorUrl }: Links): Record<string, string> {
  const { projectId, request, version, versionLabel, question } = turn
  return {
    ...request.metadata,
    project_id: projectId,
    ...(version !== null && {
      svc_version: `${version}`,
      svc_version_label: versionLabel ?? '',
      svc_version_url: `${editorUrl(projectId)}?version=${version}`,
    }),
    ...(question && { svc_waiting: 'question' }),
  }
}
