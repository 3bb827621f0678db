import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../accounts/accounts.ts'
import type { Database, Tables } from '../../accounts/database/database.ts'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import {
  draftChange,
  hashOf,
  NO_CHANGES,
  StoreGround,
  storedScene,
} from '../../tests/projects/store-ground.ts'
import { bakeKeyOf } from './bakes.ts'
import type { ProjectStore } from './project-store.ts'
import { project } from './schema.ts'
import { OPERATIONS_MAX } from './store-limits.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  let ground: StoreGround
  let database: Database
  let store: ProjectStore
  let ada: Caller
  beforeAll(async () => {
    ground = await StoreGround.open(engine)
    database = ground.database
    store = ground.store
    ada = await ground.person('Ada')
  })
  afterAll(() => ground?.close())

  const sweepAll = async () => {
    for (let after: string | null = ''; after !== null; ) after = await store.sweep(after)
  }

  test('the sweep deletes the oldest operations of a project that has too many', async () => {
    const [{ id }, other] = [await ground.project(ada), await ground.project(ada)]
    await store.commit(ada, draftChange(id, 0, 'first', 'op-first'))
    await store.commit(ada, draftChange(other.id, 0, 'first', 'op-other'))
    await database.query({
      text: `INSERT INTO operation (project_id, kind, state, call, tools, answer, draft_version,
          before_hash, before_blob, after_hash, after_blob)
        SELECT $1, 'edit', 'done', 'x', 'x', '{}', n, 'x', 'x', 'x', 'x'
        FROM generate_series(1, ${OPERATIONS_MAX}) AS n`,
      values: [id],
    })
    // Some of another project are past their time, more than one transaction deletes.
    await database.query({
      text: `INSERT INTO operation (project_id, kind, state, call, tools, answer, draft_version,
          before_hash, before_blob, after_hash, after_blob, at)
        SELECT $1, 'edit', 'done', 'x', 'x', '{}', n, 'x', 'x', 'x', 'x', now() - interval '8 days'
        FROM generate_series(1, 1200) AS n`,
      values: [other.id],
    })
    await sweepAll()
    expect(await store.committed(ada, id, 'op-first')).toBeNull()
    expect(await store.committed(ada, other.id, 'op-other')).not.toBeNull()
    const operationsOf = async (project: string) => {
      const text = 'SELECT count(*)::integer AS operations FROM operation WHERE project_id = $1'
      const [row] = await database.query<{ operations: number }>({ text, values: [project] })
      return row.operations
    }
    expect([await operationsOf(id), await operationsOf(other.id)]).toEqual([OPERATIONS_MAX, 1])
  })

  test('files of scenes that are no version stay a day, those of versions a month', async () => {
    const { id, draft } = await ground.project(ada)
    await store.save(ada, { projectId: id, draftVersion: 0, latest: null, changes: NO_CHANGES })
    const [saved, drafted] = [draft, storedScene(randomUUID())]
    const states = async () =>
      (
        await database.query<{ key: string }>({
          text: 'SELECT key FROM bake WHERE key IN ($1, $2)',
          values: [saved, drafted].map(({ sceneHash }) => bakeKeyOf(sceneHash)),
        })
      ).map(({ key }) => key.slice(2))
    const age = (days: number) =>
      database.query({
        text: `UPDATE bake SET state = 'empty', finished_at = now() - interval '${days} days'`,
      })
    // As after a restore: the same scene in another blob than the version has.
    const restored = { ...saved, sceneBlob: hashOf(randomUUID()) }
    for (const each of [restored, drafted]) await store.requestBake(each)
    await age(2)
    await sweepAll()
    expect(await states()).toEqual([saved.sceneHash])
    await age(31)
    await sweepAll()
    expect(await states()).toEqual([])
  })

  test('a version that is published again after a change of the baked form has the new bake', async () => {
    const { id } = await ground.project(ada)
    const saved = { projectId: id, draftVersion: 0, changes: NO_CHANGES }
    await store.publish(ada, { ...saved, latest: null })
    await database.query({
      text: `UPDATE publication SET bake_key = '0-old' WHERE project_id = $1`,
      values: [id],
    })
    expect((await store.read(ada, id)).bakeState).toBeNull()
    expect(await store.publish(ada, { ...saved, latest: 1 })).toMatchObject({ didPublish: false })
    expect((await store.read(ada, id)).bakeState).toBe('waiting')
  })

  test('the sweep deletes what is past its time, and names the blobs in use', async () => {
    const { id, draft } = await ground.project(ada)
    await store.commit(ada, draftChange(id, 0, 'swept', 'op-old'))
    await database.query({
      text: `UPDATE operation SET at = now() - interval '8 days' WHERE project_id = $1`,
      values: [id],
    })
    const gone = await ground.project(ada)
    await store.trash(ada, gone.id, 'in')
    await database.query({
      text: `UPDATE project SET deleted_at = now() - interval '31 days' WHERE id = $1`,
      values: [gone.id],
    })
    const blobs = [draft.sceneBlob, storedScene('swept').sceneBlob, hashOf('nobody')]
    expect((await store.referenced(blobs)).sort()).toEqual(blobs.slice(0, 2).sort())
    await sweepAll()
    expect(await store.committed(ada, id, 'op-old')).toBeNull()
    expect(await store.referenced(blobs)).toEqual([storedScene('swept').sceneBlob])
    await expect(store.trash(ada, gone.id, 'out')).rejects.toMatchObject({
      code: 'project_not_found',
    })
  })

  // The embedded database makes one change at a time.
  if (engine.name === 'PGlite') return

  test('a project that is taken out of the trash meanwhile is neither swept nor purged', async () => {
    const takeOut = (id: string) => (tx: Tables) =>
      tx.update(project).set({ deletedAt: null }).where(eq(project.id, id))
    const notFound = { reason: { code: 'project_not_found' } }

    const swept = await ground.project(ada)
    await store.trash(ada, swept.id, 'in')
    await database.query({
      text: `UPDATE project SET deleted_at = now() - interval '31 days' WHERE id = $1`,
      values: [swept.id],
    })
    await ground.whileLocked(takeOut(swept.id), sweepAll)
    expect(await store.read(ada, swept.id)).toMatchObject({ deletedAt: null })

    const purged = await ground.project(ada)
    await store.trash(ada, purged.id, 'in')
    const purge = () => store.purge(ada, purged.id)
    expect(await ground.whileLocked(takeOut(purged.id), purge)).toMatchObject(notFound)
    expect(await store.read(ada, purged.id)).toMatchObject({ deletedAt: null })

    const gone = await ground.project(ada)
    const remove = (tx: Tables) => tx.delete(project).where(eq(project.id, gone.id))
    const trash = () => store.trash(ada, gone.id, 'in')
    expect(await ground.whileLocked(remove, trash)).toMatchObject(notFound)
  })
})
