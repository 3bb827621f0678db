import { join } from 'node:path'
import { StepError } from '../terminal/step-error.ts'
import type { DatabasePlace } from './database/open-database.ts'
import { publicUrlFrom, wrongPublicUrl } from './public-url.ts'

/** How mails are sent: printed to the log of the service, or by SMTP. */
export type EmailSettings = { kind: 'log' } | { kind: 'smtp'; url: string; from: string }

/**
 * Settings that the accounts are opened with. Plain values, so that they can be sent to a thread.
 */
export interface AccountsSettings {
  /** `$PLAT_HOME/accounts`. */
  folder: string
  database: DatabasePlace
  /** Secret that signs sessions. Null: stored in the folder, where it is created once. */
  secret: string | null
  /** Public origin of the service, or null: each request names it. */
  public_url: string | null
  email: EmailSettings
}

type Environment = Record<string, string | undefined>

const STEP = 'read the settings of the accounts'
const SECRET_LENGTH_MIN = 32

/** Reads and validates the settings. Throws `StepError` that names the setting and an example. */
export function accountsSettings(environment: Environment, home: string): AccountsSettings {
  const folder = join(home, 'accounts')
  const database = databaseOf(environment, folder)
  const isProduction = environment.NODE_ENV === 'production'
  return {
    folder,
    database,
    secret: secretOf(environment, database),
    public_url: publicUrlFrom(environment),
    email: emailOf(environment, isProduction),
  }
}

/** Reads the setting of the accounts' database. `folder` is `$PLAT_HOME/accounts`. */
export function databaseOf(environment: Environment, folder: string): DatabasePlace {
  const url = environment.DATABASE_URL
  if (!url) return { kind: 'embedded', folder: join(folder, 'database') }
  if (/^postgres(ql)?:\/\//.test(url)) return { kind: 'postgresql', url }
  throw wrong(
    'DATABASE_URL',
    'is not the address of a PostgreSQL',
    'postgresql://user@host:5432/name',
  )
}

function secretOf(environment: Environment, database: DatabasePlace): string | null {
  const secret = environment.PLAT_AUTH_SECRET
  if (secret && secret.length >= SECRET_LENGTH_MIN) return secret
  const example = 'the output of: openssl rand -base64 32'
  if (secret)
    throw wrong(
      'PLAT_AUTH_SECRET',
      `is too short: it needs at least ${SECRET_LENGTH_MIN} characters`,
      example,
    )
  switch (database.kind) {
    case 'embedded':
      return null
    case 'postgresql':
      // A generated secret would differ in each process, and none would accept the sessions of the
      // others.
      throw wrong('PLAT_AUTH_SECRET', 'is not set, and DATABASE_URL is', example)
  }
}

function emailOf(environment: Environment, isProduction: boolean): EmailSettings {
  const text = environment.PLAT_EMAIL
  if (!text && isProduction)
    throw wrong(
      'PLAT_EMAIL',
      'is not set in production: nobody could get a mail',
      'smtps://user:password@mail.example.com, or `log` to have mails printed',
    )
  if (!text || text === 'log') return { kind: 'log' }
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text))
    throw wrong('PLAT_EMAIL', 'is neither `log` nor an address of SMTP', 'smtp://127.0.0.1:25')
  if (!environment.PLAT_PUBLIC_URL)
    // A request must not decide where the link in another person's mail leads.
    throw wrongPublicUrl('it is not set, and links in mails need it')
  const from = environment.PLAT_EMAIL_FROM
  if (from && /^[^\r\n]*@[^\r\n]+$/.test(from)) return { kind: 'smtp', url: text, from }
  throw wrong(
    'PLAT_EMAIL_FROM',
    'is not a sender with an e-mail address',
    'Plat <plat@example.com>',
  )
}

/** The error of a setting. It does not quote the value, which may hold a password. */
function wrong(setting: string, problem: string, example: string): StepError {
  return new StepError(STEP, setting, problem, `Set it, for example to ${example}.`)
}
