import { and, asc, count, desc, eq, gt, inArray, lt, max, type SQL, sql, sum } from 'drizzle-orm'
import type { Tables } from '../../accounts/database/database.ts'
import { organization, user } from '../../accounts/database/schema.ts'
import { randomText } from '../../accounts/random-text.ts'
import type { Viewer } from './access.ts'
import { type FilePurpose, turnFile } from './file-schema.ts'
import { FILE_DAYS, FILES_BYTES_MAX, FILES_MAX, FILES_SWEPT_AT_ONCE } from './store-limits.ts'
import { StoreRefusal } from './store-refusal.ts'
import { timeInId } from './time-in-id.ts'

type Caller = NonNullable<Viewer>

/** Length of the random part of an id: 95 bits, which nobody guesses. */
const ID_CHARACTERS = 16
/** Whether a text has the form of the id of a file. */
export const isFileId = (text: string): boolean => /^file_[0-9A-Za-z]{25}$/.test(text)

const DAY_MS = 86_400_000

export interface NewFile {
  filename: string
  purpose: FilePurpose
  /** As the bytes show it. */
  mediaType: string
  blob: string
  bytes: number
}

export interface TurnFile extends NewFile {
  id: string
  createdAt: Date
  /** When it goes unless it is used before. */
  expiresAt: Date
}

export interface FilesQuery {
  limit: number
  /** Of the last file of the page before, which may be gone. */
  after?: string
  order: 'asc' | 'desc'
  purpose?: FilePurpose
}

/** Files of the workspace of the caller, whichever of its keys has uploaded them. */
function isOwn({ workspace, account }: Caller): SQL {
  return workspace.kind === 'organization'
    ? eq(turnFile.organizationId, workspace.id)
    : eq(turnFile.userId, account.id)
}

const expiry = sql`now() - make_interval(days => ${FILE_DAYS})`
/** The others are gone for callers, also before they are swept. */
const isLive = sql`${turnFile.usedAt} >= ${expiry}`

const isSame = ({ blob, filename, purpose }: NewFile): SQL =>
  and(eq(turnFile.blob, blob), eq(turnFile.filename, filename), eq(turnFile.purpose, purpose))!

/**
 * Throws `limit_exceeded` where the workspace has too many files, or too many bytes, for this one.
 * One that it has already fits always.
 */
export async function requireFileRoom(
  tables: Tables,
  caller: Caller,
  file: NewFile,
): Promise<void> {
  const same = await findSame(tables, caller, file)
  if (!same) await roomOf(tables, caller, file)
}

/**
 * Adds a file, or returns the one with the same bytes, name and purpose, whose time starts anew.
 * Throws `limit_exceeded`.
 */
export async function addFile(tx: Tables, caller: Caller, file: NewFile): Promise<TurnFile> {
  await lockOwner(tx, caller)
  const same = await findSame(tx, caller, file)
  if (same) {
    const isIt = eq(turnFile.id, same.id)
    const [used] = await tx.update(turnFile).set({ usedAt: sql`now()` }).where(isIt).returning()
    return toFile(used)
  }
  const latest = await roomOf(tx, caller, file)
  // No two of a workspace have the same time: lists are in the order of the ids.
  const createdAt = new Date(Math.max(Date.now(), latest + 1))
  const { workspace, account } = caller
  const [added] = await tx
    .insert(turnFile)
    .values({
      ...file,
      id: `file_${timeInId(createdAt.getTime())}${randomText(ID_CHARACTERS)}`,
      ...(workspace.kind === 'organization'
        ? { organizationId: workspace.id }
        : { userId: account.id }),
      createdBy: account.id,
      createdAt,
    })
    .returning()
  return toFile(added)
}

/** Files of the workspace in the order of their creation, and whether there are more. */
export async function listFiles(
  tables: Tables,
  caller: Caller,
  { limit, after, order, purpose }: FilesQuery,
): Promise<{ files: TurnFile[]; hasMore: boolean }> {
  const isNewestFirst = order === 'desc'
  const rows = await tables
    .select()
    .from(turnFile)
    .where(
      and(
        isOwn(caller),
        isLive,
        purpose === undefined ? undefined : eq(turnFile.purpose, purpose),
        after === undefined ? undefined : (isNewestFirst ? lt : gt)(turnFile.id, after),
      ),
    )
    .orderBy((isNewestFirst ? desc : asc)(turnFile.id))
    .limit(limit + 1)
  return { files: rows.slice(0, limit).map(toFile), hasMore: rows.length > limit }
}

