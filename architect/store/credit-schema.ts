// The tables of credits for Drizzle; migrations/ has the SQL, and a test compares both.
import { type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Caller } from '../../accounts/accounts.ts'
import { organization, user } from '../../accounts/database/schema.ts'

/** Who pays: a person or an organization. */
export type Workspace = Caller['workspace']
/** Accounts of the ledger: `source` is where grants come from, and has no balance. */
export type CreditAccountName = 'source' | 'available' | 'reserved' | 'spent'
export type CreditEntryKind = 'grant' | 'reserve' | 'settle' | 'release' | 'refund'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
/** Thousandths of a credit. */
const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()
const workspaceKind = () => text('workspace_kind').$type<Workspace['kind']>().notNull()
const workspaceId = () => text('workspace_id').notNull()

/** The sums of the entries of a workspace, changed in the same transactions. */
export const creditAccount = pgTable(
  'credit_account',
  {
    workspaceKind: workspaceKind(),
    workspaceId: workspaceId(),
    /** Granted, and neither reserved nor spent. */
    available: amount('available').default(0),
    /** For steps of turns that run. */
    reserved: amount('reserved').default(0),
    spent: amount('spent').default(0),
    /** The first use; null where credits were granted before it. */
    openedAt: instant('opened_at'),
    /** The workspace as a foreign key: the account is deleted with it. Made by the database. */
    userId: text('user_id')
      .references(() => user.id, { onDelete: 'cascade' })
      .generatedAlwaysAs(
        (): SQL => sql`CASE WHEN workspace_kind = 'personal' THEN workspace_id END`,
      ),
    organizationId: text('organization_id')
      .references(() => organization.id, { onDelete: 'cascade' })
      .generatedAlwaysAs(
        (): SQL => sql`CASE WHEN workspace_kind = 'organization' THEN workspace_id END`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceKind, table.workspaceId] }),
    index('credit_account_user_id_idx').on(table.userId),
    index('credit_account_organization_id_idx').on(table.organizationId),
  ],
)

/** An amount that moved from the account `credit` to the account `debit`. Rows never change. */
export const creditEntry = pgTable(
  'credit_entry',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    workspaceKind: workspaceKind(),
    workspaceId: workspaceId(),
    /** Null of grants only, as `step` is. */
    turnId: text('turn_id'),
    step: integer('step'),
    kind: text('kind').$type<CreditEntryKind>().notNull(),
    debit: text('debit').$type<CreditAccountName>().notNull(),
    credit: text('credit').$type<CreditAccountName>().notNull(),
    amount: amount('amount'),
    /** Of a grant that may be repeated. */
    grantId: text('grant_id'),
    /** Who granted it, where that is known. */
    authorId: text('author_id'),
    note: text('note').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      columns: [table.workspaceKind, table.workspaceId],
      foreignColumns: [creditAccount.workspaceKind, creditAccount.workspaceId],
    }).onDelete('cascade'),
    index('credit_entry_workspace_idx').on(table.workspaceKind, table.workspaceId, table.id),
    index('credit_entry_turn_idx').on(table.turnId, table.step),
    uniqueIndex('credit_entry_grant_key').on(table.workspaceKind, table.workspaceId, table.grantId),
    uniqueIndex('credit_entry_once_key')
      .on(table.turnId, table.step, table.kind, table.debit, table.credit)
      .where(sql`kind IN ('settle', 'refund')`),
  ],
)
