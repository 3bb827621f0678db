import { type ChildProcess, spawn } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type BuildPlan, planBuild } from '../../builds/plan.ts'
import { runBuild } from '../../builds/run.ts'
import { allFiles, type Manifest } from '../../catalog/manifest.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { BuildQueue } from '../../queue/build-queue.ts'
import type { BuildRun } from '../../queue/build-run.ts'
import { S3Storage } from '../../storage/s3-storage.ts'
import { storagePlace } from '../../storage/storage-place.ts'
import { requireStoredBuild } from '../../storage/stored-builds.ts'
import { SILENT } from '../../terminal/progress.ts'
import { copyCounty } from '../end-to-end/build-home.ts'
import { ACCESS_KEY, BUCKET, LocalS3, SECRET_KEY, withCredentials } from './local-s3.ts'
import { type PlainPostgres, startPlainPostgres } from './plain-postgres.ts'

const PLAT = join(PROJECT_ROOT, 'plat.ts')

/** Runs a command of a machine in its network; without one it runs in that of this machine. */
export type InNetwork = (machine: number, command: string[]) => [program: string, args: string[]]

/**
 * Machines that share a queue and a store: each is a home with a process of `plat worker`. Builds
 * have a number, and one store each.
 */
export class BuildMachines {
  readonly workers: ChildProcess[] = []
  readonly names: string[]
  readonly s3: LocalS3
  readonly database: PlainPostgres
  readonly queue: BuildQueue
  private readonly folder: string
  private readonly host: string
  private readonly restoreCredentials: () => void

  private constructor(
    names: string[],
    folder: string,
    host: string,
    servers: { s3: LocalS3; database: PlainPostgres; queue: BuildQueue },
    restoreCredentials: () => void,
  ) {
    this.names = names
    this.folder = folder
    this.host = host
    this.s3 = servers.s3
    this.database = servers.database
    this.queue = servers.queue
    this.restoreCredentials = restoreCredentials
  }

  /** Starts the servers at an address that clients of a network may reach. */
  static async open(names: string[], host: string, network: string): Promise<BuildMachines> {
    const folder = await mkdtemp(join(tmpdir(), 'plat-machines-'))
    const restoreCredentials = withCredentials(ACCESS_KEY, SECRET_KEY)
    const s3 = await LocalS3.open(host)
    const database = await startPlainPostgres({ listen_addresses: host })
    const allowed = `\nhost all all ${network} trust\n`
    await appendFile(join(database.folder, 'tables', 'pg_hba.conf'), allowed)
    await database.run('SELECT pg_reload_conf()')
    const queue = await BuildQueue.open(urlAt(host), () => {})
    return new BuildMachines(names, folder, host, { s3, database, queue }, restoreCredentials)
  }

  async close(): Promise<void> {
    this.endWorkers()
    await this.queue.close()
    await this.database.stop()
    await this.s3.close()
    this.restoreCredentials()
    await rm(this.folder, { recursive: true, force: true })
  }

  /** The build as one machine makes it. */
  async buildAlone(): Promise<Manifest> {
    const home = await this.home('alone')
    const plan: BuildPlan = await planBuild(this.names, home)
    return await runBuild(plan, { home, workers: 2, progress: SILENT })
  }

  /** Starts a worker that has no result of an earlier build. */
  async startWorker(
    machine: number,
    build: number,
    { inNetwork, nodeArgs = [] }: { inNetwork?: InNetwork; nodeArgs?: string[] } = {},
  ): Promise<void> {
    const home = await this.home(`machine-${machine}`)
    for (const part of ['partitions', 'steps', 'slices', 'builds', 'work'])
      await rm(join(home, part), { recursive: true, force: true })
    const command = [process.execPath, ...nodeArgs, PLAT, 'worker', '--threads', '1']
    const [program, args] = inNetwork?.(machine, command) ?? [command[0], command.slice(1)]
    this.workers[machine] = this.run(program, args, home, build)
  }

  endWorkers(): void {
    for (const worker of this.workers.splice(0)) worker.kill('SIGKILL')
  }

  /** Queues the build by the command, and returns its exit code and its run. */
  async queueBuild(build: number): Promise<{ exit: Promise<number | null>; run: string }> {
    const earlier = (await this.queue.runs()).map(({ run }) => run)
    const args = [PLAT, 'build', ...this.names, '--queue']
    const command = this.run(process.execPath, args, await this.home('client'), build)
    const exit = new Promise<number | null>((resolve) => command.once('exit', resolve))
    const isNew = ({ run }: BuildRun) => !earlier.includes(run)
    await expect.poll(async () => (await this.queue.runs()).some(isNew)).toBe(true)
    return { exit, run: (await this.queue.runs()).find(isNew)!.run }
  }

  /** The build of a store. Counts how often its manifest was written. */
  async storedBuild(build: number, id: string): Promise<{ manifest: Manifest; writes: number }> {
    const place = storagePlace(this.storeOf(build), 'the store', process.env)
    if (place.kind !== 's3') throw new Error('the store is a bucket')
    const storage = new S3Storage(place)
    const { manifest } = await requireStoredBuild(storage, id)
    await storage.close()
    const key = `PUT build-${build}/builds/${id}/manifest.json`
    return { manifest, writes: this.s3.requests.filter((each) => each === key).length }
  }

  /** A home with the generated county, which takes long to generate. */
  private async home(name: string): Promise<string> {
    const home = join(this.folder, name)
    if ((await mkdir(home, { recursive: true })) !== undefined) await copyCounty(home)
    return home
  }

  private storeOf(build: number): string {
    return `s3://${BUCKET}/build-${build}?endpoint=${this.s3.url}`
  }

  private run(program: string, args: string[], home: string, build: number): ChildProcess {
    const settings = { PLAT_HOME: home, PLAT_QUEUE: urlAt(this.host), CI: '1' }
    return spawn(program, args, {
      env: { ...process.env, ...settings, PLAT_STORE: this.storeOf(build) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
}

/** Names and hashes of files whose bytes depend on nothing but the inputs. */
export function sameBytes(manifest: Manifest): string[] {
  return allFiles(manifest)
    .filter(({ file }) => !file.endsWith('.duckdb') && !/^(catalog|stac|collections)/.test(file))
    .map(({ file, sha256 }) => `${file} ${sha256}`)
    .sort()
}

const urlAt = (host: string) => `postgres://postgres@${host}/postgres`
