import type { Accounts } from './accounts.ts'
import { CredentialGate } from './admission/credential-gate.ts'
import { Availability } from './availability.ts'
import { openDatabase } from './database/open-database.ts'
import { WriteTransactions } from './database/write-transactions.ts'
import { watchDatabase } from './database-watch.ts'
import { withDeadline } from './deadline.ts'
import { logSender } from './email/log-sender.ts'
import type { Mail } from './email/mail.ts'
import { Outbox } from './email/outbox.ts'
import { smtpSender } from './email/smtp-sender.ts'
import { KeyService } from './keys/key-service.ts'
import { MemoryLimits } from './limits/memory-limits.ts'
import { PostgresLimits } from './limits/postgres-limits.ts'
import { OperatorService } from './operators/operator-service.ts'
import { HASH_COST, type HashCost } from './people/password-hash.ts'
import { People } from './people/people.ts'
import { AccountRoutes } from './routes/account-routes.ts'
import { Attempts } from './routes/attempts.ts'
import { LibraryRoutes } from './routes/library-routes.ts'
import { OwnRoutes } from './routes/own-routes.ts'
import { ensureSessionSecret } from './session-secret.ts'
import type { AccountsSettings } from './settings.ts'

/** The accounts of a process that has their database. */
export interface OpenAccounts extends Accounts {
  keys: KeyService
  operators: OperatorService
  /** When the mails that were asked for have left or failed. */
  mailed(): Promise<void>
  close(): Promise<void>
}

export interface OpenAccountsOptions {
  /** Where the service logs: mails without a mail server, and failures. Standard error by default. */
  note?(text: string): void
  /** What a password's hash costs; tests have it cheap. */
  hashCost?: HashCost
  /** Where it is recorded whether they can answer; memory of their own by default. */
  availability?: Availability
}

/** For the last uses of keys to be written at the end. */
const LAST_WRITE_MS = 1_500

/** Opens the accounts. Throws `StepError` where the database cannot be had. */
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
  // The embedded database has one process, so its memory is the whole truth.
  const limits = database.engine === 'pglite' ? new MemoryLimits() : new PostgresLimits(database)
  const gate = new CredentialGate({ database, limits, secret })
  const onChange = () => gate.forget()
  const writes = new WriteTransactions(database.tables)
  const keys = new KeyService(database, onChange, writes)
  const attempts = new Attempts(limits)
  const sender = email.kind === 'log' ? logSender(note) : smtpSender(email.url, email.from)
  const outbox = new Outbox(sender, note, { mayMail: (to) => attempts.mayMail(to) })
  const peopleSettings = {
    secret,
    // Who gets no mail could confirm nothing.
    mustVerify: email.kind === 'smtp',
    hashCost,
    post: (mail: Mail) => outbox.post(mail),
  }
  const people = new People(database, peopleSettings, writes)
  const library = new LibraryRoutes(people, attempts)
  const own = new OwnRoutes(people, keys, attempts)
  const routes = new AccountRoutes({ people, library, own, attempts, publicUrl, onChange, note })
  const watch = watchDatabase(database, availability, note)
  return {
    keys,
    operators: new OperatorService(database, keys),
    admit: (...question) => gate.admit(...question),
    answer: (request) => routes.answer(request),
    mailed: () => outbox.idle(),
    problem() {
      // Whoever is called here responds.
      availability.beat()
      return availability.problem()
    },
    async close() {
      watch.stop()
      limits.close()
      await outbox.close()
      // What cannot be written is lost: at most the last uses of a minute.
      await withDeadline(gate.close(), LAST_WRITE_MS).catch(() => {})
      await database.close()
    },
  }
}

/** The folder is there once an embedded database is; with another one the secret is set. */
async function secretOf({ secret, folder }: AccountsSettings): Promise<string> {
  return secret ?? (await ensureSessionSecret(folder))
}
