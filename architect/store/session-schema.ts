import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A session of the tool server. It belongs to the credential that opened it. */
export const toolSession = pgTable(
  'tool_session',
  {
    id: text('id').primaryKey(),
    credentialKind: text('credential_kind').$type<'key' | 'session'>().notNull(),
    credentialId: text('credential_id').notNull(),
    /** That of a person or an agent, or the organization whose key nobody has any more. */
    accountId: text('account_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    /** JSON of the parameters of `initialize`: another process opens the session with them. */
    opening: text('opening').notNull(),
    /** The project that calls without `projectId` are about. */
    projectId: text('project_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    usedAt: instant('used_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('tool_session_owner_idx').on(table.accountId, table.workspaceId, table.usedAt),
    index('tool_session_used_at_idx').on(table.usedAt),
  ],
)
