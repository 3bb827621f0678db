import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Adds the licence notices of the pages and the service to a build. */
export function notices(): Plugin {
  const fileName = 'third-party-notices.txt'
  return {
    name: 'plat-notices',
    generateBundle() {
      const source = readFileSync(join(import.meta.dirname, '..', fileName))
      this.emitFile({ type: 'asset', fileName, source })
    },
  }
}
