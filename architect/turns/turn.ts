import type { Caller } from '../../accounts/accounts.ts'
import { isLive, type StepRow, type TurnRow } from '../store/turns.ts'
import { type ModelAnswer, NO_USAGE } from './models/step-model.ts'
import type { TurnInput } from './turn-input.ts'

/** What a client requested beside its input. Echoed fields have no effect on the turn. */
export interface TurnRequest {
  instructions: string | null
  /** What earlier messages of the request state, for the model to know. */
  context: string | null
  metadata: Record<string, string>
  /** Label of the version that is saved. */
  commitMessage: string | null
  previousTurnId: string | null
  /** Fields that answers repeat as they were sent. */
  echoed: Record<string, unknown>
}

/** A question that the next turn of the project answers. */
export interface TurnQuestion {
  text: string
  options: string[]
}

/** Why a turn failed. */
export interface TurnError {
  code: string
  message: string
}

/** An answer of the model. */
export interface AnswerStep {
  kind: 'answer'
  answer: ModelAnswer
  model: string
}

/** A call of a tool with its result. */
export interface CallStep {
  kind: 'call'
  /** Of the call in the answer of the model. */
  callId: string
  tool: string
  /** JSON as the model wrote it. */
  arguments: string
  /** JSON of the answer, clipped. */
  output: string
  /** Where the call was refused or failed. */
  error?: { code: string; message: string }
  /** Whether it changed the draft. */
  isEdit: boolean
  /** One line for people. */
  line: string
  images: { blob: string; mediaType: string }[]
}

/** A check that the engine made by itself, whose findings the model is given. */
export interface CheckStep {
  kind: 'check'
  /** JSON of the findings that the turn has caused; null without one. */
  findings: string | null
  line: string
}

export type StepContent = AnswerStep | CallStep | CheckStep

export type Step = StepContent & { number: number; credits: number; at: Date }

/** A turn as it is stored, with the JSON of its row decoded. */
export interface Turn extends Omit<TurnRow, 'caller' | 'input' | 'request' | 'error' | 'question'> {
  caller: Caller
  input: TurnInput
  request: TurnRequest
  error: TurnError | null
  question: TurnQuestion | null
}

/** The value of JSON that may be null. */
export const decoded = <Value>(text: string | null): Value | null =>
  text === null ? null : (JSON.parse(text) as Value)

export function turnOf(row: TurnRow): Turn {
  return {
    ...row,
    caller: JSON.parse(row.caller),
    input: JSON.parse(row.input),
    request: JSON.parse(row.request),
    error: decoded<TurnError>(row.error),
    question: decoded<TurnQuestion>(row.question),
  }
}

export function stepOf({ number, credits, at, content }: StepRow): Step {
  return { ...(JSON.parse(content) as StepContent), number, credits, at }
}

/** The turn once a step is recorded: the sums as the database has them. */
export function afterStep(turn: Turn, step: Step): Turn {
  const { input, cached, output, reasoning } = step.kind === 'answer' ? step.answer.usage : NO_USAGE
  return {
    ...turn,
    steps: step.number,
    edits: turn.edits + (step.kind === 'call' && step.isEdit ? 1 : 0),
    credits: turn.credits + step.credits,
    inputTokens: turn.inputTokens + input,
    cachedTokens: turn.cachedTokens + cached,
    outputTokens: turn.outputTokens + output,
    reasoningTokens: turn.reasoningTokens + reasoning,
  }
}

export const hasEnded = (turn: Pick<TurnRow, 'state'>): boolean => !isLive(turn)

/** The calls of the last answer that have no result yet. */
export function pendingCalls(steps: readonly Step[]) {
  const at = steps.findLastIndex(({ kind }) => kind === 'answer')
  if (at < 0) return []
  const { answer, number } = steps[at] as AnswerStep & Step
  const done = new Set(steps.slice(at + 1).map((step) => step.kind === 'call' && step.callId))
  return answer.calls
    .map((call, index) => ({ ...call, operationId: `${number}.${index}` }))
    .filter(({ id }) => !done.has(id))
}

export const answersIn = (steps: readonly Step[]) =>
  steps.filter((step): step is AnswerStep & Step => step.kind === 'answer')

/** A question with its options numbered, as the reply of a turn. */
export function formatQuestion({ text, options }: TurnQuestion): string {
  return [text, ...options.map((option, at) => `${at + 1}. ${option}`)].join('\n')
}
