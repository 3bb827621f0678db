import { and, asc, count, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Caller } from '../../accounts/accounts.ts'
import type { Tables } from '../../accounts/database/database.ts'
import { randomText } from '../../accounts/random-text.ts'
import { rightsOf, roleIn, type Viewer } from './access.ts'
import { openAccount } from './credits.ts'
import { project } from './schema.ts'
import { TURNS_WAITING_MAX } from './store-limits.ts'
import { insufficientQuota, projectNotFound, StoreRefusal } from './store-refusal.ts'
import { turn, turnBlob, turnKey, turnStep } from './turn-schema.ts'

/** Letters and digits of an id: nobody finds another's turn by guessing. */
const ID_CHARACTERS = 24
/** How long a repeated `Idempotency-Key` gets the first turn. */
export const KEY_HOURS = 24
/** A retry of a client without a key gets the turn of the same request of this time. */
export const RETRY_MINUTES = 15
const LIVE = ['queued', 'running'] as const
/** No step has this number: a turn is read without its steps. */
export const MAX_STEP = 2_147_483_647

export type TurnRow = typeof turn.$inferSelect
export type StepRow = typeof turnStep.$inferSelect

/** A turn to create. Texts are JSON that the store does not read. */
export interface NewTurn {
  projectId: string
  model: string
  effort: TurnRow['effort']
  isBackground: boolean
  input: string
  request: string
  bodyHash: string
  creditsMax: number | null
  /** Seconds until a turn in the foreground is stopped; null where it is not. */
  follow_s: number | null
  /** Blobs that the input names. */
  blobs: string[]
  /** `Idempotency-Key`. */
  key?: string
  /** True for a request that a client sends again by itself. */
  isRetry: boolean
  /** Thousandths of credits of the cheapest step: without them nothing is queued. */
  leastCredits: number
  /** Thousandths of credits that a workspace gets at its first turn. */
  startingCredits: number
}

/** A turn with its recorded steps. */
export interface RecordedTurn {
  turn: TurnRow
  steps: StepRow[]
}

/**
 * Adds a turn to the queue of its project, or finds the one that a repeated request has made.
 * Throws `StoreRefusal`: a project that the caller may not edit is answered as a missing one.
 */
export async function createTurn(
  tx: Tables,
  caller: Caller,
  made: NewTurn,
): Promise<{ turn: TurnRow; isNew: boolean }> {
  const { projectId } = made
  await requireProject(tx, caller, projectId, { isLocked: true })
  const first = await firstTurn(tx, caller, made)
  if (first) return { turn: first, isNew: false }
  const isNext = await requireRoom(tx, projectId)
  await requireCredits(tx, caller, made)
  const row = await insertTurn(tx, caller, made, isNext)
  return { turn: row, isNew: true }
}

