import { hasEnded, type Step, type Turn } from '../turn.ts'
import type { OutputItem } from './output-items.ts'
import { OutputItems } from './output-items.ts'
import { type Links, responseObject } from './response-object.ts'

/** Characters of one delta of a text. */
const DELTA_CHARACTERS = 200

export interface StreamEvent {
  type: string
  sequence_number: number
  [field: string]: unknown
}

type Fields = Record<string, unknown>

/**
 * The events of a turn as its steps are recorded. They follow from the steps alone, so a stream
 * that begins again has the same events with the same numbers. Only event types that all clients
 * know are used: those of `openai` throw for others, and for an item without its own id.
 */
export class ResponseEvents {
  private readonly items: OutputItems
  private readonly links: Links
  private number = 0
  private hasBegun = false
  private isRunning = false

  constructor(turn: Turn, { hasCalls, links }: { hasCalls: boolean; links: Links }) {
    this.items = new OutputItems(turn, { hasCalls })
    this.links = links
  }

  /** The events of the progress since the last call. */
  next(turn: Turn, steps: readonly Step[]): StreamEvent[] {
    const events: StreamEvent[] = []
    const send = (type: string, fields: Fields) =>
      events.push({ type, sequence_number: this.number++, ...fields })
    this.begin(turn, send)
    for (const step of steps) this.show(() => this.items.add(step), send)
    if (hasEnded(turn)) {
      this.show(() => this.items.end(turn), send)
      send(terminalType(turn), { response: this.responseOf(turn) })
    }
    return events
  }

  private begin(turn: Turn, send: Send): void {
    // Always in the same form: what a later reader sees of the beginning must not differ.
    const queued = { ...turn, ...AT_START, state: 'queued' as const }
    if (!this.hasBegun) {
      send('response.created', { response: this.responseOf(queued) })
      send('response.queued', { response: this.responseOf(queued) })
    }
    this.hasBegun = true
    if (this.isRunning || turn.state === 'queued') return
    this.isRunning = true
    send('response.in_progress', { response: this.responseOf({ ...queued, state: 'running' }) })
  }

  private responseOf(turn: Turn): Fields {
    return responseObject(turn, this.items.all, this.links)
  }

  private show(add: () => OutputItem[], send: Send): void {
    const first = this.items.all.length
    for (const [at, item] of add().entries()) sendItem(item, first + at, send)
  }
}

type Send = (type: string, fields: Fields) => void

const AT_START = {
  startedAt: null,
  endedAt: null,
  reply: null,
  reason: null,
  error: null,
  question: null,
  version: null,
  versionLabel: null,
  credits: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
}

/** A cancelled turn ends with an event that clients know; its response has the status. */
function terminalType({ state }: Turn): string {
  if (state === 'failed') return 'response.failed'
  return state === 'completed' ? 'response.completed' : 'response.incomplete'
}

function sendItem(item: OutputItem, output_index: number, send: Send): void {
  const { id: item_id } = item
  const added = (start: Fields) =>
    send('response.output_item.added', {
      output_index,
      item: { ...item, status: 'in_progress', ...start },
    })
  switch (item.type) {
    case 'reasoning':
      added({ summary: [] })
      for (const [summary_index, part] of item.summary.entries()) {
        const at = { item_id, output_index, summary_index }
        send('response.reasoning_summary_part.added', { ...at, part: { ...part, text: '' } })
        for (const delta of deltasOf(part.text))
          send('response.reasoning_summary_text.delta', { ...at, delta })
        send('response.reasoning_summary_text.done', { ...at, text: part.text })
        send('response.reasoning_summary_part.done', { ...at, part })
      }
      break
    case 'mcp_call': {
      const at = { item_id, output_index }
      added({ arguments: '', output: null, error: null })
      send('response.mcp_call.in_progress', at)
      send('response.mcp_call_arguments.delta', { ...at, delta: item.arguments })
      send('response.mcp_call_arguments.done', { ...at, arguments: item.arguments })
      send(`response.mcp_call.${item.status}`, at)
      break
    }
    case 'message':
      added({ content: [] })
      for (const [content_index, part] of item.content.entries()) {
        const at = { item_id, output_index, content_index }
        send('response.content_part.added', { ...at, part: { ...part, text: '' } })
        for (const delta of deltasOf(part.text))
          send('response.output_text.delta', { ...at, delta, logprobs: [] })
        send('response.output_text.done', { ...at, text: part.text, logprobs: [] })
        send('response.content_part.done', { ...at, part })
      }
      break
    default:
      item satisfies never
  }
  send('response.output_item.done', { output_index, item })
}

/** A text in pieces that do not split a character. */
export function deltasOf(text: string): string[] {
  const characters = [...text]
  const pieces: string[] = []
  for (let at = 0; at < characters.length; at += DELTA_CHARACTERS)
    pieces.push(characters.slice(at, at + DELTA_CHARACTERS).join(''))
  return pieces
}
