import type { Caller } from '../../accounts/accounts.ts'
import { callHash } from '../operations/call-hash.ts'
import { ArchitectError, invalidInput } from '../projects/architect-error.ts'
import { PROJECT_ID } from '../projects/input.ts'
import { StoreRefusal } from '../store/store-refusal.ts'
import { MAX_STEP } from '../store/turns.ts'
import { leastPriceOfStep } from './prices.ts'
import { hasEnded, type Step, stepOf, type Turn, type TurnRequest, turnOf } from './turn.ts'
import { FOLLOW_MS } from './turn-limits.ts'
import { effectiveEffort, includesEffort, PLAN_NEEDED } from './turn-models.ts'
import { followTurn, type Progress } from './turn-news.ts'
import type { TurnParts } from './turn-run.ts'
import type { TurnWorker } from './turn-worker.ts'
import type { FindFiles, SentConversation } from './wire/sent-input.ts'
import { storeInput } from './wire/store-input.ts'

/** How long the worker of a cancelled turn has to end it, before another one does. */
const CANCEL_WAIT_MS = 8_000
/** Time in which a turn that was taken over ends. */
const TAKE_OVER_WAIT_MS = 5_000

/** A turn as a request wants it, apart from the format of the request. */
export interface WantedTurn {
  model: string
  /** `reasoning.effort`. */
  requestedEffort: string | undefined
  project: NamedProject
  isBackground: boolean
  conversation: SentConversation
  request: Omit<TurnRequest, 'context'>
  /** Thousandths of credits. */
  creditsMax: number | null
  /** `Idempotency-Key`. */
  key?: string
  isRetry: boolean
  /** The request as it was sent, to recognise it. */
  body: unknown
}

/** The project that a request names, and the field that names it. */
export interface NamedProject {
  id: string | null
  param: 'X-Svc-Project' | 'metadata.project_id'
}

/** A turn with all that is recorded of it. */
export interface KnownTurn {
  turn: Turn
  steps: Step[]
}

/** The turn of a request, which is an earlier one where the request is repeated. */
export interface CreatedTurn {
  turn: Turn
  isNew: boolean
}

interface ServiceOptions {
  /** Thousandths of credits that a workspace gets at its first turn. */
  startingCredits: number
}

/** Creates, reads, follows and cancels turns. Throws `ArchitectError` and `StoreRefusal`. */
export class TurnService {
  private readonly parts: TurnParts
  private readonly worker: TurnWorker
  private readonly startingCredits: number
  /** Time for which the foreground follows a turn. */
  follow_ms = FOLLOW_MS

  constructor(parts: TurnParts, worker: TurnWorker, { startingCredits }: ServiceOptions) {
    this.parts = parts
    this.worker = worker
    this.startingCredits = startingCredits
  }

  /** Whether the model sees pictures; null where none is configured. */
  get takesImages(): boolean | null {
    return this.parts.model?.takesImages ?? null
  }

  /** Finds what a request is about, for `readInput` and `readMessages`. */
  filesOf(caller: Caller): FindFiles {
    return (ids) => this.parts.store.findFiles(caller, ids)
  }

  /**
   * Queues a turn, or finds the one that a repeated request has made. Every check has passed when
   * the input is stored; a request that is refused changes nothing.
   */
  async create(caller: Caller, wanted: WantedTurn): Promise<CreatedTurn> {
    const { store, model } = this.parts
    const { conversation, isBackground, request } = wanted
    const projectId = await this.projectOf(caller, wanted.project)
    const effort = effectiveEffort(wanted.model, wanted.requestedEffort)
    if (!includesEffort(caller.plan, effort))
      throw new ArchitectError(
        'upgrade_required',
        `The effort of ${wanted.model} needs the plan ${PLAN_NEEDED[effort]}; yours is ${caller.plan}.`,
        { param: 'model' },
      )
    if (!model)
      throw new ArchitectError(
        'model_unavailable',
        'No model is configured for this service: its operator sets PLAT_MODEL.',
      )
    await this.requireFormer(caller, projectId, request.previousTurnId)
    const input = await storeInput(conversation.input, this.parts.blobs, {
      use: (ids) => store.useFiles(caller, ids),
    })
    const { turn, isNew } = await store.turns.createTurn(caller, {
      projectId,
      model: wanted.model,
      effort,
      isBackground,
      input: JSON.stringify(input),
      request: JSON.stringify({ ...request, context: contextOf(conversation) }),
      bodyHash: callHash([projectId, wanted.body]),
      creditsMax: wanted.creditsMax,
      follow_s: isBackground || effort === 'pro' ? null : this.follow_ms / 1_000,
      blobs: input.parts.map(({ blob }) => blob),
      key: wanted.key,
      isRetry: wanted.isRetry,
      leastCredits: model.isFree ? 0 : leastPriceOfStep(effort),
      startingCredits: this.startingCredits,
    })
    this.worker.kick()
    return { turn: turnOf(turn), isNew }
  }

