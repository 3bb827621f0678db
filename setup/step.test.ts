import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stepRunner } from './step.mjs'

let root: string
let printed: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plat-step-'))
  mkdirSync(join(root, '.plat'))
  printed = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  rmSync(root, { recursive: true })
})

const log = () => readFileSync(join(root, '.plat/setup.log'), 'utf8')
/** A killed process that nobody has collected yet is a zombie, and not alive. */
function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    const state = existsSync('/proc') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
    return !/\) Z /.test(state)
  } catch {
    return false
  }
}

test('a step that fails shows the end of its output, and the log has all of it', async () => {
  const run = stepRunner(root)
  const command = ['sh', '-c', 'seq 1 100; echo "no space left" >&2; exit 3']
  await expect(run('compile', command, { minutes: 1 })).rejects.toThrow(
    /^compile failed: exit code 3\n {2}remedy /,
  )
  expect(printed).toContain('no space left')
  expect(printed).toContain('\n100\n')
  expect(printed).not.toContain('\n50\n')
  expect(log()).toContain('\n50\n')
})

test('a step that may fail is reported and skipped', async () => {
  const options = { minutes: 1, mayFail: 'it is not available here' }
  expect(await stepRunner(root)('download', ['sh', '-c', 'exit 1'], options)).toBe(false)
  expect(printed).toContain('it is not available here')
})

test('a program that is not there fails the step', async () => {
  const run = stepRunner(root)('compile', ['no-such-program'], { minutes: 1 })
  await expect(run).rejects.toThrow('ENOENT')
})

test('a step past its time is ended together with everything that it started', async () => {
  const command = ['sh', '-c', 'sleep 600 & echo child $!; wait']
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const run = stepRunner(root)('compile', command, { minutes: 10 })
  const ended = expect(run).rejects.toThrow('stopped after 10 minutes')
  await expect.poll(log).toMatch(/child \d+\n/)
  vi.advanceTimersByTime(10 * 60_000)
  await ended
  const child = Number(/child (\d+)/.exec(log())?.[1])
  // The kernel takes a moment to bury what was killed.
  await expect.poll(() => isAlive(child)).toBe(false)
})
