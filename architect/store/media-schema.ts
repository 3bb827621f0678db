// The table of pictures and animations for Drizzle; migrations/0012-project-media.sql creates it.
import { boolean, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { project } from './schema.ts'

/** Types of media that projects have. */
export const MEDIA_TYPES = ['image/png', 'image/webp', 'image/jpeg'] as const
export type MediaType = (typeof MEDIA_TYPES)[number]

/** A picture or an animation of a project, made by a paid job. */
export const projectMedia = pgTable(
  'project_media',
  {
    /** Begins with the time, so that ids are in the order in which the files were made. */
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    jobId: text('job_id').notNull(),
    /** Of the files of the job, from 1. */
    number: integer('number').notNull(),
    modelId: text('model_id').notNull(),
    /** The node that is looked at; null for the whole building. */
    sourceId: text('source_id'),
    /** Version of the draft that it shows. */
    draftVersion: integer('draft_version').notNull(),
    mediaType: text('media_type').$type<MediaType>().notNull(),
    isAnimated: boolean('is_animated').notNull(),
    blob: text('blob').notNull(),
    bytes: integer('bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdBy: text('created_by'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    unique('project_media_job_key').on(table.jobId, table.number),
    index('project_media_project_id_idx').on(table.projectId, table.id),
    index('project_media_blob_idx').on(table.blob),
  ],
)
