import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AccountsPort } from '../../accounts/accounts-port.ts'
import { AccountsThread } from '../../accounts/accounts-thread.ts'
import type { PoolBounds } from '../../accounts/database/bounded-pool.ts'
import { onPostgres } from '../accounts/accounts-on.ts'
import { type ExampleApp, openExampleApp } from '../fixtures/example-app.ts'
import { FaultyNetwork } from '../servers/faulty-network.ts'

/**
 * Shorter bounds than the service's own of 4 s each, which the long run tests. A busy machine needs
 * more than 1 s for ten connections at once.
 */
const SHORT: PoolBounds = { connect_ms: 3_000, statement_ms: 2_000 }
/** Number of connections in the pool. */
const CONNECTIONS = 10

onPostgres((engine) => {
  let network: FaultyNetwork
  let thread: AccountsThread
  let port: AccountsPort
  let town: ExampleApp
  let key: string
  const lines: string[] = []

  beforeAll(async () => {
    const settings = await engine.settings()
    if (settings.database.kind !== 'postgresql') throw new Error('not on PostgreSQL')
    network = await FaultyNetwork.before(settings.database.url)
    const url = network.through(settings.database.url)
    const database = { kind: 'postgresql', url, bounds: SHORT } as const
    thread = await AccountsThread.start(
      { ...settings, database },
      { onFailure: (words) => lines.push(words) },
    )
    port = new AccountsPort(thread.connect())
    town = await openExampleApp({ accounts: port })
    const owner = { operator: true } as const
    const made = await thread.operate({ do: 'create', kind: 'map', name: 'x', owner })
    if (!('key' in made)) throw new Error(JSON.stringify(made))
    key = made.key
  })
  beforeEach(async () => {
    await expect.poll(() => statusOf('/api/v1/upstreams')).toBe(200)
    lines.length = 0
  })
  afterEach(() => network.heal())
  afterAll(async () => {
    await town.close()
    port.close()
    await network.close()
  })

  const get = (url: string) => town.app.inject({ url, headers: { 'x-api-key': key } })
  /** The status; a 503 has `Retry-After`. */
  async function statusOf(url: string): Promise<number> {
    const { statusCode, headers } = await get(url)
    if (statusCode === 503) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
    return statusCode
  }
  const health = () => town.app.inject('/api/v1/health')
  const list = () => thread.operate({ do: 'list', owner: 'all' })

  test('silent connections are destroyed together, and the next request gets a new one', async () => {
    await Promise.all(Array.from({ length: CONNECTIONS }, list))
    const open = network.open
    expect(open).toBeGreaterThan(2)
    network.silenceOpen()
    // It waits on a silent connection, unless a probe was faster.
    expect([200, 503]).toContain(await statusOf('/api/v1/upstreams'))
    await expect.poll(() => statusOf('/api/v1/upstreams')).toBe(200)
    // Each of the silent connections would fail one statement.
    expect(await list()).toMatchObject({ keys: [{ name: 'x' }] })
    expect(lines.join()).toMatch(/not answered within 2 s|^$/)
    expect((await health()).json()).toMatchObject({ planes: { accounts: 'answering' } })
  })

  test('a network that passes nothing is reported by health and log, requests are 503 at once, and all are back with it', async () => {
    expect((await health()).statusCode).toBe(200)
    network.silenceOpen()
    network.newConnections = 'silent'
    await expect.poll(async () => (await health()).statusCode).toBe(503)
    const response = await health()
    expect(response.headers['retry-after']).toBe('2')
    expect(response.json().error).toMatchObject({
      code: 'not_available',
      message: 'The database of the accounts does not answer.',
    })
    const refused = await Promise.all(Array.from({ length: 20 }, () => get('/api/v1/upstreams')))
    expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
    const state = () => lines.filter((line) => /^The database of the accounts/.test(line))
    await expect.poll(() => state().length).toBe(1)
    expect(state()[0]).toMatch(/^The database of the accounts does not answer: .*503/)
    network.heal()
    await expect.poll(() => statusOf('/api/v1/upstreams')).toBe(200)
    expect((await health()).statusCode).toBe(200)
    await expect.poll(() => state().length).toBe(2)
    // The twenty, and those of the polls.
    const [, count] = /answers again after \d+ s; (\d+) requests were refused/.exec(state()[1])!
    expect(Number(count)).toBeGreaterThanOrEqual(20)
  })

  test('accounts whose database is silent can be closed', async () => {
    network.silenceOpen()
    network.newConnections = 'silent'
    const { worker } = thread as unknown as {
      worker: { on(event: 'exit', f: (code: number) => void): void }
    }
    const code = new Promise<number>((resolve) => worker.on('exit', resolve))
    await thread.close()
    // It ended by itself: a hanging service is killed after 10 s, with code 1.
    expect(await code).toBe(0)
  })
})
