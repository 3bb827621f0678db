import type { Accounts } from './accounts.ts'
import { CredentialGate } from './admission/credential-gate.ts'
import { openDatabase } from './database/open-database.ts'
import { KeyDesk } from './keys/key-desk.ts'
import { MemoryLimits } from './limits/memory-limits.ts'
import { PostgresLimits } from './limits/postgres-limits.ts'
import { OperatorDesk } from './operators/operator-desk.ts'
import { keptSecret } from './session-secret.ts'
import type { AccountsSettings } from './settings.ts'

/** The accounts of a process that has their database. */
export interface OpenAccounts extends Accounts {
  keys: KeyDesk
  operators: OperatorDesk
  close(): Promise<void>
}

/** Opens the accounts. Throws `StepError` where the database cannot be had. */
export async function openAccounts(settings: AccountsSettings): Promise<OpenAccounts> {
  const database = await openDatabase(settings.database)
  const secret = settings.secret ?? (await keptSecret(settings.folder))
  // The embedded database has one process, so its memory is the whole truth.
  const limits = database.engine === 'pglite' ? new MemoryLimits() : new PostgresLimits(database)
  const gate = new CredentialGate({ database, limits, secret })
  const keys = new KeyDesk(database, () => gate.forget())
  return {
    keys,
    operators: new OperatorDesk(database, keys),
    admit: (credential, scope, address) => gate.admit(credential, scope, address),
    answer: async () => ({ status: 404, headers: [], body: '' }),
    async close() {
      limits.close()
      // What cannot be written is lost: at most the last uses of a minute.
      await gate.close().catch(() => {})
      await database.close()
    },
  }
}
