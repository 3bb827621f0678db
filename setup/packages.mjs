import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { print, SetupError } from './step.mjs'

/**
 * Installs what the lock file lists. Not `npm ci`: npm 11 refuses a lock file that lacks optional
 * packages of other platforms (https://github.com/npm/cli/issues/9846), and npm leaves those out
 * where the registry in use does not have them. So the outcome is compared with the lock file here.
 */
export async function installPackages(root, run) {
  if (isInstalled(root)) return print('- packages are installed as in the lock file')
  const command = npm(['install', '--no-save', '--ignore-scripts', '--loglevel=notice'])
  await run('install packages', command, { minutes: 15 })
  if (isInstalled(root)) return
  const remedy = 'bring package.json and package-lock.json together: npm install'
  throw new SetupError('install packages', 'node_modules differs from the lock file', remedy)
}

/** True when node_modules holds what the lock file lists; optional packages may be absent. */
export function isInstalled(root) {
  const hidden = join(root, 'node_modules/.package-lock.json')
  if (!fs.existsSync(hidden)) return false
  const listed = JSON.parse(fs.readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const held = JSON.parse(fs.readFileSync(hidden, 'utf8')).packages
  return Object.entries(listed).every(([path, { version, integrity, optional, link }]) => {
    if (!path.includes('node_modules/')) return true
    if (!held[path] || !fs.existsSync(join(root, path))) return optional === true && !held[path]
    return link || (held[path].version === version && held[path].integrity === integrity)
  })
}

/**
 * Installs the pinned Node from npm, by the only install script that may run. Returns a function
 * that finds its C++ headers, and fetches them again when an `npm install` has pruned them.
 */
export async function installNode(root, nodePath, version, run) {
  const rebuild = () =>
    run(
      `install Node ${version}`,
      npm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=notice']),
      { minutes: 5 },
    )
  const held = () => spawnSync(nodePath, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (held() !== `v${version}`) await rebuild()
  if (held() !== `v${version}`) {
    const remedy = 'the pinned Node needs glibc 2.28 or later (not musl), or macOS 13.5 or later'
    throw new SetupError('install Node', `${nodePath} does not run as v${version}`, remedy)
  }
  const find = () => {
    const nested = join(root, 'node_modules/node/node_modules')
    const folders = fs.existsSync(nested)
      ? fs.readdirSync(nested).map((name) => join(nested, name))
      : []
    return folders.find((folder) => fs.existsSync(join(folder, 'include/node/node.h')))
  }
  return async () => {
    if (!find()) await rebuild()
    const folder = find()
    if (folder) return folder
    const problem = 'the headers of Node are missing'
    throw new SetupError('compile the GDAL binding', problem, 'npm rebuild node')
  }
}

/** Command line of the npm that runs this script, or of the one on PATH. */
function npm(args) {
  const script = process.env.npm_execpath
  return script?.endsWith('.js') ? [process.execPath, script, ...args] : ['npm', ...args]
}
