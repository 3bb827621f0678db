import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { RawConnection } from '../contract/raw-connection.ts'
import { pinTown, TOWN_LOCATIONS, writeTown } from '../fixtures/example-town.ts'
import type { FromService } from './limited-service.ts'

const SCRIPT = join(import.meta.dirname, 'limited-service.ts')
const REQUESTS = [
  '/api/v1/parcels?limit=3',
  `/api/v1/location?ll=${TOWN_LOCATIONS.lot.lat},${TOWN_LOCATIONS.lot.lng}`,
  '/api/v1/layers/parcels/features?bbox=-72,30,-71.99,30.01&limit=3',
  '/api/v1/layers',
  '/api/v1/search?q=sample',
  '/api/v1/health',
]

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-descriptors-'))
  await writeTown(home, 'b1')
  await pinTown(home, 'b1')
})
afterAll(() => rm(home, { recursive: true }))

let service: ChildProcess
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  if (service.exitCode !== null || service.signalCode !== null) return
  service.kill('SIGKILL')
  await once(service, 'exit')
})

/**
 * Starts the service with a limit of open files. Returns its reports up to the end of the start.
 */
async function start(limit: number): Promise<FromService[]> {
  const script = `ulimit -n ${limit}; exec "$0" "$@"`
  service = spawn('bash', ['-c', script, process.execPath, SCRIPT, home], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const reports: FromService[] = []
  for (;;) {
    const report = await nextReport()
    reports.push(report)
    if (report.kind !== 'note') return reports
  }
}

async function nextReport(): Promise<FromService> {
  const [report] = await Promise.race([
    once(service, 'message'),
    once(service, 'exit').then(([code, signal]) => {
      throw new Error(`the service ended: ${code ?? signal}`)
    }),
  ])
  return report as FromService
}

function portOf(reports: FromService[]) {
  const last = reports.at(-1)!
  if (last.kind !== 'serving') throw new Error(JSON.stringify(reports))
  return Number(new URL(last.url).port)
}

// The limit and the count of open files are read from /proc.
test.skipIf(platform() !== 'linux')(
  'where few files may be open connections are bounded, and without a descriptor all is answered',
  async () => {
    const reports = await start(420)
    const [, bound] = /At most (\d+) connections .* may open 420 files/.exec(
      JSON.stringify(reports),
    )!
    const port = portOf(reports)
    const first = new RawConnection(port)
    const [list, ...others] = REQUESTS
    for (const url of others) expect((await first.send('GET', url, [])).status, url).toBe(200)

    for (let i = 0; i < 500; i++) sockets.push(connect(port, '127.0.0.1').on('error', () => {}))
    const open = () => sockets.filter(({ closed }) => !closed).length
    await expect.poll(open).toBeLessThanOrEqual(2 * Number(bound))
    expect(open()).toBeGreaterThan(10)
    for (const url of others) expect((await first.send('GET', url, [])).status, url).toBe(200)
    for (const socket of sockets.splice(0)) socket.destroy()

    // In both threads, before either has listed a parcel.
    const connections = Array.from({ length: 8 }, () => new RawConnection(port))
    const health = async () => {
      for (const each of connections) await each.send('GET', others.at(-1)!, [])
      return true
    }
    // Until the service has closed the 500.
    await expect.poll(() => health().catch(() => false)).toBe(true)
    service.send('exhaust')
    expect(await nextReport()).toMatchObject({
      kind: 'exhausted',
      why: expect.stringContaining('EMFILE'),
    })
    for (const each of [...connections, first])
      for (const url of [list, ...others])
        expect((await each.send('GET', url, [])).status, url).toBe(200)
    for (const each of [...connections, first]) each.close()
    expect(service.exitCode).toBeNull()
  },
)
