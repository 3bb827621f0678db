import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { print, SetupError } from './step.mjs'

const APT_PACKAGES = ['libgdal-dev', 'g++', 'make', 'python3']
/**
 * Files to which the binding's 61 are joined. They share their headers, which took most of the
 * time: two cores compile it in 37 s instead of 173.
 */
const PARTS = 4

/**
 * Installs a GDAL binding that loads: the one present, a prebuilt one, or one for the system's
 * GDAL.
 */
export async function installGdal(root, nodePath, findHeaders, mode, run) {
  const folder = bindingFolder(root)
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
  const compile = (cwd, options) =>
    run(
      'compile the GDAL binding',
      [
        ...[nodePath, gyp, 'install', '--build-from-source', '--shared_gdal'],
        ...[`--nodedir=${headers}`, '-j', 'max'],
      ],
      {
        minutes: 30,
        cwd,
        // A `nodedir` of the machine's npm configuration would choose another Node's headers.
        environment: { ...environment, npm_config_nodedir: headers, NPM_CONFIG_NODEDIR: headers },
        ...options,
      },
    )
  // Its build writes next to the package as well.
  const scratch = join(root, '.plat/gdal-binding')
  const joined = joinSources(folder, join(scratch, 'package'))
  const mayFail = 'compiling each of its files instead'
  if (joined && (await compile(joined, { mayFail }))) {
    const binding = 'lib/binding'
    fs.cpSync(join(joined, binding), join(folder, binding), { recursive: true })
  } else {
    const remedy =
      'GDAL with headers (3.6 is tested), a C++17 compiler, make and python3 are needed'
    await compile(folder, { remedy })
  }
  for (const path of [scratch, join(folder, 'build')])
    fs.rmSync(path, { recursive: true, force: true })
  if (!loads()) {
    const remedy = `run it by hand: ${nodePath} -e "require('${folder}')"`
    throw new SetupError('compile the GDAL binding', 'it was compiled and does not load', remedy)
  }
}

/** Folder of the binding's package. */
export const bindingFolder = (root) =>
  dirname(createRequire(join(root, 'pipelines/package.json')).resolve('gdal-async/package.json'))

/**
 * Makes a copy of the binding's package in `copy` whose sources are joined to `PARTS` files, and
 * returns it; null where its list of sources is not the expected one.
 */
export function joinSources(folder, copy) {
  const description = fs.readFileSync(join(folder, 'binding.gyp'), 'utf8')
  const list = /(?<="sources_node_gdal": \[)[^\]]*/.exec(description)?.[0]
  const sources = list?.match(/(?<=")src\/[^"]+\.cpp(?=")/g)
  if (!sources) return null
  fs.rmSync(copy, { recursive: true, force: true })
  // Files with their times: a newer one would be a reason to make others anew. The binding itself
  // is made in `lib`.
  const lib = { recursive: true, preserveTimestamps: true }
  fs.cpSync(join(folder, 'lib'), join(copy, 'lib'), lib)
  for (const name of fs.readdirSync(folder))
    if (!['binding.gyp', 'build', 'lib'].includes(name))
      fs.symlinkSync(join(folder, name), join(copy, name))
  const parts = Array.from({ length: PARTS }, (_, part) => {
    const own = sources.filter((_, i) => i % PARTS === part)
    const name = `part-${part + 1}.cpp`
    fs.writeFileSync(join(copy, name), own.map((path) => `#include "${path}"\n`).join(''))
    return `"${name}"`
  })
  fs.writeFileSync(join(copy, 'binding.gyp'), description.replace(list, parts.join(', ')))
  return copy
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
