import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../accounts/accounts.ts'
import type { Database } from '../../accounts/database/database.ts'
import { member, organization } from '../../accounts/database/schema.ts'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import {
  draftChange,
  hashOf,
  NO_CHANGES,
  StoreGround,
  storedScene,
} from '../../tests/projects/store-ground.ts'
import type { ProjectStore } from './project-store.ts'
import { PAGE_CHANGES_BYTES_MAX, PROJECTS_MAX } from './store-limits.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  let ground: StoreGround
  let database: Database
  let store: ProjectStore
  let ada: Caller
  let ben: Caller
  let cleo: Caller
  let organizationId: string

  beforeAll(async () => {
    ground = await StoreGround.open(engine)
    database = ground.database
    store = ground.store
    ada = await ground.person('Ada')
    ben = await ground.person('Ben')
    cleo = await ground.person('Cleo')
    organizationId = randomUUID()
    await database.tables
      .insert(organization)
      .values({ id: organizationId, name: 'Office', slug: organizationId })
    for (const [who, role] of [
      [ada, 'admin'],
      [ben, 'member'],
    ] as const)
      await database.tables
        .insert(member)
        .values({ id: randomUUID(), organizationId, userId: who.account.id, role })
  })
  afterAll(() => ground?.close())

  const project = (caller = ada, more = {}) => ground.project(caller, more)

  test('a project belongs to one person, and another does not see it', async () => {
    const { id, owner, rights } = await project()
    expect(owner).toEqual({ kind: 'personal', id: ada.account.id, name: 'Ada' })
    expect(rights).toEqual({ read: true, edit: true, publish: true, manage: true })
    const missing = await store.read(ada, 'prj_00000000000000000000').catch((error) => error)
    for (const viewer of [ben, null]) await expect(store.read(viewer, id)).rejects.toEqual(missing)
    await expect(store.commit(ben, draftChange(id, 0, 'a'))).rejects.toEqual(missing)
    expect((await store.list(ben, { limit: 10 })).map((each) => each.id)).not.toContain(id)
  })

  test('members of an organization edit its projects, and its admins publish them', async () => {
    const { id } = await project(ben, { organizationId })
    const rights = { read: true, edit: true, publish: false, manage: false }
    expect((await store.read(ben, id)).rights).toEqual(rights)
    expect((await store.read(ada, id)).rights.publish).toBe(true)
    await expect(store.read(cleo, id)).rejects.toMatchObject({ code: 'project_not_found' })
    await expect(project(cleo, { organizationId })).rejects.toMatchObject({
      code: 'organization_not_found',
    })
    const saved = { projectId: id, draftVersion: 0, changes: NO_CHANGES, latest: null }
    await expect(store.publish(ben, saved)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(store.trash(ben, id, 'in')).rejects.toMatchObject({ code: 'forbidden' })
    expect(await store.publish(ada, saved)).toMatchObject({ version: 1, didPublish: true })
    const key: Caller = { ...cleo, workspace: { kind: 'organization', id: organizationId } }
    expect((await store.read(key, id)).rights.manage).toBe(true)
    const own = await project(cleo)
    await expect(store.read(key, own.id)).rejects.toMatchObject({ code: 'project_not_found' })
  })

  test('of two changes of one version one is committed, and the other learns the version', async () => {
    const { id } = await project()
    const both = await Promise.allSettled([
      store.commit(ada, draftChange(id, 0, 'left')),
      store.commit(ada, draftChange(id, 0, 'right')),
    ])
    const lost = both.filter((each) => each.status === 'rejected')
    expect(lost).toHaveLength(1)
    expect(lost[0].reason).toMatchObject({
      code: 'version_conflict',
      details: { expected: 0, actual: 1 },
    })
    const { draft } = await store.read(ada, id)
    expect([storedScene('left').sceneHash, storedScene('right').sceneHash]).toContain(
      draft.sceneHash,
    )
    expect(draft.version).toBe(1)
  })

  test('an operation id is committed once, in this project', async () => {
    const [{ id }, other] = [await project(), await project()]
    await store.commit(ada, draftChange(id, 0, 'a', 'op-1'))
    expect(await store.commit(ada, draftChange(id, 1, 'b', 'op-1'))).toBe('repeated')
    expect((await store.read(ada, id)).draft.version).toBe(1)
    expect(await store.committed(ada, id, 'op-1')).toMatchObject({
      answer: '{"text":"a"}',
      draftVersion: 1,
      isUndone: false,
    })
    expect(await store.committed(ada, id, 'op-2')).toBeNull()
    expect(await store.commit(ada, draftChange(other.id, 0, 'a', 'op-1'))).toEqual({
      draftVersion: 1,
    })
  })

  test('edits are undone in reverse order and redone in theirs, until another edit', async () => {
    const { id, draft } = await project()
    for (const [i, text] of ['a', 'b', 'c'].entries())
      await store.commit(ada, draftChange(id, i, text, `op-${text}`))
    const undo = await store.history(ada, { projectId: id, kind: 'undo', steps: 2 })
    expect(undo.total).toBe(3)
    expect(undo.steps.map((each) => each.sceneHash)).toEqual([
      storedScene('b').sceneHash,
      storedScene('a').sceneHash,
    ])
    const step = (kind: 'undo' | 'redo', base: number, text: string, steps: number[]) =>
      store.commit(ada, { ...draftChange(id, base, text), kind, steps })
    await step(
      'undo',
      3,
      'a',
      undo.steps.map((each) => each.id),
    )
    expect(await store.committed(ada, id, 'op-c')).toMatchObject({ isUndone: true })
    const redo = await store.history(ada, { projectId: id, kind: 'redo', steps: 5 })
    expect(redo.steps.map((each) => each.sceneHash)).toEqual([
      storedScene('b').sceneHash,
      storedScene('c').sceneHash,
    ])
    await step('redo', 4, 'b', [redo.steps[0].id])
    await store.commit(ada, draftChange(id, 5, 'd'))
    await expect(
      store.history(ada, { projectId: id, kind: 'redo', steps: 1 }),
    ).rejects.toMatchObject({ code: 'nothing_to_undo' })
    const all = await store.history(ada, { projectId: id, kind: 'undo', steps: 9 })
    expect(all.steps.at(-1)?.sceneHash).toBe(draft.sceneHash)
    expect(all.total).toBe(3)
  })

  test('saving an unchanged draft saves nothing, and versions keep their scenes', async () => {
    const { id } = await project()
    const save = (draftVersion: number, latest: number | null, label?: string) =>
      store.save(ada, { projectId: id, draftVersion, latest, label, changes: NO_CHANGES })
    expect(await save(0, null)).toMatchObject({ version: 1, label: 'Version 1', didSave: true })
    expect(await save(0, 1)).toMatchObject({ version: 1, label: 'Version 1', didSave: false })
    await store.commit(ada, draftChange(id, 0, 'a'))
    expect(await save(1, 1, 'With a')).toMatchObject({ version: 2, label: 'With a', didSave: true })
    await expect(save(0, 2)).rejects.toMatchObject({ code: 'version_conflict' })
    const versions = await store.versions(ada, { projectId: id, limit: 10 })
    expect(versions.map((each) => [each.number, each.author?.name])).toEqual([
      [2, 'Ada'],
      [1, 'Ada'],
    ])
    expect(await store.version(ada, id, 2)).toMatchObject(storedScene('a'))
    await expect(store.version(ada, id, 3)).rejects.toMatchObject({ code: 'version_not_found' })
  })

  test('a page of versions ends early where their changes are long, with one at least', async () => {
    const { id } = await project()
    for (const [i, bytes] of [10, PAGE_CHANGES_BYTES_MAX, 1_000_000, 1_000_000].entries())
      await database.query({
        text: `INSERT INTO version (project_id, number, label, scene_hash, scene_blob, nodes, bytes,
          changes) VALUES ($1, $2, 'x', 'x', 'x', 1, 1, '{"created":["' || repeat('x', $3) || '"]}')`,
        values: [id, i + 1, bytes],
      })
    const page = async (before?: number, limit = 10) =>
      (await store.versions(ada, { projectId: id, limit, before })).map(({ number }) => number)
    expect([await page(), await page(3), await page(2), await page(1)]).toEqual([
      [4, 3],
      [2],
      [1],
      [],
    ])
    expect(await page(undefined, 1)).toEqual([4])
  })

  test('saves at once make one version', async () => {
    const { id } = await project()
    const saved = { projectId: id, draftVersion: 0, latest: null, changes: NO_CHANGES }
    const all = await Promise.allSettled([1, 2, 3, 4].map(() => store.save(ada, saved)))
    expect(all.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    const lost = all.filter((each) => each.status === 'rejected')
    // The draft is at the version that all of them stated.
    expect(lost.map(({ reason }) => reason.code)).toEqual(Array(3).fill('versions_changed'))
    expect(await store.versions(ada, { projectId: id, limit: 10 })).toHaveLength(1)
  })

  test('a restored version is a new one, and the draft', async () => {
    const { id } = await project()
    const first = await store.save(ada, {
      projectId: id,
      draftVersion: 0,
      latest: null,
      changes: NO_CHANGES,
    })
    const old = await store.version(ada, id, first.version)
    await store.commit(ada, draftChange(id, 0, 'a'))
    await store.save(ada, { projectId: id, draftVersion: 1, latest: 1, changes: NO_CHANGES })
    const { sceneHash, sceneBlob, nodes, bytes } = old
    const back = { sceneHash, sceneBlob, nodes, bytes }
    const restored = await store.restore(ada, {
      projectId: id,
      from: 1,
      latest: 2,
      changes: NO_CHANGES,
      scene: back,
      change: { ...draftChange(id, 1, 'x'), scene: back, tools: 'restore' },
    })
    expect(restored).toMatchObject({ version: 3, didSave: true, draftVersion: 2 })
    expect(await store.version(ada, id, 3)).toMatchObject({ restoredFrom: 1, sceneHash })
    expect((await store.read(ada, id)).draft.sceneHash).toBe(sceneHash)
  })

  test('the published version of a public project may be seen by all, its draft by none', async () => {
    const { id } = await project()
    await store.change(ada, id, { visibility: 'public', name: 'Pavilion' })
    await expect(store.read(null, id)).rejects.toMatchObject({ code: 'project_not_found' })
    const saved = { projectId: id, draftVersion: 0, latest: null, changes: NO_CHANGES }
    await store.publish(ada, saved)
    expect(await store.read(null, id)).toMatchObject({
      name: 'Pavilion',
      rights: { read: false, edit: false, publish: false, manage: false },
    })
    expect(await store.version(ben, id, 1)).toMatchObject({ number: 1 })
    await store.commit(ada, draftChange(id, 0, 'secret'))
    await store.save(ada, { projectId: id, draftVersion: 1, latest: 1, changes: NO_CHANGES })
    await expect(store.version(ben, id, 2)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(store.commit(ben, draftChange(id, 1, 'b'))).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  test('a scene that was lost is replaced by an equal one in another blob', async () => {
    const { id, draft } = await project()
    const other = { ...storedScene('again'), sceneHash: draft.sceneHash }
    const same = { ...draftChange(id, 0, 'x'), scene: other }
    expect(await store.commit(ada, same)).toEqual({ draftVersion: 0 })
    expect((await store.read(ada, id)).draft).toMatchObject({ ...other, version: 0 })
  })

  test('a picture that was drawn again has the name of its new blob', async () => {
    const { sceneHash } = storedScene('drawn')
    await store.addPicture({ sceneHash, blob: hashOf('lost'), bytes: 4 })
    await store.addPicture({ sceneHash, blob: hashOf('drawn again'), bytes: 11 })
    expect(await store.picture(sceneHash)).toEqual({ blob: hashOf('drawn again'), bytes: 11 })
  })

  test('a public project in the trash is unknown to others', async () => {
    const { id } = await project()
    await store.change(ada, id, { visibility: 'public' })
    const saved = { projectId: id, draftVersion: 0, latest: null, changes: NO_CHANGES }
    await store.publish(ada, saved)
    await store.trash(ada, id, 'in')
    for (const viewer of [ben, null]) {
      const unknown = { code: 'project_not_found' }
      await expect(store.trash(viewer, id, 'out')).rejects.toMatchObject(unknown)
      await expect(store.purge(viewer, id)).rejects.toMatchObject(unknown)
    }
    await store.trash(ada, id, 'out')
  })

  test('only owners and admins of an organization add public projects', async () => {
    const made = {
      name: 'Shown',
      organizationId,
      visibility: 'public',
      ...storedScene('shown'),
    } as const
    await expect(store.add(ben, made)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await store.add(ada, made)).toMatchObject({ visibility: 'public' })
    expect(await store.add(ben, { ...made, visibility: 'private' })).toMatchObject({
      owner: { kind: 'organization' },
    })
  })

  test('a project in the trash is gone, comes back, or is deleted for good', async () => {
    const { id } = await project()
    await store.trash(ada, id, 'in')
    await expect(store.read(ada, id)).rejects.toMatchObject({ code: 'project_not_found' })
    const trash = await store.list(ada, { isTrash: true, limit: 10 })
    expect(trash.map((each) => each.id)).toContain(id)
    await store.trash(ada, id, 'out')
    expect((await store.read(ada, id)).deletedAt).toBeNull()
    await expect(store.purge(ada, id)).rejects.toMatchObject({ code: 'project_not_found' })
    await store.trash(ada, id, 'in')
    await store.purge(ada, id)
    await expect(store.trash(ada, id, 'out')).rejects.toMatchObject({ code: 'project_not_found' })
  })

  test('lists are searched by name and paged, the last changed first', async () => {
    const dora = await ground.person('Dora')
    const made: string[] = []
    for (const name of ['50% oak', 'Oak house', 'Pine house'])
      made.push((await project(dora, { name })).id)
    const ids = async (query: Parameters<typeof store.list>[1]) =>
      (await store.list(dora, query)).map((each) => each.id)
    expect(await ids({ limit: 10 })).toEqual(made.toReversed())
    expect(await ids({ limit: 10, text: 'oak' })).toEqual([made[1], made[0]])
    expect(await ids({ limit: 10, text: '%' })).toEqual([made[0]])
    const [{ updatedAt, id }] = await store.list(dora, { limit: 1 })
    expect(await ids({ limit: 10, after: { updatedAt, id } })).toEqual([made[1], made[0]])
    await store.change(dora, made[0], { name: 'Birch' })
    expect(await ids({ limit: 1 })).toEqual([made[0]])
  })

  test('an owner has a limited number of projects', async () => {
    const emil = await ground.person('Emil')
    await database.query({
      text: `INSERT INTO project (id, name, user_id)
        SELECT 'full_' || i || $1, 'x', $1 FROM generate_series(1, $2) AS i`,
      values: [emil.account.id, PROJECTS_MAX],
    })
    await expect(project(emil)).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: expect.stringContaining(`${PROJECTS_MAX}`),
    })
  })

  describe('bakes', () => {
    const publish = async (caller = ada, text = randomUUID()) => {
      const made = await store.add(caller, { name: 'House', ...storedScene(text) })
      const saved = { projectId: made.id, draftVersion: 0, latest: null, changes: NO_CHANGES }
      await store.publish(caller, saved)
      return made.id
    }
    const ready = {
      kind: 'ready',
      glb: { blob: hashOf('glb'), bytes: 100 },
      web: { blob: hashOf('web'), bytes: 50 },
    } as const
    /** Takes jobs until there is none. */
    const claimAll = async () => {
      const jobs: NonNullable<Awaited<ReturnType<typeof store.claimBake>>>[] = []
      for (let job = await store.claimBake(); job; job = await store.claimBake()) jobs.push(job)
      return jobs
    }

    test('one scene is baked once for all who publish it, and a repeat publishes nothing', async () => {
      await claimAll()
      const text = randomUUID()
      const [mine, theirs] = [await publish(ada, text), await publish(ben, text)]
      const again = { projectId: mine, draftVersion: 0, latest: 1, changes: NO_CHANGES }
      expect(await store.publish(ada, again)).toEqual({
        version: 1,
        label: 'Version 1',
        sceneHash: storedScene(text).sceneHash,
        didSave: false,
        didPublish: false,
      })
      expect(await store.published(ada, mine)).toMatchObject({ version: 1, state: 'waiting' })
      const jobs = await claimAll()
      expect(jobs).toHaveLength(1)
      expect(jobs[0].sceneBlob).toBe(storedScene(text).sceneBlob)
      await store.touchBake(jobs[0])
      await store.finishBake(jobs[0], ready)
      for (const [viewer, id] of [
        [ada, mine],
        [ben, theirs],
      ] as const)
        expect(await store.published(viewer, id)).toMatchObject({
          state: 'ready',
          glb: ready.glb,
          web: ready.web,
        })
      expect(await claimAll()).toEqual([])
    })

    test('a failed bake has its reason; one that may pass is tried again', async () => {
      const [broken, passing] = [await publish(), await publish()]
      const [first, second] = await claimAll()
      await store.finishBake(first, { kind: 'failed', code: 'invalid', reason: 'No normals.' })
      expect(await store.published(ada, broken)).toMatchObject({
        state: 'failed',
        code: 'invalid',
        reason: 'No normals.',
      })
      await store.finishBake(second, { kind: 'again', code: 'storage', reason: 'Disk full.' })
      expect(await store.published(ada, passing)).toMatchObject({ state: 'waiting' })
      await expect.poll(() => store.claimBake(), { timeout: 15_000 }).not.toBeNull()
    })

    test('an empty scene has no file, and is no failure', async () => {
      const id = await publish()
      const [job] = await claimAll()
      await store.finishBake(job, { kind: 'empty' })
      expect(await store.published(ada, id)).toMatchObject({ state: 'empty', glb: null })
    })
  })
})
