import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { StepError } from '../terminal/step-error.ts'
import { replaceFile } from './atomic-file.ts'
import { oldestCopy } from './clocks.ts'
import { checkJson, type JsonFile, readJson } from './json-file.ts'
import { type Lock, lockSha256, Vintage } from './lock.ts'
import { CatalogId, Sha256, Source } from './source.ts'

/** The manifest's own format: from 2 a table's pack may have several files. */
export const MANIFEST_FORMAT = 2
/** Formats that this program reads. */
const READ_FORMATS = [1, MANIFEST_FORMAT] as const

const Count = z.int().nonnegative()

/** A build's id is a folder name: no separators, no leading dot. */
export const BuildId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'is not a build id')

/** A file inside the build's folder, with forward slashes. */
const BuildFile = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/, 'must be a path inside the build')
  .refine((path) => !path.split('/').includes('..'), 'must stay inside the build')

/** A file of the build with the hash by which it is verified. */
export const HashedFile = z.strictObject({ file: BuildFile, bytes: Count, sha256: Sha256 })
export type HashedFile = z.infer<typeof HashedFile>

/** A file as a manifest names it; DuckDB files of older builds have no hash. */
export type NamedFile = Pick<HashedFile, 'file' | 'bytes'> & { sha256?: string }

/** The part of a table that is rebuilt alone, with all that was counted while it was made. */
export const Partition = z.strictObject({
  id: z.string().min(1),
  county_fips: z
    .string()
    .regex(/^\d{5}$/)
    .optional(),
  rows: Count,
  file: BuildFile,
  bytes: Count,
  sha256: Sha256,
  /** Declared by a source, never the hull of the rows; `from` names that source in words. */
  coverage: z.strictObject({ area_km2: z.number().nonnegative(), from: z.string().min(1) }),
  /** Refused rows by stat, for example `flood.unknown_zone`. */
  rejects: z.record(z.string(), z.strictObject({ count: Count, example: z.string() })),
  /** Repaired geometries by kind. */
  repairs: z.record(z.string(), z.strictObject({ count: Count, area_change_m2: z.number() })),
  /** Counts of the id rule: merged, tied, null id and so on. */
  cases: z.record(z.string(), Count),
})
export type Partition = z.infer<typeof Partition>

export const Table = z.strictObject({
  name: z.string().min(1),
  layer: z.string().min(1),
  partitions: z.array(Partition),
})
export type Table = z.infer<typeof Table>

/** A file of the pack of a table. The rows of a table with several are numbered in their order. */
export const Pack = z.strictObject({
  table: z.string().min(1),
  file: BuildFile,
  bytes: Count,
  sha256: Sha256,
  rows: Count,
  pieces: Count,
})
export type Pack = z.infer<typeof Pack>

/** A tiler other than Plat's own. */
export const Tiler = z.strictObject({ name: z.string().min(1), version: z.string().min(1) })
export type Tiler = z.infer<typeof Tiler>

export const Archive = z.strictObject({
  layer: z.string().min(1),
  file: BuildFile,
  bytes: Count,
  sha256: Sha256,
  min_zoom: z.int().min(0).max(30),
  max_zoom: z.int().min(0).max(30),
  tiles: Count,
  /** Who drew it; null for Plat's own tiler, as in all builds made before there was a choice. */
  tiler: Tiler.nullable().default(null),
})
export type Archive = z.infer<typeof Archive>

/**
 * A Cloud Optimized GeoTIFF of a partition, one band in longitude and latitude; rows of the table
 * name it.
 */
export const Raster = HashedFile.extend({
  table: z.string().min(1),
  layer: z.string().min(1),
  partition: z.string().min(1),
  width: z.int().positive(),
  height: z.int().positive(),
  /** Cells that are not nodata. */
  cells_with_value: Count,
})
export type Raster = z.infer<typeof Raster>

/** One gate and what it measured. A build with a failed audit is never pinned. */
export const Audit = z.strictObject({
  name: z.string().min(1),
  table: z.string().min(1),
  partition: z.string().min(1).optional(),
  passed: z.boolean(),
  measured: z.union([z.number(), z.string(), z.null()]),
  limit: z.union([z.number(), z.string(), z.null()]),
})
export type Audit = z.infer<typeof Audit>

/** A lock as the build read it. `retrieved_at` is the oldest of its assets. */
export const ManifestLock = z.strictObject({
  id: CatalogId,
  /** `lockSha256()` of the lock. */
  sha256: Sha256,
  source: CatalogId,
  vintage: Vintage,
  retrieved_at: z.iso.datetime(),
})
export type ManifestLock = z.infer<typeof ManifestLock>

/** A lock in a manifest. */
export function manifestLock(lock: Lock): ManifestLock {
  const { id, source, vintage } = lock
  return { id, sha256: lockSha256(lock), source, vintage, retrieved_at: oldestCopy(lock) }
}