  /** A turn with its steps. Throws `turn_not_found`. */
  async read(caller: Caller, id: string): Promise<KnownTurn> {
    const { turn, steps } = await this.parts.store.turns.readTurn(caller, id)
    return { turn: turnOf(turn), steps: steps.map(stepOf) }
  }

  /** See `followTurn`. */
  follow(caller: Caller, id: string, signal: AbortSignal, known?: Turn): AsyncGenerator<Progress> {
    const { news } = this.parts
    return followTurn({ turns: this.parts.store.turns, news }, caller, id, { known, signal })
  }

  /** A turn once it has ended, or as it is after `ms`. */
  async whenEnded(caller: Caller, id: string, ms: number, signal: AbortSignal): Promise<KnownTurn> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, ms))])
    for await (const { turn } of this.follow(caller, id, until)) if (hasEnded(turn)) break
    return await this.read(caller, id)
  }

  /**
   * Stops a turn of the caller and returns it as it ended. Throws `turn_not_found` for another
   * account's as for a missing one.
   */
  async cancel(caller: Caller, id: string): Promise<KnownTurn> {
    const row = await this.parts.store.turns.cancelTurn(caller, id)
    this.parts.news.report(id)
    if (hasEnded(row)) return await this.read(caller, id)
    this.worker.stop(id, 'cancelled')
    const none = new AbortController().signal
    const ended = await this.whenEnded(caller, id, CANCEL_WAIT_MS, none)
    if (hasEnded(ended.turn)) return ended
    await this.worker.takeOver(id)
    return await this.whenEnded(caller, id, TAKE_OVER_WAIT_MS, none)
  }

  /** The id of the project that a request names; without a name the only one of the caller. */
  private async projectOf(caller: Caller, { id, param }: NamedProject): Promise<string> {
    const { store } = this.parts
    if (id === null) {
      const [only, another] = await store.list(caller, { limit: 2 })
      if (only && !another) return only.id
      throw invalidInput(
        param,
        'Name the project by the header X-Svc-Project or by metadata.project_id.',
      )
    }
    const missing = () =>
      new ArchitectError('project_not_found', 'There is no such project that you may edit.', {
        param,
      })
    if (!PROJECT_ID.test(id)) throw missing()
    await store.turns.requireProject(caller, id).catch(refusedAs(missing))
    return id
  }

  /** The turn that `previous_response_id` names must be one of the same project. */
  private async requireFormer(caller: Caller, projectId: string, id: string | null): Promise<void> {
    if (id === null) return
    const missing = () =>
      new ArchitectError('turn_not_found', 'The project has no such turn.', {
        param: 'previous_response_id',
      })
    const { turns } = this.parts.store
    const former = await turns.readTurn(caller, id, MAX_STEP).catch(refusedAs(missing))
    if (former.turn.projectId !== projectId) throw missing()
  }
}

/** A refusal of the store as the error that names the field of the request. */
const refusedAs =
  (missing: () => ArchitectError) =>
  (error: unknown): never => {
    throw error instanceof StoreRefusal ? missing() : error
  }

function contextOf({ context: { messages, leftOut } }: SentConversation): string | null {
  if (messages.length === 0) return null
  const lines = messages.map(({ role, text }) => `${role}: ${text}`)
  return [...(leftOut > 0 ? [`(${leftOut} earlier messages are left out)`] : []), ...lines].join(
    '\n',
  )
}
