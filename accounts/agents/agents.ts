import { eq } from 'drizzle-orm'
import type { Caller, Plan, Scope } from '../accounts.ts'
import type { Tables } from '../database/database.ts'
import { agent, user } from '../database/schema.ts'
import { addKey } from '../keys/add-key.ts'
import { KEY_KINDS } from '../keys/key-kinds.ts'
import type { KeyRow } from '../keys/key-rows.ts'
import { randomText } from '../random-text.ts'
import { AgentRefusal } from './agent-refusal.ts'

/** What an agent states about itself: texts for people, which nobody has checked. */
export interface AgentProfile {
  /** 1 to 80 characters. */
  name: string
  /** At most `PURPOSE_MAX` characters. */
  purpose: string
  /** The program that it runs in; at most 80 characters. */
  client: string
}

export interface NewAgent extends AgentProfile {
  plan?: Plan
}

export interface MadeAgent {
  userId: string
  agentId: string
  /** Shown only here. */
  key: string
  row: KeyRow
  /** The agent as the caller of requests with its key. */
  caller: Caller
}

/**
 * Creates an account for a program within a transaction, without an e-mail address and a password:
 * its key is its only credential, with every scope of an Architect key. Throws `KeyRefusal` for a
 * name that is not allowed.
 */
export async function createAgent(tx: Tables, made: NewAgent): Promise<MadeAgent> {
  const { purpose, client, plan = 'free' } = made
  const name = made.name.trim()
  const userId = `user_${randomText(20)}`
  const agentId = `agent_${randomText(20)}`
  // The column requires an address: this top-level domain belongs to nobody (RFC 2606).
  const email = `${agentId.toLowerCase()}@agents.invalid`
  await tx.insert(user).values({ id: userId, name, email, kind: 'agent', plan })
  await tx.insert(agent).values({ id: agentId, userId, purpose, client })
  const scopes: Scope[] = [...KEY_KINDS.architect.scopes]
  const owner = { user: userId }
  const { key, row } = await addKey(tx, { kind: 'architect', name, owner, scopes }, new Date())
  const caller: Caller = {
    kind: 'key',
    credential_id: row.id,
    account: { id: userId, kind: 'agent' },
    workspace: { kind: 'personal', id: userId },
    scopes,
    plan,
  }
  return { userId, agentId, key, row, caller }
}

/** The id of the agent with this account. Throws `AgentRefusal` where there is none. */
export async function requireAgent(tables: Tables, userId: string): Promise<string> {
  const [found] = await tables.select({ id: agent.id }).from(agent).where(eq(agent.userId, userId))
  if (found) return found.id
  throw new AgentRefusal(
    'no_agent',
    'The request is for agents, and this key is not one of an agent.',
    'POST /api/auth/agent/register makes an agent with a key of its own.',
  )
}
