import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { onEachEngine, onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { smallHouse } from '../../tests/houses/small-house.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { ProjectsService } from '../../tests/projects/projects-service.ts'
import { refusedRequests } from '../../tests/projects/refused-requests.ts'
import { ALL_CODES, ERROR_CODES, statusOf } from '../projects/error-codes.ts'
import { fullNode, newScene } from '../scene/scene.ts'
import { writeScene } from '../scene/scene-file.ts'
import { PAGE_CHANGES_BYTES_MAX } from '../store/store-limits.ts'
import { SCENE_ROUTES } from './routes/index.ts'
import { SCENE_BODY_BYTES_MAX, STREAMED_SCENE_BYTES } from './service-limits.ts'

const HOUSE = writeScene(smallHouse())
const WALL = { tool: 'create_wall', arguments: { start: [0, 0], end: [4, 0] } }

/** The store itself is tried on PostgreSQL each time. */
const onEngines = isLongRun ? onEachEngine : onEmbeddedEngine

onEngines((engine) => {
  let service: ProjectsService
  beforeAll(async () => {
    service = await ProjectsService.open(engine)
  })
  afterAll(() => service?.close())

  test('a project is created, read, renamed, listed and deleted', async () => {
    const made = await service.json('/api/scenes', { payload: { name: ' My\nhouse ' } }, 201)
    expect(made).toMatchObject({
      name: 'My house',
      visibility: 'private',
      draftVersion: 0,
      latestVersion: null,
      publishedVersion: null,
      unsavedChanges: true,
      nodeCount: 3,
      bakeState: 'none',
      canEdit: true,
      editorUrl: `http://plat.example/projects/${made.id}`,
    })
    const { id } = made
    const renamed = await service.json(id, { method: 'PATCH', payload: { name: 'Barn' } })
    expect(renamed).toMatchObject({ id, name: 'Barn' })
    const { scenes } = await service.json('/api/scenes?query=bar')
    expect(scenes.map((each: { id: string }) => each.id)).toEqual([id])
    expect((await service.send(id, { method: 'DELETE' })).statusCode).toBe(204)
    expect((await service.json(id, {}, 404)).error.message).toContain('is in the trash')
    expect((await service.json('/api/scenes?trash=true')).scenes).toHaveLength(1)
    await service.json(`${id}/undelete`, { method: 'POST' })
    await service.json(id)
    const early = await service.json(`${id}?forever=true`, { method: 'DELETE' }, 404)
    expect(early.error.message).toBe('The project is not in the trash.')
    expect((await service.send(id, { method: 'DELETE' })).statusCode).toBe(204)
    const gone = await service.send(`${id}?forever=true`, { method: 'DELETE' })
    expect(gone.statusCode).toBe(204)
    await service.json(`${id}/undelete`, { method: 'POST' }, 404)
  })

  test('pages of a list have every project once', async () => {
    const { key } = await service.person()
    const made: string[] = []
    for (let i = 0; i < 5; i++) made.unshift(await service.project({ name: `House ${i}` }, key))
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await service.json(`/api/scenes?limit=2${cursor}`, { key })
      seen.push(...page.scenes.map((each: { id: string }) => each.id))
      if (!page.nextCursor) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(seen).toEqual(made)
    await service.json('/api/scenes?cursor=abc', { key }, 400)
  })

  test('operations are one unit: all, or none with the index of the one that is refused', async () => {
    const id = await service.project()
    const room = {
      tool: 'create_room',
      arguments: {
        name: 'Kitchen',
        polygon: [
          [0, 0],
          [4, 0],
          [4, 3],
          [0, 3],
        ],
      },
      as: 'kitchen',
    }
    const door = { tool: 'add_door', arguments: { wallId: '$kitchen.wallIds.0' } }
    const done = await service.json(`${id}/operations`, { payload: { operations: [room, door] } })
    expect(done).toMatchObject({ ok: true, projectId: id, draftVersion: 1, persisted: true })
    expect(done.answers.map((each: { tool: string }) => each.tool)).toEqual([
      'create_room',
      'add_door',
    ])
    const before = (await service.json(id)).sceneHash
    const refused = await service.json(
      `${id}/operations`,
      { payload: { operations: [WALL, { ...room, as: undefined }] } },
      422,
    )
    expect(refused.error).toMatchObject({
      type: 'invalid_request_error',
      code: 'overlaps_room',
      index: 1,
      mutationApplied: false,
      doc_url: 'http://plat.example/docs#error-overlaps_room',
    })
    expect(await service.json(id)).toMatchObject({ sceneHash: before, draftVersion: 1 })
    const undone = await service.json(`${id}/undo`, { method: 'POST' })
    expect(undone).toMatchObject({ draftVersion: 2, remaining: 0 })
    expect(undone.changes.deleted.length).toBe(done.changes.created.length)
    const redone = await service.json(`${id}/redo`, { payload: {} })
    expect(redone.draftVersion).toBe(3)
    expect((await service.json(id)).sceneHash).toBe(before)
    await service.json(`${id}/redo`, { payload: {} }, 409)
  })

  test('a repeated operationId is answered as the first time, and edits nothing', async () => {
    const id = await service.project()
    const payload = { operations: [WALL], operationId: 'wall-1' }
    const first = await service.json(`${id}/operations`, { payload })
    const again = await service.json(`${id}/operations`, { payload })
    expect(again).toMatchObject({ ...first, repeated: true, isUndone: false })
    expect((await service.json(id)).draftVersion).toBe(1)
    const other = { operations: [{ ...WALL, arguments: { start: [0, 5], end: [4, 5] } }] }
    const mismatch = { payload: { ...other, operationId: 'wall-1' } }
    expect((await service.json(`${id}/operations`, mismatch, 409)).error.code).toBe(
      'operation_mismatch',
    )
    const stale = { payload: { ...other, expectedVersion: 0 } }
    expect((await service.json(`${id}/operations`, stale, 409)).error).toMatchObject({
      code: 'version_conflict',
      expected: 0,
      actual: 1,
    })
    const both = await Promise.all(
      [1, 2, 3].map(() =>
        service.json(`${id}/operations`, { payload: { ...other, operationId: 'wall-2' } }),
      ),
    )
    expect(new Set(both.map((each) => each.draftVersion))).toEqual(new Set([2]))
  })

  test('the chat of a project states that no model is configured', async () => {
    const id = await service.project()
    expect(await service.json(`${id}/chat`)).toMatchObject({ turns: [], answeredBy: 'nobody' })
    const payload = { model: 'architect', input: 'Add a room', metadata: { project_id: id } }
    const refused = await service.json('/v1/responses', { payload }, 503)
    expect(refused.error.code).toBe('model_unavailable')
    expect(await service.json('/api/credits')).toMatchObject({ available: 0, spent: 0 })
  })

  test('a scene file and a project are the same thing', async () => {
    const id = await service.project({ scene: JSON.parse(HOUSE) })
    const read = await service.send(`${id}/scene`)
    expect(read.body).toBe(HOUSE)
    expect(read.headers['x-svc-draft-version']).toBe('0')
    const tag = `${read.headers.etag}`
    const same = await service.send(`${id}/scene`, { headers: { 'if-none-match': tag } })
    expect(same.statusCode).toBe(304)
    const empty = await service.project()
    const put = { method: 'PUT' as const, payload: JSON.parse(HOUSE) }
    const replaced = await service.json(`${empty}/scene?expectedVersion=0`, put)
    expect(replaced).toMatchObject({ ok: true, draftVersion: 1 })
    expect((await service.json(empty)).sceneHash).toBe((await service.json(id)).sceneHash)
    await service.json(`${empty}/scene?expectedVersion=0`, put, 409)
    const stale = { ...put, headers: { 'if-match': '"0000"' } }
    const { error } = await service.json(`${empty}/scene`, stale, 412)
    expect(error).toMatchObject({ code: 'precondition_failed', param: 'If-Match' })
    const current = { 'if-match': `${(await service.send(`${empty}/scene`)).headers.etag}` }
    await service.json(`${empty}/scene`, { ...put, headers: current })
    await service.json(`${empty}/undo`, { payload: {} })
    expect((await service.json(empty)).nodeCount).toBe(3)
  })

  test('a large scene file is sent in parts, and not at all where its blob is damaged', async () => {
    const empty = newScene('Notes', 'k3x9')
    const text = 'x'.repeat(500)
    const notes = Array.from({ length: 2_500 }, (_, x) =>
      fullNode({
        kind: 'annotation',
        id: `annotation_${x + 3}`,
        parent: 'level_2',
        position: [x, 0],
        text,
      }),
    )
    const nodes = { ...empty.nodes, ...Object.fromEntries(notes.map((node) => [node.id, node])) }
    const scene = JSON.parse(writeScene({ ...empty, lastId: 3_000, nodes }))
    const id = await service.project({ scene })
    const stored = vi.spyOn(service.opened.parts.blobs, 'get')
    const read = await service.send(`${id}/scene`)
    expect(stored).not.toHaveBeenCalled()
    expect(read.json()).toEqual(scene)
    expect(Number(read.headers['content-length'])).toBe(read.rawPayload.length)
    expect(read.rawPayload.length).toBeGreaterThan(STREAMED_SCENE_BYTES)
    const head = await service.send(`${id}/scene`, { method: 'HEAD' })
    expect([head.headers['content-length'], head.body]).toEqual([
      read.headers['content-length'],
      '',
    ])
    const hash = `${read.headers.etag}`.slice(1, -1)
    truncateSync(join(service.folder, 'blobs', hash.slice(0, 2), hash), 100)
    const { error } = await service.json(`${id}/scene`, {}, 503)
    expect(error.message).toBe('A stored file is damaged.')
    // It stands in the log.
    expect(`${service.failures.splice(0)}`).toContain(hash)
  })

  test('versions are saved once, compared and restored', async () => {
    const id = await service.project()
    const saved = await service.json(`${id}/save`, { payload: { label: 'Empty' } })
    expect(saved).toEqual({
      version: 1,
      label: 'Empty',
      didSave: true,
      sceneHash: (await service.json(id)).sceneHash,
      versionUrl: `http://plat.example/projects/${id}?version=1`,
    })
    expect(await service.json(`${id}/save`, { method: 'POST' })).toMatchObject({
      version: 1,
      didSave: false,
    })
    const { answers } = await service.json(`${id}/operations`, { payload: { operations: [WALL] } })
    const [wallId] = answers[0].wallIds
    await service.json(`${id}/save`, { payload: {} })
    const { versions } = await service.json(`${id}/versions`)
    expect(versions.map((each: { version: number }) => each.version)).toEqual([2, 1])
    expect(versions[0].changes.created).toContain(wallId)
    const operations = [{ tool: 'edit_wall', arguments: { id: wallId, thickness: 0.2 } }]
    await service.json(`${id}/operations`, { payload: { operations } })
    const changed = await service.json(`${id}/compare?from=2`)
    expect(changed).toMatchObject({
      from: 2,
      to: 'draft',
      created: [],
      deleted: [],
      changed: [
        { id: wallId, kind: 'wall', before: { thickness: 0.15 }, after: { thickness: 0.2 } },
      ],
    })
    const back = await service.json(`${id}/restore`, { payload: { version: 1 } })
    expect(back).toMatchObject({ version: 3, label: 'Version 1 again', didSave: true })
    expect(await service.json(id)).toMatchObject({ nodeCount: 3, unsavedChanges: false })
    expect((await service.json(`${id}/compare?from=1&to=3`)).changed).toEqual([])
    await service.json(`${id}/versions/9`, {}, 404)
    await service.json(`${id}/scene?version=later`, {}, 400)
  })

  test('pages of versions go on to the first one, also where long changes end them early', async () => {
    const id = await service.project()
    await service.json(`${id}/save`, { method: 'POST' })
    await service.json(`${id}/operations`, { payload: { operations: [WALL] } })
    await service.json(`${id}/save`, { method: 'POST' })
    const created = ['x'.repeat(PAGE_CHANGES_BYTES_MAX)]
    await service.accounts.database.query({
      text: 'UPDATE version SET changes = $2 WHERE project_id = $1 AND number = 2',
      values: [id.split('/').at(-1), JSON.stringify({ created, changed: [], deleted: [] })],
    })
    const first = await service.json(`${id}/versions`)
    expect(first.versions.map((each: { version: number }) => each.version)).toEqual([2])
    const second = await service.json(`${id}/versions?limit=1&cursor=${first.nextCursor}`)
    expect(second.versions.map((each: { version: number }) => each.version)).toEqual([1])
    expect(second.nextCursor).toBeUndefined()
  })

  test('reads, verify, views and IFC answer of any version', async () => {
    const id = await service.project({ scene: JSON.parse(HOUSE) })
    const zones = await service.json(`${id}/read`, { payload: { tool: 'get_zones' } })
    expect(zones.zones.length).toBeGreaterThan(0)
    expect(await service.json(`${id}/verify?minSeverity=warning`)).toHaveProperty('ok')
    const plan = await service.send(`${id}/view?view=plan&width=200&height=150`)
    expect(plan.headers['content-type']).toBe('image/png')
    expect(plan.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    const picture = await service.send(`${id}/picture`)
    expect(picture.statusCode).toBe(200)
    const stored = await service.send(`${id}/picture`)
    expect(stored.rawPayload.equals(picture.rawPayload)).toBe(true)
    const ifc = await service.send(`${id}/ifc`)
    expect(ifc.body.startsWith('ISO-10303-21;')).toBe(true)
    expect(ifc.headers['content-disposition']).toContain('House-draft.ifc')
    await service.json(`${id}/view?view=plan&levelId=level_99`, {}, 422)
    await service.json(`${id}/view?view=oblique`, {}, 400)
  })

  test('bad input has a clear error, and changes nothing', async () => {
    const id = await service.project()
    for (const [url, sent, status, code, param] of refusedRequests(id)) {
      const answer = await service.send(url, sent)
      const shown = `${url} ${answer.body}`
      expect(answer.statusCode, shown).toBe(status)
      if (status < 400) continue
      const { error } = answer.json()
      expect(error.code, shown).toBe(code)
      expect(error.param, shown).toBe(param)
      expect(answer.headers['x-should-retry'], shown).toBe('false')
      expect(answer.headers['request-id'], shown).toBe(error.request_id)
      expect(answer.headers['x-request-id'], shown).toBe(error.request_id)
      expect(error.doc_url, shown).toBe(`http://plat.example/docs#error-${code}`)
    }
    expect(await service.json(id)).toMatchObject({ draftVersion: 0, nodeCount: 3 })
  })

  test('a name longer than labels are is that of the project; the site has its beginning', async () => {
    const name = `${'x'.repeat(119)}\u{1f3e0}${'y'.repeat(79)}`
    const id = await service.project({ name })
    expect((await service.json(id)).name).toBe(name)
    const { nodes } = await service.json(`${id}/scene`)
    const all = Object.values(nodes as Record<string, { kind: string; label?: string }>)
    expect(all.find(({ kind }) => kind === 'site')?.label).toBe('x'.repeat(119))
  })

  test('a body that is too large is refused before it is parsed', async () => {
    const large = 'x'.repeat(SCENE_BODY_BYTES_MAX + 1)
    const headers = { 'content-type': 'application/json' }
    const answer = await service.send('/api/scenes', { payload: large, headers })
    expect([answer.statusCode, answer.json().error.code]).toEqual([413, 'payload_too_large'])
  })

  test('faults behind answers are none', () => {
    expect(service.failures).toEqual([])
  })
})

test('every code has a status, a meaning and routes that name it', () => {
  const named = new Set(SCENE_ROUTES.flatMap(({ codes }) => codes))
  for (const code of named) expect(ALL_CODES).toContain(code)
  expect(Object.keys(ERROR_CODES).every((code) => statusOf(code as never) >= 400)).toBe(true)
})

test.each([
  ['storage_full', 'createProject replaceScene undoEdits redoEdits restoreVersion getPicture'],
  ['limit_exceeded', 'saveVersion restoreVersion publishProject'],
])('%s is stated by the routes that may answer it', (code, ids) => {
  const states = SCENE_ROUTES.filter(({ codes }) => codes.includes(code as never))
  expect(states.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(ids.split(' ')),
  )
})
