import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Accounts, Admission } from '../../accounts/accounts.ts'
import { type Listener, listen } from '../../http/listening.ts'
import { PIPELINED_MAX } from '../../http/request-limits.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { type ExampleApp, openExampleApp } from '../fixtures/example-app.ts'

/** Accounts where the text before a key's colon is its workspace. They answer after `letGo()`. */
class OwnedKeys {
  /** Keys in the order in which they were admitted. */
  readonly admitted: string[] = []
  accountRequests = 0
  private waiting: (() => void)[] = []
  isHeld = false

  async admit(...question: Parameters<Accounts['admit']>): Promise<Admission> {
    const [credential] = question
    const key = credential?.kind === 'key' ? credential.key : ''
    this.admitted.push(key)
    await this.pass()
    const any = await ANY_CALLER.admit(...question)
    if (any.kind !== 'admitted') return any
    const workspace = { kind: 'personal', id: key.split(':')[0] } as const
    return { ...any, caller: { ...any.caller, credential_id: key, workspace } }
  }

  async answer() {
    this.accountRequests++
    await this.pass()
    return { status: 200, headers: [], body: '' }
  }

  asAccounts(): Accounts {
    return {
      ...ANY_CALLER,
      admit: (...question) => this.admit(...question),
      answer: () => this.answer(),
    }
  }

  letGo(): void {
    this.isHeld = false
    for (const resolve of this.waiting.splice(0)) resolve()
  }

  forget(): void {
    this.letGo()
    this.admitted.length = 0
    this.accountRequests = 0
  }

  private async pass(): Promise<void> {
    if (this.isHeld) await new Promise<void>((resolve) => this.waiting.push(resolve))
  }
}

let accounts: OwnedKeys
let town: ExampleApp
let app: FastifyInstance
let listener: Listener
let port: number
/** Log lines of requests. */
const lines: { msg: string; status?: number; count?: number }[] = []
const sockets: Socket[] = []
beforeAll(async () => {
  accounts = new OwnedKeys()
  const write = (line: string) => void lines.push(JSON.parse(line))
  town = await openExampleApp({
    accounts: accounts.asAccounts(),
    logger: { level: 'info', stream: { write } },
  })
  app = town.app
  listener = await listen(app, { hosts: ['127.0.0.1', '::1'], port: 0, isShared: false })
  port = listener.port
})
beforeEach(() => {
  lines.length = 0
  accounts.forget()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  app.server.closeAllConnections()
  await vi.waitUntil(async () => (await connections()) === 0, 120_000)
})
afterAll(async () => {
  await listener.close()
  await town.close()
})

const FEATURES = '/api/v1/layers/parcels/features?bbox=-180,-90,180,90&limit=5000'
const get = (path: string, key: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\n\r\n`
const answered = () => lines.filter(({ msg }) => msg === 'answered').map(({ status }) => status)

async function send(bytes: string, host = '127.0.0.1'): Promise<Socket> {
  const socket = connect(port, host)
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}
/** Sends a later request: once it is answered, everything sent before it has been read. */
async function readUpToHere(): Promise<void> {
  await (await fetch(`http://127.0.0.1:${port}/api/v1/health`)).text()
  await nextRound()
}
const connections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))

describe('300 requests at once on a connection', () => {
  test.each([0, 1])(
    'cost one while it is worked on, and the rest nothing when it closes: address %i',
    async (address) => {
      // Without IPv6 it is the same address twice.
      const host = listener.hosts[address] ?? listener.hosts[0]
      accounts.isHeld = true
      const socket = await send(get(FEATURES, 'a:1').repeat(300), host)
      await vi.waitUntil(() => accounts.admitted.length > 0, 120_000)
      await readUpToHere()
      expect(accounts.admitted).toEqual(['a:1'])
      socket.destroy()
      await vi.waitUntil(() => lines.some(({ msg }) => msg.includes('dropped')), 120_000)
      accounts.letGo()
      await readUpToHere()
      expect(accounts.admitted).toEqual(['a:1'])
      expect(lines.find(({ msg }) => msg.includes('dropped'))?.count).toBe(299)
      expect(lines.filter(({ msg }) => msg === 'aborted').map(({ status }) => status)).toEqual([
        499,
      ])
      // Only the line of health.
      expect(answered()).toEqual([200, 200])
    },
  )

  test('are answered in order, one after the other, if they are read', async () => {
    const paths = Array.from({ length: 40 }, (_, i) => `/api/v1/layers/none-${i}`)
    const socket = await send(paths.map((path) => get(path, 'a:1')).join(''))
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    const found = () => [...text.matchAll(/no layer \\?"?(none-\d+)/g)].map(([, name]) => name)
    await vi.waitUntil(() => found().length === paths.length, 120_000).catch(() => {})
    expect(found(), text.slice(0, 2_000)).toEqual(paths.map((path) => path.slice(15)))
  })

  test('of accounts have the same bounds', async () => {
    accounts.isHeld = true
    await send('GET /api/account HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50))
    await vi.waitUntil(() => accounts.accountRequests > 0, 120_000)
    await readUpToHere()
    expect(accounts.accountRequests).toBe(1)
    accounts.letGo()
    await vi.waitUntil(() => accounts.accountRequests === 50, 120_000)
  })

  test('are the maximum: more requests close the connection', async () => {
    accounts.isHeld = true
    const socket = await send(get(FEATURES, 'a:1').repeat(PIPELINED_MAX + 2))
    await once(socket, 'close')
    accounts.letGo()
    await readUpToHere()
    expect(accounts.admitted.length).toBeLessThanOrEqual(1)
  })
})

test('a request whose client left while its key was checked is not worked on', async () => {
  const acquire = vi.spyOn(town.builds, 'acquire')
  accounts.isHeld = true
  const socket = await send(get(FEATURES, 'a:1'))
  await vi.waitUntil(() => accounts.admitted.length > 0, 120_000)
  socket.destroy()
  await vi.waitUntil(async () => (await connections()) === 0, 120_000)
  accounts.letGo()
  await nextRound()
  await nextRound()
  expect(acquire).not.toHaveBeenCalled()
  acquire.mockRestore()
  expect(answered()).toEqual([])
})

describe('many listings at once', () => {
  const list = (key: string) =>
    app.inject({ url: '/api/v1/parcels?limit=3', headers: { 'x-api-key': key } })

  test('of one owner are all answered, however many: they wait for one another', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => list(`a:${i % 50}`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  })

  test('of one owner leave other owners their turn', async () => {
    const order: string[] = []
    const listed = Array.from({ length: 60 }, (_, i) =>
      list(`a:${i % 50}`).then(() => order.push('a')),
    )
    listed.push(list('b:1').then(() => order.push('b')))
    await Promise.all(listed)
    expect(order.indexOf('b')).toBeLessThan(20)
  })

  test('of one key leave other keys of its owner their turn', async () => {
    const order: string[] = []
    const listed = Array.from({ length: 60 }, () => list('a:1').then(() => order.push('1')))
    listed.push(list('a:2').then(() => order.push('2')))
    await Promise.all(listed)
    expect(order.indexOf('2')).toBeLessThan(20)
  })
})
