import { defineConfig } from 'vitest/config'

// Forks, not threads: gdal-async can be loaded by one thread of a process only.
export default defineConfig({
  test: {
    pool: 'forks',
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '.plat/**', 'tests/bench/**'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
