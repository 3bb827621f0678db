import { afterAll, beforeAll, expect, test } from 'vitest'
import { onEachEngine, onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { smallHouse } from '../../tests/houses/small-house.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { ProjectsService } from '../../tests/projects/projects-service.ts'
import { writeScene } from '../scene/scene-file.ts'
import { SCENE_ROUTES } from './routes/index.ts'

/** Queries of routes that need one, by the last part of the path. */
const QUERIES: Record<string, string> = { compare: '?from=1', updates: '?after=WzAsMF0' }

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

  const ready = async (url: string) => {
    await expect
      .poll(async () => (await service.send(url)).statusCode, { timeout: 60_000, interval: 100 })
      .not.toBe(202)
    return await service.send(url)
  }

  test('the route answers 404, 202 and 307, and the signed address has the file', async () => {
    const id = await service.project({ scene: JSON.parse(HOUSE), name: 'Studio “A”' })
    const none = await service.send(`${id}/glb`)
    expect([none.statusCode, none.json().error.code]).toEqual([404, 'nothing_published'])
    expect(none.headers['x-svc-version']).toBeUndefined()
    const published = await service.json(`${id}/publish`, { method: 'POST' })
    expect(published).toEqual({
      publishedVersion: 1,
      didSaveVersion: true,
      didPublishVersion: true,
    })
    const early = await service.send(`${id}/glb`)
    expect([202, 307]).toContain(early.statusCode)
    expect(early.headers['x-svc-version']).toBe('1')
    const done = await ready(`${id}/glb`)
    expect(done.statusCode).toBe(307)
    expect(done.headers['x-svc-version']).toBe('1')
    const address = new URL(`${done.headers.location}`)
    const path = address.pathname + address.search
    const file = await service.send(path, { key: 'sk_arch_ignored' })
    expect(file.statusCode).toBe(200)
    expect(file.rawPayload.subarray(0, 4).toString()).toBe('glTF')
    expect(file.headers).toMatchObject({
      'content-type': 'model/gltf-binary',
      'x-svc-version': '1',
      'content-length': `${file.rawPayload.length}`,
      'accept-ranges': 'bytes',
    })
    expect(`${file.headers['content-disposition']}`).toContain('-v1.glb')
    const part = await service.send(path, { headers: { range: 'bytes=4-7' } })
    expect([part.statusCode, part.rawPayload.readUInt32LE(0)]).toEqual([206, 2])
    const past = await service.send(path, { headers: { range: 'bytes=99999999-' } })
    expect([past.statusCode, past.json().error.code]).toEqual([416, 'range_not_satisfiable'])
    const known = await service.send(path, {
      headers: { 'if-none-match': `${file.headers.etag}` },
    })
    expect(known.statusCode).toBe(304)
    const head = await service.send(path, { method: 'HEAD' })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      file.headers['content-length'],
      '',
    ])
    const cut = await service.send(path.slice(0, -3))
    expect([cut.statusCode, cut.json().error.code]).toEqual([403, 'link_invalid'])
    const foreign = path.replace(id, await service.project())
    expect((await service.send(foreign)).statusCode).toBe(403)
    expect(await service.json(`${id}/publish`, { method: 'POST' })).toEqual({
      publishedVersion: 1,
      didSaveVersion: false,
      didPublishVersion: false,
    })
    const web = await service.send(`${id}/glb?copy=web`)
    expect(`${web.headers.location}`).not.toBe(`${done.headers.location}`)
    expect(await service.json(id)).toMatchObject({ bakeState: 'ready', publishedVersion: 1 })
  })

  test('a version with nothing to draw has no file, and its draft neither', async () => {
    const id = await service.project()
    await service.json(`${id}/publish`, { payload: {} })
    const done = await ready(`${id}/glb`)
    expect([done.statusCode, done.json().error.code]).toEqual([404, 'no_geometry'])
    expect(done.headers['x-svc-version']).toBeUndefined()
    expect((await ready(`${id}/model`)).statusCode).toBe(404)
  })

  test('the model of a draft is made on demand', async () => {
    const id = await service.project()
    await service.json(`${id}/operations`, { payload: { operations: [WALL] } })
    const model = await ready(`${id}/model`)
    expect(model.statusCode).toBe(200)
    expect(model.headers['x-svc-draft-version']).toBe('1')
    expect(model.rawPayload.subarray(0, 4).toString()).toBe('glTF')
  })

  test('keys need their scopes, and without them no file is there', async () => {
    const { id: personId, key } = await service.person()
    const id = await service.project({}, key)
    await service.json(`${id}/publish`, { payload: {}, key })
    const plain = await service.keyOf(personId, ['projects:edit'])
    expect(
      (await service.json(`${id}/publish`, { payload: {}, key: plain }, 403)).error,
    ).toMatchObject({
      code: 'insufficient_scope',
      type: 'permission_error',
      scope: 'projects:publish',
    })
    const file = await service.send(`${id}/glb`, { key: plain })
    expect(file.statusCode).toBe(404)
    expect(file.headers['x-svc-version']).toBeUndefined()
    for (const path of [`${id}/model?version=published`, `${id}/ifc`])
      expect((await service.json(path, { key: plain }, 403)).error.scope).toBe('projects:download')
    const mapKey = await service.accounts.keys.create({
      kind: 'map',
      name: 'map',
      owner: { user: personId },
    })
    await service.json(id, { key: mapKey.key }, 403)
  })

  test('a public project is open without a key, as published', async () => {
    const id = await service.project({ scene: JSON.parse(HOUSE) })
    await service.json(id, { key: null }, 404)
    await service.json(`${id}/publish`, { payload: {} })
    await service.json(id, { key: null }, 404)
    await service.json(id, { method: 'PATCH', payload: { visibility: 'public' } })
    const seen = await service.json(id, { key: null })
    expect(seen).toMatchObject({ publishedVersion: 1, canEdit: false, draftVersion: null })
    expect((await service.send(`${id}/scene`, { key: null })).headers['x-svc-version']).toBe('1')
    await service.json(`${id}/scene?version=draft`, { key: null }, 403)
    await service.json(`${id}/read`, { key: null, payload: { tool: 'list_levels' } })
    await service.json(`${id}/operations`, { key: null, payload: { operations: [WALL] } }, 401)
    const { key } = await service.person()
    await service.json(`${id}/operations`, { key, payload: { operations: [WALL] } }, 403)
    expect((await ready(`${id}/glb`)).statusCode).toBe(307)
    expect((await service.send(`${id}/glb`, { key: null })).statusCode).toBe(307)
  })

  test('another’s project is answered exactly as a missing one, on every route', async () => {
    const { key } = await service.person()
    const id = await service.project({ scene: JSON.parse(HOUSE) })
    await service.json(`${id}/publish`, { payload: {} })
    const missing = 'prj_00000000000000000000'
    for (const { method, path, isSigned } of SCENE_ROUTES) {
      if (!path.includes('{id}') || isSigned) continue
      const answers = [id, missing].map(async (each) => {
        const url = `/api${path.replace('{id}', each).replace('{number}', '1')}`
        const query = QUERIES[path.split('/').at(-1)!] ?? ''
        const body = path.endsWith('/operations')
          ? { operations: [WALL] }
          : path.endsWith('/read')
            ? { tool: 'get_zones' }
            : path.endsWith('/restore')
              ? { version: 1 }
              : path.endsWith('/scene')
                ? JSON.parse(HOUSE)
                : { name: 'x' }
        const isEmpty = /(undo|redo|save|publish|undelete)$/.test(path)
        const payload = method === 'GET' || method === 'DELETE' ? undefined : isEmpty ? {} : body
        const answer = await service.send(url + query, { method, payload, key })
        const { request_id: _, ...error } = answer.json().error
        return { status: answer.statusCode, error }
      })
      const [foreign, none] = await Promise.all(answers)
      expect(foreign, path).toEqual(none)
      expect(foreign.status, path).toBe(404)
    }
  })

  test('faults behind answers are none', () => {
    expect(service.failures).toEqual([])
  })
})
