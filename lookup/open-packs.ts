import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { BuildFiles } from '../catalog/build-files.ts'
import type { BuildFolder } from '../catalog/build-folder.ts'
import type { Manifest, NamedFile } from '../catalog/manifest.ts'
import { collectPack, type SharedPackFile } from '../packs/pack-file.ts'
import { Pack, type SharedPack } from '../packs/pack-reader.ts'
import { StepError } from '../terminal/step-error.ts'

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
 * Opens the packs of a build by table name: the smallest are held in memory up to the limit, the
 * others are read by position. Yields to the event loop between packs. With `files` each pack is
 * verified against the manifest as it is read, and closes with them. Throws `StepError` for an
 * incomplete build, and closes what it opened.
 */
export async function openPacks(
  { paths, manifest }: PackedBuild,
  memoryBytes = DEFAULT_PACK_MEMORY_BYTES,
  files?: BuildFiles,
): Promise<Map<string, Pack>> {
  const packs = new Map<string, Pack>()
  let left = memoryBytes
  try {
    for (const entry of [...manifest.packs].sort((a, b) => a.bytes - b.bytes)) {
      const { table, file, bytes, rows } = entry
      await setImmediate()
      const path = join(paths.folder, file)
      const fits = bytes <= left
      const limit = fits ? bytes : 0
      const pack = files ? await verifiedPack(files, entry, limit) : openPack(path, limit)
      packs.set(table, pack)
      if (fits) left -= bytes
      if (pack.header.table !== table || pack.rows !== rows) {
        const problem = `holds ${pack.rows} rows of ${pack.header.table}, the manifest states ${rows} of ${table}`
        throw new StepError('open pack', path, problem, REMEDY)
      }
    }
  } catch (error) {
    closePacks(packs)
    throw error
  }
  return packs
}

/** Open packs in a form that another thread of the process can read; they are in memory once. */
export type SharedPacks = [table: string, pack: SharedPack][]

/** Converts open packs for a message. They must stay open until the other thread is done. */
export function sharePacks(packs: ReadonlyMap<string, Pack>): SharedPacks {
  return [...packs].map(([table, pack]) => [table, pack.share()])
}

/** Opens shared packs in the thread that received the message. */
export function readSharedPacks(shared: SharedPacks): Map<string, Pack> {
  return new Map(shared.map(([table, pack]) => [table, new Pack(pack)]))
}

export function closePacks(packs: ReadonlyMap<string, Pack>): void {
  for (const pack of packs.values()) pack.close()
}

async function verifiedPack(files: BuildFiles, entry: NamedFile, memoryLimitBytes: number) {
  let shared: SharedPackFile | undefined
  await files.verify(entry, (file) => {
    const collected = collectPack(file, memoryLimitBytes)
    shared = collected.shared
    return collected.onPart
  })
  return new Pack({ file: shared!, memoryLimitBytes })
}

function openPack(file: string, memoryLimitBytes: number): Pack {
  try {
    return new Pack({ file, memoryLimitBytes })
  } catch (cause) {
    if (cause instanceof StepError) throw cause
    throw new StepError('open pack', file, 'cannot be read', REMEDY, { cause })
  }
}
