import { setTimeout as wait } from 'node:timers/promises'
import { StorageFailure } from '../../storage/storage-failure.ts'
import type { VersionKeeper } from '../projects/version-keeper.ts'
import type { Scene } from '../scene/scene.ts'
import { requireRight } from '../store/access.ts'
import { StoreRefusal } from '../store/store-refusal.ts'
import type { TurnJob } from '../store/turn-queue.ts'
import type { NewStep, TurnEnd } from '../store/turn-store.ts'
import { answerQuestion } from './answer-question.ts'
import { callTool, draftOf, questionOf, type ToolParts } from './call-tool.ts'
import { newFindings } from './check-edits.ts'
import { charactersOf, conversationOf, openingOf } from './conversation.ts'
import {
  type ModelAnswer,
  ModelFailure,
  type StepModel,
  type TokenUsage,
} from './models/step-model.ts'
import {
  formatCredits,
  leastPriceOfStep,
  outputTokensFor,
  priceOfAnswer,
  priceOfTool,
} from './prices.ts'
import { composeInstructions } from './prompts/instructions.ts'
import { replyText } from './reply-text.ts'
import { shownOf } from './shown-step.ts'
import { modelTools } from './tools/model-tools.ts'
import {
  afterStep,
  answersIn,
  formatQuestion,
  pendingCalls,
  type Step,
  type StepContent,
  stepOf,
  type Turn,
  type TurnQuestion,
  turnOf,
} from './turn.ts'
import {
  ANSWERS_MAX,
  CHECK_ROUNDS_MAX,
  EQUAL_CALLS_MAX,
  FORMER_TURNS_MAX,
  OUTPUT_TOKENS_MAX,
  STORAGE_TRIES_MAX,
} from './turn-limits.ts'
import type { TurnNews } from './turn-news.ts'

/** Characters of a token, to estimate the input of a step before it is sent. */
const CHARACTERS_PER_TOKEN = 3
/** Pause before the storage is tried again. */
const STORAGE_PAUSE_MS = 1_000
/** Output tokens of a step that is paid for: with fewer no answer is useful. */
const OUTPUT_TOKENS_MIN = 200
/** Tokens of all pictures of one request: 19 of at most 2,000. */
const PICTURES_TOKENS_MAX = 40_000

/** What turns work with. */
export interface TurnParts extends ToolParts {
  versions: VersionKeeper
  /** Null where none is configured. */
  model: StepModel | null
  news: TurnNews
  onFailure(error: unknown): void
}

/** How a turn ends, apart from the version that is saved. */
export type Ending = Omit<TurnEnd, 'save'>

interface OpenedTurn {
  job: TurnJob
  /** The building before the first step: prompts are cached by their beginning. */
  start: { scene: Scene; projectName: string }
  steps: Step[]
  signal: AbortSignal
}

/** The model is missing, which fails the turn. */
export class NoModel extends Error {
  override readonly name = 'NoModel'
}

/**
 * Works on a turn from its last recorded step on: the answers of the model, and the calls that each
 * requests, one after the other. Every step is recorded before the next one begins.
 */
export class TurnRun {
  readonly steps: Step[]
  private readonly parts: TurnParts
  private readonly job: TurnJob
  private turn: Turn
  private readonly start: OpenedTurn['start']
  private readonly signal: AbortSignal
  /** Thousandths of credits that are reserved for the next step. */
  private reserved = 0
  private instructions: string | undefined

  private constructor(parts: TurnParts, { job, start, steps, signal }: OpenedTurn) {
    this.parts = parts
    this.job = job
    this.turn = turnOf(job.turn)
    this.start = start
    this.steps = steps
    this.signal = signal
  }

  /** Reads the steps that earlier attempts have recorded. */
  static async open(parts: TurnParts, job: TurnJob, signal: AbortSignal): Promise<TurnRun> {
    const { store, scenes } = parts
    const { id, caller, projectId, startBlob } = turnOf(job.turn)
    const isFirst = job.turn.steps === 0
    const { rights, draft, name } = await store.read(caller, projectId)
    requireRight(rights, 'edit')
    const { steps } = isFirst ? { steps: [] } : await store.turns.readTurn(caller, id)
    if (startBlob === null) await store.turns.startTurn(job, draft)
    const scene = await scenes.get(startBlob ?? draft.sceneBlob)
    const start = { scene, projectName: name }
    return new TurnRun(parts, { job, start, steps: steps.map(stepOf), signal })
  }

