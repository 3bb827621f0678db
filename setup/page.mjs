import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { acquireMutex } from './mutex.mjs'
import { SetupError, stepRunner } from './step.mjs'

const SOURCE = 'web'
/** Files outside of `web/` that the page is built from. */
export const OTHER_SOURCES = [
  'layers/vintage-age.ts',
  'package-lock.json',
  'third-party-notices.txt',
  'tsconfig.json',
]
const BUILT = '.plat/page'
/** Written last, so that an interrupted build does not count. */
const STAMP = join(BUILT, 'stamp')
/** The page alone takes under a second; compressing it takes a few more. */
const BUILD_MINUTES = 5

/**
 * Builds the map page into `.plat/page` when its sources have changed since the last time. Returns
 * true when it built. A tree without the page's source, such as one layer of an image, has no page.
 */
export async function buildPage(root, nodePath) {
  const config = join(root, SOURCE, 'vite.config.ts')
  if (!fs.existsSync(config)) return false
  const stamp = contentOf(root)
  if (isBuilt(root, stamp)) return false
  fs.mkdirSync(join(root, '.plat'), { recursive: true })
  const release = await acquireMutex(join(root, '.plat/setup.lock'))
  try {
    if (isBuilt(root, stamp)) return false
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    if (!fs.existsSync(vite))
      throw new SetupError('build the map page', 'Vite is not installed', 'npm start installs it')
    const command = [nodePath, vite, 'build', '--config', config, '--logLevel', 'warn']
    const run = stepRunner(root, { appendsLog: true })
    await run('build the map page', command, { minutes: BUILD_MINUTES })
    fs.writeFileSync(join(root, STAMP), stamp)
    return true
  } finally {
    release()
  }
}

function isBuilt(root, stamp) {
  const path = join(root, STAMP)
  return fs.existsSync(path) && fs.readFileSync(path, 'utf8') === stamp
}

/** Hash of every file that the page is built from; the lock file represents its packages. */
function contentOf(root) {
  const hash = createHash('sha256')
  const paths = fs
    .readdirSync(join(root, SOURCE), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test\.ts|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of [...paths.sort(), ...OTHER_SOURCES.map((path) => join(root, path))]) {
    const bytes = fs.readFileSync(path)
    hash.update(`${path.slice(root.length)} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}
