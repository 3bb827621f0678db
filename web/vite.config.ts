import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

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

/** Adds the licence notices of the page and the service to the build. */
function notices(): Plugin {
  const fileName = 'third-party-notices.txt'
  return {
    name: 'plat-notices',
    generateBundle() {
      const source = readFileSync(join(import.meta.dirname, '..', fileName))
      this.emitFile({ type: 'asset', fileName, source })
    },
  }
}

/** Quality of Brotli. Of a megabyte of script 11 saves 4 kB more and takes 4.6 s instead of 1.8. */
const BROTLI_QUALITY = 10

/** Adds compressed copies of every file, which the service sends. */
function packed(): Plugin {
  const pack = {
    br: promisify<Buffer, Buffer>((bytes, done) =>
      brotliCompress(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }, done),
    ),
    gz: promisify<Buffer, Buffer>((bytes, done) => gzip(bytes, { level: 9 }, done)),
  }
  return {
    name: 'plat-packed',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle).flatMap((file) =>
          Object.entries(pack).map(async ([suffix, packer]) => {
            const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
            const source = await packer(bytes)
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.${suffix}`, source })
          }),
        )
        await Promise.all(files)
      },
    },
  }
}
