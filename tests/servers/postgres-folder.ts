import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { removePostgres } from './plain-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder for the PostgreSQL that test files share: `sharedPostgres`. */
    postgres: string
  }
}

/** The folder of the server in the folder of the run. */
export const serverFolder = (folder: string) => join(folder, 'server')

/**
 * A folder for the one PostgreSQL of a run, empty until a test file wants it; both end with the
 * run.
 */
export default function setup({ provide }: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plat-postgres-'))
  // Root runs the server as another user, who must get to its folder.
  chmodSync(folder, 0o711)
  provide('postgres', folder)
  return async () => {
    await removePostgres(serverFolder(folder))
    rmSync(folder, { recursive: true, force: true })
  }
}
