import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { acquireMutex } from './mutex.mjs'
import { SetupError, stepRunner } from './step.mjs'

/** Files outside of `web/` and `architect/web/` that both pages are built from. */
const SHARED_SOURCES = [
  'accounts/accounts.ts',
  'accounts/admission/admission-limits.ts',
  'accounts/email/mail-lives.ts',
  'accounts/keys/key-kinds.ts',
  'accounts/people/people-bounds.ts',
  'package-lock.json',
  'report',
  'serve/schemas/account-limits.ts',
  'serve/schemas/demo.ts',
  'third-party-notices.txt',
  'tsconfig.json',
]

export const MAP_PAGE = {
  name: 'map page',
  source: 'web',
  others: [
    ...SHARED_SOURCES,
    'exports/csv-line.ts',
    'geometry/contains.ts',
    'geometry/geodesic-area.ts',
    'geometry/polygons.ts',
    'layers/flood/zones.ts',
    'layers/label-zoom.ts',
    'layers/vintage-age.ts',
    'values/row-error.ts',
    'values/us-dollars.ts',
    'values/word-list.ts',
  ],
  built: '.plat/page',
}
/** It shares files of the map page, such as its theme and its account dialog. */
export const PROJECTS_PAGE = {
  name: 'page of projects',
  source: 'architect/web',
  others: [
    ...SHARED_SOURCES,
    'architect/desktop/desktop-protocol.ts',
    'architect/turns/media/media-limits.ts',
    'architect/turns/wire/input-limits.ts',
    'http/receiver-ports.ts',
    'web',
  ],
  built: '.plat/projects',
}
export const PAGES = [MAP_PAGE, PROJECTS_PAGE]

/** A page alone takes a second; compressing it takes a few more. */
const BUILD_MINUTES = 5

/**
 * Builds a page into its folder when its sources have changed since the last time. Returns true
 * when it built. A tree without the page's source, such as one layer of an image, has no page.
 */
export async function buildPage(root, nodePath, page = MAP_PAGE) {
  const config = join(root, page.source, 'vite.config.ts')
  if (!fs.existsSync(config)) return false
  const stamp = contentOf(root, page)
  if (isBuilt(root, page, stamp)) return false
  fs.mkdirSync(join(root, '.plat'), { recursive: true })
  const release = await acquireMutex(join(root, '.plat/setup.lock'))
  try {
    if (isBuilt(root, page, stamp)) return false
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const step = `build the ${page.name}`
    if (!fs.existsSync(vite))
      throw new SetupError(step, 'Vite is not installed', 'npm start installs it')
    const command = [nodePath, vite, 'build', '--config', config, '--logLevel', 'warn']
    const run = stepRunner(root, { appendsLog: true })
    await run(step, command, { minutes: BUILD_MINUTES })
    fs.writeFileSync(stampOf(root, page), stamp)
    return true
  } finally {
    release()
  }
}

/** Written last, so that an interrupted build does not count. */
const stampOf = (root, { built }) => join(root, built, 'stamp')

function isBuilt(root, page, stamp) {
  const path = stampOf(root, page)
  return fs.existsSync(path) && fs.readFileSync(path, 'utf8') === stamp
}

/** Hash of every file that a page is built from; the lock file represents its packages. */
function contentOf(root, { source, others }) {
  const hash = createHash('sha256')
  const paths = [source, ...others].flatMap((path) => filesBelow(join(root, path)))
  for (const path of [...new Set(paths)].sort()) {
    const bytes = fs.readFileSync(path)
    hash.update(`${path.slice(root.length)} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

/** The file itself, or all files of a folder that a page may have. */
function filesBelow(path) {
  if (!fs.statSync(path).isDirectory()) return [path]
  return fs
    .readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test\.ts|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
