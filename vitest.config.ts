import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Forks, not threads: gdal-async can be loaded by one thread of a process only.
export default defineConfig({
  test: {
    pool: 'forks',
    // Two cores in CI: by default one would wait.
    maxWorkers: 2,
    include: ['**/*.test.ts'],
    globalSetup: fileURLToPath(new URL('./tests/end-to-end/shared-home.ts', import.meta.url)),
    exclude: ['**/node_modules/**', '.plat/**'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
