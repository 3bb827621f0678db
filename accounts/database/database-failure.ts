import { AccountsGone } from '../accounts.ts'

/** Words of drivers for a database that does not answer, beside codes. */
const GONE_WORDS =
  /terminated|timeout exceeded when trying to connect|not answered within|fell silent|not queryable|PGlite is closed|after calling end on the pool|pool was closed|ended the connection/i
/**
 * SQLSTATEs of a server that refuses for now: connection exceptions, no room, being shut down or
 * started, a statement or a transaction that took too long (PostgreSQL, appendix A), and Node's
 * codes of sockets.
 */
const GONE_CODES = /^(08...|53...|57P0.|57014|25P03|E[A-Z]+)$/

/** Of a statement that a constraint refused (PostgreSQL, appendix A, class 23). */
const CONSTRAINT_STATE = /^23...$/
const SQL_STATE = /^[0-9A-Z]{5}$/

export interface Failure {
  /** Whether it may pass: the database does not answer. */
  isGone: boolean
  /** In words without anything that was asked or kept. */
  told: string
}

/**
 * What an error says that may be told. Drizzle's own message holds the values of the statement:
 * hashes of passwords, tokens, addresses. So of errors of a database the codes are told, and of
 * others where they were thrown.
 */
export function failureOf(error: unknown): Failure {
  const chain = chainOf(error)
  const gone = chain.find((each) => each instanceof AccountsGone)
  if (gone) return { isGone: true, told: gone.message }
  const codes = chain
    .map((each) => (each as { code?: unknown }).code)
    .filter((code) => typeof code === 'string')
  const isGone =
    codes.some((code) => GONE_CODES.test(code)) ||
    chain.some(({ message }) => GONE_WORDS.test(message))
  if (isGone) return { isGone, told: 'The database of the accounts does not answer.' }
  const isOfDatabase = codes.length > 0 || chain.some((each) => 'query' in each)
  if (isOfDatabase) return { isGone, told: `a statement failed: ${codes.join(', ') || 'no code'}` }
  const frames = (chain[0]?.stack ?? '').split('\n').filter((line) => /^ +at /.test(line))
  return { isGone, told: [chain[0]?.name ?? typeof error, ...frames].join('\n') }
}

/** The SQLSTATE of a statement that failed, or null where none did. */
export function sqlStateOf(error: unknown): string | null {
  const codes = chainOf(error).map((each) => (each as { code?: unknown }).code)
  return (
    codes.find((code): code is string => typeof code === 'string' && SQL_STATE.test(code)) ?? null
  )
}

/** The constraint that refused a statement, '' where it has no name, or null where none did. */
export function brokenConstraintOf(error: unknown): string | null {
  const broken = chainOf(error).find((each) =>
    CONSTRAINT_STATE.test(`${(each as { code?: unknown }).code}`),
  )
  return broken ? `${(broken as { constraint?: unknown }).constraint ?? ''}` : null
}

/** An error with its causes. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let each = error; each instanceof Error && chain.length < 10; each = each.cause)
    chain.push(each)
  return chain
}