  /** Runs the turn to its end. Throws `TurnStopped`, `ModelFailure` and failures of the service. */
  async run(): Promise<Ending> {
    const former = await this.parts.store.turns.formerTurns(this.job.turn, FORMER_TURNS_MAX)
    const answered = answerQuestion(this.turn, former.map(turnOf))
    if (answered.kind === 'repeat') return asking(answered.question)
    const turn = { ...this.turn, input: { ...this.turn.input, text: answered.text } }
    const opening = await openingOf(this.parts.blobs, turn, former)
    for (;;) {
      this.signal.throwIfAborted()
      const ending = (await this.makeCalls()) ?? (await this.checkReply()) ?? this.limitReached()
      if (ending) return ending
      const messages = await conversationOf(this.parts.blobs, opening, this.steps)
      const unpaid = await this.answer(messages)
      if (unpaid) return unpaid
    }
  }

  /** Makes the calls that the last answer requests. Returns the end where one is a question. */
  private async makeCalls(): Promise<Ending | null> {
    const { parts, turn, signal } = this
    const last = this.steps.at(-1)
    // Recorded by an attempt that was lost before the turn ended.
    const recorded = last?.kind === 'call' && questionOf(last)
    if (recorded) return asking(recorded)
    for (const { operationId, ...call } of pendingCalls(this.steps)) {
      signal.throwIfAborted()
      const price = parts.model?.isFree ? 0 : priceOfTool(call.tool)
      const unpaid = price > 0 && (await this.reserve(price, price))
      if (unpaid) return unpaid
      const step = await this.withStorage(() => callTool(parts, turn, call, operationId))
      const blobs = step.images.map(({ blob }) => blob)
      await this.record(step, { price, note: call.tool, isEdit: step.isEdit, blobs })
      const question = questionOf(step)
      if (question) return asking(question)
    }
    return null
  }

  /** The end where the last answer is a reply, unless a check has new findings for the model. */
  private async checkReply(): Promise<Ending | null> {
    const last = this.steps.at(-1)
    if (last?.kind === 'check') return last.findings === null ? this.completed() : null
    if (last?.kind !== 'answer') return null
    const rounds = this.steps.filter(({ kind }) => kind === 'check').length
    if (rounds >= CHECK_ROUNDS_MAX || !this.hasEdited()) return this.completed()
    const { store, scenes } = this.parts
    const { sceneBlob } = await store.readDraft(this.turn.caller, this.turn.projectId)
    const findings = newFindings(this.start.scene, await scenes.get(sceneBlob))
    const line = findings
      ? 'check of the building: new errors'
      : 'check of the building: no new errors'
    await this.record({ kind: 'check', findings, line })
    return findings === null ? this.completed() : null
  }

  /** Whether edits were made since the last check. */
  private hasEdited(): boolean {
    const from = this.steps.findLastIndex(({ kind }) => kind === 'check')
    return this.steps.slice(from + 1).some((step) => step.kind === 'call' && step.isEdit)
  }

  /** The end with the text of the last answer as reply. */
  private completed(): Ending {
    const { text, isCut } = answersIn(this.steps).at(-1)!.answer
    const reply = replyText(text)
    const hasEdited = this.steps.some((step) => step.kind === 'call' && step.isEdit)
    if (reply === '' && !hasEdited)
      throw new ModelFailure('invalid', 'The model answered with neither a text nor a call.')
    const cut = isCut ? '\n\nThe reply was cut: it reached the longest answer of the model.' : ''
    return { state: 'completed', reply: (reply || 'Done.') + cut }
  }

  /** The end where the turn goes on without getting anywhere. */
  private limitReached(): Ending | null {
    const answers = answersIn(this.steps)
    const most = ANSWERS_MAX[this.turn.effort]
    if (answers.length >= most)
      return this.incomplete('max_steps', `The turn was stopped after ${most} steps.`)
    const calls = this.steps.filter((step) => step.kind === 'call').slice(-EQUAL_CALLS_MAX)
    const [first] = calls
    const isLoop =
      calls.length === EQUAL_CALLS_MAX &&
      calls.every(
        ({ tool, arguments: given, output }) =>
          tool === first.tool && given === first.arguments && output === first.output,
      )
    if (!isLoop) return null
    return this.incomplete(
      'no_progress',
      `The turn was stopped: the same call was made ${EQUAL_CALLS_MAX} times with the same result.`,
    )
  }

  private incomplete(reason: string, why: string): Ending {
    return { state: 'incomplete', reason, reply: this.replyWith(why) }
  }

  /** What the model wrote last, and why there is no more. */
  replyWith(why: string): string {
    const last = replyText(answersIn(this.steps).at(-1)?.answer.text ?? '')
    return [last, why].filter(Boolean).join('\n\n')
  }

