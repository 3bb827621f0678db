import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { print, SetupError } from './step.mjs'

/**
 * Installs what the lock file lists. Not `npm ci`: npm 11 refuses a lock file that lacks optional
 * packages of other platforms (https://github.com/npm/cli/issues/9846), and npm leaves those out
 * where the registry in use does not have them. So we check the outcome against the lock ourselves.
 */
export async function installPackages(root, run) {
  if (isInstalled(root)) return print('- packages are installed as in the lock file')
  const command = npm(['install', '--no-save', '--ignore-scripts', '--loglevel=notice'])
  await run('install packages', command, { minutes: 15 })
  if (isInstalled(root)) return
  const remedy = 'bring package.json and package-lock.json together: npm install'
  throw new SetupError('install packages', 'node_modules differs from the lock file', remedy)
}

/** Whether node_modules already holds what the lock file lists (optional packages may be absent). */
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
 * The pinned Node comes from npm, by the one install script that we let run. Answers a function
 * that finds its C++ headers, which a later `npm install` prunes: they are fetched again on need.
 */
export async function installNode(root, nodePath, version, run) {
  const rebuild = () =>
    run(
      `install Node ${version}`,
      npm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=notice']),
      {
        minutes: 5,
      },
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
    throw new SetupError(
      'Compile GDAL binding',
      'the headers of Node are missing',
      'npm rebuild node',
    )
  }
}

/** The npm that runs us, or the one on PATH. */
function npm(args) {
  const script = process.env.npm_execpath
  return script?.endsWith('.js') ? [process.execPath, script, ...args] : ['npm', ...args]
}
