import type { CallStep, Step, Turn } from '../turn.ts'

export interface ReasoningItem {
  type: 'reasoning'
  id: string
  status: 'completed'
  summary: { type: 'summary_text'; text: string }[]
}

export interface McpCallItem {
  type: 'mcp_call'
  id: string
  status: 'completed' | 'failed'
  server_label: 'svc'
  name: string
  /** JSON. */
  arguments: string
  /** JSON. */
  output: string
  error: {
    type: 'mcp_tool_execution_error'
    code: string
    message: string
    content: unknown
  } | null
  approval_request_id: null
}

export interface MessageItem {
  type: 'message'
  id: string
  status: 'completed' | 'incomplete'
  role: 'assistant'
  content: { type: 'output_text'; text: string; annotations: []; logprobs: [] }[]
}

export type OutputItem = ReasoningItem | McpCallItem | MessageItem

/**
 * The output of a turn, item by item as its steps are recorded: the same items in the same order
 * whenever they are read, so that streams can be resumed.
 */
export class OutputItems {
  readonly all: OutputItem[] = []
  private readonly key: string
  private readonly hasCalls: boolean
  /** The text of the last answer: the reply where no step follows, else a step of the model. */
  private text: { number: number; text: string } | null = null

  constructor({ id }: Pick<Turn, 'id'>, { hasCalls }: { hasCalls: boolean }) {
    this.key = id.replace(/^resp_/, '')
    this.hasCalls = hasCalls
  }

  /** Adds what a step shows, and returns it. */
  add(step: Step): OutputItem[] {
    // After a check without findings the turn ends, and the held text is its reply.
    const isReply = step.kind === 'check' && step.findings === null
    const added = [...(isReply ? [] : this.heldText()), ...this.itemsOf(step)]
    this.all.push(...added)
    return added
  }

  /** Adds the reply of a turn that has ended, or why it has failed, and returns it. */
  end({ state, reply, error }: Pick<Turn, 'state' | 'reply' | 'error'>): OutputItem[] {
    const text = reply ?? ''
    // Clients of which nothing but the failure is received take it for one before the start, and
    // send their request again.
    const failure = error ? this.reasoning('end', error.message) : []
    this.all.push(...failure)
    if (text === '') return failure
    const message: MessageItem = {
      type: 'message',
      id: `msg_${this.key}`,
      status: state === 'completed' ? 'completed' : 'incomplete',
      role: 'assistant',
      content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
    }
    this.all.push(message)
    return [...failure, message]
  }

  private heldText(): OutputItem[] {
    const held = this.text
    this.text = null
    return held ? this.reasoning(`${held.number}t`, held.text) : []
  }

  private itemsOf(step: Step): OutputItem[] {
    switch (step.kind) {
      case 'answer': {
        const { reasoning, text, calls } = step.answer
        const shown = calls.length > 0 ? [reasoning, text].filter(Boolean).join('\n\n') : reasoning
        if (calls.length === 0 && text !== '') this.text = { number: step.number, text }
        return this.reasoning(`${step.number}`, shown)
      }
      case 'call':
        return [
          ...this.reasoning(`${step.number}`, step.line),
          ...(this.hasCalls ? [this.call(step)] : []),
        ]
      case 'check':
        return this.reasoning(`${step.number}`, step.line)
      default:
        return step satisfies never
    }
  }

  private reasoning(name: string, text: string): ReasoningItem[] {
    if (text.trim() === '') return []
    const summary = [{ type: 'summary_text' as const, text }]
    return [{ type: 'reasoning', id: `rs_${this.key}_${name}`, status: 'completed', summary }]
  }

  private call({ number, tool, arguments: given, output, error }: CallStep & Step): McpCallItem {
    return {
      type: 'mcp_call',
      id: `mcp_${this.key}_${number}`,
      status: error ? 'failed' : 'completed',
      server_label: 'svc',
      name: tool,
      arguments: given,
      output,
      error: error
        ? {
            type: 'mcp_tool_execution_error',
            ...error,
            content: [{ type: 'text', text: error.message }],
          }
        : null,
      approval_request_id: null,
    }
  }
}
