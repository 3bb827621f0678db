import { and, eq, inArray, isNull, like, ne, sql } from 'drizzle-orm'
import type { Caller } from '../../accounts/accounts.ts'
import type { Tables } from '../../accounts/database/database.ts'
import { rowsOf } from '../../accounts/database/over-pool.ts'
import type { Viewer } from './access.ts'
import {
  type ChatPage,
  type ChatPlace,
  type ChatQuery,
  readChat,
  readChatAfter,
  readChatInput,
} from './chat.ts'
import { storedNote } from './credit-entries.ts'
import {
  type CreditBalance,
  CreditShortage,
  readBalance,
  releaseCredits,
  reserveCredits,
} from './credits.ts'
import { lockProject } from './drafts.ts'
import { operation } from './schema.ts'
import { insufficientQuota, turnTaken } from './store-refusal.ts'
import { isOwn, lockTurn, type TurnJob, type TurnQueue } from './turn-queue.ts'
import { turn, turnBlob } from './turn-schema.ts'
import {
  createTurn,
  formerTurns,
  isLive,
  isLiveTurn,
  MAX_STEP,
  type NewTurn,
  type RecordedTurn,
  readTurn,
  requireProject,
  type TurnRow,
  turnNotFound,
} from './turns.ts'
import { type NewVersion, saveVersion } from './versions.ts'
import type { Write } from './write.ts'

/** A step as it is recorded. */
export interface NewStep {
  number: number
  /** JSON that the store does not read. */
  content: string
  /** JSON of what the chat shows of it. */
  shown: string
  /** Thousandths of credits that it costs; up to those that were reserved for it are charged. */
  price: number
  /** What it is paid for, in the ledger. */
  note: string
  /** Whether it changed the draft. */
  isEdit: boolean
  tokens?: { input: number; cached: number; output: number; reasoning: number }
  /** Blobs that it names. */
  blobs: string[]
}

/** How a turn ends. */
export interface TurnEnd {
  state: Exclude<TurnRow['state'], 'queued' | 'running'>
  reply: string
  reason?: string
  /** JSON of the error. */
  error?: string
  /** JSON of the question. */
  question?: string
  /** The draft that the turn has changed, to save as a version. */
  save?: NewVersion
}

/** What changes of a turn while a worker has it. */
export type TurnPulse = Pick<TurnRow, 'id' | 'attempt' | 'state' | 'stop'>

/** A change of one statement, which is a transaction by itself. */
const IN_ONE = { isOneStatement: true }

/** Turns of a service in its database. Each method is one transaction; see `ProjectStore`. */
export class TurnStore {
  private readonly tables: Tables
  private readonly queue: TurnQueue
  private readonly write: Write

  constructor(tables: Tables, queue: TurnQueue, write: Write) {
    this.tables = tables
    this.queue = queue
    this.write = write
  }

  /** See `createTurn`. */
  async createTurn(caller: Caller, made: NewTurn): Promise<{ turn: TurnRow; isNew: boolean }> {
    return await this.write(caller, async (tx) => {
      const created = await createTurn(tx, caller, made)
      const { turn: row, isNew } = created
      if (isNew && row.isSent) await this.queue.send(tx, row)
      return created
    })
  }

  /** See `requireProject`. */
  async requireProject(viewer: Viewer, id: string): Promise<void> {
    await requireProject(this.tables, viewer, id)
  }

  /** See `readTurn`. */
  async readTurn(viewer: Viewer, id: string, after?: number): Promise<RecordedTurn> {
    return await readTurn(this.tables, viewer, id, after)
  }

  /** See `readChat`. */
  async readChat(viewer: Viewer, query: ChatQuery & { before?: number }): Promise<ChatPage> {
    return await readChat(this.tables, viewer, query)
  }

  /** See `readChatAfter`. */
  async readChatAfter(viewer: Viewer, query: ChatQuery & { after: ChatPlace }): Promise<ChatPage> {
    return await readChatAfter(this.tables, viewer, query)
  }

  /** See `readChatInput`. */
  async readChatInput(
    viewer: Viewer,
    named: { projectId: string; turnId: string },
  ): Promise<string> {
    return await readChatInput(this.tables, viewer, named)
  }

  /** The credits of the workspace that the caller pays from. */
  async credits({ workspace }: Caller): Promise<CreditBalance> {
    return await readBalance(this.tables, workspace)
  }

  /** The turns of a project before this one, the latest first. */
  async formerTurns(row: TurnRow, limit: number): Promise<TurnRow[]> {
    return await formerTurns(this.tables, row, limit)
  }

  async claimTurn(): Promise<TurnJob | null> {
    return await this.queue.claim()
  }

  async takeOverTurn(id: string): Promise<TurnJob | null> {
    return await this.queue.takeOver(id)
  }

  async touchTurn(job: TurnJob): Promise<void> {
    await this.queue.touch(job)
  }

  async releaseTurn(job: TurnJob): Promise<void> {
    await this.queue.release(job)
  }

  /** Where turns that a worker has are now. */
  async pulseTurns(ids: string[]): Promise<TurnPulse[]> {
    const { id, attempt, state, stop } = turn
    return await this.tables.select({ id, attempt, state, stop }).from(turn).where(inArray(id, ids))
  }

