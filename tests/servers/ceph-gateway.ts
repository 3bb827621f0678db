import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { ACCESS_KEY, BUCKET, SECRET_KEY } from './local-s3.ts'

const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool']
/** Longest wait for the gateway, which is ready after 12 seconds on a quiet machine. */
const READY_MS = 120_000

/** A real server of S3's protocol for tests. */
export interface RealS3 {
  /** Starts it, makes the bucket and returns the address. */
  open(): Promise<string>
  close(): Promise<void>
}

/**
 * The server at `PLAT_TEST_S3`, which has the key of `local-s3.ts`; else, in the long run, a Ceph
 * of this machine, where Debian's radosgw, ceph-mon and ceph-osd are installed. Else null.
 */
export function cephGateway(isLongRun: boolean): RealS3 | null {
  const url = process.env.PLAT_TEST_S3
  if (url) return { open: () => makeBucket(url), close: async () => {} }
  return isLongRun && PROGRAMS.every(isInstalled) ? new CephGateway() : null
}

function isInstalled(program: string): boolean {
  try {
    accessSync(join('/usr/bin', program))
    return true
  } catch {
    return false
  }
}

/** A monitor, a disk in memory and a gateway, in a folder that `close` removes. */
class CephGateway implements RealS3 {
  private readonly folder = mkdtempSync(join(tmpdir(), 'plat-ceph-'))
  private readonly processes: ChildProcess[] = []

  async open(): Promise<string> {
    const [monitor, gateway] = [await freePort(), await freePort()]
    const [cluster, disk] = [randomUUID(), randomUUID()]
    const url = `http://127.0.0.1:${gateway}`
    for (const name of ['mon', 'osd', 'run']) mkdirSync(join(this.folder, name))
    writeFileSync(join(this.folder, 'ceph.conf'), this.settings(cluster, monitor, gateway))
    const address = `[v2:127.0.0.1:${monitor}]`
    this.run('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', address, 'monmap')
    this.run('ceph-authtool', '--create-keyring', 'keyring', '--gen-key', '-n', 'mon.', ...MON)
    this.run('ceph-authtool', 'keyring', '--gen-key', '-n', 'client.admin', ...MON, ...OSD)
    this.run('ceph-authtool', 'keyring', '--gen-key', '-n', 'osd.0', ...MON, ...OSD)
    const conf = ['-c', 'ceph.conf']
    const made = ['--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', 'keyring']
    this.run('ceph-mon', ...conf, ...made)
    this.start('ceph-mon', ...conf, '-i', 'a', '-f')
    this.run('ceph', ...conf, 'osd', 'new', disk, '0')
    this.run('ceph-osd', ...conf, '-i', '0', '--mkfs', '--osd-uuid', disk)
    this.start('ceph-osd', ...conf, '-i', '0', '-f')
    this.start('radosgw', ...conf, '-n', 'client.admin', '-f')
    await isReady(url)
    const keys = ['--access-key', ACCESS_KEY, '--secret-key', SECRET_KEY]
    this.run(
      'radosgw-admin',
      ...conf,
      'user',
      'create',
      '--uid=plat',
      '--display-name=plat',
      ...keys,
    )
    return await makeBucket(url)
  }

  async close(): Promise<void> {
    for (const child of this.processes.reverse()) {
      const ended = once(child, 'exit')
      if (child.kill('SIGKILL')) await ended
    }
    rmSync(this.folder, { recursive: true })
  }

  private run(program: string, ...args: string[]): void {
    execFileSync(program, args, { cwd: this.folder, stdio: 'ignore', timeout: READY_MS })
  }

  private start(program: string, ...args: string[]): void {
    this.processes.push(spawn(program, args, { cwd: this.folder, stdio: 'ignore' }))
  }

  private settings(cluster: string, monitor: number, gateway: number): string {
    const { folder } = this
    return `[global]
fsid = ${cluster}
mon host = v2:127.0.0.1:${monitor}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr1 = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
mon data avail warn = 1
osd objectstore = memstore
memstore device bytes = 1073741824
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/run
run dir = ${folder}/run
log file = ${folder}/run/$name.log
pid file = ${folder}/run/$name.pid
admin socket =
keyring = ${folder}/keyring
rgw frontends = beast endpoint=127.0.0.1:${gateway}
`
  }
}

const MON = ['--cap', 'mon', 'allow *']
const OSD = ['--cap', 'osd', 'allow *']

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function isReady(url: string): Promise<void> {
  const end = performance.now() + READY_MS
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (performance.now() > end) throw new Error('The gateway of Ceph does not start.')
    await sleep(100)
  }
}

async function makeBucket(url: string): Promise<string> {
  const credentials = { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY }
  const settings = { endpoint: url, region: 'us-east-1', forcePathStyle: true, credentials }
  const client = new S3Client(settings)
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  client.destroy()
  return url
}
