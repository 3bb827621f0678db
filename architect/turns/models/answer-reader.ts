import { randomUUID } from 'node:crypto'
import type { AnswerLimits } from './answer-limits.ts'
import type { ProviderOptions, SdkPart, SdkUsage } from './sdk-types.ts'
import { type ModelCall, ModelFailure } from './step-model.ts'

/**
 * A part of an answer in the order in which the model wrote it, with what the provider wants back:
 * signatures of thinking. Plain JSON.
 */
export type AnswerPart =
  | { type: 'text' | 'reasoning'; text: string; options?: ProviderOptions }
  | { type: 'call'; id: string; options?: ProviderOptions }

type Finish = Extract<SdkPart, { type: 'finish' }>
type Delta = Extract<SdkPart, { type: 'text-delta' | 'reasoning-delta' }>

/** Ids that all providers accept in later requests. */
const CALL_ID = /^[\w-]{1,64}$/
/** Characters of a name of a tool; a longer one is cut, and then no tool has it. */
const TOOL_CHARACTERS_MAX = 128

/** Puts the parts of a stream together, within bounds. */
export class AnswerReader {
  readonly parts: AnswerPart[] = []
  readonly calls: ModelCall[] = []
  /** What the provider reported as an error within the stream; undefined where it did not. */
  error: unknown
  finish: Finish['finishReason'] | null = null
  usage: SdkUsage | null = null
  private readonly limits: AnswerLimits
  private readonly usedIds: Set<string>
  private readonly open = new Map<string, Extract<AnswerPart, { text: string }>>()
  private readonly begun = new Set<string>()
  private characters = 0

  /** `usedIds` are those of earlier calls of the turn. */
  constructor(limits: AnswerLimits, usedIds: Iterable<string>) {
    this.limits = limits
    this.usedIds = new Set(usedIds)
  }

  /** True once a part of an answer has arrived. */
  get hasBegun(): boolean {
    return this.characters > 0 || this.begun.size > 0 || this.calls.length > 0
  }

  textOf(type: 'text' | 'reasoning'): string {
    const texts = this.parts.flatMap((part) =>
      part.type === type && part.text.trim() ? [part.text] : [],
    )
    return texts.join('\n\n')
  }

  /** Adds a part. Throws `ModelFailure` beyond a bound. */
  add(part: SdkPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.openPart(part.type === 'text-start' ? 'text' : 'reasoning', part)
        return
      case 'text-delta':
      case 'reasoning-delta':
        this.addDelta(part)
        return
      case 'tool-input-start':
        this.countCall(part.id)
        return
      case 'tool-input-delta':
        this.count(part.delta.length)
        return
      case 'tool-call':
        if (!part.providerExecuted) this.addCall(part)
        return
      case 'finish':
        this.finish = part.finishReason
        this.usage = part.usage
        return
      case 'error':
        this.error ??= part.error ?? 'unknown'
        return
      default:
        // Warnings, metadata, sources and files are not needed.
        return
    }
  }

  private openPart(
    type: 'text' | 'reasoning',
    { id, providerMetadata }: { id: string; providerMetadata?: ProviderOptions },
  ): Extract<AnswerPart, { text: string }> {
    const part = { type, text: '', ...(providerMetadata && { options: providerMetadata }) }
    this.open.set(`${type} ${id}`, part)
    this.parts.push(part)
    if (providerMetadata) this.count(JSON.stringify(providerMetadata).length)
    return part
  }

  private addDelta({ type, id, delta, providerMetadata }: Delta): void {
    const kind = type === 'text-delta' ? 'text' : 'reasoning'
    const part = this.open.get(`${kind} ${id}`) ?? this.openPart(kind, { id })
    part.text += delta
    this.count(delta.length)
    if (!providerMetadata) return
    part.options = { ...part.options, ...providerMetadata }
    this.count(JSON.stringify(providerMetadata).length)
  }

  private addCall(call: Extract<SdkPart, { type: 'tool-call' }>): void {
    this.countCall(call.toolCallId)
    const id = this.freeId(call.toolCallId)
    const tool = call.toolName.slice(0, TOOL_CHARACTERS_MAX)
    this.calls.push({ id, tool, arguments: call.input })
    const { providerMetadata: options } = call
    this.parts.push({ type: 'call', id, ...(options && { options }) })
  }

  /** The id of the provider, or a new one where an earlier call has it or no provider takes it. */
  private freeId(id: string): string {
    const free = CALL_ID.test(id) && !this.usedIds.has(id) ? id : `call_${randomUUID()}`
    this.usedIds.add(free)
    return free
  }

  private countCall(id: string): void {
    this.begun.add(id)
    const { callsMax } = this.limits
    if (this.begun.size > callsMax || this.calls.length >= callsMax)
      throw new ModelFailure('endless', `The model called more than ${callsMax} tools at once.`)
  }

  private count(characters: number): void {
    this.characters += characters
    const { charactersMax } = this.limits
    if (this.characters > charactersMax)
      throw new ModelFailure(
        'endless',
        `The model wrote more than ${charactersMax.toLocaleString('en')} characters.`,
      )
  }
}
