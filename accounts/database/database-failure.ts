import { AccountsGone } from '../accounts.ts'

/** Messages of drivers about a database that does not answer, for errors without a code. */
const GONE_MESSAGES =
  /terminated|timeout exceeded when trying to connect|not answered within|fell silent|not queryable|PGlite is closed|after calling end on the pool|pool was closed|ended the connection/i
/**
 * SQLSTATEs of a server that refuses for now: connection exceptions, no room, being shut down or
 * started, a statement or a transaction that took too long (PostgreSQL, appendix A), and Node's
 * codes of sockets.
 */
const GONE_CODES = /^(08...|53...|57P0.|57014|25P03|E[A-Z]+)$/

/** SQLSTATEs of statements that a constraint refused (PostgreSQL, appendix A, class 23). */
const CONSTRAINT_STATE = /^23...$/
const SQL_STATE = /^[0-9A-Z]{5}$/

export interface Failure {
  /** Whether the database does not answer, which may pass. */
  isGone: boolean
  /** Text without values of the request or the database. */
  text: string
}

/**
 * Describes an error without secrets. Drizzle's message holds the values of the statement: hashes
 * of passwords, tokens, addresses. So the text has the codes of database errors, and of others the
 * place where they were thrown.
 */
export function describeFailure(error: unknown): Failure {
  const chain = chainOf(error)
  const gone = chain.find((each) => each instanceof AccountsGone)
  if (gone) return { isGone: true, text: gone.message }
  const codes = chain
    .map((each) => (each as { code?: unknown }).code)
    .filter((code) => typeof code === 'string')
  const isGone =
    codes.some((code) => GONE_CODES.test(code)) ||
    chain.some(({ message }) => GONE_MESSAGES.test(message))
  if (isGone) return { isGone, text: 'The database of the accounts does not answer.' }
  const isOfDatabase = codes.length > 0 || chain.some((each) => 'query' in each)
  if (isOfDatabase) return { isGone, text: `a statement failed: ${codes.join(', ') || 'no code'}` }
  const frames = (chain[0]?.stack ?? '').split('\n').filter((line) => /^ +at /.test(line))
  return { isGone, text: [chain[0]?.name ?? typeof error, ...frames].join('\n') }
}

/** The SQLSTATE of a failed statement, or null for other errors. */
export function sqlStateOf(error: unknown): string | null {
  const codes = chainOf(error).map((each) => (each as { code?: unknown }).code)
  return (
    codes.find((code): code is string => typeof code === 'string' && SQL_STATE.test(code)) ?? null
  )
}

/** The constraint that refused a statement: '' when it has no name, null for other errors. */
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
