import { createHmac } from 'node:crypto'
import type { Accounts } from './accounts.ts'
import { CredentialGate } from './admission/credential-gate.ts'
import { Availability } from './availability.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open-database.ts'
import { WriteTransactions } from './database/write-transactions.ts'
import { watchDatabase } from './database-watch.ts'
import { withDeadline } from './deadline.ts'
import { logSender } from './email/log-sender.ts'
import type { Mail, MailSender } from './email/mail.ts'
import { Outbox } from './email/outbox.ts'
import { smtpSender } from './email/smtp-sender.ts'
import { KeyService } from './keys/key-service.ts'
import type { Limits } from './limits/limits.ts'
import { MemoryLimits } from './limits/memory-limits.ts'
import { PostgresLimits } from './limits/postgres-limits.ts'
import { OperatorService } from './operators/operator-service.ts'
import { HASH_COST, type HashCost } from './people/password-hash.ts'
import { People } from './people/people.ts'
import { AccountRoutes } from './routes/account-routes.ts'
import { AgentRoutes } from './routes/agent-routes.ts'
import { Attempts } from './routes/attempts.ts'
import { LibraryRoutes } from './routes/library-routes.ts'
import { OwnRoutes } from './routes/own-routes.ts'
import { ensureSessionSecret } from './session-secret.ts'
import type { AccountsSettings, EmailSettings } from './settings.ts'

/** The accounts of a process that has their database. */
export interface OpenAccounts extends Accounts {
  keys: KeyService
  operators: OperatorService
  /** The database, for another package that has its tables there. */
  database: Database
  /** The limits of requests, for another package that limits some of its own. */
  limits: Limits
  /** A key for one purpose, derived from the secret: the same in all processes of a service. */
  secretFor(purpose: string): Uint8Array
  /** Resolves when the requested mails were sent or have failed. */
  mailed(): Promise<void>
  close(): Promise<void>
}

export interface OpenAccountsOptions {
  /** Writes to the log, by default standard error: mails without a mail server, and failures. */
  note?(text: string): void
  /** Cost of a password hash; low in tests. */
  hashCost?: HashCost
  /** Records whether the accounts can answer; in memory of its own by default. */
  availability?: Availability
}

/** Time to write the last uses of keys at the end. */
const LAST_WRITE_MS = 1_500

/** Opens the accounts. Throws `StepError` when the database cannot be opened. */
export async function openAccounts(
  settings: AccountsSettings,
  options: OpenAccountsOptions = {},
): Promise<OpenAccounts> {
  const { note = (text) => process.stderr.write(`${text}\n`), hashCost = HASH_COST } = options
  const { availability = new Availability() } = options
  const { email, public_url: publicUrl } = settings
  const database = await openDatabase(settings.database)
  const secret = await secretOf(settings).catch(async (error) => {
    await database.close()
    throw error
  })
  const limits = limitsOf(database)
  const gate = new CredentialGate({ database, limits, secret })
  const onChange = () => gate.forget()
  const writes = new WriteTransactions(database.tables)
  const keys = new KeyService(database, onChange, writes)
  const attempts = new Attempts(limits)
  const outbox = new Outbox(senderOf(email, note), note, { mayMail: (to) => attempts.mayMail(to) })
  const peopleSettings = {
    secret,
    mustVerify: MUST_VERIFY[email.kind],
    hashCost,
    post: (mail: Mail) => outbox.post(mail),
  }
  const people = new People(database, peopleSettings, writes)
  const library = new LibraryRoutes(people, attempts)
  const agents = new AgentRoutes(database.tables, writes, attempts)
  const own = new OwnRoutes(people, keys, agents, attempts)
  const routes = new AccountRoutes({ people, library, own, attempts, publicUrl, onChange, note })
  const watch = watchDatabase(database, availability, note)
  return {
    keys,
    database,
    limits,
    secretFor: (purpose) => createHmac('sha256', secret).update(purpose).digest(),
    operators: new OperatorService(database, keys),
    admit: (...call) => gate.admit(...call),
    startDemo: (...call) => gate.startDemo(...call),
    answer: (request) => routes.answer(request),
    mailed: () => outbox.idle(),
    problem() {
      // The thread of this call responds.
      availability.beat()
      return availability.problem()
    },
    async close() {
      watch.stop()
      limits.close()
      await outbox.close()
      // If the write fails, the last uses of at most a minute are lost.
      await withDeadline(gate.close(), LAST_WRITE_MS).catch(() => {})
      await database.close()
    },
  }
}

/** True where people must confirm their address: without a mail server nobody could. */
const MUST_VERIFY: Record<EmailSettings['kind'], boolean> = { log: false, smtp: true }

function senderOf(email: EmailSettings, note: (text: string) => void): MailSender {
  switch (email.kind) {
    case 'log':
      return logSender(note)
    case 'smtp':
      return smtpSender(email.url, email.from)
  }
}

function limitsOf(database: Database): MemoryLimits | PostgresLimits {
  switch (database.engine) {
    case 'pglite':
      // The embedded database has one process, so limits in memory are exact.
      return new MemoryLimits()
    case 'postgresql':
      return new PostgresLimits(database)
  }
}

/**
 * Secret of the settings, which PostgreSQL requires, or the one in the embedded database's folder.
 */
async function secretOf({ secret, folder }: AccountsSettings): Promise<string> {
  return secret ?? (await ensureSessionSecret(folder))
}