/** Contents of a build. Written last: a folder without a manifest is an unfinished build. */
export const Manifest = z.strictObject({
  format: z.literal(READ_FORMATS),
  build: BuildId,
  created_at: z.iso.datetime(),
  code: z.strictObject({ version: z.string().min(1), fingerprint: z.string().min(1) }),
  locks: z.array(ManifestLock),
  /** Copied whole, so that a build stays readable when the catalog has moved on. */
  sources: z.array(Source),
  /** Fingerprint of the secret behind `parcel_key`; never the secret. */
  key_secret_fingerprint: z.string().min(1),
  tables: z.array(Table),
  packs: z.array(Pack),
  archives: z.array(Archive),
  /** Builds made before there were rasters have none. */
  rasters: z.array(Raster).default([]),
  /** Index for the search of streets and places while typing; null in a build without any. */
  search: HashedFile.extend({ items: Count }).nullable().default(null),
  /**
   * The DuckDB file. It is written once a build and its bytes differ from run to run: its sha256
   * finds damage, and is not a part of the build's identity. Builds made before it was recorded
   * have none.
   */
  database: z.strictObject({ file: BuildFile, bytes: Count, sha256: Sha256.optional() }),
  audits: z.array(Audit),
  /** The STAC catalog of the build; older builds have none. */
  stac: z.array(HashedFile).default([]),
  /**
   * Results by step that this run made, and those that were stored by earlier runs. Builds made
   * before there was a store have none.
   */
  steps: z.record(z.string(), z.strictObject({ made: Count, stored: Count })).default({}),
  /** Seconds by step, in the order they ran. */
  timings_s: z.record(z.string(), z.number().nonnegative()),
})
export type Manifest = z.infer<typeof Manifest>

/** Files that answers are made of. Tables and STAC items are for analysts alone. */
export function servedFiles(manifest: Omit<Manifest, 'stac'>): NamedFile[] {
  const { packs, archives, rasters, search, database } = manifest
  return [...packs, ...archives, ...rasters, ...(search ? [search] : []), database]
}

/** Every file of a build but the manifest itself. */
export function allFiles(manifest: Manifest): NamedFile[] {
  const tables = manifest.tables.flatMap(({ partitions }) => partitions)
  return [...tables, ...servedFiles(manifest), ...manifest.stac]
}

/** How many audits a build failed, with the first one; null where it passed all. */
export function failedAudits({ audits }: Manifest): string | null {
  const failed = audits.filter((audit) => !audit.passed)
  if (failed.length === 0) return null
  const [{ name, table, measured, limit }] = failed
  const first = `${name} of ${table} measured ${measured}, limit ${limit}`
  return `${failed.length} failed audit${failed.length === 1 ? '' : 's'}: ${first}`
}

export const MANIFEST_FILE = 'manifest.json'

/** Reads a build's manifest. Throws `StepError` when it is absent, torn or of another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = manifestFile(folder)
  return checkManifest(await readJson(file), file)
}

/** Checks the JSON of a manifest. Throws `StepError` where it is torn or of another format. */
export function checkManifest(value: unknown, file: JsonFile): Manifest {
  const format = (value as { format?: unknown } | null)?.format
  if (!READ_FORMATS.some((each) => each === format)) {
    const problem = `is of format ${JSON.stringify(format)}, this program reads ${READ_FORMATS.join(' and ')}`
    throw new StepError(file.step, file.path, problem, file.remedy)
  }
  const { sha256, ...rest } = value as { sha256?: unknown }
  // Builds made before it was written have none.
  if (sha256 !== undefined && sha256 !== contentSha256(rest))
    throw new StepError(file.step, file.path, 'does not match its own sha256', file.remedy)
  return checkJson(file, rest, Manifest)
}

/**
 * Checks and writes a manifest: the last act of a build. A wrong manifest is our own error. The
 * file begins with the SHA-256 of the rest, which finds a damaged manifest: the id of a build is a
 * hash of its inputs and of the code, and the hashes in the manifest verify all other files.
 */
export async function writeManifest(
  folder: string,
  manifest: z.input<typeof Manifest>,
): Promise<void> {
  const checked = Manifest.parse(manifest)
  const text = JSON.stringify({ sha256: contentSha256(checked), ...checked }, null, 2)
  await replaceFile(join(folder, MANIFEST_FILE), `${text}\n`)
}

/** Hash of the values in their order, independent of white space. */
function contentSha256(manifest: object): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}

function manifestFile(folder: string): JsonFile {
  return {
    path: join(folder, MANIFEST_FILE),
    step: 'read the manifest',
    remedy: 'Build again with `plat build`, or choose another build from `plat builds`.',
  }
}
