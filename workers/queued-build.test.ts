import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuildPlan, planBuild } from '../builds/plan.ts'
import { runBuild } from '../builds/run.ts'
import type { Manifest } from '../catalog/manifest.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'
import { openStore } from '../storage/open-store.ts'
import { findStoredBuild, requireStoredBuild } from '../storage/stored-builds.ts'
import { SILENT } from '../terminal/progress.ts'
import { copyCounty } from '../tests/end-to-end/build-home.ts'
import { sameBytes } from '../tests/servers/build-machines.ts'
import { ForeignRun, JobRunner } from './job-runner.ts'
import { planJobs } from './plan-jobs.ts'
import { markRun } from './run-marker.ts'

/** Two layers that are made in a second each, one of them in two partitions. */
const NAMES = ['flood/sample', 'zoning/sample', 'zoning/sample-sampleton']

let folder: string
let local: Manifest
let plan: BuildPlan
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-queued-'))
  const home = join(folder, 'local')
  await mkdir(home)
  await copyCounty(home)
  plan = await planBuild(NAMES, home)
  local = await runBuild(plan, { home, workers: 2, progress: SILENT })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The home of a machine that has the generated county, which takes long to generate or to copy. */
async function homeOf(name: string): Promise<string> {
  const home = join(folder, name)
  await mkdir(home)
  for (const each of ['sample', 'assets'])
    await symlink(join(folder, 'local', each), join(home, each))
  return home
}

const storeIn = (name: string) =>
  openStore({ kind: 'folder', folder: join(folder, name) }, { isCreated: true })

async function machine(name: string, storage: ObjectStorage): Promise<JobRunner> {
  const home = await homeOf(name)
  const work = join(home, 'work')
  await mkdir(work)
  return new JobRunner({ home, work, workers: 1, storage, progress: SILENT })
}

/** The jobs of the build, each with its data. */
const jobsOf = (run: string) =>
  planJobs(plan).map(({ kind, subject, after, name }) => ({
    ...{ name, after },
    data: { run, build: plan.build, names: NAMES, acceptDrop: false, kind, subject },
  }))

test('each job is after those whose results it reads, and the build after all', () => {
  const jobs = jobsOf(randomUUID())
  const names = jobs.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const [i, { after }] of jobs.entries())
    for (const name of after) expect(names.slice(0, i)).toContain(name)
  expect(names.filter((name) => /^(tiles|archive|pack) /.test(name))).toEqual([
    ...['pack flood/sample', 'archive flood'],
    ...['pack zoning/sample-sampleton', 'pack zoning/sample'],
    ...['tiles zoning/0', 'tiles zoning/1', 'archive zoning'],
  ])
})

describe('two machines that share a store', () => {
  let storage: ObjectStorage
  beforeAll(async () => {
    storage = await storeIn('store')
  })

  test('make the bytes of one, each job twice or where its inputs are not', async () => {
    const machines = [await machine('a', storage), await machine('b', storage)]
    const run = randomUUID()
    await markRun(storage, run)
    for (const [i, { data }] of jobsOf(run).entries()) {
      await machines[i % 2].run(data, 0)
      // A lease that lapsed: another machine does it again.
      if (i % 5 === 0) await machines[(i + 1) % 2].run(data, 1)
    }
    const { manifest } = await requireStoredBuild(storage, plan.build)
    expect(sameBytes(manifest)).toEqual(sameBytes(local))
    expect(manifest.audits).toEqual(local.audits)
    // The last machine made nothing of it but the DuckDB file.
    const made = Object.values(manifest.steps).reduce((sum, step) => sum + step.made, 0)
    expect(made).toBeLessThan(jobsOf(run).length)
  })

  test('a result that is cut off in the store is made again', async () => {
    const run = randomUUID()
    await markRun(storage, run)
    const own = (await requireStoredBuild(storage, plan.build)).manifest
    const pack = own.packs.find(({ file }) => /zoning.*\/sample\.pack$/.test(file))!
    await truncate(join(folder, 'store', 'objects', pack.sha256), 100)
    const fresh = await machine('c', storage)
    const last = jobsOf(run).find(({ name }) => name === 'assemble')!
    // The build in the store is not whole any more.
    await expect(fresh.run(last.data, 0)).rejects.toThrow('The next attempt makes it again.')
    await fresh.run(last.data, 1)
    expect(sameBytes((await findStoredBuild(storage, plan.build))!.manifest)).toEqual(
      sameBytes(local),
    )
    const mended = await readFile(join(folder, 'store', 'objects', pack.sha256))
    expect(mended.length).toBe(pack.bytes)
  })
})

test('a machine with another store, or of another plan, does no job of the run', async () => {
  const storage = await storeIn('other')
  const runner = await machine('d', storage)
  const run = randomUUID()
  const [{ data }] = jobsOf(run)
  await expect(runner.run(data, 0)).rejects.toThrow('it was queued with another store')
  await markRun(storage, run)
  const foreign = runner.run({ ...data, build: 'sample-0123456789ab' }, 0)
  await expect(foreign).rejects.toThrow(ForeignRun)
  await expect(runner.run(data, 0)).resolves.toBeUndefined()
})
