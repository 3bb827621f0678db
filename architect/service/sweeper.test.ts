import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { ProjectsService } from '../../tests/projects/projects-service.ts'
import { sweepStorage } from './sweeper.ts'

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
    const owner = { blobOwner: async () => 'another database' }
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
})
