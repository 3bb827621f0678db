import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pinAfter, pinFile, readPin } from '../../catalog/pin.ts'
import { isLongRun } from '../../tests/long-run.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-sample-process-'))
})
afterEach(async () => {
  await rm(home, { recursive: true, force: true })
})

/** A process that runs the process of the sample, with the exit code of that. */
async function startRunner(): Promise<ChildProcess> {
  const module = new URL('./run-sample-process.ts', import.meta.url).href
  const script = `process.exit(await (await import('${module}')).runSampleProcess())`
  const file = join(home, 'runner.mjs')
  await writeFile(file, script)
  return spawn(process.execPath, [file], {
    env: { ...process.env, PLAT_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function outcomeOf(runner: ChildProcess): Promise<{ code: number; output: string }> {
  let output = ''
  for (const stream of [runner.stdout!, runner.stderr!])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const [code] = await once(runner, 'close')
  return { code, output }
}

test('another build stays pinned', async () => {
  const pin = pinAfter(null, 'county-0123456789ab', new Date())
  await writeFile(pinFile(home), JSON.stringify(pin))
  const { code, output } = await outcomeOf(await startRunner())
  expect(output).toContain('Build county-0123456789ab is pinned and stays pinned.')
  expect(code).toBe(0)
})

test('a failure is printed and is the exit code', async () => {
  await writeFile(pinFile(home), 'not JSON')
  const { code, output } = await outcomeOf(await startRunner())
  expect(output).toContain(pinFile(home))
  expect(code).toBe(1)
})

if (isLongRun)
  test('the sample is not built on when the service was killed', async () => {
    const runner = await startRunner()
    const outcome = outcomeOf(runner)
    await once(runner.stderr!, 'data')
    runner.kill('SIGKILL')
    // The pipes of its output close with the last process that has them.
    const { output } = await outcome
    expect(output).not.toContain('Pinned')
    expect(await readPin(home)).toBeNull()
  })
