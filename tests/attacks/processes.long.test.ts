import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withProcessMutex } from '../../catalog/process-mutex.ts'
import { type ExampleApp, openExampleApp } from '../fixtures/example-app.ts'
import { freePort, ServiceProcess } from '../servers/service-process.ts'

/** Wait of `docker stop` before it kills. */
const DOCKER_MS = 10_000

let town: ExampleApp
const services: ServiceProcess[] = []
beforeAll(async () => {
  town = await openExampleApp()
})
afterEach(async () => {
  for (const service of services.splice(0)) await service.kill()
})
afterAll(() => town.close())

async function start(options: Partial<Parameters<typeof ServiceProcess.start>[0]> = {}) {
  const service = await ServiceProcess.start({
    home: town.home,
    args: ['--threads', '2'],
    ...options,
  })
  services.push(service)
  return service
}

/** Requests health, over a few connections that stay open. */
async function request(port: number, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const path = '/api/v1/health'
      get({ host: '127.0.0.1', port, path, agent }, (answer) => {
        expect(answer.statusCode).toBe(200)
        answer.resume().on('end', resolve)
      }).on('error', reject)
    })
  for (let sent = 0; sent < count; sent += 100) await Promise.all(Array.from({ length: 100 }, one))
  agent.destroy()
}

describe('the log of a service', () => {
  test.each(['stdout', 'stderr'] as const)(
    'whose %s is closed goes on, and drains',
    async (name) => {
      const service = await start()
      service.child[name]!.destroy()
      await request(service.port, 500)
      service.child.kill('SIGTERM')
      expect(await service.ended).toEqual([0, null])
    },
    240_000,
  )

  test('that nobody reads is dropped, counted and bounded, and does not delay the end', async () => {
    const service = await start()
    const { child, port } = service
    child.stdout!.pause()
    // 160 bytes a line: more than fits into the pipe and the memory for waiting lines.
    await request(port, 12_000)
    const lines: string[] = []
    child.stdout!.setEncoding('utf8').on('data', (chunk) => lines.push(...chunk.split('\n')))
    const dropped = () =>
      lines.flatMap(
        (line) =>
          /(\d+) log lines could not be written: its reader does not read/.exec(line)?.[1] ?? [],
      )
    child.stdout!.resume()
    const droppedAfterMore = async () => {
      await request(port, 100)
      return dropped().length
    }
    await expect.poll(droppedAfterMore, { timeout: 60_000 }).toBeGreaterThan(0)
    const answered = () => lines.filter((line) => line.includes('/api/v1/health')).length
    console.info(`${answered()} lines read, ${dropped()} dropped of 12,000`)
    expect(Number(dropped()[0])).toBeGreaterThan(1_000)
    child.stdout!.pause()
    await request(port, 12_000)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  }, 480_000)
})

describe('a port', () => {
  test('goes to one of three services that start at once, twelve times of twelve', async () => {
    const homes = await Promise.all([openExampleApp(), openExampleApp(), openExampleApp()])
    for (let round = 0; round < 12; round++) {
      const port = await freePort()
      const started = await Promise.all(
        homes.map(({ home }) => ServiceProcess.spawn({ home, port, args: ['--threads', '2'] })),
      )
      services.push(...started)
      const errors = started.map(({ child }) => text(child.stderr!))
      const isServing = ({ child }: ServiceProcess) => child.exitCode === null
      await expect
        .poll(async () => [started.filter(isServing).length, await started[0].health()], {
          timeout: 240_000,
          interval: 200,
        })
        .toEqual([1, 200])
      for (const [at, service] of started.entries()) {
        if (isServing(service)) continue
        expect(await service.ended).toEqual([1, null])
        expect(await errors[at]).toMatch(
          /listen failed: the port is in use\n {2}on {6}127\.0\.0\.1 port/,
        )
      }
      for (const service of services.splice(0)) await service.kill()
    }
    for (const home of homes) await home.close()
  }, 1_800_000)

  test('that another program takes while the service starts is refused', async () => {
    const port = await freePort()
    const service = await ServiceProcess.spawn({ home: town.home, port })
    services.push(service)
    const errors = text(service.child.stderr!)
    const foreign = createServer().listen(port, '127.0.0.1')
    await once(foreign, 'listening')
    expect(await service.ended).toEqual([1, null])
    expect(await errors).toMatch(/listen failed: the port is in use/)
    foreign.close()
  }, 240_000)
})

