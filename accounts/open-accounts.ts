import { and, eq } from 'drizzle-orm'
import type { Accounts, Admission, Credential, Scope } from './accounts.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open-database.ts'
import { apikey, user } from './database/schema.ts'
import { KeyDesk } from './keys/key-desk.ts'
import { hashOf, prefixOf } from './keys/key-format.ts'
import { scopesOf } from './keys/key-kinds.ts'
import type { AccountsSettings } from './settings.ts'

/** The accounts of a process that has their database. */
export interface OpenAccounts extends Accounts {
  keys: KeyDesk
  close(): Promise<void>
}

/** Opens the accounts. Throws `StepError` where the database cannot be had. */
export async function openAccounts(settings: AccountsSettings): Promise<OpenAccounts> {
  const database = await openDatabase(settings.database)
  return {
    keys: new KeyDesk(database),
    admit: (credential, scope) => plainAdmit(database, credential, scope),
    answer: async () => ({ status: 404, headers: [], body: '' }),
    close: () => database.close(),
  }
}

/** A plain look-up without limits, until `admission/` is there. */
async function plainAdmit(
  { tables }: Database,
  credential: Credential | null,
  scope: Scope,
): Promise<Admission> {
  if (credential?.kind !== 'key') return { kind: 'refused', why: 'missing' }
  if (prefixOf(credential.key) === null) return { kind: 'refused', why: 'unknown' }
  const [row] = await tables
    .select({ key: apikey, account: { id: user.id, kind: user.kind }, plan: user.plan })
    .from(apikey)
    .innerJoin(user, eq(user.id, apikey.userId))
    .where(and(eq(apikey.key, hashOf(credential.key))))
  if (!row) return { kind: 'refused', why: 'unknown' }
  if (row.key.enabled !== true) return { kind: 'refused', why: 'revoked' }
  if (row.key.expiresAt && row.key.expiresAt <= new Date())
    return { kind: 'refused', why: 'expired' }
  const scopes = scopesOf(row.key.permissions)
  const caller = {
    kind: 'key' as const,
    credential_id: row.key.id,
    account: row.account,
    workspace: { kind: 'personal' as const, id: row.key.referenceId },
    scopes,
    plan: row.plan,
  }
  if (!scopes.includes(scope)) return { kind: 'forbidden', caller }
  const allowance = { limit: 300, remaining: 300, retry_after_s: 0 }
  return { kind: 'admitted', caller, allowance }
}
