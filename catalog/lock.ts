import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { StepError } from '../terminal/step-error.ts'
import { replaceFile } from './atomic-file.ts'
import { readJsonFile } from './json-file.ts'
import { CatalogId, Sha256 } from './source.ts'

/**
 * Statements of a publisher's server about an asset, requested directly before its download. A
 * later check compares them with what the server states then, without downloading anything.
 */
export const Served = z.strictObject({
  /** `ETag` as it was sent. */
  etag: z.string().min(1).optional(),
  /** `Last-Modified`, in UTC. */
  last_modified: z.iso.datetime().optional(),
  /** Last edit of an ArcGIS layer, or last change of the rows of a Socrata dataset. */
  last_edit: z.iso.datetime().optional(),
  /** Features of an ArcGIS layer, or rows of a Socrata dataset, under the filter of the URL. */
  rows: z.int().min(0).optional(),
})
export type Served = z.infer<typeof Served>

/** One file of a vintage, by its exact bytes. */
export const Asset = z.strictObject({
  /** Plain file name; its suffix states the format. */
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/, 'must be a plain file name'),
  /** The URL it was fetched from, or a description of how it was obtained. */
  url: z.string().min(1),
  /**
   * Location of the bytes when not at `url`: `real-data:<path>`, `package:<package>/<file>` or
   * `sample:<file>`.
   */
  path: z
    .string()
    .regex(/^[a-z-]+:[^\\]+$/, 'must be <scheme>:<path>')
    .optional(),
  bytes: z.int().positive(),
  sha256: Sha256,
  /** When we took our copy: the second clock. */
  retrieved_at: z.iso.datetime(),
  /** Evidence that a file that looks truncated, such as one of exactly 1,000 rows, is complete. */
  whole: z.string().min(10).optional(),
  /** Absent where the asset has no URL, and in locks from before this was recorded. */
  served: Served.optional(),
})
export type Asset = z.infer<typeof Asset>

/**
 * The publisher's edition: the first clock. Dates only where the publisher or its files state them,
 * and `note` states which of the two.
 */
export const Vintage = z.strictObject({
  label: z.string().min(1),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  note: z.string().min(1).optional(),
})
export type Vintage = z.infer<typeof Vintage>

/** Our record of the exact bytes of one vintage of one source. */
export const Lock = z
  .strictObject({
    id: CatalogId,
    source: CatalogId,
    vintage: Vintage,
    assets: z.array(Asset).min(1),
  })
  .refine(({ assets }) => new Set(assets.map((asset) => asset.name)).size === assets.length, {
    path: ['assets'],
    message: 'two assets have one name',
  })
export type Lock = z.infer<typeof Lock>

/** The committed locks. */
export const LOCKS_FOLDER = fileURLToPath(new URL('./locks/', import.meta.url))

/** Reads one lock. Throws `StepError` when there is none of this id, or it is wrong. */
export async function readLock(id: string, folder = LOCKS_FOLDER): Promise<Lock> {
  const parsed = CatalogId.safeParse(id)
  const remedy = 'List the locks with `plat lock list`, or take one with `plat lock take`.'
  if (!parsed.success) throw new StepError('read the lock', id, 'is not a lock id', remedy)
  return await readJsonFile(
    { path: join(folder, `${id}.json`), step: 'read the lock', remedy },
    Lock.refine((lock) => lock.id === id, { path: ['id'], message: 'must be the file name' }),
  )
}

/** Ids of all locks, sorted. */
export async function listLocks(folder = LOCKS_FOLDER): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort()
}

/** Finds a lock; null when the catalog has none of this id. */
export async function findLock(id: string): Promise<Lock | null> {
  return (await listLocks()).includes(id) ? await readLock(id) : null
}

/** Writes a lock whole: a reader sees the old one or the new one. Returns the file's path. */
export async function writeLock(lock: Lock, folder = LOCKS_FOLDER): Promise<string> {
  const path = join(folder, `${CatalogId.parse(lock.id)}.json`)
  await replaceFile(path, lockText(lock))
  return path
}

/** The bytes of a lock file: keys in the schema's order, so equal locks are equal files. */
export function lockText(lock: Lock): string {
  return `${JSON.stringify(Lock.parse(lock), null, 2)}\n`
}

/**
 * sha256 of a lock file's canonical bytes without `served`: a manifest names the lock of a build by
 * it, and a build is not made again because a server states the same bytes otherwise.
 */
export function lockSha256(lock: Lock): string {
  const assets = lock.assets.map(({ served: _, ...asset }) => asset)
  return createHash('sha256')
    .update(lockText({ ...lock, assets }))
    .digest('hex')
}
