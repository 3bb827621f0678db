import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { OpenBuild } from '../catalog/build-folder.ts'
import { Pack } from '../layers/packs/pack-reader.ts'
import { StepError } from '../terminal/step-error.ts'
import type { ServedBuild } from './build-source.ts'

export const DEFAULT_PACK_MEMORY_BYTES = 2 * 2 ** 30

/** `PLAT_PACK_MEMORY` in bytes, or 2 GiB. Throws `StepError` for anything but a whole number. */
export function packMemoryFrom(environment: NodeJS.ProcessEnv): number {
  const text = environment.PLAT_PACK_MEMORY
  if (text === undefined || text === '') return DEFAULT_PACK_MEMORY_BYTES
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const remedy = 'Give whole bytes, for example PLAT_PACK_MEMORY=2147483648, or leave it out.'
  throw new StepError('read the setting', 'PLAT_PACK_MEMORY', `${text} is no number`, remedy)
}

/**
 * Opens every pack of a build: the smallest first in memory while the limit lasts, the others by
 * position. The event loop is given back between packs. Throws `StepError` for a build that is not
 * whole; nothing stays open then.
 */
export async function openServedBuild(build: OpenBuild, memoryBytes: number): Promise<ServedBuild> {
  const packs = new Map<string, Pack>()
  let left = memoryBytes
  try {
    const smallestFirst = [...build.manifest.packs].sort((a, b) => a.bytes - b.bytes)
    for (const { table, file, bytes, rows } of smallestFirst) {
      await setImmediate()
      const path = join(build.paths.folder, file)
      const fits = bytes <= left
      const pack = openPack(path, fits ? bytes : 0)
      packs.set(table, pack)
      if (fits) left -= bytes
      if (pack.header.table !== table || pack.rows !== rows) {
        const problem = `holds ${pack.rows} rows of ${pack.header.table}, the manifest says ${rows} of ${table}`
        throw new StepError('open pack', path, problem, 'Build again, or `plat rollback`.')
      }
    }
  } catch (error) {
    for (const pack of packs.values()) pack.close()
    throw error
  }
  const database = await stat(join(build.paths.folder, build.manifest.database.file)).catch(
    () => null,
  )
  return { ...build, packs, hasDatabase: database?.isFile() ?? false }
}

function openPack(file: string, memoryLimitBytes: number): Pack {
  try {
    return new Pack({ file, memoryLimitBytes })
  } catch (cause) {
    if (cause instanceof StepError) throw cause
    const remedy = 'Build again, or roll back with `plat rollback`.'
    throw new StepError('open pack', file, 'cannot be read', remedy, { cause })
  }
}
