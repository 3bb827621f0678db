import type { IncomingHttpHeaders } from 'node:http'
import type { WantedTurn } from '../turn-service.ts'
import { readMessages } from './chat-messages.ts'
import { CHAT_PARAMETERS } from './chat-parameters.ts'
import { echoedOf, readParameters } from './parameters.ts'
import type { FindFiles } from './sent-input.ts'
import { modelOf, optionsOf, projectOf } from './sent-request.ts'

/** A request for a turn in the form of Chat Completions. */
export interface ChatRequest {
  wanted: WantedTurn
  isStream: boolean
  /** Whether a stream ends with a chunk of its usage. */
  hasUsage: boolean
}

/**
 * The body of `POST /v1/chat/completions`. The turn is one of the foreground. Throws
 * `ArchitectError` that names the field at fault.
 */
export async function readChatRequest(
  body: unknown,
  headers: IncomingHttpHeaders,
  findFiles: FindFiles,
): Promise<ChatRequest> {
  const read = readParameters(CHAT_PARAMETERS, body)
  const model = modelOf(read.model)
  const metadata = (read.metadata ?? {}) as Record<string, string>
  const { commitMessage, ...options } = optionsOf(headers, metadata)
  const conversation = await readMessages(read.messages, findFiles)
  const streamOptions = read.stream_options as { include_usage?: boolean | null } | null | undefined
  return {
    wanted: {
      model,
      requestedEffort: (read.reasoning_effort ?? undefined) as string | undefined,
      project: projectOf(headers, metadata),
      isBackground: false,
      conversation,
      request: {
        instructions: conversation.instructions,
        metadata,
        commitMessage,
        previousTurnId: null,
        echoed: echoedFields(read),
      },
      ...options,
      body,
    },
    isStream: read.stream === true,
    hasUsage: streamOptions?.include_usage === true,
  }
}

/** Fields that the turn repeats where it is read in the form of Responses. */
function echoedFields(read: Record<string, unknown>): Record<string, unknown> {
  const { max_tokens, max_completion_tokens, ...echoed } = echoedOf(CHAT_PARAMETERS, read)
  const max_output_tokens = max_completion_tokens ?? max_tokens
  return { ...echoed, ...(max_output_tokens !== undefined && { max_output_tokens }) }
}
