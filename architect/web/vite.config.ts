import { join } from 'node:path'
import { defineConfig } from 'vite'
import { notices } from '../../web/licence-notices.ts'
import { packed } from '../../web/packed-files.ts'

// Set-up builds the page into a folder that git ignores, see setup/page.mjs.
export default defineConfig({
  root: import.meta.dirname,
  base: '/projects/',
  plugins: [notices(), packed()],
  build: {
    outDir: join(import.meta.dirname, '../../.plat/projects'),
    emptyOutDir: true,
    target: 'es2022',
    // No data: URLs: the policy of the page forbids them.
    assetsInlineLimit: 0,
    // three.js is one file of 700 kB, which is accepted.
    chunkSizeWarningLimit: 1_000,
    // `tests/bench/project-page.ts` reports sizes.
    reportCompressedSize: false,
    // Compression takes most of the time, as expected.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
})
