import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { print, SetupError } from './step.mjs'

const APT_PACKAGES = ['libgdal-dev', 'g++', 'make', 'python3']

/**
 * Installs a GDAL binding that loads: the one present, a prebuilt one, or one for the system's
 * GDAL.
 */
export async function installGdal(root, nodePath, findHeaders, mode, run) {
  const folder = dirname(
    createRequire(join(root, 'pipelines/package.json')).resolve('gdal-async/package.json'),
  )
  const loads = () => {
    const script = `console.log(require(${JSON.stringify(folder)}).version)`
    const { status, stdout } = spawnSync(nodePath, ['-e', script], { encoding: 'utf8' })
    if (status === 0) print(`- GDAL ${stdout.trim()} loads`)
    return status === 0
  }
  if (loads()) return
  // Never `npm rebuild gdal-async`: its own script compiles all of GDAL when the download fails.
  const gyp = createRequire(join(folder, 'package.json')).resolve(
    '@mapbox/node-pre-gyp/bin/node-pre-gyp',
  )
  const environment = { PATH: `${dirname(nodePath)}${delimiter}${process.env.PATH}` }
  if (mode !== 'system') {
    const prebuilt = [nodePath, gyp, 'install', '--fallback-to-build=false']
    const options = { minutes: 2, cwd: folder, environment, mayFail: 'it is not available here' }
    if ((await run('download the GDAL binding', prebuilt, options)) && loads()) return
  }

  await installCompiler(run)
  const headers = await findHeaders()
  const compile = [nodePath, gyp, 'install', '--build-from-source', '--shared_gdal']
  await run('compile the GDAL binding', [...compile, `--nodedir=${headers}`, '-j', 'max'], {
    minutes: 30,
    cwd: folder,
    // A `nodedir` of the machine's npm configuration would otherwise choose another Node's headers.
    environment: { ...environment, npm_config_nodedir: headers, NPM_CONFIG_NODEDIR: headers },
    remedy: 'GDAL with headers (3.6 is tested), a C++17 compiler, make and python3 are needed',
  })
  if (!loads()) {
    const remedy = `run it by hand: ${nodePath} -e "require('${folder}')"`
    throw new SetupError('compile the GDAL binding', 'it was compiled and does not load', remedy)
  }
  fs.rmSync(join(folder, 'build'), { recursive: true, force: true })
}

/** Installs libgdal with its headers, and a compiler, from apt where they are missing. */
async function installCompiler(run) {
  const isThere = (name) => spawnSync(name, ['--version']).status === 0
  const missing = ['gdal-config', 'g++', 'make', 'python3'].filter((name) => !isThere(name))
  if (missing.length === 0) return
  const isRoot = process.getuid?.() === 0
  const install = `apt-get update && apt-get install -y --no-install-recommends ${APT_PACKAGES.join(' ')}`
  if (!isThere('apt-get') || (!isRoot && !isThere('sudo'))) {
    const remedy = isThere('apt-get')
      ? `as root: ${install}`
      : 'install them: GDAL with headers (gdal-devel, or brew install gdal), a C++ compiler, make, python3'
    throw new SetupError('compile the GDAL binding', `${missing.join(', ')} missing`, remedy)
  }
  const sudo = isRoot ? [] : process.stdin.isTTY ? ['sudo'] : ['sudo', '-n']
  const command = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-c', install]
  // sudo prompts for the password on the terminal, which a process group of its own would not have.
  const options = { minutes: 15, isDetached: isRoot, remedy: `as root: ${install}` }
  await run(`install ${APT_PACKAGES.join(', ')}`, command, options)
}
