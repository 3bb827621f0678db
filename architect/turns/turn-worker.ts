import { AccountsGone } from '../../accounts/accounts.ts'
import { StorageFailure } from '../../storage/storage-failure.ts'
import { ClaimLoop } from '../store/claim-loop.ts'
import { StoreRefusal } from '../store/store-refusal.ts'
import type { TurnJob } from '../store/turn-queue.ts'
import { ModelFailure } from './models/step-model.ts'
import { hasEnded, turnOf } from './turn.ts'
import { TURN_MS_MAX, TURNS_AT_ONCE } from './turn-limits.ts'
import { type Ending, NoModel, type TurnParts, TurnRun } from './turn-run.ts'
import { type StopReason, TurnStopped } from './turn-stop.ts'
import { versionLabel } from './version-label.ts'

/** How often turns are looked for that another process has created, or must take over. */
const POLL_MS = 1_000
/** How often it is read whether turns are to stop: another process may have cancelled them. */
const PULSE_MS = 1_000
/** How often leases are renewed; they end after 10 s. */
const TOUCH_MS = 3_000
/** How often turns are looked for that have lost their jobs. */
const REQUEUE_MS = 60_000
/** Pause after a failure of the store, such as a database that does not answer. */
const PAUSE_MS = 1_000

interface Running {
  job: TurnJob
  abort: AbortController
  done: Promise<void>
}

/** Runs the turns of the queue, several at once, each from its last recorded step on. */
export class TurnWorker {
  private readonly parts: TurnParts
  private readonly running = new Map<string, Running>()
  private readonly timers: NodeJS.Timeout[]
  private readonly loop: ClaimLoop
  private isClosing = false

  constructor(parts: TurnParts) {
    this.parts = parts
    this.timers = [
      setInterval(() => void this.pulse().catch(parts.onFailure), PULSE_MS),
      setInterval(() => this.touch(), TOUCH_MS),
      setInterval(() => void parts.store.turns.requeueTurns().catch(parts.onFailure), REQUEUE_MS),
    ]
    this.loop = new ClaimLoop({
      next: () => this.next(),
      onFailure: parts.onFailure,
      poll_ms: POLL_MS,
      pause_ms: PAUSE_MS,
    })
  }

  /** Looks for a turn at once: one was created. */
  kick(): void {
    this.loop.kick()
  }

  /** Stops a turn at once where this process runs it: its stop is recorded. */
  stop(turnId: string, reason: StopReason): void {
    this.running.get(turnId)?.abort.abort(new TurnStopped(reason))
  }

  /** Ends a turn whose worker does not: what that one does later is refused. */
  async takeOver(turnId: string): Promise<void> {
    const job = await this.parts.store.turns.takeOverTurn(turnId)
    if (!job) return
    await this.finish(job, null, new TurnStopped(job.turn.stop ?? 'cancelled'))
    this.parts.news.report(turnId)
  }

  /** Gives running turns back; another process or the next start goes on with them. */
  async close(): Promise<void> {
    this.isClosing = true
    this.loop.stop()
    for (const timer of this.timers) clearInterval(timer)
    const all = [...this.running.values()]
    for (const { abort } of all) abort.abort(new TurnStopped('closing'))
    await Promise.all(all.map(({ done }) => done))
    await this.loop.ended
  }

  private async next(): Promise<boolean> {
    if (this.running.size >= TURNS_AT_ONCE) return false
    const job = await this.parts.store.turns.claimTurn()
    if (job) this.start(job)
    return job !== null
  }

  private start(job: TurnJob): void {
    const { id } = job.turn
    const abort = new AbortController()
    const stop = this.isClosing ? 'closing' : job.turn.stop
    if (stop) abort.abort(new TurnStopped(stop))
    const done = this.work(job, abort).finally(() => {
      if (this.running.get(id)?.job === job) this.running.delete(id)
      this.parts.news.end(id)
      this.loop.kick()
    })
    this.running.set(id, { job, abort, done })
    this.parts.news.begin(id)
  }

