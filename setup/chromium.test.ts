import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installChromium } from './chromium.mjs'

let root: string
let browser: string
let printed = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plat-chromium-'))
  browser = join(root, 'chromium')
  mkdirSync(join(root, 'node_modules'))
  printed = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
  // Where tests do not run as root, this sudo needs no password.
  program('sudo', 'shift; exec "$@"')
  vi.stubEnv('PATH', `${root}${delimiter}${process.env.PATH}`)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

function program(name: string, body: string): void {
  writeFileSync(join(root, name), `#!/bin/sh\n${body}\n`)
  chmodSync(join(root, name), 0o755)
}
/** An apt-get that records its calls and runs `install`. */
const aptGet = (install: string) =>
  program('apt-get', `echo "$*" >> '${root}/calls'; [ "$1" != install ] || ${install}`)
const calls = () => readFileSync(join(root, 'calls'), 'utf8').trim().split('\n')

test.runIf(process.platform === 'linux')('a missing browser comes from apt', async () => {
  aptGet(`touch '${browser}'`)
  await installChromium(root, [browser])
  expect(existsSync(browser)).toBe(true)
  expect(calls().slice(1)).toEqual([
    'update',
    'install -y --no-install-recommends chromium-headless-shell',
  ])
  expect(printed).not.toContain('will be skipped')
})

test.runIf(process.platform === 'linux')(
  'where apt has none the run goes on, reports what is skipped, and does not try again',
  async () => {
    aptGet('exit 100')
    await installChromium(root, [browser])
    expect(printed).toContain('will be skipped')
    expect(calls()).toHaveLength(3)
    await installChromium(root, [browser])
    expect(calls()).toHaveLength(3)
  },
)

test('a browser that is there is left alone', async () => {
  writeFileSync(browser, '')
  aptGet('exit 100')
  await installChromium(root, [browser])
  expect([existsSync(join(root, 'calls')), printed]).toEqual([false, ''])
})
