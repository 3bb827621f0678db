import { and, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Tables } from '../database/database.ts'
import { agent, agentClaim, agentLink, user } from '../database/schema.ts'
import { AGENTS_OF_PERSON_MAX, CLAIM_MINUTES } from './agent-bounds.ts'
import { AgentRefusal } from './agent-refusal.ts'
import { type AgentProfile, requireAgent } from './agents.ts'
import { claimCodeHash, makeClaimCode } from './claim-code.ts'

export type ClaimState = 'unclaimed' | 'pending' | 'claimed'

/** An agent as the person sees it who may claim it or has claimed it. */
export interface SeenAgent extends AgentProfile {
  id: string
  created_at: Date
}
export type ClaimedAgent = SeenAgent & { claimed_at: Date }

const SEEN = {
  id: agent.id,
  name: user.name,
  purpose: agent.purpose,
  client: agent.client,
  created_at: agent.createdAt,
}
const isOpen = gt(agentClaim.expiresAt, sql`now()`)

/**
 * Makes a claim code for the agent with this account; it replaces the previous one. Throws
 * `AgentRefusal` for an agent that is claimed already.
 */
export async function startClaim(
  tx: Tables,
  userId: string,
): Promise<{ code: string; expires_at: Date }> {
  const agentId = await requireAgent(tx, userId)
  await lockAgent(tx, agentId)
  if ((await claimStateOf(tx, agentId)) === 'claimed')
    throw new AgentRefusal(
      'claimed',
      'The agent is claimed already.',
      'The person who has claimed it can release it in the account dialog.',
    )
  const code = makeClaimCode()
  const fields = {
    codeHash: claimCodeHash(code),
    expiresAt: sql`now() + make_interval(mins => ${CLAIM_MINUTES})`,
  }
  const [{ expires_at }] = await tx
    .insert(agentClaim)
    .values({ agentId, ...fields })
    .onConflictDoUpdate({ target: agentClaim.agentId, set: fields })
    .returning({ expires_at: agentClaim.expiresAt })
  return { code, expires_at }
}

export async function claimStateOf(tables: Tables, agentId: string): Promise<ClaimState> {
  const [state] = await tables
    .select({
      isClaimed: sql<boolean>`EXISTS (SELECT 1 FROM ${agentLink}
        WHERE ${agentLink.agentId} = ${agentId})`,
      isPending: sql<boolean>`EXISTS (SELECT 1 FROM ${agentClaim}
        WHERE ${agentClaim.agentId} = ${agentId} AND ${isOpen})`,
    })
    .from(sql`(SELECT 1) AS one`)
  if (state.isClaimed) return 'claimed'
  return state.isPending ? 'pending' : 'unclaimed'
}

/** The agent that waits with this code, which stays valid. Throws `AgentRefusal`. */
export async function findClaim(tables: Tables, code: string): Promise<SeenAgent> {
  const [found] = await tables
    .select(SEEN)
    .from(agentClaim)
    .innerJoin(agent, eq(agent.id, agentClaim.agentId))
    .innerJoin(user, eq(user.id, agent.userId))
    .where(and(eq(agentClaim.codeHash, claimCodeHash(code)), isOpen))
  if (!found) throw noClaim()
  return found
}

/**
 * Links the agent that waits with this code to a person, within a transaction; of two who enter it
 * at once one wins. Throws `AgentRefusal`.
 */
export async function claimAgent(
  tx: Tables,
  code: string,
  personId: string,
): Promise<ClaimedAgent> {
  // One claim at a time for each person: otherwise the count below could be out of date.
  await tx.select({ id: user.id }).from(user).where(eq(user.id, personId)).for('no key update')
  const { id } = await findClaim(tx, code)
  await lockAgent(tx, id)
  const taken = await tx
    .delete(agentClaim)
    .where(and(eq(agentClaim.codeHash, claimCodeHash(code)), isOpen))
    .returning({ id: agentClaim.agentId })
  if (taken.length === 0) throw noClaim()
  const [{ agents }] = await tx
    .select({ agents: count() })
    .from(agentLink)
    .where(eq(agentLink.userId, personId))
  if (agents >= AGENTS_OF_PERSON_MAX)
    throw new AgentRefusal(
      'too_many',
      `You have ${AGENTS_OF_PERSON_MAX} agents already.`,
      'Release one that you do not use.',
    )
  await tx.insert(agentLink).values({ agentId: id, userId: personId })
  const [claimed] = await listAgents(tx, personId, eq(agentLink.agentId, id))
  return claimed
}

/** The agents that a person has claimed, the last one first. */
export async function listAgents(
  tables: Tables,
  personId: string,
  which?: SQL,
): Promise<ClaimedAgent[]> {
  return await tables
    .select({ ...SEEN, claimed_at: agentLink.createdAt })
    .from(agentLink)
    .innerJoin(agent, eq(agent.id, agentLink.agentId))
    .innerJoin(user, eq(user.id, agent.userId))
    .where(and(eq(agentLink.userId, personId), which))
    .orderBy(desc(agentLink.createdAt), agent.id)
    .limit(AGENTS_OF_PERSON_MAX)
}

/** Ends the link of a person to an agent, which stays as it is. Throws `AgentRefusal`. */
export async function releaseAgent(tx: Tables, agentId: string, personId: string): Promise<void> {
  const released = await tx
    .delete(agentLink)
    .where(and(eq(agentLink.agentId, agentId), eq(agentLink.userId, personId)))
    .returning({ id: agentLink.agentId })
  if (released.length === 0)
    throw new AgentRefusal('no_agent', 'You have no such agent.', 'List your agents.')
}

/** Locked by all that change the claim of an agent, before the claim itself. */
async function lockAgent(tx: Tables, agentId: string): Promise<void> {
  await tx.select({ id: agent.id }).from(agent).where(eq(agent.id, agentId)).for('no key update')
}

function noClaim(): AgentRefusal {
  return new AgentRefusal(
    'no_claim',
    'No agent waits with this code.',
    `A code works once and for ${CLAIM_MINUTES} minutes, and a newer one ends it: let the agent request another.`,
  )
}
