import { and, inArray, lte, sql } from 'drizzle-orm'
import type { Tables } from '../database/database.ts'
import { agentClaim, agentInvite } from '../database/schema.ts'
import { SWEPT_MAX } from './agent-bounds.ts'

/** Deletes some claim codes past their time; true where there may be more. */
export async function sweepClaims(tx: Tables): Promise<boolean> {
  const some = tx
    .select({ id: agentClaim.agentId })
    .from(agentClaim)
    .where(lte(agentClaim.expiresAt, sql`now()`))
    .limit(SWEPT_MAX)
  const gone = await tx
    .delete(agentClaim)
    // The time again: the agent may have a new code once the lock of its change ends.
    .where(and(inArray(agentClaim.agentId, some), lte(agentClaim.expiresAt, sql`now()`)))
    .returning({ id: agentClaim.agentId })
  return gone.length === SWEPT_MAX
}

/** Deletes some invites past their time; true where there may be more. */
export async function sweepInvites(tx: Tables): Promise<boolean> {
  const some = tx
    .select({ id: agentInvite.id })
    .from(agentInvite)
    .where(lte(agentInvite.expiresAt, sql`now()`))
    .limit(SWEPT_MAX)
  const gone = await tx
    .delete(agentInvite)
    .where(inArray(agentInvite.id, some))
    .returning({ id: agentInvite.id })
  return gone.length === SWEPT_MAX
}
