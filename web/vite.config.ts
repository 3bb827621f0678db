import { join } from 'node:path'
import { defineConfig } from 'vite'
import { notices } from './licence-notices.ts'
import { packed } from './packed-files.ts'

// Set-up builds the page into a folder that git ignores, see setup/page.mjs.
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [notices(), packed()],
  build: {
    outDir: join(import.meta.dirname, '../.plat/page'),
    emptyOutDir: true,
    target: 'es2022',
    // No data: URLs: the policy of the page forbids them.
    assetsInlineLimit: 0,
    // The map library is one file of a megabyte, which is accepted.
    chunkSizeWarningLimit: 1_500,
    // `tests/bench/page.ts` reports sizes.
    reportCompressedSize: false,
    // Compression takes most of the time, as expected.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
})
