import { join } from 'node:path'
import { defineConfig } from 'vite'

// The page is built into a folder that git does not keep; set-up does it, see setup/page.mjs.
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  build: {
    outDir: join(import.meta.dirname, '../../.plat/page'),
    emptyOutDir: true,
    target: 'es2022',
    // No file is put into another as a data: URL: the policy of the page does not allow them.
    assetsInlineLimit: 0,
  },
})
