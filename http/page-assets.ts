import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { PROJECT_ROOT } from '../catalog/plat-home.ts'
import { StepError } from '../terminal/step-error.ts'
import { codedTag, isUnchanged } from './conditional.ts'
import { CODINGS, type ContentCoding, codingFor } from './content-coding.ts'
import { RECEIVER_PORTS } from './receiver-ports.ts'

/** The folder into which set-up builds the map page, see `setup/page.mjs`. */
export const PAGE_FOLDER = join(PROJECT_ROOT, '.plat/page')
/** The folder into which set-up builds the page of projects. */
export const PROJECTS_FOLDER = join(PROJECT_ROOT, '.plat/projects')
/**
 * Bytes of all files of a page with their compressed forms, which each answering thread has in
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
/** Licence notices, at the root of a page. */
const NOTICES = 'third-party-notices.txt'
const PACKED = /\.(br|gz)$/
/** File names that Vite gives: no character of them has a meaning to the router. */
const ASSET_NAME = /^[\w-][\w.-]*$/

/** A page that set-up builds, and where it is served. */
export interface BuiltPage {
  /** What it is called in messages: `map page`. */
  name: string
  /** Prefix of its files, as in the base of its Vite configuration: `/`, `/projects/`. */
  base: string
  /** Paths that answer with its `index.html`; patterns of the router, such as `/projects/:id`. */
  documents: readonly string[]
  /** Directives of its policy that other pages lack or have with other values. */
  directives: Readonly<Record<string, string>>
}

/**
 * The map page. Its library creates images and workers from bytes, and fetches tiles of other
 * services: of `tileOrigins`, and of no other.
 */
export function mapPage(tileOrigins: readonly string[]): BuiltPage {
  return {
    name: 'map page',
    base: '/',
    documents: ['/'],
    directives: {
      'worker-src': "'self' blob:",
      ...(tileOrigins.length > 0 && { 'connect-src': ["'self'", ...tileOrigins].join(' ') }),
    },
  }
}

/**
 * The page of projects. Its loader reads the textures of a model from the bytes of the file, and it
 * sends buildings to Blender on the computer of the person (docs/blender.md).
 */
export const PROJECTS_PAGE: BuiltPage = {
  name: 'page of projects',
  base: '/projects/',
  documents: ['/projects', '/projects/:id'],
  directives: {
    'connect-src': `'self' blob: ${RECEIVER_PORTS.map((port) => `http://127.0.0.1:${port}`).join(' ')}`,
  },
}

/** A page runs its own files, sends requests to its own origin, and cannot be framed. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data: blob:",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** Headers of every file of a page. */
function headersOf({ directives }: BuiltPage): Record<string, string> {
  // Those of the page stand before `frame-ancestors`, which comes last on every answer.
  const { 'frame-ancestors': frames, ...usual } = DIRECTIVES
  const policy = Object.entries({ ...usual, ...directives, 'frame-ancestors': frames })
  return {
    'content-security-policy': policy.map(([name, value]) => `${name} ${value}`).join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  }
}
/** Pages of other origins may not read these files. */
const OWN = { config: { isOwn: true } }
const IMMUTABLE = 'public, max-age=31536000, immutable'

const notBuilt = (name: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Plat: the ${name} is not built</title>
<h1>The ${name} is not built</h1>
<p><code>npm start</code> builds it and serves again. The API answers: see <a href="/docs">the reference</a>.</p>
`

interface PageFile {
  /** Path of the request. */
  path: string
  type: string
  plain: Buffer
  /** The bytes in the codings that there are. */
  coded: Record<ContentCoding, Buffer | null>
  /** Hash of the plain bytes, without quotes. */
  sha256: string
}

/**
 * Serves a built page from memory: its documents, its assets and, at its root, the notices. Without
 * a built page, its documents explain how to build it. Returns the paths that it serves.
 */
export function mountPage(
  app: FastifyInstance,
  page: BuiltPage,
  folder: string | null,
): ReadonlySet<string> {
  const headers = headersOf(page)
  const files = folder === null ? [] : readPage(page, folder)
  // A browser that has the page must also get a policy that changed.
  const policy = createHash('sha256').update(headers['content-security-policy']).digest('hex')
  for (const { path, type, plain, coded, sha256 } of files) {
    const offered = CODINGS.filter((coding) => coded[coding])
    const cacheControl = path.startsWith(`${page.base}assets/`) ? IMMUTABLE : 'no-cache'
    app.get(path, OWN, (request, reply) => {
      const coding = codingFor(request.headers['accept-encoding'], offered)
      const tag = codedTag(`"${sha256.slice(0, 32)}${policy.slice(0, 32)}"`, coding)
      const isKnown = isUnchanged(request.headers, tag)
      reply
        .headers({ ...headers, 'cache-control': cacheControl, etag: tag, vary: 'Accept-Encoding' })
        .type(type)
      if (isKnown) return reply.code(304).send()
      if (coding === null) return reply.send(plain)
      return reply.header('content-encoding', coding).send(coded[coding])
    })
  }
  for (const path of files.length === 0 ? page.documents : [])
    app.get(path, OWN, (_request, reply) =>
      reply
        .headers({ ...headers, 'cache-control': 'no-store' })
        .type(TYPES['.html'])
        .send(notBuilt(page.name)),
    )
  return new Set([...page.documents, ...files.map(({ path }) => path)])
}

/**
 * Reads the files of a built page; none where there is no `index.html`. Throws `StepError` above
 * `PAGE_BYTES_MAX`.
 */
function readPage({ name, base, documents }: BuiltPage, folder: string): PageFile[] {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return []
  const assets = existsSync(join(folder, 'assets')) ? readdirSync(join(folder, 'assets')) : []
  const names = assets.filter((each) => ASSET_NAME.test(each) && !PACKED.test(each))
  const document = readFile('/', index)
  const notices = join(folder, NOTICES)
  const files = [
    document,
    ...(existsSync(notices) ? [readFile(base + NOTICES, notices)] : []),
    ...names.map((each) => readFile(`${base}assets/${each}`, join(folder, 'assets', each))),
  ]
  const bytes = files
    .flatMap(({ plain, coded }) => [plain, ...Object.values(coded)])
    .reduce((sum, body) => sum + (body?.length ?? 0), 0)
  if (bytes > PAGE_BYTES_MAX) {
    const problem = `${bytes} bytes, more than ${PAGE_BYTES_MAX}`
    throw new StepError(`read the ${name}`, folder, problem, 'Remove the folder: set-up builds it.')
  }
  return [...documents.map((path) => ({ ...document, path })), ...files.slice(1)]
}

function readFile(path: string, file: string): PageFile {
  const read = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : null)
  const plain = readFileSync(file)
  return {
    path,
    type: TYPES[extname(file)] ?? 'application/octet-stream',
    plain,
    coded: { br: read('.br'), gzip: read('.gz') },
    sha256: createHash('sha256').update(plain).digest('hex'),
  }
}
