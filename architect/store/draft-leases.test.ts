import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '../../accounts/accounts.ts'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { draftChange, NO_CHANGES, StoreGround } from '../../tests/projects/store-ground.ts'
import { LEASE_MS, lockProject } from './drafts.ts'
import type { ProjectStore } from './project-store.ts'
import { draft, project } from './schema.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  let ground: StoreGround
  let first: ProjectStore
  let second: ProjectStore
  let closeSecond: () => Promise<void>
  let ada: Caller
  let id: string

  beforeAll(async () => {
    ground = await StoreGround.open(engine)
    first = ground.store
    const another = await ground.another()
    second = another.store
    closeSecond = another.close
    ada = await ground.person('Ada')
  })
  afterAll(async () => {
    await closeSecond?.()
    await ground?.close()
  })
  beforeEach(async () => {
    id = (await ground.project(ada)).id
  })

  const leased = { code: 'draft_leased' }

  test('a lease lets one process commit, until it gives the lease back', async () => {
    expect(await first.leaseDraft(ada, id)).toBe(true)
    expect(await second.leaseDraft(ada, id)).toBe(false)
    await expect(second.commit(ada, draftChange(id, 0, 'b'))).rejects.toMatchObject(leased)
    expect(await first.commit(ada, draftChange(id, 0, 'a'))).toEqual({ draftVersion: 1 })
    // The lease of another is not given back.
    await second.releaseDraft(ada, id)
    await expect(second.commit(ada, draftChange(id, 1, 'b'))).rejects.toMatchObject(leased)
    await first.releaseDraft(ada, id)
    expect(await second.commit(ada, draftChange(id, 1, 'b'))).toEqual({ draftVersion: 2 })
    expect(await second.leaseDraft(ada, id)).toBe(true)
  })

  test('a change of an old version is a conflict, also during a lease', async () => {
    await first.commit(ada, draftChange(id, 0, 'a'))
    await first.leaseDraft(ada, id)
    await expect(second.commit(ada, draftChange(id, 0, 'b'))).rejects.toMatchObject({
      code: 'version_conflict',
      details: { expected: 0, actual: 1 },
    })
  })

  test('an earlier version is not restored during the lease of another', async () => {
    const saved = { projectId: id, draftVersion: 0, changes: NO_CHANGES, latest: null }
    await first.save(ada, saved)
    await first.leaseDraft(ada, id)
    const change = draftChange(id, 0, 'b')
    const restored = { projectId: id, from: 1, changes: NO_CHANGES, latest: 1 }
    const call = second.restore(ada, { ...restored, scene: change.scene, change })
    await expect(call).rejects.toMatchObject(leased)
    expect((await first.read(ada, id)).latestVersion).toBe(1)
  })

  test('a lease ends by itself, and is made longer by its holder alone', async () => {
    const { tables } = ground.database
    const leaseMs = async () => {
      const [row] = await tables
        .select({ ms: sql<string>`extract(epoch from ${draft.leaseEndsAt} - now()) * 1000` })
        .from(draft)
        .where(eq(draft.projectId, id))
      return Number(row.ms)
    }
    const shorten = async (seconds: number) => {
      await tables
        .update(draft)
        .set({ leaseEndsAt: sql`now() + make_interval(secs => ${seconds})` })
        .where(eq(draft.projectId, id))
    }
    await first.leaseDraft(ada, id)
    expect(await leaseMs()).toBeLessThanOrEqual(LEASE_MS)
    await shorten(60)
    expect(await first.leaseDraft(ada, id)).toBe(true)
    expect(await leaseMs()).toBeLessThanOrEqual(LEASE_MS)
    await shorten(-0.001)
    expect(await second.commit(ada, draftChange(id, 0, 'b'))).toEqual({ draftVersion: 1 })
    expect(await second.leaseDraft(ada, id)).toBe(true)
    await expect(first.commit(ada, draftChange(id, 1, 'a'))).rejects.toMatchObject(leased)
  })

  test('only who may edit a project leases its draft', async () => {
    const ben = await ground.person('Ben')
    await expect(first.leaseDraft(ben, id)).rejects.toMatchObject({ code: 'project_not_found' })
    await first.change(ada, id, { visibility: 'public' })
    await first.publish(ada, { projectId: id, draftVersion: 0, changes: NO_CHANGES, latest: null })
    await expect(first.leaseDraft(ben, id)).rejects.toMatchObject({ code: 'forbidden' })
  })

  // The embedded database makes one change at a time.
  if (engine.name === 'PGlite') return

  test('a restore of the same scene waits for the project before it locks the draft', async () => {
    const saved = { projectId: id, draftVersion: 0, changes: NO_CHANGES, latest: null }
    await first.save(ada, saved)
    const { draft: scene } = await first.read(ada, id)
    const change = { ...draftChange(id, 0, 'a'), scene }
    const restored = { projectId: id, from: 1, changes: NO_CHANGES, latest: 1, scene, change }
    const outcome = await ground.whileLocked(
      (tx) => lockProject(tx, id),
      () => first.restore(ada, restored),
      // Refused at once where another has the row.
      (tx) => tx.execute(sql`SELECT 1 FROM draft WHERE project_id = ${id} FOR UPDATE NOWAIT`),
    )
    expect(outcome).toMatchObject({ value: { version: 1, didSave: false } })
  })

  test('a change of a project that is deleted for good meanwhile finds no project', async () => {
    const outcome = await ground.whileLocked(
      (tx) => tx.delete(project).where(eq(project.id, id)),
      () => first.commit(ada, draftChange(id, 0, 'a')),
    )
    expect(outcome).toMatchObject({ reason: { code: 'project_not_found' } })
  })
})
