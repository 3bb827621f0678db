import { readFile, writeFile } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Accounts } from '../../accounts/accounts.ts'
import { connectorOf } from '../../accounts/answer-port.ts'
import { buildFolder } from '../../catalog/build-folder.ts'
import { listen } from '../../http/listening.ts'
import { DIRECT } from '../../http/reach.ts'
import { SILENT } from '../../terminal/progress.ts'
import { pausedCallers } from '../../tests/accounts/paused-callers.ts'
import { ANY_CALLER } from '../../tests/fixtures/any-caller.ts'
import { type ExampleApp, openExampleApp } from '../../tests/fixtures/example-app.ts'
import { pinTown, writeTown } from '../../tests/fixtures/example-town.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { createApp } from '../app.ts'
import { type RunningServer, type ServerOptions, startServer } from '../server.ts'
import { AnsweringThreads } from './answering-threads.ts'
import { threadsFrom } from './thread-count.ts'

const callers = pausedCallers()
let arePaused = false
/** Accounts that admit everybody at once, until they are paused. */
const ACCOUNTS: Accounts = {
  ...ANY_CALLER,
  admit: (...args) => (arePaused ? callers.accounts : ANY_CALLER).admit(...args),
}

let town: ExampleApp
/** Two threads for the first test and the one that closes them: their start takes seconds. */
let shared: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  town = await openExampleApp()
  if (isLongRun) await writeTown(town.home, 'b2')
  shared = await start({ accounts: connectorOf(ACCOUNTS), log: 'terminal' })
})
afterAll(async () => {
  await shared.server.close()
  await town.close()
})

/** Starts two threads and collects their messages. */
async function start(options: Partial<ServerOptions> = {}) {
  const notes: string[] = []
  const progress = { ...SILENT, note: (line: string) => void notes.push(line) }
  const { home } = town
  const host = '127.0.0.1'
  const accounts = connectorOf(ANY_CALLER)
  const server = await startServer({
    home,
    accounts,
    host,
    port: '0',
    threads: 2,
    progress,
    ...options,
  })
  return { server, notes }
}

/** One answer on a connection of its own: any thread may get it. */
async function send({ url }: RunningServer, path: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  const [head, body] = (await text(socket)).split('\r\n\r\n')
  return { head, status: Number(head.slice(9, 12)), body: JSON.parse(body) }
}

const requestOften = (server: RunningServer, path: string, times = 60) =>
  Promise.all(Array.from({ length: times }, () => send(server, path)))

