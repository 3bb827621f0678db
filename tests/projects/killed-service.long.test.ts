import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '../../accounts/database/open-database.ts'
import { FolderBlobs } from '../../architect/blobs/folder-blobs.ts'
import { bake, draft, operation, publication, version } from '../../architect/store/schema.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { onEachEngine } from '../accounts/accounts-on.ts'
import { ProjectClient } from './project-client.ts'
import { ProjectsHome } from './projects-home.ts'
import { ProjectsProcess } from './projects-process.ts'

const KILLS = 100
const PROJECTS = 3
/** The longest time that a process works before it is killed. */
const LIFE_MS = 700
/** After the last kill every bake ends within this time: a lease of 10 s, and three attempts. */
const BAKES_END_MS = 60_000

onEachEngine((engine) => {
  test(`after each of ${KILLS} kills all that was answered is there, and the rest whole or not at all`, async () => {
    const random = seededRandom(20261123)
    const home = await ProjectsHome.make(engine)
    let next = new ProjectsProcess(home.place())
    try {
      const clients: ProjectClient[] = []
      for (let kill = 0; kill <= KILLS; kill++) {
        const service = await next.open()
        if (kill === 0)
          for (let i = 0; i < PROJECTS; i++)
            clients.push(await ProjectClient.create(service, home, random))
        else await Promise.all(clients.map((client) => client.verify(service)))
        if (kill === KILLS) break
        next = new ProjectsProcess(home.place())
        const work = Promise.all(clients.map((client) => client.workUntilKilled(service)))
        await sleep(random() * LIFE_MS)
        await service.kill()
        await work
        expect(service.notes).toBe('')
      }
      const unconfirmed = clients.flatMap((client) => client.unconfirmed)
      // Some of the kills came between a commit and its answer.
      expect(unconfirmed.length).toBeGreaterThan(0)
      for (const client of clients) await client.verifyVersions(next)
      await expectBakesToEnd(next, clients, home)
      await next.kill()
      await verifyRows(home)
    } finally {
      await next.kill()
      home.remove()
    }
  }, 600_000)
})

/** Waits until no version that was ever published is baking. */
async function expectBakesToEnd(
  service: ProjectsProcess,
  clients: ProjectClient[],
  home: ProjectsHome,
): Promise<void> {
  for (const { id, publications } of clients)
    for (const version of publications) {
      const path = `${id}/model?version=${version}`
      const status = async () => (await service.send(path, { key: home.key })).status
      await expect.poll(status, { timeout: BAKES_END_MS, interval: 200 }).not.toBe(202)
      // A scene without walls has no file; a bake that was killed three times has failed.
      expect([200, 404, 409]).toContain(await status())
    }
}

/** Reads the rows themselves: every blob that one names is whole, and every bake has ended. */
async function verifyRows(home: ProjectsHome): Promise<void> {
  const database = await openDatabase(home.settings.database)
  const blobs = await FolderBlobs.open(home.blobs)
  try {
    const { tables } = database
    const [drafts, versions, operations, bakes] = [
      await tables.select().from(draft),
      await tables.select().from(version),
      await tables.select().from(operation),
      await tables.select().from(bake),
    ]
    const named = new Set([
      ...[...drafts, ...versions, ...bakes].map(({ sceneBlob }) => sceneBlob),
      ...operations.flatMap(({ beforeBlob, afterBlob }) => [beforeBlob, afterBlob]),
      ...bakes.flatMap(({ glbBlob, webBlob }) => (glbBlob && webBlob ? [glbBlob, webBlob] : [])),
    ])
    // `get` compares the bytes with the hash.
    for (const hash of named) expect((await blobs.get(hash)).length).toBeGreaterThan(0)
    const states = new Map<string, number>()
    for (const { state } of bakes) states.set(state, (states.get(state) ?? 0) + 1)
    expect(states.get('waiting') ?? 0).toBe(0)
    expect(states.get('ready') ?? 0).toBeGreaterThan(PROJECTS)
    // Some of the kills ended a bake, which was made again.
    expect(bakes.some(({ attempts, state }) => attempts > 1 && state === 'ready')).toBe(true)
    const orphans = await tables
      .select({ key: publication.bakeKey })
      .from(publication)
      .leftJoin(bake, eq(bake.key, publication.bakeKey))
      .where(eq(bake.state, 'waiting'))
    expect(orphans).toEqual([])
    const jobs = `SELECT state, count(*)::int AS jobs FROM pgboss.job
      WHERE state IN ('created', 'retry', 'active') GROUP BY state`
    expect(await database.query({ text: jobs })).toEqual([])
  } finally {
    await blobs.close()
    await database.close()
  }
}
