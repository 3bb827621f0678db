// The tables for Drizzle; migrations/ has the SQL that creates them. Names and types of properties
// are those of better-auth 1.7.5 (a test compares), names of columns are our own.
import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import type { AccountKind, Plan } from '../accounts.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const userId = () =>
  text('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' })
const organizationId = () =>
  text('organization_id')
    .notNull()
    .references(() => organization.id, { onDelete: 'cascade' })

/** Accounts: people, agents, and the operator's own. */
export const user = pgTable('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique('user_email_key'),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  kind: text('kind').$type<AccountKind>().notNull().default('person'),
  plan: text('plan').$type<Plan>().notNull().default('free'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

export const session = pgTable(
  'session',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    token: text('token').notNull().unique('session_token_key'),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    activeOrganizationId: text('active_organization_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('session_user_id_idx').on(table.userId)],
)

/** Sign-in method of a user: one row with a hashed password, or none. */
export const account = pgTable(
  'account',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    providerId: text('provider_id').notNull(),
    accountId: text('account_id').notNull(),
    password: text('password'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('account_user_id_idx').on(table.userId),
    unique('account_provider_key').on(table.providerId, table.accountId),
  ],
)

/** Tokens of links in mails; a trigger deletes those of a person whose password is set. */
export const verification = pgTable(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('verification_identifier_idx').on(table.identifier),
    index('verification_value_idx').on(table.value),
  ],
)

export const organization = pgTable('organization', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique('organization_slug_key'),
  logo: text('logo'),
  metadata: text('metadata'),
  plan: text('plan').$type<Plan>().notNull().default('free'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const member = pgTable(
  'member',
  {
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    userId: userId(),
    role: text('role').notNull().default('member'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('member_user_id_idx').on(table.userId),
    unique('member_organization_user_key').on(table.organizationId, table.userId),
  ],
)

export const invitation = pgTable(
  'invitation',
  {
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    email: text('email').notNull(),
    role: text('role'),
    status: text('status').notNull().default('pending'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    inviterId: text('inviter_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('invitation_organization_id_idx').on(table.organizationId),
    index('invitation_email_idx').on(table.email),
  ],
)

/** API keys, in the table of better-auth's api-key plugin. */
export const apikey = pgTable(
  'apikey',
  {
    id: text('id').primaryKey(),
    /** `map`, `architect` or `architect-org`: the kind of the key and of its owner. */
    configId: text('config_id').notNull(),
    name: text('name'),
    /** The part of the key that may be shown. */
    start: text('start'),
    prefix: text('prefix'),
    /** Base64url of the SHA-256 of the whole key. */
    key: text('key').notNull().unique('apikey_key_key'),
    /** The owner: a user or, of `architect-org`, an organization. */
    referenceId: text('reference_id').notNull(),
    enabled: boolean('enabled').default(true),
    expiresAt: instant('expires_at'),
    lastRequest: instant('last_request'),
    permissions: text('permissions'),
    metadata: text('metadata'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    // The plugin's own limits and refills. Nothing reads them: limits are counted in `limits/`.
    refillInterval: integer('refill_interval'),
    refillAmount: integer('refill_amount'),
    lastRefillAt: instant('last_refill_at'),
    rateLimitEnabled: boolean('rate_limit_enabled').default(false),
    rateLimitTimeWindow: integer('rate_limit_time_window'),
    rateLimitMax: integer('rate_limit_max'),
    requestCount: integer('request_count').default(0),
    remaining: integer('remaining'),
    /** The owner as a foreign key, so that a key cannot outlive it. Generated by the database. */
    userId: text('user_id')
      .references(() => user.id, { onDelete: 'cascade' })
      .generatedAlwaysAs(
        (): SQL => sql`CASE WHEN config_id <> 'architect-org' THEN reference_id END`,
      ),
    organizationId: text('organization_id')
      .references(() => organization.id, { onDelete: 'cascade' })
      .generatedAlwaysAs(
        (): SQL => sql`CASE WHEN config_id = 'architect-org' THEN reference_id END`,
      ),
    /** The agent that has this key of an organization by an invite. */
    agentUserId: text('agent_user_id').references(() => user.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('apikey_user_id_idx').on(table.userId),
    index('apikey_organization_id_idx').on(table.organizationId),
    index('apikey_agent_user_id_idx').on(table.agentUserId),
  ],
)

/** Programs with accounts of their own, whose names are those of their users. */
export const agent = pgTable('agent', {
  id: text('id').primaryKey(),
  userId: userId().unique('agent_user_id_key'),
  purpose: text('purpose').notNull(),
  client: text('client').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

const agentId = () =>
  text('agent_id')
    .primaryKey()
    .references(() => agent.id, { onDelete: 'cascade' })

/** The open claim code of an agent; one that was entered is deleted. */
export const agentClaim = pgTable(
  'agent_claim',
  {
    agentId: agentId(),
    codeHash: text('code_hash').notNull().unique('agent_claim_code_hash_key'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('agent_claim_expires_at_idx').on(table.expiresAt)],
)

/** The person who has claimed an agent. */
export const agentLink = pgTable(
  'agent_link',
  { agentId: agentId(), userId: userId(), createdAt: instant('created_at').notNull().defaultNow() },
  (table) => [index('agent_link_user_id_idx').on(table.userId)],
)

/** Open invites of organizations for agents; one that was redeemed or revoked is deleted. */
export const agentInvite = pgTable(
  'agent_invite',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique('agent_invite_token_hash_key'),
    organizationId: organizationId(),
    /** The manager who made it: it ends when they may not make invites any more. */
    userId: userId(),
    name: text('name').notNull(),
    /** Scopes of the key that it gives. */
    permissions: text('permissions').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('agent_invite_organization_id_idx').on(table.organizationId),
    index('agent_invite_expires_at_idx').on(table.expiresAt),
  ],
)

/** Requests of each id within its window; only the function `take_requests` writes them. */
export const requestWindows = pgTable('request_windows', {
  id: text('id').primaryKey(),
  times: doublePrecision('times').array().notNull(),
  counts: integer('counts').array().notNull(),
})