  private async work(job: TurnJob, abort: AbortController): Promise<void> {
    const { signal } = abort
    const { ms, reason } = timeOf(job)
    const timer = setTimeout(() => abort.abort(new TurnStopped(reason)), ms)
    let run: TurnRun | null = null
    try {
      if (job.isGivenUp) return await this.finish(job, null, new GivenUp())
      signal.throwIfAborted()
      run = await TurnRun.open(this.parts, job, signal)
      const ending = await run.run()
      await this.end(job, ending)
    } catch (error) {
      await this.finish(job, run, signal.aborted ? signal.reason : error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends a turn that did not come to its own end. */
  private async finish(job: TurnJob, run: TurnRun | null, error: unknown): Promise<void> {
    const { store, onFailure } = this.parts
    try {
      if (isReason(error, 'taken')) return
      if (isReason(error, 'closing')) return await store.turns.releaseTurn(job)
      const ending = endingOf(error, run)
      // Without its database nothing can be recorded: the lease ends, and another attempt goes on.
      if (!ending) return isTaken(error) ? undefined : onFailure(error)
      if (ending.state === 'failed' && isFault(error)) onFailure(error)
      await this.end(job, ending)
    } catch (failed) {
      if (!isTaken(failed)) onFailure(failed)
    }
  }

  /** Ends a turn and saves its changes as a version; one that cannot be saved has failed. */
  private async end(job: TurnJob, ending: Ending): Promise<void> {
    const { turns } = this.parts.store
    try {
      await this.saveAndEnd(job, ending)
    } catch (error) {
      if (isTaken(error) || error instanceof AccountsGone) throw error
      if (isFault(error)) this.parts.onFailure(error)
      const failed = { state: 'failed', reply: ending.reply } as const
      await turns.endTurn(job, { ...failed, error: JSON.stringify(failureOf(error)) })
    }
  }

  private async saveAndEnd(job: TurnJob, ending: Ending): Promise<void> {
    const { store, versions } = this.parts
    const { caller, projectId, request } = turnOf(job.turn)
    // Also an edit that was committed and not recorded before its process ended.
    const startHash = await store.turns.startOfEdits(job)
    if (startHash === null) {
      await store.turns.endTurn(job, ending)
      return
    }
    await versions.saveWith(caller, projectId, async ({ row, scene, saved }) => {
      const label = request.commitMessage ?? versionLabel(saved.changes, scene)
      const hasChanged = row.draft.sceneHash !== startHash
      return await store.turns.endTurn(job, {
        ...ending,
        ...(hasChanged && { save: { ...saved, label } }),
      })
    })
  }

  private touch(): void {
    const { store, onFailure } = this.parts
    for (const { job } of this.running.values()) store.turns.touchTurn(job).catch(onFailure)
  }

  private async pulse(): Promise<void> {
    if (this.running.size === 0) return
    const rows = await this.parts.store.turns.pulseTurns([...this.running.keys()])
    for (const row of rows) {
      const own = this.running.get(row.id)
      if (!own) continue
      if (row.attempt !== own.job.turn.attempt || hasEnded(row)) this.stop(row.id, 'taken')
      else if (row.stop) this.stop(row.id, row.stop)
    }
  }
}

/** When a turn is stopped: in the foreground with the time of its client. */
function timeOf({ turn: { followEndsAt, startedAt } }: TurnJob): {
  ms: number
  reason: StopReason
} {
  const started = startedAt?.getTime() ?? Date.now()
  const most = started + TURN_MS_MAX - Date.now()
  if (followEndsAt === null) return { ms: most, reason: 'max_time' }
  return { ms: Math.min(most, followEndsAt.getTime() - Date.now()), reason: 'follow_timeout' }
}

/** Every attempt at a turn has ended with its process. */
class GivenUp extends Error {}

const isReason = (error: unknown, reason: StopReason) =>
  error instanceof TurnStopped && error.reason === reason

const isTaken = (error: unknown) => error instanceof StoreRefusal && error.code === 'turn_taken'

/** A failure of the service itself, for its log. */
const isFault = (error: unknown) =>
  !(error instanceof ModelFailure || error instanceof NoModel || error instanceof StoreRefusal)

const STOPPED: Record<'cancelled' | 'follow_timeout' | 'max_time', [Ending['state'], string]> = {
  cancelled: ['cancelled', 'The turn was cancelled. What was done before is saved.'],
  follow_timeout: [
    'incomplete',
    'The turn was stopped after 13 minutes: send it with `background: true` to let it run. What was done is saved.',
  ],
  max_time: ['incomplete', 'The turn was stopped: it took too long. What was done is saved.'],
}

/** How a turn ends after an error; null where it is to be tried again, or is another worker's. */
function endingOf(error: unknown, run: TurnRun | null): Ending | null {
  if (error instanceof TurnStopped) {
    const [state, why] = STOPPED[error.reason as keyof typeof STOPPED]
    const reply = run?.replyWith(why) ?? why
    return { state, reply, ...(state === 'incomplete' && { reason: error.reason }) }
  }
  if (error instanceof AccountsGone || isTaken(error)) return null
  const failure = failureOf(error)
  return { state: 'failed', reply: '', error: JSON.stringify(failure) }
}

function failureOf(error: unknown): { code: string; message: string } {
  const saved = 'What was done before is saved.'
  if (error instanceof ModelFailure) {
    const isAway = error.reason === 'busy' || error.reason === 'unavailable'
    return {
      code: isAway ? 'model_unavailable' : 'model_failed',
      message: `${error.message} ${saved}`,
    }
  }
  if (error instanceof NoModel)
    return { code: 'model_unavailable', message: 'No model is configured.' }
  if (error instanceof StoreRefusal) return { code: error.code, message: error.message }
  if (error instanceof StorageFailure)
    return { code: 'storage_failed', message: `${error.outward} ${saved}` }
  if (error instanceof GivenUp)
    return {
      code: 'turn_lost',
      message: `The turn was started several times and never ended. ${saved}`,
    }
  return { code: 'internal_error', message: `The service failed. ${saved}` }
}
