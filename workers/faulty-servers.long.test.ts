import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Manifest } from '../catalog/manifest.ts'
import { BuildMachines, sameBytes } from '../tests/servers/build-machines.ts'
import { findPostgres } from '../tests/servers/plain-postgres.ts'

const found = findPostgres()
const isAbsent = typeof found === 'string'
const HOST = '127.0.0.1'
/** Layers whose partitions take a second. */
const NAMES = ['flood/sample', 'zoning/sample', 'soils/sample']
const AWAY_MS = 60_000

let machines: BuildMachines
let alone: Manifest
beforeAll(async () => {
  if (isAbsent) return
  machines = await BuildMachines.open(NAMES, HOST, `${HOST}/32`)
  alone = await machines.buildAlone()
})
afterAll(() => machines?.close())

/** Arguments of Node for a process whose clock is wrong by some hours. */
function clockArgs(hours: number): string[] {
  const script = `const now = Date.now; Date.now = () => now() + ${hours * 3_600_000};
    const Real = Date; globalThis.Date = class extends Real {
      constructor(...args) { args.length ? super(...args) : super(Real.now()) } }`
  return ['--import', `data:text/javascript,${encodeURIComponent(script)}`]
}

async function begun(run: string): Promise<void> {
  const isBegun = async () =>
    (await machines.queue.run(run))!.jobs.some(
      ({ name, state }) => name.startsWith('partition') && state === 'active',
    )
  await expect.poll(isBegun, { interval: 50 }).toBe(true)
}

async function expectWhole(build: number, run: string): Promise<void> {
  const made = (await machines.queue.run(run))!
  expect(made.state).toBe('done')
  const { manifest, writes } = await machines.storedBuild(build, made.build)
  expect(sameBytes(manifest)).toEqual(sameBytes(alone))
  expect(writes).toBe(1)
}

test.skipIf(isAbsent)(
  'clocks that are wrong by an hour lose no job and repeat none',
  async () => {
    for (const [machine, hours] of [1, -1].entries())
      await machines.startWorker(machine, 0, { nodeArgs: clockArgs(hours) })
    const { exit, run } = await machines.queueBuild(0)
    expect(await exit).toBe(0)
    await expectWhole(0, run)
    const { jobs } = (await machines.queue.run(run))!
    expect(jobs.map(({ attempts }) => attempts)).toEqual(jobs.map(() => 1))
    expect(new Set(jobs.map(({ report }) => report?.worker)).size).toBe(2)
    machines.endWorkers()
  },
  600_000,
)

test.skipIf(isAbsent)(
  'the database of the queue starts again in mid-build',
  async () => {
    for (const machine of [0, 1]) await machines.startWorker(machine, 1)
    const { exit, run } = await machines.queueBuild(1)
    await begun(run)
    const { bin, user } = found as Exclude<typeof found, string>
    const { folder } = machines.database
    const stop = ['-D', join(folder, 'tables'), '-m', 'immediate', '-w', 'stop']
    await promisify(execFile)(join(bin, 'pg_ctl'), stop, { ...user, cwd: folder })
    await sleep(5_000)
    const options = `-c listen_addresses=${HOST} -c unix_socket_directories=${folder}`
    const start = ['-D', join(folder, 'tables'), '-w', '-l', join(folder, 'log'), '-o', options]
    await promisify(execFile)(join(bin, 'pg_ctl'), [...start, 'start'], { ...user, cwd: folder })
    expect(await exit).toBe(0)
    await expectWhole(1, run)
    machines.endWorkers()
  },
  600_000,
)

test.skipIf(isAbsent)(
  'a bucket that answers 503 for a minute',
  async () => {
    for (const machine of [0, 1]) await machines.startWorker(machine, 2)
    const { exit, run } = await machines.queueBuild(2)
    await begun(run)
    machines.s3.fault = () => ({ kind: 'error', status: 503, code: 'SlowDown' })
    await sleep(AWAY_MS)
    machines.s3.fault = () => null
    expect(await exit).toBe(0)
    await expectWhole(2, run)
    machines.endWorkers()
  },
  900_000,
)

test.skipIf(isAbsent)(
  'a cancelled build ends within seconds, and is made when queued again',
  async () => {
    for (const machine of [0, 1]) await machines.startWorker(machine, 3)
    const first = await machines.queueBuild(3)
    await begun(first.run)
    await machines.queue.cancel(first.run)
    expect(await first.exit).toBe(1)
    expect((await machines.queue.run(first.run))!.state).toBe('cancelled')
    const second = await machines.queueBuild(3)
    expect(await second.exit).toBe(0)
    await expectWhole(3, second.run)
  },
  600_000,
)
