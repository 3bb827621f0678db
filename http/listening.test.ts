import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { StepError } from '../terminal/step-error.ts'
import { freePort } from '../tests/servers/service-process.ts'
import { listenAddress } from './listen-address.ts'
import { type Listener, startListening } from './listening.ts'

let held = 0
let release: () => void = () => {}
const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const open of opened.splice(0)) await open.close()
})

async function pause(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
}

/** One of several services that start. */
async function start(host: string, port: number, isShared = true, turns = 0) {
  await pause(turns)
  const app: FastifyInstance = Fastify()
  opened.push(app)
  app.get('/held', async () => {
    held++
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return 'released'
  })
  // On a busy machine some time passes between the check of the port and its binding.
  app.addHook('onReady', () => pause(5))
  const started = startListening(app, { ...listenAddress(host, `${port}`), isShared })
  const listener: Listener | StepError = await started.catch((error) => error)
  if (!(listener instanceof StepError)) opened.push(listener)
  return listener
}

async function foreign(host: string, port: number, options = {}): Promise<Server> {
  const server = createServer((socket) => socket.end())
  opened.push({ close: () => new Promise((resolve) => server.close(resolve)) })
  server.listen({ host, port, ...options })
  await once(server, 'listening')
  return server
}

const serving = (started: (Listener | StepError)[]) =>
  started.filter((one) => !(one instanceof StepError)) as Listener[]
const refusals = (started: (Listener | StepError)[]) =>
  started.filter((one) => one instanceof StepError).map(({ message }) => message)

describe.skipIf(process.platform !== 'linux')(
  'of services that start together on one port,',
  () => {
    test.each([
      ['of several threads', ['localhost', 'localhost', 'localhost'], [true, true, true]],
      ['of one thread', ['localhost', 'localhost', 'localhost'], [false, false, false]],
      ['of both kinds', ['localhost', 'localhost', 'localhost'], [false, true, true]],
      ['on all addresses and on one', ['0.0.0.0', '127.0.0.1', 'localhost'], [true, true, false]],
      ['on both families and on one', ['::', '127.0.0.1', '::1'], [true, true, true]],
    ])('%s exactly one serves, twelve times of twelve', async (_what, hosts, shared) => {
      for (let round = 0; round < 12; round++) {
        const port = await freePort()
        // Each goes first in some rounds, and the others come at another moment of its start.
        const order = [0, 1, 2].map((at) => (at + round) % 3)
        const starts = order.map((at, turns) => start(hosts[at], port, shared[at], turns * round))
        const started: (Listener | StepError)[] = await Promise.all(starts)
        // `::` and `127.0.0.1` are one port to Linux; `::1` may serve next to `127.0.0.1`.
        const most =
          hosts.includes('::') && !serving(started).some(({ hosts: [one] }) => one === '::') ? 2 : 1
        expect(serving(started).length).toBe(most)
        for (const refusal of refusals(started)) expect(refusal).toMatch(/the port is in use/)
        for (const open of opened.splice(0)) await open.close()
      }
    })

    test('one is refused with its address where a foreign program shares the port', async () => {
      const port = await freePort()
      await foreign('127.0.0.1', port)
      expect(refusals([await start('localhost', port)])).toEqual([
        `listen: 127.0.0.1 port ${port}: the port is in use`,
      ])
    })

    test('the first one keeps its shared port alone, on the other address family too', async () => {
      const port = await freePort()
      await foreign('::1', port, { reusePort: true })
      expect(refusals([await start('localhost', port)])).toEqual([
        `listen: ::1 port ${port}: the port is in use`,
      ])
      expect(refusals([await start('::1', port)]).length).toBe(1)
    })

    test('the next one starts as soon as the port is released', async () => {
      const port = await freePort()
      const first = (await start('localhost', port)) as Listener
      expect(refusals([await start('localhost', port)]).length).toBe(1)
      await first.close()
      expect(serving([await start('localhost', port)]).length).toBe(1)
    })

    test('the next one starts while the last one finishes its requests', async () => {
      const port = await freePort()
      const first = (await start('localhost', port)) as Listener
      const client = connect(port, '127.0.0.1').on('error', () => {})
      client.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n')
      await expect.poll(() => held).toBe(1)
      const closing = first.close(600_000)
      const next = async () => serving([await start('localhost', port)]).length
      await expect.poll(next).toBe(1)
      release()
      expect(await text(client)).toMatch(/^HTTP\/1\.1 200 /)
      await closing
    })

    test('a process that holds the name of the mutex forever, also of another user, blocks no service', async () => {
      const port = await freePort()
      const hanging = createServer().listen(`\0plat-start-${process.getuid!()}-${port}`)
      opened.push({ close: () => new Promise((resolve) => hanging.close(resolve)) })
      await once(hanging, 'listening')
      const { now } = performance
      performance.now = () => now.call(performance) + 1e9 * Number(++looks > 1)
      let looks = 0
      try {
        expect(serving([await start('localhost', port)]).length).toBe(1)
      } finally {
        performance.now = now
      }
    })
  },
)
