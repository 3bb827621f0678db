import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Caller, SCOPES } from '../accounts.ts'
import type { Database } from '../database/database.ts'
import type { CredentialFacts } from './key-facts.ts'

/** As better-auth 1.7.5 names it, with `cookiePrefix: 'plat'`; the first is that under https. */
const COOKIES = ['__Secure-plat.session_token', 'plat.session_token']

interface SessionFound {
  token: string
  id: string
  expires_ms: number
  user_id: string
  kind: Caller['account']['kind']
  plan: Caller['plan']
}

const SESSIONS = `
  SELECT s.token, s.id, (extract(epoch FROM s.expires_at) * 1000)::float8 AS expires_ms,
    u.id AS user_id, u.kind, u.plan
  FROM session s JOIN "user" u ON u.id = s.user_id
  WHERE s.token = ANY($1)`

/** The sessions of these tokens. */
export async function sessionsByToken(
  database: Pick<Database, 'query'>,
  tokens: string[],
): Promise<Map<string, CredentialFacts>> {
  const statement = { name: 'sessions_by_token', text: SESSIONS, values: [tokens] }
  const rows = await database.query<SessionFound>(statement)
  return new Map(rows.map((row) => [row.token, factsOf(row)]))
}

/** A session may what its person may. */
function factsOf({ id, expires_ms, user_id, kind, plan }: SessionFound): CredentialFacts {
  return {
    isRevoked: false,
    expires_at: expires_ms,
    caller: {
      kind: 'session',
      credential_id: id,
      account: { id: user_id, kind },
      workspace: { kind: 'personal', id: user_id },
      scopes: [...SCOPES],
      plan,
    },
  }
}

/**
 * The token of a session in a `Cookie` header that this secret has signed. `missing` where there is
 * no cookie of a session, `unknown` where it is signed by nobody: neither asks the database.
 */
export function sessionToken(
  cookie: string,
  secret: string,
): { token: string } | { why: 'missing' | 'unknown' } {
  const value = cookieValue(cookie)
  if (value === null) return { why: 'missing' }
  const dot = value.lastIndexOf('.')
  const token = value.slice(0, Math.max(0, dot))
  const signed = createHmac('sha256', secret).update(token).digest()
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  if (token === '' || given.length !== signed.length) return { why: 'unknown' }
  return timingSafeEqual(given, signed) ? { token } : { why: 'unknown' }
}

function cookieValue(cookie: string): string | null {
  const pairs = cookie.split(';').map((pair) => pair.trim())
  for (const name of COOKIES) {
    const pair = pairs.find((each) => each.startsWith(`${name}=`))
    if (pair === undefined) continue
    try {
      return decodeURIComponent(pair.slice(name.length + 1))
    } catch {
      return ''
    }
  }
  return null
}
