import { defineConfig } from 'vitest/config'

// Forks, not threads: gdal-async can be loaded by one thread of a process only.
export default defineConfig({
  test: {
    pool: 'forks',
    // Two cores in CI: by default one would wait.
    maxWorkers: 2,
    include: ['**/*.test.ts'],
    globalSetup: ['tests/end-to-end/shared-home.ts'],
    exclude: ['**/node_modules/**', '.plat/**'],
    // No test asks the world: those of upstreams have servers of their own.
    env: { PLAT_LIVE: 'none' },
    testTimeout: 30_000,
    hookTimeout: 240_000,
  },
})
