import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { openDatabase } from '../../accounts/database/open-database.ts'
import { FolderBlobs } from '../../architect/blobs/folder-blobs.ts'
import { bake, draft, operation, publication, version } from '../../architect/store/schema.ts'
import type { ProjectClient } from './project-client.ts'
import type { ProjectsHome } from './projects-home.ts'
import type { ProjectsProcess } from './projects-process.ts'

/** Every bake ends within this time: a lease of 10 s, and three attempts. */
const BAKES_END_MS = 60_000

/** Waits until no version that was ever published is baking. */
export async function expectBakesToEnd(
  service: ProjectsProcess,
  clients: ProjectClient[],
  home: ProjectsHome,
): Promise<void> {
  for (const { id, publications } of clients)
    for (const version of publications) {
      const path = `${id}/model?version=${version}`
      const status = async () => (await service.send(path, { key: home.key })).status
      await expect.poll(status, { timeout: BAKES_END_MS, interval: 200 }).not.toBe(202)
      // A scene without walls has no file; a bake that was given up has failed.
      expect([200, 404, 409]).toContain(await status())
    }
}

/**
 * Reads the rows themselves: every blob that one names is whole, and every bake has ended. Returns
 * the bakes.
 */
export async function expectWholeRows(home: ProjectsHome) {
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
    expect(bakes.filter(({ state }) => state === 'waiting')).toEqual([])
    const orphans = await tables
      .select({ key: publication.bakeKey })
      .from(publication)
      .leftJoin(bake, eq(bake.key, publication.bakeKey))
      .where(eq(bake.state, 'waiting'))
    expect(orphans).toEqual([])
    const jobs = `SELECT state, count(*)::int AS jobs FROM pgboss.job
      WHERE state IN ('created', 'retry', 'active') GROUP BY state`
    expect(await database.query({ text: jobs })).toEqual([])
    return bakes
  } finally {
    await blobs.close()
    await database.close()
  }
}
