import { eq } from 'drizzle-orm'
import type { Plan, Scope } from '../accounts.ts'
import type { Database } from '../database/database.ts'
import { user } from '../database/schema.ts'
import type { KeyRow } from '../keys/key-rows.ts'
import type { KeyService } from '../keys/key-service.ts'
import { randomText } from '../random-text.ts'

export interface NewAgent {
  /** 1 to 80 characters. */
  name: string
  plan?: Plan
  /** Scopes of its key; those of an Architect key by default. */
  scopes?: Scope[]
}

/**
 * Creates an account for a program, without an e-mail address and a password: its key is its only
 * credential. Returns the key, which happens only once. Throws `KeyRefusal` for a name or scopes
 * that are not allowed, and then creates nothing.
 */
export async function createAgent(
  { tables }: Database,
  keys: KeyService,
  { name, plan = 'free', scopes }: NewAgent,
): Promise<{ id: string; key: string; row: KeyRow }> {
  const id = `agent_${randomText(20)}`
  // The column requires an address: this top-level domain belongs to nobody (RFC 2606).
  const email = `${id.toLowerCase()}@agents.invalid`
  await tables.insert(user).values({ id, name: name.trim(), email, kind: 'agent', plan })
  try {
    return { id, ...(await keys.create({ kind: 'architect', name, owner: { user: id }, scopes })) }
  } catch (error) {
    await tables.delete(user).where(eq(user.id, id))
    throw error
  }
}
