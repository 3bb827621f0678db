import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { isLongRun } from './tests/long-run.ts'
import { SlowestFirst } from './tests/slowest-first.ts'

// Forks, not threads: gdal-async can be loaded by one thread of a process only.
export default defineConfig({
  test: {
    pool: 'forks',
    // One more than CI's two cores: tests wait a sixth of their time. The long ones load both, and
    // state how soon a service is well again.
    maxWorkers: isLongRun ? 2 : 3,
    // Files of one worker share what they import: loading it again for each of 360 files took a
    // third of the processor's time. Every test file therefore undoes what it changes.
    isolate: false,
    // Threads of tests take them over.
    execArgv: [
      ...['threads/quick-imports.ts', 'tests/compiled-code.ts'].flatMap((file) => [
        '--import',
        join(import.meta.dirname, file),
      ]),
      // Most of what a test makes is garbage at its end: a tenth of the work was its collection.
      '--min-semi-space-size=32',
      '--max-semi-space-size=64',
      // Optimising WebAssembly took a twentieth of the work, anew for each of its instances.
      '--liftoff-only',
      // Collections while a worker waits, and code compiled again that had rested for a while, took
      // a twenty-fifth of the work.
      '--no-memory-reducer',
      '--no-flush-bytecode',
      // Workers have two cores for three: collecting in more threads took a twentieth of the work.
      '--single-threaded-gc',
    ],
    // Node strips the types itself: nothing is transformed.
    experimental: { viteModuleRunner: false },
    sequence: { sequencer: SlowestFirst },
    include: ['**/*.test.ts'],
    globalSetup: ['tests/end-to-end/shared-home.ts', 'tests/servers/postgres-folder.ts'],
    exclude: ['**/node_modules/**', '.plat/**'],
    env: {
      // No test sends requests to the internet: tests of upstreams have servers of their own.
      PLAT_LIVE: 'none',
      PLAT_FUZZ_SEED: process.env.PLAT_FUZZ_SEED ?? `${randomInt(1e9)}`,
      // Commands that tests start: half of the time of a start is the stripping of types.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '.plat/compiled'),
    },
    expect: { requireAssertions: true, poll: { interval: 20, timeout: 120_000 } },
    // Bounds a hang. A busy machine takes ten times what a quiet one does.
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
})
