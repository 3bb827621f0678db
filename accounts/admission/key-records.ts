import type { Caller } from '../accounts.ts'
import type { Database } from '../database/database.ts'
import { scopesOf } from '../keys/key-kinds.ts'

/** A key or a session, with the columns that the check of a request needs. */
export interface CredentialRecord {
  caller: Caller
  isRevoked: boolean
  /** Ms since 1970, or null when it does not expire. */
  expires_at: number | null
}

interface KeyFound {
  key: string
  id: string
  enabled: boolean
  expires_ms: number | null
  permissions: string | null
  reference_id: string
  is_organization: boolean
  account_id: string | null
  kind: Caller['account']['kind'] | null
  plan: Caller['plan']
}

/**
 * A key whose owner is gone does not count, even if its row is left. The account of an
 * organization's key is the agent that has it by an invite, else the person who made it.
 */
const KEYS = `
  SELECT k.key, k.id, k.enabled IS TRUE AS enabled, k.permissions, k.reference_id,
    (extract(epoch FROM k.expires_at) * 1000)::float8 AS expires_ms,
    o.id IS NOT NULL AS is_organization, coalesce(o.plan, u.plan) AS plan,
    m.id AS account_id, coalesce(u.kind, m.kind) AS kind
  FROM apikey k
  LEFT JOIN "user" u ON u.id = k.user_id
  LEFT JOIN organization o ON o.id = k.organization_id
  LEFT JOIN "user" m ON m.id = coalesce(k.agent_user_id, k.metadata::json ->> 'made_by')
  WHERE k.key = ANY($1) AND (u.id IS NOT NULL OR o.id IS NOT NULL)`

/** Finds keys by their whole hashes, so that the answer never depends on a prefix of a hash. */
export async function findKeysByHash(
  database: Pick<Database, 'query'>,
  hashes: string[],
): Promise<Map<string, CredentialRecord>> {
  const statement = { name: 'keys_by_hash', text: KEYS, values: [hashes] }
  const rows = await database.query<KeyFound>(statement)
  return new Map(rows.map((row) => [row.key, toRecord(row)]))
}

function toRecord(row: KeyFound): CredentialRecord {
  const workspace = row.is_organization ? 'organization' : 'personal'
  const owner = row.is_organization ? (row.account_id ?? row.reference_id) : row.reference_id
  return {
    isRevoked: !row.enabled,
    expires_at: row.expires_ms,
    caller: {
      kind: 'key',
      credential_id: row.id,
      account: { id: owner, kind: row.kind ?? 'person' },
      workspace: { kind: workspace, id: row.reference_id },
      scopes: scopesOf(row.permissions),
      plan: row.plan,
    },
  }
}
