import { and, asc, count, desc, eq, lt, sum } from 'drizzle-orm'
import type { Tables } from '../../accounts/database/database.ts'
import { randomText } from '../../accounts/random-text.ts'
import { requireRight, type Viewer } from './access.ts'
import { projectMedia } from './media-schema.ts'
import { readProject } from './projects.ts'
import { MEDIA_BYTES_MAX, MEDIA_MAX } from './store-limits.ts'
import { StoreRefusal } from './store-refusal.ts'
import { timeInId } from './time-in-id.ts'
import { requireProject } from './turns.ts'
import type { Write } from './write.ts'

export type MediaRow = typeof projectMedia.$inferSelect

/** A file to add. */
export type NewMedia = Pick<
  MediaRow,
  'sourceId' | 'mediaType' | 'isAnimated' | 'blob' | 'bytes' | 'width' | 'height'
>

/** The job that files were made by. */
export type MediaJob = Pick<MediaRow, 'projectId' | 'jobId' | 'modelId' | 'draftVersion'>

/** What files need of the room that a project has. */
export interface MediaRoom {
  files: number
  bytes: number
}

export interface MediaQuery {
  projectId: string
  limit: number
  /** Id of the last file of the page before, which may be gone. */
  before?: string
}

/** Length of the random part of an id. */
const ID_CHARACTERS = 16

/** Pictures and animations of projects. Each method is one transaction; see `ProjectStore`. */
export class MediaStore {
  private readonly tables: Tables
  private readonly write: Write

  constructor(tables: Tables, write: Write) {
    this.tables = tables
    this.write = write
  }

  /**
   * Throws `limit_exceeded` where the project has no room for files, and `project_not_found` for
   * those who may not edit it. See `addMedia`, which counts again.
   */
  async requireRoom(viewer: Viewer, projectId: string, added: MediaRoom): Promise<void> {
    await requireProject(this.tables, viewer, projectId)
    await requireRoom(this.tables, projectId, added)
  }

  /** Adds the files of a job, or returns those that it has added. Throws `limit_exceeded`. */
  async addMedia(viewer: Viewer, job: MediaJob, files: NewMedia[]): Promise<MediaRow[]> {
    return await this.write(viewer, (tx) => addMedia(tx, viewer, job, files))
  }

  /** Files of a project, the newest first, and whether there are more. */
  async listMedia(
    viewer: Viewer,
    { projectId, limit, before }: MediaQuery,
  ): Promise<{ media: MediaRow[]; hasMore: boolean }> {
    const { rights } = await readProject(this.tables, viewer, projectId)
    requireRight(rights, 'read')
    const rows = await this.tables
      .select()
      .from(projectMedia)
      .where(
        and(
          eq(projectMedia.projectId, projectId),
          before === undefined ? undefined : lt(projectMedia.id, before),
        ),
      )
      .orderBy(desc(projectMedia.id))
      .limit(limit + 1)
    return { media: rows.slice(0, limit), hasMore: rows.length > limit }
  }

  /** The files that a job has made and nobody has deleted, in their order. */
  async mediaOfJob(jobId: string): Promise<MediaRow[]> {
    return await ofJob(this.tables, jobId)
  }

  /** A file for those who have its signed address; null where there is none. */
  async findMedia(projectId: string, id: string): Promise<MediaRow | null> {
    const [found] = await this.tables.select().from(projectMedia).where(isIt(projectId, id))
    return found ?? null
  }

  /** Throws `file_not_found`. */
  async deleteMedia(viewer: Viewer, projectId: string, id: string): Promise<void> {
    await this.write(viewer, async (tx) => {
      const { rights } = await readProject(tx, viewer, projectId)
      requireRight(rights, 'edit')
      const gone = await tx
        .delete(projectMedia)
        .where(isIt(projectId, id))
        .returning({ id: projectMedia.id })
      if (gone.length === 0) throw mediaNotFound()
    })
  }
}

async function addMedia(
  tx: Tables,
  viewer: Viewer,
  job: MediaJob,
  files: NewMedia[],
): Promise<MediaRow[]> {
  // Locked: two jobs that end at once are counted, and two attempts at one job add its files once.
  await requireProject(tx, viewer, job.projectId, { isLocked: true })
  const known = await ofJob(tx, job.jobId)
  if (known.length > 0) return known
  await requireRoom(tx, job.projectId, {
    files: files.length,
    bytes: files.reduce((all, { bytes }) => all + bytes, 0),
  })
  const now = Date.now()
  const time = timeInId(now)
  const rows = files.map((file, index) => ({
    ...file,
    ...job,
    number: index + 1,
    // The number before the random part: files of one job are in their order too.
    id: `med_${time}${(index + 1).toString(36).padStart(2, '0')}${randomText(ID_CHARACTERS)}`,
    createdBy: viewer?.account.id,
    createdAt: new Date(now),
  }))
  await tx.insert(projectMedia).values(rows)
  return await ofJob(tx, job.jobId)
}

async function requireRoom(tables: Tables, projectId: string, added: MediaRoom): Promise<void> {
  const [found] = await tables
    .select({ files: count(), bytes: sum(projectMedia.bytes) })
    .from(projectMedia)
    .where(eq(projectMedia.projectId, projectId))
  if (found.files + added.files > MEDIA_MAX)
    throw new StoreRefusal(
      'limit_exceeded',
      `The project has ${found.files} pictures and animations, and ${MEDIA_MAX} are the most. Delete some.`,
      { details: { limit: MEDIA_MAX } },
    )
  const bytes = Number(found.bytes ?? 0) + added.bytes
  if (bytes > MEDIA_BYTES_MAX)
    throw new StoreRefusal(
      'limit_exceeded',
      `The pictures and animations of the project would have ${bytes.toLocaleString('en-US')} bytes; ${MEDIA_BYTES_MAX.toLocaleString('en-US')} are the most. Delete some.`,
      { details: { limit: MEDIA_BYTES_MAX } },
    )
}

async function ofJob(tables: Tables, jobId: string): Promise<MediaRow[]> {
  return await tables
    .select()
    .from(projectMedia)
    .where(eq(projectMedia.jobId, jobId))
    .orderBy(asc(projectMedia.number))
}

const isIt = (projectId: string, id: string) =>
  and(eq(projectMedia.projectId, projectId), eq(projectMedia.id, id))

const mediaNotFound = (): StoreRefusal =>
  new StoreRefusal('file_not_found', 'The project has no such picture or animation.', {
    param: 'media',
  })
