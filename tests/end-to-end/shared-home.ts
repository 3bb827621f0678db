import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Home of the builds that test files share: `sampleBuild`. */
    sharedHome: string
  }
}

/** One home for the whole run, empty until a test file asks for a build in it. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'plat-end-to-end-shared-'))
  provide('sharedHome', home)
  return () => rm(home, { recursive: true, force: true })
}
