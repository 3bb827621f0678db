import type { IncomingHttpHeaders } from 'node:http'
import type { WantedTurn } from '../turn-service.ts'
import { readInput } from './input-parts.ts'
import { echoedOf, includesCalls, RESPONSES_PARAMETERS, readParameters } from './parameters.ts'
import type { FindFiles } from './sent-input.ts'
import { modelOf, optionsOf, projectOf } from './sent-request.ts'

/** A request for a turn, and the form in which its answer is sent. */
export interface SentRequest {
  wanted: WantedTurn
  isStream: boolean
  /** Whether the answer has the calls of tools. */
  hasCalls: boolean
}

/**
 * The body of `POST /v1/responses`. `include` is that of the address, which counts as well. Throws
 * `ArchitectError` that names the field at fault.
 */
export async function readResponsesRequest(
  body: unknown,
  { headers, include }: { headers: IncomingHttpHeaders; include: readonly string[] },
  findFiles: FindFiles,
): Promise<SentRequest> {
  const read = readParameters(RESPONSES_PARAMETERS, body)
  const model = modelOf(read.model)
  const metadata = (read.metadata ?? {}) as Record<string, string>
  const { commitMessage, ...options } = optionsOf(headers, metadata)
  const hasCalls = includesCalls([...((read.include ?? []) as string[]), ...include])
  const conversation = await readInput(read.input, findFiles)
  const own = (read.instructions ?? null) as string | null
  const reasoning = read.reasoning as { effort?: string | null } | null | undefined
  return {
    wanted: {
      model,
      requestedEffort: reasoning?.effort ?? undefined,
      project: projectOf(headers, metadata),
      isBackground: read.background === true,
      conversation,
      request: {
        instructions: [own, conversation.instructions].filter(Boolean).join('\n\n') || null,
        metadata,
        commitMessage,
        previousTurnId: (read.previous_response_id ?? null) as string | null,
        echoed: echoedOf(RESPONSES_PARAMETERS, read),
      },
      ...options,
      body,
    },
    isStream: read.stream === true,
    hasCalls,
  }
}
