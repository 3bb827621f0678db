import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { BuildFiles } from '../catalog/build-files.ts'
import type { BuildFolder } from '../catalog/build-folder.ts'
import type { Manifest, NamedFile } from '../catalog/manifest.ts'
import { collectPack, type SharedPackFile } from '../packs/pack-file.ts'
import { PackPart, type SharedPart } from '../packs/pack-part.ts'
import { Pack } from '../packs/pack-reader.ts'
import { StepError } from '../terminal/step-error.ts'
import { distinct } from '../values/distinct.ts'

/**
 * Memory that the packs of one build may take together, unless `PLAT_PACK_MEMORY` sets another
 * limit.
 */
export const DEFAULT_PACK_MEMORY_BYTES = 2 * 2 ** 30

/** The parts of a build, finished or in the making, that are needed to open its packs. */
export interface PackedBuild {
  paths: Pick<BuildFolder, 'folder'>
  manifest: Pick<Manifest, 'packs'>
}

const REMEDY = 'Build again, or roll back with `plat rollback`.'

/**
 * Opens the packs of a build by table name. The smallest files are held in memory up to the limit,
 * the others are read by position. Yields to the event loop between files. `openOne` opens them in
 * another way than as they are found in the folder. Throws `StepError` for an incomplete build, and
 * closes what it opened.
 */
export async function openPacks(
  { paths, manifest }: PackedBuild,
  memoryBytes = DEFAULT_PACK_MEMORY_BYTES,
  openOne: PartOpener = async ({ file }, limit) => openPart(join(paths.folder, file), limit),
): Promise<Map<string, Pack>> {
  const parts = new Map<PackEntry, PackPart>()
  try {
    for (const [entry, limit] of packLimits(manifest, memoryBytes)) {
      const { table, file, rows } = entry
      await setImmediate()
      const path = join(paths.folder, file)
      const part = await openOne(entry, limit)
      parts.set(entry, part)
      if (part.header.table !== table || part.rows !== rows) {
        const problem = `holds ${part.rows} rows of ${part.header.table}, the manifest states ${rows} of ${table}`
        throw new StepError('open pack', path, problem, REMEDY)
      }
    }
  } catch (error) {
    for (const part of parts.values()) part.close()
    throw error
  }
  const tables = distinct([...parts.keys()].map(({ table }) => table))
  return new Map(tables.map((table) => [table, new Pack(partsOf(table, manifest.packs, parts))]))
}

export type PackEntry = Manifest['packs'][number]
/** Opens one file of a pack. It is held in memory when it has at most `memoryLimitBytes`. */
export type PartOpener = (entry: PackEntry, memoryLimitBytes: number) => Promise<PackPart>

/** The memory limit of each file of a build's packs, the smallest file first. */
export function packLimits(
  { packs }: Pick<Manifest, 'packs'>,
  memoryBytes: number,
): Map<PackEntry, number> {
  let left = memoryBytes
  const limits = new Map<PackEntry, number>()
  for (const entry of [...packs].sort((a, b) => a.bytes - b.bytes)) {
    const fits = entry.bytes <= left
    limits.set(entry, fits ? entry.bytes : 0)
    if (fits) left -= entry.bytes
  }
  return limits
}

/** The open parts of a table, in the order of the manifest: it gives rows their numbers. */
function partsOf(
  table: string,
  entries: readonly PackEntry[],
  parts: ReadonlyMap<PackEntry, PackPart>,
) {
  return entries.filter((entry) => entry.table === table).map((entry) => parts.get(entry)!)
}

/** Open packs in a form that another thread of the process can read; they are in memory once. */
export type SharedPacks = [table: string, parts: SharedPart[]][]

/** Converts open packs for a message. They must stay open until the other thread is done. */
export function sharePacks(packs: ReadonlyMap<string, Pack>): SharedPacks {
  return [...packs].map(([table, pack]) => [table, pack.share()])
}

/** Opens shared packs in the thread that received the message. */
export function readSharedPacks(shared: SharedPacks): Map<string, Pack> {
  return new Map(shared.map(([table, parts]) => [table, new Pack(parts)]))
}

export function closePacks(packs: ReadonlyMap<string, Pack>): void {
  for (const pack of packs.values()) pack.close()
}

/** Opens a file of a pack on this machine and verifies it; it closes with `files`. */
export async function verifiedPart(
  files: BuildFiles,
  entry: NamedFile,
  memoryLimitBytes: number,
): Promise<PackPart> {
  let shared: SharedPackFile | undefined
  await files.verify(entry, (file) => {
    const collected = collectPack(file, memoryLimitBytes)
    shared = collected.shared
    return collected.onPart
  })
  return new PackPart({ file: shared!, memoryLimitBytes })
}

function openPart(file: string, memoryLimitBytes: number): PackPart {
  try {
    return new PackPart({ file, memoryLimitBytes })
  } catch (cause) {
    if (cause instanceof StepError) throw cause
    throw new StepError('open pack', file, 'cannot be read', REMEDY, { cause })
  }
}
