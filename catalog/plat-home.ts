import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of `plat.ts`. Relative paths in settings are resolved from here, not from the shell's
 * folder.
 */
export const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Folder of builds, assets and the pin: `PLAT_HOME`, or `.plat` in the project root. */
export function platHome(): string {
  return resolve(PROJECT_ROOT, process.env.PLAT_HOME || '.plat')
}

/** Folder of the `real-data:` assets of test locks: `PLAT_REAL_DATA`, or `../shared/data`. */
export function realDataFolder(): string {
  return resolve(PROJECT_ROOT, process.env.PLAT_REAL_DATA || '../shared/data')
}

/** The content-addressed store of fetched assets: one file a sha256. */
export function assetsFolder(home = platHome()): string {
  return join(home, 'assets')
}
