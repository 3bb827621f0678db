// Sets the checkout up and runs it: `node setup.mjs start | test | test:long | test:mutants | plat`
// and so on, which is what the npm scripts call. Plain JavaScript for any Node from 20 on;
// everything after it runs on the Node that package.json pins, by its absolute path. Set up once,
// it adds a few milliseconds.
//
// The npm scripts use `exec`: npm signals its shell only, and a shell in between would die of
// SIGTERM and leave a server behind without a parent.
//
// PLAT_GDAL=system skips the prebuilt GDAL binding and compiles it against the system's libgdal.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installChromium } from './setup/chromium.mjs'
import { installGdal } from './setup/gdal.mjs'
import { acquireMutex } from './setup/mutex.mjs'
import { installNode, installPackages } from './setup/packages.mjs'
import { buildPage, PAGES } from './setup/page.mjs'
import { print, SetupError, secondsSince, stepRunner } from './setup/step.mjs'

/** Code without types as Node compiled it: half of the time in which a command starts. */
const COMPILED = '.plat/compiled'
const SCRIPTS = {
  start: ['plat.ts', 'start'],
  test: ['tests/run.ts', 'ordinary'],
  'test:long': ['tests/run.ts', 'long'],
  'test:all': ['tests/run.ts', 'all'],
  'test:mutants': ['tests/mutants/run.ts'],
  plat: ['plat.ts'],
  'plat-architect': ['architect/plat-architect.ts'],
}

/**
 * The allocator of glibc gives back buffers of 128 KB and more when they are freed. By default it
 * raises that limit to the largest buffer freed, and an idle service with the sample county holds
 * 0.1 GB more. A dossier takes as much processor time; to draw an archive takes up to a tenth more,
 * so `plat build` has the default. Other systems ignore it.
 */
const SERVICE_MEMORY = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '4194304' }

const sha256 = (path) => createHash('sha256').update(fs.readFileSync(path)).digest('hex')

/** Refuses a machine on which nothing after this could work. */
function checkMachine(platform, nodeVersion) {
  if (platform !== 'linux' && platform !== 'darwin') {
    throw new SetupError(
      'set-up',
      `no support for ${platform}`,
      'use Linux, macOS, or WSL on Windows',
    )
  }
  if (Number(nodeVersion.split('.')[0]) < 20) {
    throw new SetupError('set-up', `Node ${nodeVersion} is too old`, 'install Node 20 or later')
  }
}

/** Makes `root` ready to run and answers the path of the pinned Node. */
async function setUp(root) {
  const nodePath = join(root, 'node_modules/node/bin/node')
  const stampPath = join(root, 'node_modules/.plat-setup')
  const lockfile = join(root, 'package-lock.json')
  const wanted = {
    lockfile: sha256(lockfile),
    node: JSON.parse(fs.readFileSync(lockfile, 'utf8')).packages['node_modules/node'].version,
    machine: `${process.platform}-${process.arch}`,
    gdal: process.env.PLAT_GDAL === 'system' ? 'system' : 'any',
  }
  const stamp = JSON.stringify(wanted)
  const isReady = () =>
    fs.existsSync(nodePath) &&
    fs.existsSync(stampPath) &&
    fs.readFileSync(stampPath, 'utf8') === stamp
  if (isReady()) return nodePath

  fs.mkdirSync(join(root, '.plat'), { recursive: true })
  const release = await acquireMutex(join(root, '.plat/setup.lock'))
  try {
    if (isReady()) return nodePath
    const startedAt = Date.now()
    print('Setting up. The first time takes a few minutes; afterwards this is skipped.')
    const run = stepRunner(root)
    await installPackages(root, run)
    const headers = await installNode(root, nodePath, wanted.node, run)
    await installGdal(root, nodePath, headers, wanted.gdal, run)
    await compileService(root, nodePath, run)
    fs.writeFileSync(stampPath, stamp)
    print(`Set up in ${secondsSince(startedAt)}.`)
    return nodePath
  } finally {
    release()
  }
}

/**
 * Stores the compiled code of the service, if it is there: an image is set up before it has any.
 * What is stored grows with every change of a file, so a set-up begins anew.
 */
async function compileService(root, nodePath, run) {
  const script = join(root, 'commands/start/compile-service.ts')
  if (!fs.existsSync(script)) return
  const compiled = join(root, COMPILED)
  fs.rmSync(compiled, { recursive: true, force: true })
  const environment = { NODE_COMPILE_CACHE: compiled }
  const mayFail = 'its first start compiles it'
  await run('compile the service', [nodePath, script], { minutes: 2, environment, mayFail })
}

/** Runs a script on the pinned Node, hands signals on, and answers its exit code. */
function runScript(root, nodePath, args, settings) {
  return new Promise((resolve, reject) => {
    const PATH = [dirname(nodePath), join(root, 'node_modules/.bin'), process.env.PATH].join(
      delimiter,
    )
    const child = spawn(nodePath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: join(root, COMPILED), ...settings, ...process.env, PATH },
    })
    // By default Node opens its inspector, and anybody who connects to that port runs code here.
    process.on('SIGUSR1', () => {})
    let interruptedAt = 0
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        // Ctrl-C reaches the child by itself, and once more from npm: a second one would read as
        // "at once, without a graceful end".
        const isEcho =
          signal === 'SIGINT' && (process.stdin.isTTY || Date.now() - interruptedAt < 500)
        if (signal === 'SIGINT') interruptedAt = Date.now()
        if (!isEcho) child.kill(signal)
      })
    }
    child.on('error', reject)
    const numbers = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 }
    child.on('close', (code, signal) => resolve(code ?? numbers[signal] ?? 1))
  })
}

async function main([verb, ...args]) {
  const script = Object.hasOwn(SCRIPTS, verb ?? '') ? SCRIPTS[verb] : undefined
  if (!script && verb !== 'only') {
    print(
      'Usage: node setup.mjs start | test | test:long | test:all | test:mutants | plat <command> | plat-architect <command> | only\n  only   sets up and runs nothing',
    )
    return 2
  }
  const root = dirname(fileURLToPath(import.meta.url))
  checkMachine(process.platform, process.versions.node)
  const nodePath = await setUp(root)
  // The other commands are the same with and without a page.
  const isService = verb === 'start' || args[0] === 'serve'
  if (!verb.startsWith('plat') || isService)
    for (const page of PAGES) await buildPage(root, nodePath, page)
  if (script?.[0] === 'tests/run.ts') await installChromium(root)
  const settings = isService ? SERVICE_MEMORY : {}
  return script ? runScript(root, nodePath, [...script, ...args], settings) : 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  print(error instanceof SetupError ? error.message : error.stack)
  process.exitCode = 1
}
