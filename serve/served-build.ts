import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenBuild } from '../catalog/build-folder.ts'
import { DEFAULT_PACK_MEMORY_BYTES, openPacks } from '../layers/open-packs.ts'
import { StepError } from '../terminal/step-error.ts'
import type { ServedBuild } from './build-source.ts'

/** `PLAT_PACK_MEMORY` in bytes, or 2 GiB. Throws `StepError` for anything but a whole number. */
export function packMemoryFrom(environment: NodeJS.ProcessEnv): number {
  const text = environment.PLAT_PACK_MEMORY
  if (text === undefined || text === '') return DEFAULT_PACK_MEMORY_BYTES
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const remedy = 'Give whole bytes, for example PLAT_PACK_MEMORY=2147483648, or leave it out.'
  throw new StepError('read the setting', 'PLAT_PACK_MEMORY', `${text} is no number`, remedy)
}

/** Opens a build for serving. Throws `StepError` when it is not whole; nothing stays open then. */
export async function openServedBuild(build: OpenBuild, memoryBytes: number): Promise<ServedBuild> {
  const { id, manifest, paths } = build
  const packs = await openPacks(build, memoryBytes)
  const database = await stat(join(paths.folder, manifest.database.file)).catch(() => null)
  const hasDatabase = database?.isFile() ?? false
  return { id, manifest, folder: paths.folder, packs, hasDatabase, atClose: [] }
}
