// The table of uploaded files for Drizzle; migrations/ has the SQL that creates it, and a test
// compares both.
import { index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { organization, user } from '../../accounts/database/schema.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Purposes of the OpenAI API that files for turns may have. All mean the same here. */
export const FILE_PURPOSES = ['user_data', 'vision', 'assistants'] as const
export type FilePurpose = (typeof FILE_PURPOSES)[number]

/** An uploaded file of a person or an organization. */
export const turnFile = pgTable(
  'turn_file',
  {
    /** Begins with the time, so that ids are in the order in which the files were made. */
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => user.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id').references(() => organization.id, {
      onDelete: 'cascade',
    }),
    filename: text('filename').notNull(),
    purpose: text('purpose').$type<FilePurpose>().notNull(),
    /** As the bytes show it. */
    mediaType: text('media_type').notNull(),
    blob: text('blob').notNull(),
    bytes: integer('bytes').notNull(),
    createdBy: text('created_by'),
    createdAt: instant('created_at').notNull(),
    /** When a turn last named it, or it was last uploaded. */
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  (table) => [
    unique('turn_file_user_key').on(table.userId, table.blob, table.filename, table.purpose),
    unique('turn_file_organization_key').on(
      table.organizationId,
      table.blob,
      table.filename,
      table.purpose,
    ),
    index('turn_file_user_id_idx').on(table.userId, table.id),
    index('turn_file_organization_id_idx').on(table.organizationId, table.id),
    index('turn_file_blob_idx').on(table.blob),
    index('turn_file_used_at_idx').on(table.usedAt),
  ],
)