test('SIGUSR1 opens no inspector in the set-up that started a service, which waits for it', async () => {
  const service = await start({ script: ['setup.mjs', 'plat', 'serve'] })
  const { child } = service
  child.kill('SIGUSR1')
  await request(service.port, 200)
  if (process.platform === 'linux') expect(service.listeningPorts()).toEqual([])
  child.kill('SIGTERM')
  expect(await service.ended).toEqual([0, null])
}, 240_000)

describe('the end of a service', () => {
  /** Stops the service like `docker stop`: a signal, and a kill ten seconds later. */
  async function stop(service: ServiceProcess, signal: NodeJS.Signals) {
    const at = performance.now()
    service.child.kill(signal)
    const kill = setTimeout(() => service.child.kill('SIGKILL'), DOCKER_MS)
    const ended = await service.ended
    clearTimeout(kill)
    console.info(`${signal}: ended after ${Math.round(performance.now() - at)} ms`)
    return ended
  }

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'on %s does not wait for silent clients',
    async (signal) => {
      const service = await start()
      const idle = new Agent({ keepAlive: true })
      await new Promise((resolve) => {
        const options = {
          host: '127.0.0.1',
          port: service.port,
          path: '/api/v1/health',
          agent: idle,
        }
        get(options, (answer) => answer.resume().on('end', resolve))
      })
      const silent = [
        '',
        'GET /api/v1/hea',
        'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{',
      ]
      for (const bytes of silent) {
        const client = connect(service.port, '127.0.0.1').on('error', () => {})
        await once(client, 'connect')
        client.write(bytes)
      }
      expect(await stop(service, signal)).toEqual([0, null])
      idle.destroy()
    },
    240_000,
  )

  test('does not wait for a client that never reads', async () => {
    const service = await start()
    // Requests on one connection whose answers are more than the system buffers.
    const reader = connect(service.port, '127.0.0.1').on('error', () => {})
    reader.pause()
    const page = 'GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'
    reader.write(page.repeat(400))
    await request(service.port, 100)
    expect(await stop(service, 'SIGTERM')).toEqual([0, null])
    reader.destroy()
  }, 240_000)

  test('comes during a start that waits for the accounts of another service', async () => {
    const lock = { step: 'test', wait_ms: 60_000 }
    await withProcessMutex(join(town.home, 'accounts/lock'), lock, async () => {
      const environment = { PLAT_DRAIN_SECONDS: '0' }
      const service = await ServiceProcess.spawn({ home: town.home, environment })
      services.push(service)
      await once(service.child.stderr!, 'data')
      expect(await stop(service, 'SIGTERM')).toEqual([0, null])
    })
  }, 240_000)

  test('comes at once with a second signal', async () => {
    const service = await start({ environment: { PLAT_DRAIN_SECONDS: '3600' } })
    const reader = connect(service.port, '127.0.0.1').on('error', () => {})
    reader.pause()
    reader.write('GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(400))
    await request(service.port, 100)
    service.child.kill('SIGTERM')
    await expect.poll(() => service.health()).toBe(null)
    service.child.kill('SIGHUP')
    service.child.kill('SIGINT')
    expect(await service.ended).toEqual([null, 'SIGINT'])
    reader.destroy()
  }, 240_000)
})

test.skipIf(!existsSync('/dev/full'))(
  'a full disk below its log, a debugger, a silent client and a terminal that goes away do not break a service',
  async () => {
    const full = openSync('/dev/full', 'a')
    const service = await start({ stdio: ['ignore', full, full] })
    closeSync(full)
    const { child, port } = service
    for (let request = 0; request < 40; request++) expect(await service.health()).toBe(200)
    child.kill('SIGUSR1')
    for (let request = 0; request < 5; request++) expect(await service.health()).toBe(200)
    if (process.platform === 'linux') expect(service.listeningPorts()).toEqual([port])
    const silent = connect(port, '127.0.0.1')
    await once(silent, 'connect')
    child.kill('SIGHUP')
    expect(await text(silent)).toBe('')
    expect(await service.ended).toEqual([0, null])
  },
  240_000,
)

const UNSHARE = ['--pid', '--fork', '--kill-child', '--mount-proc']
const canUnshare = spawnSync('unshare', [...UNSHARE, 'true']).status === 0
test.skipIf(!canUnshare)(
  'the embedded accounts belong to one service, in whatever container (needs a right to unshare)',
  async () => {
    const first = await start({ wrapper: ['unshare', ...UNSHARE] })
    const second = await ServiceProcess.spawn({ home: town.home })
    services.push(second)
    const errors = text(second.child.stderr!)
    expect(await second.ended).toEqual([1, null])
    expect(await errors).toMatch(/open the accounts failed: is held by process \d on /)
    await first.kill()
    await start()
  },
  240_000,
)
