import { type Caller, SCOPES } from '../accounts.ts'
import type { Database } from '../database/database.ts'
import type { CredentialRecord } from './key-records.ts'

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

/** Finds sessions by their tokens. */
export async function findSessionsByToken(
  database: Pick<Database, 'query'>,
  tokens: string[],
): Promise<Map<string, CredentialRecord>> {
  const statement = { name: 'sessions_by_token', text: SESSIONS, values: [tokens] }
  const rows = await database.query<SessionFound>(statement)
  return new Map(rows.map((row) => [row.token, toRecord(row)]))
}

/** A session has all scopes of its person. */
function toRecord({ id, expires_ms, user_id, kind, plan }: SessionFound): CredentialRecord {
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
