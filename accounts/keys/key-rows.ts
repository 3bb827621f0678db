import { desc, eq, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AccountKind, Scope } from '../accounts.ts'
import type { Tables } from '../database/database.ts'
import { apikey, organization, user } from '../database/schema.ts'
import { type KeyKind, kindOf, scopesOf } from './key-kinds.ts'

/** An API key as its owner sees it: everything except the key. */
export interface KeyRow {
  id: string
  kind: KeyKind
  name: string
  /** The first characters of the key. */
  start: string
  workspace: { kind: 'personal' | 'organization'; id: string; name: string }
  /** The agent that has this key of an organization by an invite. */
  agent: { name: string } | null
  scopes: Scope[]
  created_at: Date
  expires_at: Date | null
  /** Written at most once a minute. */
  last_used_at: Date | null
  status: 'active' | 'expired' | 'revoked'
}

/** Owner of keys. The operator's account is created when it is first needed. */
export type KeyOwner = { user: string } | { organization: string } | { operator: true }

/** The account of the operator of the service: it has keys, and no password. */
export const OPERATOR = {
  id: 'operator',
  name: 'Operator',
  // A top-level domain that nobody can have (RFC 2606): no mail goes there.
  email: 'operator@operator.invalid',
  kind: 'operator' satisfies AccountKind,
} as const

const agentUser = alias(user, 'agent_user')

/** Condition for the keys of an owner. */
export function ownedBy(owner: KeyOwner): SQL {
  if ('organization' in owner) return eq(apikey.organizationId, owner.organization)
  return eq(apikey.userId, 'user' in owner ? owner.user : OPERATOR.id)
}

/** Reads the keys that match a condition, newest first, at most `count`. */
export async function readKeys(
  tables: Tables,
  where: SQL | undefined,
  count: number,
  now: Date,
): Promise<KeyRow[]> {
  const rows = await tables
    .select({
      key: apikey,
      user: user.name,
      organization: organization.name,
      agent: agentUser.name,
    })
    .from(apikey)
    .leftJoin(user, eq(user.id, apikey.userId))
    .leftJoin(organization, eq(organization.id, apikey.organizationId))
    .leftJoin(agentUser, eq(agentUser.id, apikey.agentUserId))
    .where(where)
    .orderBy(desc(apikey.createdAt), desc(apikey.id))
    .limit(count)
  return rows.map(({ key, user, organization, agent }) => ({
    id: key.id,
    kind: kindOf(key.configId),
    name: key.name ?? '',
    start: key.start ?? '',
    workspace:
      key.organizationId === null
        ? { kind: 'personal', id: key.referenceId, name: user ?? '' }
        : { kind: 'organization', id: key.organizationId, name: organization ?? '' },
    agent: agent === null ? null : { name: agent },
    scopes: scopesOf(key.permissions),
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastRequest,
    status: statusOf(key, now),
  }))
}

/** The status of a key; a revoked key stays revoked when it expires. */
function statusOf(
  { enabled, expiresAt }: { enabled: boolean | null; expiresAt: Date | null },
  now: Date,
): KeyRow['status'] {
  if (enabled !== true) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}
