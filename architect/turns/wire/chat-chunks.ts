import { hasEnded, type Step, type Turn } from '../turn.ts'
import {
  chatContent,
  chatFields,
  chatUsage,
  finishReason,
  REASONING_BREAK,
  reasoningIn,
} from './chat-completion.ts'
import { OutputItems } from './output-items.ts'
import { deltasOf } from './response-events.ts'
import { type Links, metadataOf } from './response-object.ts'

type Chunk = Record<string, unknown>

interface Shown {
  hasUsage: boolean
  links: Links
  /** The body of the error of a turn that has failed, which clients throw. */
  errorOf(turn: Turn): Chunk
}

/** The chunks of a turn as its steps are recorded: their texts together are the completion's. */
export class ChatChunks {
  private readonly items: OutputItems
  private readonly shown: Shown
  private hasBegun = false
  private hasReasoning = false

  constructor(turn: Turn, shown: Shown) {
    this.items = new OutputItems(turn, { hasCalls: false })
    this.shown = shown
  }

  /** The chunks of the progress since the last call; the last ones where the turn has ended. */
  next(turn: Turn, steps: readonly Step[]): Chunk[] {
    const chunks: Chunk[] = []
    if (!this.hasBegun) chunks.push(this.chunk(turn, { role: 'assistant', content: '' }))
    this.hasBegun = true
    for (const step of steps)
      for (const text of reasoningIn(this.items.add(step))) {
        const reasoning_content = this.hasReasoning ? REASONING_BREAK + text : text
        chunks.push(this.chunk(turn, { reasoning_content }))
        this.hasReasoning = true
      }
    return hasEnded(turn) ? [...chunks, ...this.last(turn)] : chunks
  }

  /** The last chunks: of a turn that has ended, or that goes on without this request. */
  last(turn: Turn): Chunk[] {
    const { hasUsage, links, errorOf } = this.shown
    if (turn.state === 'failed') return [errorOf(turn)]
    const texts = deltasOf(chatContent(turn)).map((content) => this.chunk(turn, { content }))
    const metadata = metadataOf(turn, links)
    const end = { ...this.chunk(turn, {}, finishReason(turn)), metadata }
    const usage = { ...this.chunk(turn, {}), choices: [], usage: chatUsage(turn), metadata }
    return [...texts, end, ...(hasUsage ? [usage] : [])]
  }

  private chunk(turn: Turn, delta: Chunk, finish_reason: string | null = null): Chunk {
    return {
      ...chatFields(turn),
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason, logprobs: null }],
      ...(this.shown.hasUsage && { usage: null }),
    }
  }
}
