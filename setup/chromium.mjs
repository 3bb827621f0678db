import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { print, stepRunner } from './step.mjs'

const CHROMIUM = '/usr/bin/chromium'
const INSTALL = 'apt-get update && apt-get install -y --no-install-recommends chromium'

/**
 * Debian's browser for the tests that draw a map, from apt where it is missing. Without it those
 * tests are skipped by name, so nothing here stops a run, prompts for a password or is tried twice.
 */
export async function installChromium(root, browser = CHROMIUM) {
  if (process.platform !== 'linux' || fs.existsSync(browser)) return
  const tried = join(root, 'node_modules/.plat-chromium')
  const runs = (name, ...args) => spawnSync(name, args).status === 0
  if (fs.existsSync(tried) || !runs('apt-get', '--version')) return
  const isRoot = process.getuid?.() === 0
  fs.writeFileSync(tried, '')
  if (isRoot || runs('sudo', '-n', 'true')) {
    const sudo = isRoot ? [] : ['sudo', '-n']
    const command = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-c', INSTALL]
    const mayFail = 'it is not available here'
    fs.mkdirSync(join(root, '.plat'), { recursive: true })
    const run = stepRunner(root, { appendsLog: true })
    await run('install Chromium', command, { minutes: 10, isDetached: isRoot, mayFail })
  }
  if (!fs.existsSync(browser))
    print(`- tests of maps in a browser will be skipped; to run them, as root: ${INSTALL}`)
}
