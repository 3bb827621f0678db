import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds `plat.ts`. Relative settings are read from here, never from the shell's. */
export const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Where builds, assets and the pin live: `PLAT_HOME`, or `.plat` in the project root. */
export function platHome(): string {
  return resolve(PROJECT_ROOT, process.env.PLAT_HOME || '.plat')
}

/** Where the test locks' `real-data:` assets are: `PLAT_REAL_DATA`, or `../shared/data`. */
export function realDataFolder(): string {
  return resolve(PROJECT_ROOT, process.env.PLAT_REAL_DATA || '../shared/data')
}

/** The content-addressed store of fetched assets: one file a sha256. */
export function assetsFolder(home = platHome()): string {
  return join(home, 'assets')
}