/** Throws `file_not_found`, for files of other workspaces too. */
export async function readFile(tables: Tables, caller: Caller, id: string): Promise<TurnFile> {
  const [file] = await findFiles(tables, caller, [id])
  if (!file) throw fileNotFound()
  return file
}

/** Those files of these ids that the workspace has, in any order. */
export async function findFiles(
  tables: Tables,
  caller: Caller,
  ids: string[],
): Promise<TurnFile[]> {
  const wanted = ids.filter(isFileId)
  if (wanted.length === 0) return []
  const rows = await tables
    .select()
    .from(turnFile)
    .where(and(isOwn(caller), isLive, inArray(turnFile.id, wanted)))
  return rows.map(toFile)
}

/** Starts the time of files anew that a turn names. Returns the ids of those that are there. */
export async function useFiles(tx: Tables, caller: Caller, ids: string[]): Promise<string[]> {
  const wanted = ids.filter(isFileId)
  if (wanted.length === 0) return []
  const used = await tx
    .update(turnFile)
    .set({ usedAt: sql`now()` })
    .where(and(isOwn(caller), isLive, inArray(turnFile.id, wanted)))
    .returning({ id: turnFile.id })
  return used.map(({ id }) => id)
}

/** Throws `file_not_found`. Turns that have named the file have its bytes still. */
export async function deleteFile(tx: Tables, caller: Caller, id: string): Promise<void> {
  const isIt = and(isOwn(caller), isLive, eq(turnFile.id, id))
  const gone = isFileId(id)
    ? await tx.delete(turnFile).where(isIt).returning({ id: turnFile.id })
    : []
  if (gone.length === 0) throw fileNotFound()
}

/** Deletes some files that were not used for too long; true where there may be more. */
export async function sweepFiles(tx: Tables): Promise<boolean> {
  const isPast = lt(turnFile.usedAt, expiry)
  const some = tx
    .select({ id: turnFile.id })
    .from(turnFile)
    .where(isPast)
    .limit(FILES_SWEPT_AT_ONCE)
  const gone = await tx
    .delete(turnFile)
    // The condition again: it may be used once the lock of its change ends.
    .where(and(inArray(turnFile.id, some), isPast))
    .returning({ id: turnFile.id })
  return gone.length === FILES_SWEPT_AT_ONCE
}

/** Two files that are added at once are counted. */
async function lockOwner(tx: Tables, { workspace, account }: Caller): Promise<void> {
  if (workspace.kind === 'organization')
    await tx
      .select({ id: organization.id })
      .from(organization)
      .where(eq(organization.id, workspace.id))
      .for('no key update')
  else
    await tx.select({ id: user.id }).from(user).where(eq(user.id, account.id)).for('no key update')
}

/** One that has expired counts: it is there until it is swept. */
async function findSame(tables: Tables, caller: Caller, file: NewFile) {
  const [same] = await tables
    .select()
    .from(turnFile)
    .where(and(isOwn(caller), isSame(file)))
  return same ?? null
}

/** The time of the latest file, in milliseconds since 1970. Throws `limit_exceeded`. */
async function roomOf(tables: Tables, caller: Caller, { bytes }: NewFile): Promise<number> {
  const [found] = await tables
    .select({ files: count(), bytes: sum(turnFile.bytes), latest: max(turnFile.createdAt) })
    .from(turnFile)
    .where(isOwn(caller))
  if (found.files >= FILES_MAX)
    throw new StoreRefusal(
      'limit_exceeded',
      `Your workspace has ${found.files} files; ${FILES_MAX} are the most. Delete some, or wait until they expire.`,
      { param: 'file', details: { limit: FILES_MAX } },
    )
  const all = Number(found.bytes ?? 0) + bytes
  if (all > FILES_BYTES_MAX)
    throw new StoreRefusal(
      'limit_exceeded',
      `The files of your workspace would have ${all.toLocaleString('en-US')} bytes; ${FILES_BYTES_MAX.toLocaleString('en-US')} are the most. Delete some, or wait until they expire.`,
      { param: 'file', details: { limit: FILES_BYTES_MAX } },
    )
  return found.latest?.getTime() ?? 0
}

function toFile(row: typeof turnFile.$inferSelect): TurnFile {
  const { id, filename, purpose, mediaType, blob, bytes, createdAt, usedAt } = row
  const expiresAt = new Date(usedAt.getTime() + FILE_DAYS * DAY_MS)
  return { id, filename, purpose, mediaType, blob, bytes, createdAt, expiresAt }
}

function fileNotFound(): StoreRefusal {
  return new StoreRefusal(
    'file_not_found',
    'There is no such file in your workspace: it may have expired or have been deleted.',
    { param: 'file_id' },
  )
}
