import type { Scene } from '../../scene/scene.ts'
import type { Effort } from '../turn-models.ts'

/** A tool as a model sees it: `inputSchema` is JSON Schema of an object. */
export interface ModelTool {
  name: string
  description: string
  inputSchema: Record<string, unknown>
}

/** A picture or a page of a file, in the bytes that were sent. */
export interface ModelImage {
  mediaType: string
  bytes: Uint8Array
}

/** A call that a model requests. */
export interface ModelCall {
  /** Unique in the turn. */
  id: string
  tool: string
  /** JSON as the model wrote it, which may be invalid. */
  arguments: string
}

/** Tokens of one answer. */
export interface TokenUsage {
  input: number
  /** Of the input: those that the provider had cached. */
  cached: number
  /** With those of reasoning. */
  output: number
  reasoning: number
}

export const NO_USAGE: TokenUsage = { input: 0, cached: 0, output: 0, reasoning: 0 }

/** What a model answers in one step. Plain JSON: it is stored, and sent back in later steps. */
export interface ModelAnswer {
  text: string
  /** Its thinking, as far as the provider shows it. */
  reasoning: string
  calls: ModelCall[]
  usage: TokenUsage
  /** True where the limit of output tokens ended it. */
  isCut: boolean
  /** Data of the provider's own that belong to the answer, such as signatures of its thinking. */
  provider?: unknown
}

export type ModelMessage =
  /** `isNote` where the service wrote it and not a person: findings of a check, a reminder. */
  | { role: 'user'; text: string; images: ModelImage[]; isNote?: boolean }
  | { role: 'model'; answer: ModelAnswer }
  | { role: 'tool'; call: ModelCall; output: string; hasFailed: boolean; images: ModelImage[] }

export interface StepRequest {
  effort: Effort
  /** The system prompt. */
  instructions: string
  messages: readonly ModelMessage[]
  tools: readonly ModelTool[]
  outputTokensMax: number
  /** The building as it is now, for a model that needs no tool to look at it. */
  readScene(): Promise<Scene>
  /** Ends the request, and the connection to the provider. */
  signal: AbortSignal
}

/** A model behind one interface: a provider over HTTP, a script, or rules. */
export interface StepModel {
  /** For logs and `/v1/models`: provider and model. */
  readonly name: string
  readonly takesImages: boolean
  /** Whether its answers and calls cost nothing: no provider is paid for them. */
  readonly isFree: boolean
  /** One answer. Throws `ModelFailure`; where `signal` is aborted, its reason. */
  answer(request: StepRequest): Promise<ModelAnswer>
}

/**
 * Why a model gave no answer: `busy` and `unavailable` may pass, `silent` sent nothing for too
 * long, `endless` sent more than the stated bounds, `invalid` sent something that is not an answer,
 * `refused` does not accept this key or model, `too_long` is for a conversation beyond its context.
 */
export type ModelFailureReason =
  | 'busy'
  | 'unavailable'
  | 'silent'
  | 'endless'
  | 'invalid'
  | 'refused'
  | 'too_long'

export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly reason: ModelFailureReason
  /** A short text of the provider for the log of the operator, without keys; null without one. */
  readonly detail: string | null

  /** `message` may be sent to clients. */
  constructor(reason: ModelFailureReason, message: string, detail: string | null = null) {
    super(message)
    this.reason = reason
    this.detail = detail
  }
}
