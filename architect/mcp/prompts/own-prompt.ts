import type {
  ClientCapabilities,
  GetPromptResult,
  InputRequiredResult,
} from '@modelcontextprotocol/server'
import type { ToolServerParts } from '../own-tool.ts'
import type { ToolClient } from '../tool-client.ts'

/** What a prompt is made from. */
export interface PromptCall {
  parts: ToolServerParts
  client: ToolClient
  given: Record<string, string>
  capabilities: ClientCapabilities | undefined
  /** What the client has answered to a request of an earlier round. */
  responses: Record<string, unknown> | undefined
}

export interface OwnPrompt {
  name: string
  description: string
  arguments: { name: string; description: string; required: boolean }[]
  make(call: PromptCall): Promise<string | GetPromptResult | InputRequiredResult>
}
