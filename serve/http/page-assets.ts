import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { StepError } from '../../terminal/step-error.ts'
import { isUnchanged } from './conditional.ts'
import { acceptsBrotli, acceptsGzip } from './content-coding.ts'

/** The folder into which set-up builds the map page, see `setup/page.mjs`. */
export const PAGE_FOLDER = join(PROJECT_ROOT, '.plat/page')
/**
 * Bytes of all files of the page with their compressed forms, which each answering thread keeps in
 * memory.
 */
const PAGE_BYTES_MAX = 16 * 1024 * 1024

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}
/** Licence notices, at the root where people look for them. */
const NOTICES = '/third-party-notices.txt'
const PACKED = /\.(br|gz)$/
/** File names that Vite gives: no character of them has a meaning to the router. */
const ASSET_NAME = /^[\w-][\w.-]*$/

/** The page runs its own files, sends requests to its own origin, and cannot be framed. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // The map library creates images from bytes.
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
}
/** Pages of other origins may not read these files. */
const OWN = { config: { isOwn: true } }
const IMMUTABLE = 'public, max-age=31536000, immutable'

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Plat: the map page is not built</title>
<h1>The map page is not built</h1>
<p><code>npm start</code> builds it and serves again. The API answers: see <a href="/docs">the reference</a>.</p>
`

interface PageFile {
  /** Path of the request. */
  path: string
  type: string
  plain: Buffer
  brotli: Buffer | null
  gzip: Buffer | null
  /** Hash of the plain bytes, without quotes. */
  sha256: string
}

/**
 * Serves the built page from memory: `/`, `/assets/` and the notices. Without a built page, `/`
 * explains how to build it. Returns the paths that it serves.
 */
export function mountPage(app: FastifyInstance, folder: string | null): ReadonlySet<string> {
  const files = folder === null ? [] : readPage(folder)
  for (const { path, type, plain, brotli, gzip, sha256 } of files) {
    const cacheControl = path.startsWith('/assets/') ? IMMUTABLE : 'no-cache'
    app.get(path, OWN, (request, reply) => {
      const accepted = request.headers['accept-encoding']
      const coding =
        brotli && acceptsBrotli(accepted) ? 'br' : gzip && acceptsGzip(accepted) ? 'gzip' : null
      // Each encoding is its own representation and needs its own strong tag.
      const tag = `"${sha256}${coding === null ? '' : `-${coding}`}"`
      const isKnown = isUnchanged(request.headers, tag)
      reply
        .headers({ ...HEADERS, 'cache-control': cacheControl, etag: tag, vary: 'Accept-Encoding' })
        .type(type)
      if (isKnown) return reply.code(304).send()
      if (coding === null) return reply.send(plain)
      return reply.header('content-encoding', coding).send(coding === 'br' ? brotli : gzip)
    })
  }
  if (files.length === 0)
    app.get('/', OWN, (_request, reply) =>
      reply
        .headers({ ...HEADERS, 'cache-control': 'no-store' })
        .type(TYPES['.html'])
        .send(NOT_BUILT),
    )
  return new Set(['/', ...files.map(({ path }) => path)])
}

/**
 * Reads the files of a built page; none where there is no `index.html`. Throws `StepError` above
 * `PAGE_BYTES_MAX`.
 */
function readPage(folder: string): PageFile[] {
  if (!existsSync(join(folder, 'index.html'))) return []
  const assets = existsSync(join(folder, 'assets')) ? readdirSync(join(folder, 'assets')) : []
  const names = assets.filter((name) => ASSET_NAME.test(name) && !PACKED.test(name))
  const files = [
    readFile('/', join(folder, 'index.html')),
    ...(existsSync(join(folder, NOTICES)) ? [readFile(NOTICES, join(folder, NOTICES))] : []),
    ...names.map((name) => readFile(`/assets/${name}`, join(folder, 'assets', name))),
  ]
  const bytes = files
    .flatMap(({ plain, brotli, gzip }) => [plain, brotli, gzip])
    .reduce((sum, body) => sum + (body?.length ?? 0), 0)
  if (bytes <= PAGE_BYTES_MAX) return files
  const problem = `${bytes} bytes, more than ${PAGE_BYTES_MAX}`
  throw new StepError('read the map page', folder, problem, 'Remove the folder: set-up builds it.')
}

function readFile(path: string, file: string): PageFile {
  const read = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : null)
  const plain = readFileSync(file)
  return {
    path,
    type: TYPES[extname(file)] ?? 'application/octet-stream',
    plain,
    brotli: read('.br'),
    gzip: read('.gz'),
    sha256: createHash('sha256').update(plain).digest('hex'),
  }
}
