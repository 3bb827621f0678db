import { spawnSync } from 'node:child_process'
import {
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchitect } from '../../architect/service/open-architect.ts'
import { bake, draft, picture } from '../../architect/store/schema.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { DIRECT } from '../../http/reach.ts'
import { StorageFailure } from '../../storage/storage-failure.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { ProjectsService } from './projects-service.ts'

const STUDIO = JSON.parse(
  readFileSync(join(PROJECT_ROOT, 'architect/examples/studio/scene.json'), 'utf8'),
)
const WALL = { tool: 'create_wall', arguments: { start: [20, 0], end: [24, 0] } }
const edit = (operationId: string) => ({ payload: { operations: [WALL], operationId } })

const mount = (...args: string[]) => spawnSync('mount', args).status === 0
const disk = mkdtempSync(join(tmpdir(), 'plat-small-disk-'))
const canMount = mount('-t', 'tmpfs', '-o', 'size=4m', 'plat', disk)
afterAll(() => {
  if (canMount) spawnSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

onEmbeddedEngine((engine) => {
  let service: ProjectsService
  let blobs: string
  let away: string
  beforeAll(async () => {
    service = await ProjectsService.open(engine)
    blobs = join(service.folder, 'blobs')
    away = join(service.folder, 'away')
  })
  afterAll(() => service?.close())

  const refusal = async (url: string, sent: Parameters<typeof service.send>[1]) => {
    const { statusCode, headers, body } = await service.send(url, sent)
    const { code, request_id } = JSON.parse(body).error
    expect(body).not.toContain(service.folder)
    expect(headers).toMatchObject({ 'request-id': request_id, 'x-should-retry': 'false' })
    return [statusCode, code, headers['retry-after']]
  }
  const fileOf = async (id: string) => {
    const settled = async () => (await service.send(`${id}/glb`)).statusCode
    await expect.poll(settled, { interval: 100 }).not.toBe(202)
    return await service.send(`${id}/glb`)
  }
  const bytesAt = async (location: unknown) => {
    const { pathname, search } = new URL(`${location}`)
    return await service.send(pathname + search, { key: null })
  }

  const pathOf = (hash: string) => join(blobs, hash.slice(0, 2), hash)
  const damage = (hash: string) =>
    writeFileSync(pathOf(hash), readFileSync(pathOf(hash)).fill(0, 10, 20))

  test('without its storage nothing changes, what is in memory is read, and all is back with it', async () => {
    const id = await service.project({ scene: STUDIO })
    const before = await service.json('/api/scenes')
    renameSync(blobs, away)
    try {
      for (const [url, sent] of [
        [`${id}/operations`, edit('wall')],
        [`${id}/scene`, { method: 'PUT', payload: { ...STUDIO, lastId: STUDIO.lastId + 1 } }],
        ['/api/scenes', { payload: { name: 'Other' } }],
      ] as const)
        expect([url, ...(await refusal(url, sent))]).toEqual([url, 503, 'storage_failed', '2'])
      expect(await service.json('/api/scenes')).toEqual(before)
      const { zones } = await service.json(`${id}/read`, { payload: { tool: 'get_zones' } })
      expect(zones.length).toBeGreaterThan(0)
    } finally {
      renameSync(away, blobs)
    }
    const made = await service.json(`${id}/operations`, edit('wall'))
    expect(made).toMatchObject({ draftVersion: 1 })
    expect(made.repeated).toBeUndefined()
  })

  if (isLongRun)
    test('a bake without storage fails with its reason, and is made when it is published again', async () => {
      const id = await service.project({ scene: STUDIO })
      await service.json(`${id}/operations`, { payload: { operations: [WALL] } })
      renameSync(blobs, away)
      try {
        await service.json(`${id}/publish`, { payload: {} })
        const failed = await fileOf(id)
        expect([failed.statusCode, failed.headers['x-svc-version']]).toEqual([409, '1'])
        expect(failed.json().error).toMatchObject({
          code: 'bake_failed',
          message: expect.stringContaining('The storage does not answer.'),
        })
        // Where the storage is only the operator learns, from the log.
        expect(failed.body).not.toContain(service.folder)
        expect(`${service.failures}`).toContain(blobs)
        // A failure is reported for a while before a read makes the file anew.
        expect((await service.send(`${id}/model?version=1`)).statusCode).toBe(409)
      } finally {
        renameSync(away, blobs)
      }
      expect(await service.json(`${id}/publish`, { payload: {} })).toMatchObject({
        didPublishVersion: false,
      })
      const file = await fileOf(id)
      expect((await bytesAt(file.headers.location)).statusCode).toBe(200)
    })

  if (isLongRun)
    test('a published file and a picture that were lost or damaged are made again, the file with the same bytes', async () => {
      const id = await service.project({ scene: STUDIO })
      await service.json(`${id}/publish`, { payload: {} })
      const shown = await service.send(`${id}/picture`)
      const { location } = (await fileOf(id)).headers
      const whole = await bytesAt(location)
      expect(whole.statusCode).toBe(200)
      const { tables } = service.accounts.database
      const baked = await tables.select({ glb: bake.glbBlob, web: bake.webBlob }).from(bake)
      const drawn = await tables.select({ blob: picture.blob }).from(picture)
      for (const { glb, web } of baked) {
        if (glb) damage(glb)
        if (web) rmSync(pathOf(web))
      }
      // It is deleted when it was read to its end.
      await expect(bytesAt(location)).rejects.toThrow()
      const lost = async () => {
        const answer = await bytesAt(location)
        return [answer.statusCode, answer.json().error.code]
      }
      await expect.poll(lost, { interval: 20 }).toEqual([404, 'nothing_published'])
      expect((await service.send(`${id}/glb`)).statusCode).toBe(202)
      const again = await fileOf(id)
      expect((await bytesAt(again.headers.location)).rawPayload.equals(whole.rawPayload)).toBe(true)
      // The old address is of the same bytes.
      expect((await bytesAt(location)).rawPayload.equals(whole.rawPayload)).toBe(true)
      const model = await service.send(`${id}/model?version=1`)
      expect(model.rawPayload.equals(whole.rawPayload)).toBe(true)
      const remove = (hash: string) => rmSync(pathOf(hash))
      for (const fault of [remove, damage]) {
        fault(drawn[0].blob)
        const redrawn = await service.send(`${id}/picture`)
        expect(redrawn.rawPayload.equals(shown.rawPayload)).toBe(true)
      }
    })

  test('a scene whose bytes were damaged is reported and not shown, and other versions are', async () => {
    const id = await service.project({ scene: STUDIO })
    await service.json(`${id}/save`, { payload: {} })
    await service.json(`${id}/operations`, edit('wall'))
    const [{ sceneBlob }] = await service.accounts.database.tables
      .select({ sceneBlob: draft.sceneBlob })
      .from(draft)
      .where(eq(draft.projectId, id))
    damage(sceneBlob)
    const { accounts, store } = service
    // Another process has none of the scenes in memory.
    const other = await openArchitect({
      accounts,
      store,
      reach: DIRECT,
      blobs: { kind: 'folder', folder: blobs },
      onFailure: (error) => service.failures.push(error),
    })
    const headers = { host: 'plat.example', authorization: `Bearer ${service.key}` }
    const send = (path: string, payload?: object) =>
      other.app.inject({
        method: payload ? 'POST' : 'GET',
        url: `/api/scenes/${id}${path}`,
        headers,
        ...(payload && { payload }),
      })
    try {
      for (const [path, payload] of [
        ['/scene'],
        ['/operations', { operations: [WALL] }],
        ['/publish', {}],
      ] as const) {
        const answer = await send(path, payload)
        const { code, message } = answer.json().error
        expect([path, answer.statusCode, code]).toEqual([path, 503, 'storage_failed'])
        expect(message).toContain('is damaged')
      }
      expect((await send('/scene?version=1')).json()).toEqual(STUDIO)
      const restored = await send('/restore', { version: 1 })
      expect([restored.statusCode, restored.json().draftVersion]).toEqual([200, 2])
      expect((await send('/scene')).statusCode).toBe(200)
    } finally {
      await other.close()
    }
  })

  test('no other fault was behind an answer', () => {
    const others = service.failures.filter((error) => !(error instanceof StorageFailure))
    expect(others).toEqual([])
  })

  if (isLongRun)
    describe.skipIf(!canMount)('on a full disk (needs a right to mount)', () => {
      test('changes are refused with 507 and lose nothing; with room all goes on', async () => {
        const folder = join(disk, 'blobs')
        const small = await ProjectsService.open(engine, { blobs: { kind: 'folder', folder } })
        try {
          const id = await small.project({ scene: STUDIO })
          const filler = join(disk, 'filler')
          const { bavail, bsize } = statfsSync(disk)
          writeFileSync(filler, Buffer.alloc(bavail * bsize))
          const full = await small.json(`${id}/operations`, edit('wall'), 507)
          expect(full.error.code).toBe('storage_full')
          await small.json(`${id}/publish`, { payload: {} })
          const state = async () => (await small.json(id)).bakeState
          await expect.poll(state, { interval: 100 }).toBe('failed')
          expect((await small.json(`${id}/glb`, {}, 409)).error.message).toContain(
            'The storage is full.',
          )
          expect(await small.json(id)).toMatchObject({ draftVersion: 0, publishedVersion: 1 })
          truncateSync(filler)
          expect(await small.json(`${id}/operations`, edit('wall'))).toMatchObject({
            draftVersion: 1,
          })
          await small.json(`${id}/publish`, { payload: {} })
          await expect.poll(state, { interval: 100 }).toBe('ready')
        } finally {
          await small.close()
        }
      })
    })
})
