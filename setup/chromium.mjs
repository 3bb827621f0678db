import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { print, stepRunner } from './step.mjs'

/**
 * Debian's Chromium without a window: a page with a map is drawn in half the time of the whole
 * browser, which draws its own tabs and bars in software too. The whole one is the second choice.
 */
export const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const INSTALL =
  'apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell'

/**
 * The browser of the tests that draw a map, from apt where it is missing. Without one those tests
 * are skipped by name, so nothing here stops a run, prompts for a password or is tried twice.
 */
export async function installChromium(root, [browser, ...others] = CHROMIUMS) {
  if (process.platform !== 'linux' || fs.existsSync(browser)) return
  const tried = join(root, 'node_modules/.plat-chromium-headless-shell')
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
  if (![browser, ...others].some((path) => fs.existsSync(path)))
    print(`- tests of maps in a browser will be skipped; to run them, as root: ${INSTALL}`)
}
