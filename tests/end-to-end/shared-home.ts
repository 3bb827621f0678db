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

/**
 * One home for the whole run, empty until a test file needs a build in it; prints the fuzz seed.
 */
export default async function setup({
  provide,
  config,
}: TestProject): Promise<() => Promise<void>> {
  console.log(`Fuzz tests of this run have PLAT_FUZZ_SEED=${config.env.PLAT_FUZZ_SEED}`)
  const home = await mkdtemp(join(tmpdir(), 'plat-end-to-end-shared-'))
  provide('sharedHome', home)
  return () => rm(home, { recursive: true, force: true })
}
