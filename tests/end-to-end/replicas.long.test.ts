import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AccountsThread } from '../../accounts/accounts-thread.ts'
import { openBuild } from '../../catalog/build-folder.ts'
import { pushBuild } from '../../storage/push-build.ts'
import { pinStored } from '../../storage/store-pin.ts'
import { SILENT } from '../../terminal/progress.ts'
import { onPostgres } from '../accounts/accounts-on.ts'
import { TOWN_LOCATIONS, writeTown } from '../fixtures/example-town.ts'
import { folderGround, type StoreGround } from '../fixtures/store-ground.ts'
import { RetryingProxy } from '../servers/retrying-proxy.ts'
import { ServiceProcess } from '../servers/service-process.ts'

const SERVICES = 3
/** Requests that a key has in a minute. */
const LIMIT = 300

onPostgres((engine) => {
  let folder: string
  let ground: StoreGround
  let accounts: AccountsThread
  let proxy: RetryingProxy
  const services: ServiceProcess[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-replicas-'))
    ground = await folderGround(join(folder, 'store'))
    await pin('first', '2026')
    const settings = await engine.settings()
    if (settings.database.kind !== 'postgresql') throw new Error('not on PostgreSQL')
    accounts = await AccountsThread.start(settings, { onFailure: () => {} })
    const environment = {
      DATABASE_URL: settings.database.url,
      PLAT_AUTH_SECRET: settings.secret!,
      PLAT_BUILDS: join(folder, 'store'),
      // One database has one place of blobs: the first service marks it as its own.
      PLAT_BLOBS: join(folder, 'blobs'),
    }
    for (let i = 0; i < SERVICES; i++) {
      const home = join(folder, `home-${i}`)
      services.push(await ServiceProcess.spawn({ home, args: ['--threads', '1'], environment }))
    }
    for (const service of services)
      await vi.waitFor(async () => expect(await service.health()).toBe(200), { timeout: 120_000 })
    proxy = await RetryingProxy.before(services.map(({ port }) => port))
  })
  afterAll(async () => {
    await proxy?.close()
    await Promise.all(services.map((service) => service.kill()))
    await accounts?.close()
    await ground.close()
    await rm(folder, { recursive: true })
  })

  async function pin(id: string, vintage: string): Promise<void> {
    const home = join(folder, 'builder')
    await writeTown(home, id, vintage)
    await pushBuild(ground.storage, await openBuild(id, home), { progress: SILENT, settledMs: 0 })
    await pinStored(ground.storage, id)
  }

  async function newKey(): Promise<string> {
    const owner = { operator: true } as const
    const made = await accounts.operate({ do: 'create', kind: 'map', name: 'x', owner })
    if (!('key' in made)) throw new Error(JSON.stringify(made))
    return made.key
  }

  const { lat, lng } = TOWN_LOCATIONS.lot
  const path = `/api/v1/location?ll=${lat},${lng}&layers=parcel,flood`
  async function send(origin: string, key: string) {
    const headers = { 'x-api-key': key, 'x-request-id': 'same', connection: 'close' }
    const response = await fetch(origin + path, { headers })
    const body = (await response.text()).replace(/"as_of":"[^"]*"/, '"as_of":""')
    return { status: response.status, body }
  }
  const originOf = ({ port }: ServiceProcess) => `http://127.0.0.1:${port}`

  test('all answer the same, and count the requests of a key together', async () => {
    const key = await newKey()
    const answers = await Promise.all(services.map((each) => send(originOf(each), key)))
    expect(answers[0].status).toBe(200)
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    const statuses: number[] = answers.map(({ status }) => status)
    while (statuses.length < LIMIT + 30) statuses.push((await send(proxy.origin, key)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT)
    expect(statuses.slice(-5)).toEqual([429, 429, 429, 429, 429])
  })

  test('each sees a new pin within 5 s', async () => {
    const key = await newKey()
    await pin('second', '2027')
    const pinned_at = performance.now()
    const seen = services.map(async (service) => {
      while (!(await send(originOf(service), key)).body.includes('"vintage":"2027"'))
        await sleep(200)
      return performance.now() - pinned_at
    })
    expect(Math.max(...(await Promise.all(seen)))).toBeLessThan(5_000)
  })

  test('of requests through the balancer none fails when a service is killed', async () => {
    const key = await newKey()
    const statuses = new Set<number>()
    let isDone = false
    const client = async () => {
      while (!isDone) {
        statuses.add((await send(proxy.origin, key)).status)
        await sleep(50)
      }
    }
    const clients = [client(), client(), client()]
    await sleep(500)
    await services[1].kill()
    await sleep(1_500)
    isDone = true
    await Promise.all(clients)
    expect([...statuses]).toEqual([200])
    expect(proxy.retries).toBeGreaterThan(0)
  })
})