  /** One answer of the model. Returns the end where no further step can be paid. */
  private async answer(
    messages: Awaited<ReturnType<typeof conversationOf>>,
  ): Promise<Ending | null> {
    const { turn, signal } = this
    const { model } = this.parts
    if (!model) throw new NoModel()
    const { effort } = turn
    const { takesImages } = model
    this.instructions ??= composeInstructions({
      effort,
      takesImages,
      ...this.start,
      clientInstructions: turn.request.instructions ?? '',
    }).text
    const { instructions } = this
    const characters = charactersOf(messages) + instructions.length
    const input = Math.ceil(characters / CHARACTERS_PER_TOKEN)
    const most = OUTPUT_TOKENS_MAX[effort]
    const amount = priceOfAnswer(effort, { input, cached: 0, output: most })
    const unpaid = !model.isFree && (await this.reserve(amount, leastPriceOfStep(effort)))
    if (unpaid) return unpaid
    const outputTokensMax = Math.max(
      OUTPUT_TOKENS_MIN,
      Math.min(most, outputTokensFor(effort, this.reserved, input)),
    )
    const answered = await model.answer({
      effort,
      instructions,
      messages,
      tools: modelTools({ takesImages }),
      outputTokensMax,
      readScene: () => draftOf(this.parts, turn),
      signal,
    })
    signal.throwIfAborted()
    const usage = boundedUsage(answered.usage, { input: characters, output: outputTokensMax })
    const answer = { ...withUniqueCalls(answered, this.nextNumber), usage }
    const price = model.isFree ? 0 : priceOfAnswer(effort, usage)
    const content = { kind: 'answer', answer, model: model.name } as const
    await this.record(content, { price, note: model.name, tokens: usage })
    return null
  }

  /**
   * Reserves credits for the next step, up to `amount`. Returns the end where fewer than `least`
   * are left of those that the turn may spend, or that its workspace has. In thousandths.
   */
  private async reserve(amount: number, least: number): Promise<Ending | null> {
    const { creditsMax } = this.turn
    const spent = this.steps.reduce((sum, { credits }) => sum + credits, 0)
    const left = creditsMax === null ? amount : creditsMax - spent
    if (left < least)
      return this.incomplete(
        'max_credits',
        `The turn has spent ${formatCredits(spent)} of the ${formatCredits(creditsMax!)} credits that it may, and its next step costs at least ${formatCredits(least)}. What is done is saved.`,
      )
    const step = { number: this.nextNumber, amount: Math.max(least, Math.min(amount, left)), least }
    try {
      this.reserved = await this.parts.store.turns.reserveStep(this.job, step)
      return null
    } catch (error) {
      if (!(error instanceof StoreRefusal) || error.code !== 'insufficient_quota') throw error
      return this.incomplete('insufficient_credits', `${error.message} What is done is saved.`)
    }
  }

  private get nextNumber(): number {
    return (this.steps.at(-1)?.number ?? 0) + 1
  }

  private async record(content: StepContent, more: Partial<NewStep> = {}): Promise<void> {
    const number = this.nextNumber
    const { price = 0, note = '', isEdit = false, tokens, blobs = [] } = more
    const { credits, at } = await this.parts.store.turns.recordStep(this.job, {
      number,
      content: JSON.stringify(content),
      shown: JSON.stringify(shownOf(content)),
      price,
      note,
      isEdit,
      tokens,
      blobs,
    })
    const step = { ...content, number, credits, at }
    this.steps.push(step)
    this.turn = afterStep(this.turn, step)
    this.parts.news.report(this.turn.id, { turn: this.turn, steps: [step] })
  }

  /** Tries a call again while the storage fails, which may pass. */
  private async withStorage<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof StorageFailure) || attempt === STORAGE_TRIES_MAX) throw error
        await wait(STORAGE_PAUSE_MS, undefined, { signal: this.signal }).catch(() => {})
        this.signal.throwIfAborted()
      }
    }
  }
}

function asking(question: TurnQuestion): Ending {
  const reply = formatQuestion(question)
  return { state: 'completed', reply, question: JSON.stringify(question) }
}

/**
 * Tokens as a provider reports them, within what was sent and allowed: one that reports more must
 * not empty an account. A token has at least one character, a picture a bounded number of tokens.
 */
function boundedUsage(usage: TokenUsage, most: { input: number; output: number }): TokenUsage {
  const input = Math.min(usage.input, most.input + PICTURES_TOKENS_MAX)
  const output = Math.min(usage.output, most.output)
  return {
    input,
    cached: Math.min(usage.cached, input),
    output,
    reasoning: Math.min(usage.reasoning, output),
  }
}

/** The answer with an id of its own for each call: a model may repeat ids, or leave them out. */
function withUniqueCalls(answer: ModelAnswer, step: number): ModelAnswer {
  const seen = new Set<string>()
  const calls = answer.calls.map((call, index) => {
    const isUnique = call.id !== '' && !seen.has(call.id)
    const id = isUnique ? call.id : `call_${step}_${index}`
    seen.add(id)
    return { ...call, id }
  })
  return { ...answer, calls }
}
