import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DIRECT } from '../../http/reach.ts'
import { onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { ProjectsService } from '../../tests/projects/projects-service.ts'
import { OWNER_NAME } from '../blobs/blob-owner.ts'
import { openArchitect } from './open-architect.ts'
import { startSweeps, sweepStorage } from './sweeper.ts'

const WALL = { tool: 'create_wall', arguments: { start: [0, 0], end: [4, 0] } }

onEmbeddedEngine((engine) => {
  let service: ProjectsService
  beforeAll(async () => {
    service = await ProjectsService.open(engine)
  })
  afterAll(() => service?.close())

  const listed = async () => {
    const hashes: string[] = []
    for await (const { hash } of service.opened.parts.blobs.list()) hashes.push(hash)
    return hashes
  }

  test('a storage without the mark of its database is not opened, and nothing is created there', async () => {
    const { accounts, store } = service
    const folder = join(service.folder, 'mount point')
    const onFailure = (error: unknown) => expect.fail(`${error}`)
    const blobs = { kind: 'folder', folder } as const
    const open = () => openArchitect({ accounts, store, reach: DIRECT, blobs, onFailure })
    mkdirSync(folder)
    await expect(open()).rejects.toMatchObject({ name: 'StorageFailure', reason: 'gone' })
    expect(readdirSync(folder)).toEqual([])
    // As the message states for a storage that is new.
    writeFileSync(join(folder, OWNER_NAME), (await store.blobOwner()).id)
    await (await open()).close()
  })

  test('unused blobs are deleted after a day, and those of another database never', async () => {
    const { parts } = service.opened
    const { store, blobs } = parts
    const id = await service.project()
    await service.json(`${id}/operations`, { payload: { operations: [WALL] } })
    const used = await listed()
    expect(used.length).toBeGreaterThan(1)
    const unused = await blobs.put(Buffer.from('nobody names this'))
    const sweep = (now: number) => sweepStorage({ store, blobs, now: () => now })
    await sweep(Date.now())
    expect(await listed()).toContain(unused)
    const tomorrow = Date.now() + 25 * 3_600_000
    const owner = { blobOwner: async () => ({ id: 'another database', hasClaimed: false }) }
    const foreign: typeof store = Object.assign(Object.create(store), owner)
    const byOther = sweepStorage({ store: foreign, blobs, now: () => tomorrow })
    await expect(byOther).rejects.toThrow('it is that of the database')
    expect(await listed()).toContain(unused)
    await sweep(tomorrow)
    expect(await listed()).toEqual(used)
    // What is stored again is young again.
    const again = await blobs.put(Buffer.from('nobody names this'))
    const old = new Date(Date.now() - 25 * 3_600_000)
    utimesSync(join(service.folder, 'blobs', again.slice(0, 2), again), old, old)
    await blobs.put(Buffer.from('nobody names this'))
    await sweep(Date.now())
    expect(await listed()).toContain(again)
  })

  test('a sweep that still runs is not started again, and ends when the service closes', async () => {
    const { store, blobs, now } = service.opened.parts
    let sweeps = 0
    let goOn = (_after: string | null) => {}
    const slow: typeof store = Object.assign(Object.create(store), {
      sweep: () => {
        sweeps += 1
        return new Promise((resolve) => (goOn = resolve))
      },
    })
    const claims = vi.spyOn(blobs, 'claim')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const failures: unknown[] = []
    const stop = startSweeps({ store: slow, blobs, now }, (error) => failures.push(error))
    vi.advanceTimersByTime(3 * 3_600_000)
    vi.useRealTimers()
    expect(sweeps).toBe(1)
    const stopped = stop()
    goOn('a row')
    await stopped
    expect([sweeps, claims.mock.calls.length, failures]).toEqual([1, 0, []])
  })
})