  /** The hash of the draft that a turn started from; null where it has committed no change. */
  async startOfEdits({ turn: { id, projectId } }: TurnJob): Promise<string | null> {
    const [found] = await this.tables
      .select({ startHash: turn.startHash })
      .from(operation)
      .innerJoin(turn, eq(turn.id, id))
      .where(
        and(
          eq(operation.projectId, projectId),
          like(operation.operationId, `${id.replaceAll('_', '\\_')}.%`),
          ne(operation.beforeHash, operation.afterHash),
        ),
      )
      .limit(1)
    return found?.startHash ?? null
  }

  /** Queues turns anew that have lost their jobs. */
  async requeueTurns(): Promise<void> {
    await this.write(null, (tx) => this.queue.requeue(tx))
  }

  /** Records the scene that a turn starts from, unless an earlier attempt has. */
  async startTurn(
    job: TurnJob,
    { sceneHash, sceneBlob }: { sceneHash: string; sceneBlob: string },
  ): Promise<void> {
    const { id } = job.turn
    await this.write(null, async (tx) => {
      const started = await tx
        .update(turn)
        .set({ startHash: sceneHash, startBlob: sceneBlob })
        .where(and(isOwn(job), isNull(turn.startBlob)))
        .returning({ id: turn.id })
      if (started.length === 0) return
      await tx.insert(turnBlob).values({ turnId: id, blob: sceneBlob }).onConflictDoNothing()
    })
  }

  /**
   * Reserves credits for a step, at most `amount`. Throws `insufficient_quota` where fewer than
   * `least` are available.
   */
  async reserveStep(
    job: TurnJob,
    { number, amount, least }: { number: number; amount: number; least: number },
  ): Promise<number> {
    const { id: turnId, attempt, caller } = job.turn
    const { workspace } = JSON.parse(caller) as Caller
    const step = { turnId, step: number, attempt }
    const reserve = (tx: Tables) => reserveCredits(tx, { ...step, workspace, amount, least })
    return await this.write(null, reserve, IN_ONE).catch(asRefusal)
  }

  /**
   * Records a step with its charge, and returns what was charged. Throws `turn_taken` where another
   * worker has the turn.
   */
  async recordStep(
    job: TurnJob,
    { number, content, shown, price, note, isEdit, tokens, blobs }: NewStep,
  ): Promise<{ credits: number; at: Date }> {
    const { id, attempt } = job.turn
    const { input = 0, cached = 0, output = 0, reasoning = 0 } = tokens ?? {}
    const recorded = sql`SELECT charged::float8, extract(epoch FROM recorded_at)::float8 AS at_s
      FROM turn_record_step(
        ${id}, ${attempt}, ${number}, ${content}, ${shown}, ${price}, ${storedNote(note)},
        ${isEdit}, ${input}, ${cached}, ${output}, ${reasoning}, ${sql.param(blobs)})`
    type Row = { charged: number | null; at_s: number }
    const [row] = await this.write(null, (tx) => rowsOf<Row>(tx, recorded), IN_ONE)
    if (row.charged === null) throw turnTaken()
    return { credits: row.charged, at: new Date(Math.round(row.at_s * 1_000)) }
  }

  /**
   * Ends a turn, saves its version, gives reserved credits back and sends the next turn of the
   * project, all or none. Throws `version_conflict` and `versions_changed` as `saveVersion` does,
   * and `turn_taken`.
   */
  async endTurn(job: TurnJob, { save, ...end }: TurnEnd): Promise<TurnRow> {
    const { id, projectId, caller } = job.turn
    return await this.write(null, async (tx) => {
      await lockProject(tx, projectId)
      await lockTurn(tx, job)
      const saved = save && (await saveVersion(tx, JSON.parse(caller) as Caller, save))
      await releaseCredits(tx, id)
      const [ended] = await tx
        .update(turn)
        .set({
          ...end,
          ...(saved && { version: saved.version, versionLabel: saved.label }),
          endedAt: sql`date_trunc('milliseconds', now())`,
        })
        .where(eq(turn.id, id))
        .returning()
      await this.queue.settle(tx, job)
      return ended
    })
  }

  /**
   * Requests that a turn stops: one that waits has ended at once, one that runs is stopped by its
   * worker, one that has ended is as it is. Throws `turn_not_found` for another account's.
   */
  async cancelTurn(caller: Caller, id: string): Promise<TurnRow> {
    const { turn: known } = await readTurn(this.tables, caller, id, MAX_STEP)
    if (known.accountId !== caller.account.id) throw turnNotFound()
    if (!isLive(known)) return known
    return await this.write(caller, async (tx) => {
      await lockProject(tx, known.projectId)
      const [cancelled] = await tx
        .update(turn)
        .set({ state: 'cancelled', reply: '', endedAt: sql`date_trunc('milliseconds', now())` })
        .where(and(eq(turn.id, id), eq(turn.state, 'queued')))
        .returning()
      if (cancelled) {
        await this.queue.sendNext(tx, known.projectId)
        return cancelled
      }
      const [stopped] = await tx
        .update(turn)
        .set({ stop: sql`coalesce(${turn.stop}, 'cancelled')` })
        .where(isLiveTurn(id))
        .returning()
      if (stopped) return stopped
      const [ended] = await tx.select().from(turn).where(eq(turn.id, id))
      return ended
    })
  }
}

function asRefusal(error: unknown): never {
  if (!(error instanceof CreditShortage)) throw error
  throw insufficientQuota(error)
}