/** Each of many requests, which both threads get, has the same answer and a line in the log. */
async function expectSameAnswers({ server, notes }: typeof shared) {
  const [, path] = server.example!.match(/\d(\/api\/v1\/[^']+)'/)!
  const [first, ...others] = await requestOften(server, path, 24)
  expect(first.body.layers.parcel.status).toBe('available')
  for (const { status, body } of others) {
    expect(status).toBe(200)
    expect(body.layers).toEqual(first.body.layers)
  }
  const lines = () => notes.filter((note) => note.includes(' 200  GET /api/v1/location '))
  await expect.poll(lines).toHaveLength(24)
}

test('two threads, packs from memory: all give the same answers', async () => {
  await expectSameAnswers(shared)
})

if (isLongRun)
  test('two threads, packs by position: all give the same answers', async () => {
    const started = await start({ packMemoryBytes: 0, log: 'terminal' })
    await expectSameAnswers(started)
    await started.server.close()
  })

if (isLongRun)
  test('no thread answers from a damaged file, and each does when it is whole again', async () => {
    const { server, notes } = await start()
    const statuses = async () =>
      new Set((await requestOften(server, '/api/v1/parcels', 30)).map(({ status }) => status))
    const { databaseFile } = buildFolder('b1', town.home)
    const whole = await readFile(databaseFile)
    expect(await statuses()).toEqual(new Set([200]))
    const damaged = Buffer.from(whole)
    damaged[damaged.length >> 1] ^= 1
    await writeFile(databaseFile, damaged)
    expect(await statuses()).toEqual(new Set([503]))
    await writeFile(databaseFile, whole)
    await expect.poll(statuses).toEqual(new Set([200]))
    await server.close()
    const reports = notes.filter((note) => note.includes(databaseFile))
    expect(reports[0]).toContain('changed after it was verified')
    expect(reports.at(-1)).toContain('is whole again')
  })

if (isLongRun)
  test('connections are spread over the threads', async () => {
    const { builds } = town
    const lines: string[] = []
    const app = await createApp({ accounts: ANY_CALLER, builds })
    const { close, hosts, port } = await listen(app, {
      hosts: ['127.0.0.1'],
      port: 0,
      isShared: true,
    })
    const threads = new AnsweringThreads({
      count: 2,
      hosts,
      port,
      connectionsMax: 100,
      logLevel: 'info',
      accounts: connectorOf(ANY_CALLER),
      reach: DIRECT,
      onLog: (line) => void lines.push(line),
      acquire: () => builds.acquire(),
    })
    await threads.listening()
    await requestOften({ url: `http://127.0.0.1:${port}` } as RunningServer, '/api/v1/health')
    await Promise.all([close(), threads.close()])
    const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
    expect(new Set(answered.map(({ thread }) => thread)).size).toBe(2)
    expect(answered.length).toBeLessThan(60)
  })

if (isLongRun)
  test('every thread follows a moved pin, and the old build closes when all have left it', async () => {
    const { server, notes } = await start()
    const builds = async () =>
      new Set((await requestOften(server, '/api/v1/coverage')).map(({ body }) => body.build))
    expect(await builds()).toEqual(new Set(['b1']))
    await pinTown(town.home, 'b2')
    await expect.poll(() => notes.join(' ')).toContain('Closed build b1')
    expect(await builds()).toEqual(new Set(['b2']))
    await pinTown(town.home, 'b1')
    await expect.poll(() => notes.join(' ')).toContain('Closed build b2')
    expect(await builds()).toEqual(new Set(['b1']))
    await server.close()
    expect(notes.filter((note) => note.startsWith('Closed build b1'))).toHaveLength(2)
  })

if (isLongRun)
  test('a port that another service shares is taken, and one that was left is free', async () => {
    const { server } = await start()
    const { port } = new URL(server.url)
    for (const threads of [1, 3])
      await expect(start({ port, threads })).rejects.toThrow(/the port is in use/)
    await server.close()
    await expect(send(server, '/api/v1/health')).rejects.toThrow(/ECONNREFUSED/)
    const again = await start({ port })
    expect((await send(again.server, '/api/v1/health')).status).toBe(200)
    await again.server.close()
  })

test('closing finishes what every thread has begun', async () => {
  const { server } = shared
  const agents = Array.from({ length: 12 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const requestBy = (agent: Agent, path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(server.url + path, { agent }, resolve).on('error', reject)
    }).then(async (answer) => ({ status: answer.statusCode, body: await json(answer) }))
  await Promise.all(agents.map((agent) => requestBy(agent, '/api/v1/health')))
  arePaused = true
  const running = agents.map((agent) => requestBy(agent, '/api/v1/coverage'))
  await expect.poll(callers.paused).toBe(agents.length)
  const closing = server.close()
  callers.resume()
  await closing
  for (const answer of await Promise.all(running))
    expect(answer).toMatchObject({ status: 200, body: { object: 'coverage_scorecard' } })
  for (const agent of agents) agent.destroy()
})

test('the number of threads is one per processor, or as requested', () => {
  expect(threadsFrom(undefined, 'linux')).toBeGreaterThanOrEqual(1)
  expect(threadsFrom(undefined, 'linux')).toBeLessThanOrEqual(4)
  expect(threadsFrom(undefined, 'darwin')).toBe(1)
  expect(threadsFrom('8', 'linux')).toBe(8)
  expect(threadsFrom('1', 'darwin')).toBe(1)
  for (const count of ['0', '65', 'two', '-1', '1.5'])
    expect(() => threadsFrom(count, 'linux'), count).toThrow(/not a number of threads/)
  expect(() => threadsFrom('2', 'darwin')).toThrow(/cannot share a port/)
})
