import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Tables } from '../../accounts/database/database.ts'
import { user } from '../../accounts/database/schema.ts'
import type { Viewer } from './access.ts'
import { CHAT_PAGE_MAX, CHAT_STEPS_MAX } from './store-limits.ts'
import { turn, turnStep } from './turn-schema.ts'
import { requireProject, turnNotFound } from './turns.ts'

/** A turn as the chat of its project shows it. `input`, `error` and `question` are JSON. */
export interface ChatTurn {
  id: string
  place: number
  accountId: string
  /** Null where the account was deleted. */
  authorName: string | null
  model: string
  effort: (typeof turn.$inferSelect)['effort']
  state: (typeof turn.$inferSelect)['state']
  input: string
  reply: string | null
  reason: string | null
  error: string | null
  /** Null also where a later turn has answered it, or is about to. */
  question: string | null
  version: number | null
  versionLabel: string | null
  /** Thousandths of credits. */
  credits: number
  createdAt: Date
  endedAt: Date | null
  steps: ChatStep[]
}

/** A step of such a turn. */
export interface ChatStep {
  number: number
  /** Thousandths of credits. */
  credits: number
  at: Date
  /** JSON of what the chat shows of it. */
  shown: string
}

/** Some turns of a chat in their order, and whether there are more in it. */
export interface ChatPage {
  turns: ChatTurn[]
  hasMore: boolean
}

/** A place in the chat of a project: a turn, and the last of its steps that is known. */
export interface ChatPlace {
  place: number
  step: number
}

export interface ChatQuery {
  projectId: string
  /** Turns of the answer; at most `CHAT_PAGE_MAX`. */
  limit: number
}

/**
 * The last turns of a project before a place, the latest first, with their steps: fewer than
 * `limit` where there would be more than `CHAT_STEPS_MAX` steps, but one at least.
 */
export async function readChat(
  tables: Tables,
  viewer: Viewer,
  { projectId, before, limit }: ChatQuery & { before?: number },
): Promise<ChatPage> {
  await requireProject(tables, viewer, projectId)
  const older = before === undefined ? undefined : lt(turn.place, before)
  const rows = await select(tables)
    .where(and(eq(turn.projectId, projectId), older))
    .orderBy(desc(turn.place))
    .limit(Math.min(limit, CHAT_PAGE_MAX) + 1)
  return await withSteps(tables, rows, { limit })
}

/**
 * The turns of a project from a place on, the first one first: of the turn at the place the steps
 * after the known one, of later turns all. Bounded as `readChat` is.
 */
export async function readChatAfter(
  tables: Tables,
  viewer: Viewer,
  { projectId, after, limit }: ChatQuery & { after: ChatPlace },
): Promise<ChatPage> {
  await requireProject(tables, viewer, projectId)
  const rows = await select(tables)
    .where(and(eq(turn.projectId, projectId), gte(turn.place, after.place)))
    .orderBy(asc(turn.place))
    .limit(Math.min(limit, CHAT_PAGE_MAX) + 1)
  return await withSteps(tables, rows, { limit, after })
}

/** The `input` of a turn of a project. Throws `turn_not_found` for one of another project. */
export async function readChatInput(
  tables: Tables,
  viewer: Viewer,
  { projectId, turnId }: { projectId: string; turnId: string },
): Promise<string> {
  await requireProject(tables, viewer, projectId)
  const [row] = await tables
    .select({ input: turn.input })
    .from(turn)
    .where(and(eq(turn.id, turnId), eq(turn.projectId, projectId)))
  if (!row) throw turnNotFound()
  return row.input
}

function select(tables: Tables) {
  const {
    id,
    place,
    accountId,
    model,
    effort,
    state,
    input,
    reply,
    reason,
    error,
    version,
    versionLabel,
    credits,
    createdAt,
    endedAt,
    steps: stepCount,
  } = turn
  return tables
    .select({
      id,
      place,
      accountId,
      authorName: user.name,
      model,
      effort,
      state,
      input,
      reply,
      reason,
      error,
      question: waitingQuestion(),
      version,
      versionLabel,
      credits,
      createdAt,
      endedAt,
      stepCount,
    })
    .from(turn)
    .leftJoin(user, eq(user.id, turn.accountId))
    .$dynamic()
}

/** A question waits until a later turn answers it: one that failed or was cancelled has not. */
function waitingQuestion(): SQL<string | null> {
  return sql<string | null>`CASE WHEN ${isNotNull(turn.question)} AND NOT EXISTS (
    SELECT FROM turn later WHERE later.project_id = ${turn.projectId}
      AND later.place > ${turn.place} AND later.state IN ('queued', 'running', 'completed'))
    THEN ${turn.question} END`
}

type Row = Omit<ChatTurn, 'steps'> & { stepCount: number }

async function withSteps(
  tables: Tables,
  rows: Row[],
  { limit, after }: { limit: number; after?: ChatPlace },
): Promise<ChatPage> {
  const known = rows.find(({ place }) => place === after?.place)
  const from = after?.step ?? 0
  let sum = 0
  const fitting = rows.slice(0, Math.min(limit, CHAT_PAGE_MAX)).filter((row, i) => {
    sum += row.stepCount - (row === known ? from : 0)
    return i === 0 || sum <= CHAT_STEPS_MAX
  })
  const others = fitting.filter((row) => row !== known).map(({ id }) => id)
  const steps = Map.groupBy(
    await stepsOf(tables, others, known && { id: known.id, from }),
    ({ turnId }) => turnId,
  )
  const turns = fitting.map(({ stepCount: _, ...row }) => ({
    ...row,
    steps: (steps.get(row.id) ?? []).map(({ turnId: __, ...step }) => step),
  }))
  return { turns, hasMore: rows.length > fitting.length }
}

/** The steps of turns, and those of a known turn after a number. */
async function stepsOf(
  tables: Tables,
  ids: string[],
  known: { id: string; from: number } | undefined,
): Promise<(ChatStep & { turnId: string })[]> {
  const ofKnown = known && and(eq(turnStep.turnId, known.id), gt(turnStep.number, known.from))
  const wanted = or(ids.length > 0 ? inArray(turnStep.turnId, ids) : undefined, ofKnown)
  if (!wanted) return []
  const { turnId, number, credits, at, shown } = turnStep
  return await tables
    .select({ turnId, number, credits, at, shown })
    .from(turnStep)
    .where(wanted)
    .orderBy(asc(turnId), asc(number))
}
