import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { Plugin } from 'vite'

/** Quality of Brotli. Of a megabyte of script 11 saves 4 kB more and takes 4.6 s instead of 1.8. */
const BROTLI_QUALITY = 10

/** Adds compressed copies of every file, which the service sends. */
export function packed(): Plugin {
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