/** Throws `project_not_found` for a project that the caller may not edit. */
export async function requireProject(
  tx: Tables,
  caller: Viewer,
  projectId: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<void> {
  const reading = tx
    .select({ role: roleIn(caller) })
    .from(project)
    .where(and(eq(project.id, projectId), isNull(project.deletedAt)))
  const [found] = await (isLocked ? reading.for('no key update', { of: project }) : reading)
  if (!found || !rightsOf(found.role).edit) throw projectNotFound()
}

/** The turn that the same request has made: by its key, or as the retry of a client. */
async function firstTurn(
  tx: Tables,
  { account, credential_id }: Caller,
  { projectId, key, bodyHash, isRetry }: NewTurn,
): Promise<TurnRow | null> {
  if (key !== undefined) {
    const ofKey = and(
      eq(turnKey.accountId, account.id),
      eq(turnKey.projectId, projectId),
      eq(turnKey.key, key),
    )
    await tx.delete(turnKey).where(and(ofKey, lt(turnKey.at, hoursAgo(KEY_HOURS))))
    const [known] = await tx
      .select({ turn, bodyHash: turnKey.bodyHash })
      .from(turnKey)
      .innerJoin(turn, eq(turn.id, turnKey.turnId))
      .where(ofKey)
    if (known && known.bodyHash !== bodyHash)
      throw new StoreRefusal(
        'idempotency_mismatch',
        'This Idempotency-Key was sent with a different request: use a new one.',
        { param: 'Idempotency-Key' },
      )
    if (known) return known.turn
  }
  if (!isRetry) return null
  const [sent] = await tx
    .select()
    .from(turn)
    .where(
      and(
        eq(turn.projectId, projectId),
        eq(turn.bodyHash, bodyHash),
        eq(turn.credentialId, credential_id),
        gt(turn.createdAt, sql`now() - make_interval(mins => ${RETRY_MINUTES})`),
      ),
    )
    .orderBy(desc(turn.place))
    .limit(1)
  return sent ?? null
}

const hoursAgo = (hours: number) => sql`now() - make_interval(hours => ${hours})`

/** Throws where too many wait. Returns whether a new turn is the next one. */
async function requireRoom(tx: Tables, projectId: string): Promise<boolean> {
  const [{ live, waiting }] = await tx
    .select({
      live: count(),
      waiting: sql`count(*) FILTER (WHERE ${turn.state} = 'queued')`.mapWith(Number),
    })
    .from(turn)
    .where(and(eq(turn.projectId, projectId), sql`${turn.state} IN ('queued', 'running')`))
  if (waiting >= TURNS_WAITING_MAX)
    throw new StoreRefusal(
      'too_many_turns',
      `${waiting} turns of this project wait already, the most. Nothing ran; try again later.`,
    )
  return live === 0
}

async function requireCredits(
  tx: Tables,
  { workspace }: Caller,
  { leastCredits, startingCredits }: NewTurn,
): Promise<void> {
  const { available } = await openAccount(tx, workspace, startingCredits)
  if (available < leastCredits) throw insufficientQuota({ needed: leastCredits, available })
}

async function insertTurn(
  tx: Tables,
  caller: Caller,
  made: NewTurn,
  isNext: boolean,
): Promise<TurnRow> {
  const {
    follow_s,
    blobs,
    key,
    isRetry: _,
    leastCredits: __,
    startingCredits: ___,
    ...columns
  } = made
  const id = `resp_${randomText(ID_CHARACTERS)}`
  const [row] = await tx
    .insert(turn)
    .values({
      ...columns,
      id,
      accountId: caller.account.id,
      credentialId: caller.credential_id,
      caller: JSON.stringify(caller),
      state: 'queued',
      isSent: isNext,
      followEndsAt: follow_s === null ? null : sql`now() + make_interval(secs => ${follow_s})`,
    })
    .returning()
  const named = [...new Set(blobs)].map((blob) => ({ turnId: id, blob }))
  if (named.length > 0) await tx.insert(turnBlob).values(named)
  const { accountId, projectId, bodyHash } = row
  if (key !== undefined)
    await tx.insert(turnKey).values({ accountId, projectId, key, bodyHash, turnId: id })
  return row
}

/**
 * A turn with its steps after the number `after`. Throws `turn_not_found` for a missing one and for
 * one of a project that the viewer may not edit.
 */
export async function readTurn(
  tables: Tables,
  viewer: Viewer,
  id: string,
  after = 0,
): Promise<RecordedTurn> {
  const [found] = await tables
    .select({ turn, role: roleIn(viewer) })
    .from(turn)
    .innerJoin(project, and(eq(project.id, turn.projectId), isNull(project.deletedAt)))
    .where(eq(turn.id, id))
  if (!found || !rightsOf(found.role).edit) throw turnNotFound()
  if (after === MAX_STEP) return { turn: found.turn, steps: [] }
  const steps = await tables
    .select()
    .from(turnStep)
    .where(and(eq(turnStep.turnId, id), gt(turnStep.number, after)))
    .orderBy(asc(turnStep.number))
  return { turn: found.turn, steps }
}

export const turnNotFound = () =>
  new StoreRefusal('turn_not_found', 'There is no such turn on a project that you may edit.')

/** The turns of a project before this one, the latest first. */
export async function formerTurns(
  tables: Tables,
  { projectId, place }: TurnRow,
  limit: number,
): Promise<TurnRow[]> {
  return await tables
    .select()
    .from(turn)
    .where(and(eq(turn.projectId, projectId), lt(turn.place, place)))
    .orderBy(desc(turn.place))
    .limit(limit)
}

export const isLive = ({ state }: Pick<TurnRow, 'state'>): boolean =>
  LIVE.some((each) => each === state)

/** A live turn by its id. */
export const isLiveTurn = (id: string) => and(eq(turn.id, id), inArray(turn.state, [...LIVE]))
