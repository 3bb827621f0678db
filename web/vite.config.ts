import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

// The page is built into a folder that git does not keep; set-up does it, see setup/page.mjs.
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [notices(), packed()],
  build: {
    outDir: join(import.meta.dirname, '../.plat/page'),
    emptyOutDir: true,
    target: 'es2022',
    // No file is put into another as a data: URL: the policy of the page does not allow them.
    assetsInlineLimit: 0,
    // The map library is one file of a megabyte, whatever is said about it.
    chunkSizeWarningLimit: 1_500,
    // Sizes are told by `tests/bench/page.ts`.
    reportCompressedSize: false,
    // Packing is most of the time, and known to be.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
})

/** Puts the notices of what the page and the service contain beside the page. */
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

/** Of a megabyte of script, 11 saves 4 kB more and takes 4.6 s instead of 1.8. */
const BROTLI_QUALITY = 10

/** Puts every file beside itself once more, packed: the service hands out what lies there. */
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
