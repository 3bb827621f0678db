import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Tables } from '../../accounts/database/database.ts'
import type { Viewer } from './access.ts'
import { toolSession } from './session-schema.ts'
import { SESSION_DAYS, SESSIONS_MAX, SESSIONS_SWEPT_AT_ONCE } from './store-limits.ts'
import type { Write } from './write.ts'

type Caller = NonNullable<Viewer>

/** An open session of the tool server. */
export interface ToolSession {
  id: string
  /** JSON of the parameters of `initialize`. */
  opening: string
  /** The project that calls without `projectId` are about. */
  projectId: string | null
}

/** A session by its id: missing or ended, another credential's, or open. */
export type FoundSession = 'none' | 'foreign' | ToolSession

/** The sessions of the tool server, one transaction a method. */
export class SessionStore {
  private readonly tables: Tables
  private readonly write: Write

  constructor(tables: Tables, write: Write) {
    this.tables = tables
    this.write = write
  }

  /** See `openSession`. */
  async open(caller: Caller, opened: Pick<ToolSession, 'id' | 'opening'>): Promise<void> {
    await this.write(caller, (tx) => openSession(tx, caller, opened))
  }

  /** See `findSession`. */
  async find(caller: Caller, id: string): Promise<FoundSession> {
    return await findSession(this.tables, caller, id)
  }

  /** See `useSession`. */
  async use(id: string, projectId?: string): Promise<void> {
    await this.write(null, (tx) => useSession(tx, id, projectId))
  }

  async end(id: string): Promise<void> {
    await this.write(null, (tx) => endSession(tx, id))
  }
}

/**
 * Opens a session for a caller. Of more than `SESSIONS_MAX` of one account in one workspace those
 * that were not used for longest end: clients that stop do not end theirs.
 */
async function openSession(
  tx: Tables,
  { kind, credential_id, account, workspace }: Caller,
  { id, opening }: Pick<ToolSession, 'id' | 'opening'>,
): Promise<void> {
  await tx.insert(toolSession).values({
    id,
    credentialKind: kind,
    credentialId: credential_id,
    accountId: account.id,
    workspaceId: workspace.id,
    opening,
  })
  const latest = sql`SELECT s.id FROM tool_session s
    WHERE s.account_id = ${account.id} AND s.workspace_id = ${workspace.id}
      AND s.ended_at IS NULL AND s.id <> ${id}
    ORDER BY s.used_at DESC, s.id OFFSET ${SESSIONS_MAX - 1}`
  await tx
    .update(toolSession)
    .set({ endedAt: sql`now()` })
    .where(sql`${toolSession.id} IN (${latest})`)
}

/** Finds a session, which only its own credential may use. */
async function findSession(
  tables: Tables,
  { kind, credential_id, workspace }: Caller,
  id: string,
): Promise<FoundSession> {
  const [row] = await tables
    .select()
    .from(toolSession)
    .where(and(eq(toolSession.id, id), isNull(toolSession.endedAt)))
  if (!row) return 'none'
  const isOwn =
    row.credentialKind === kind &&
    row.credentialId === credential_id &&
    row.workspaceId === workspace.id
  return isOwn ? { id, opening: row.opening, projectId: row.projectId } : 'foreign'
}

/** Records that a session is in use, and which project it has loaded where that is given. */
async function useSession(tx: Tables, id: string, projectId?: string): Promise<void> {
  await tx
    .update(toolSession)
    .set({ usedAt: sql`now()`, ...(projectId !== undefined && { projectId }) })
    .where(eq(toolSession.id, id))
}

async function endSession(tx: Tables, id: string): Promise<void> {
  await tx
    .update(toolSession)
    .set({ endedAt: sql`now()` })
    .where(and(eq(toolSession.id, id), isNull(toolSession.endedAt)))
}

/** Deletes some sessions that have ended or were not used for too long; true where more may be. */
export async function sweepSessions(tx: Tables): Promise<boolean> {
  const isPast = or(
    lt(toolSession.usedAt, sql`now() - make_interval(days => ${SESSION_DAYS})`),
    lt(toolSession.endedAt, sql`now()`),
  )
  const some = tx
    .select({ id: toolSession.id })
    .from(toolSession)
    .where(isPast)
    .limit(SESSIONS_SWEPT_AT_ONCE)
  const gone = await tx
    .delete(toolSession)
    // The condition again: it may be used once the lock of its change ends.
    .where(and(inArray(toolSession.id, some), isPast))
    .returning({ id: toolSession.id })
  return gone.length === SESSIONS_SWEPT_AT_ONCE
}
