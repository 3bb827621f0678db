import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { MediaGround, NOW } from '../../tests/projects/media-ground.ts'

onEmbeddedEngine((engine) => {
  let ground: MediaGround
  beforeAll(async () => {
    ground = await MediaGround.open(engine)
  })
  beforeEach(() => ground.reset())
  afterAll(() => ground?.close())

  const pathOf = (url: string) => url.replace('http://plat.example', '')
  const send = (url: string, more = {}) => ground.service.send(pathOf(url), { key: null, ...more })
  const codeOf = async (url: string, more = {}) => {
    const answer = await send(url, more)
    return [answer.statusCode, answer.json().error?.code]
  }

  test('a file is opened by its signed address alone, whole or in parts', async () => {
    const [{ id, url, bytes }] = (await ground.make({ format: 'webp' })).media
    const whole = await send(url)
    expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, bytes])
    expect(whole.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': expect.stringMatching(/\.webp"/),
      'x-content-type-options': 'nosniff',
    })
    const part = await send(url, { headers: { range: 'bytes=0-3' } })
    expect([part.statusCode, part.body]).toEqual([206, 'RIFF'])
    const same = { 'if-none-match': `${whole.headers.etag}` }
    expect((await send(url, { headers: same })).statusCode).toBe(304)
    const [path, query] = pathOf(url).split('?')
    for (const forged of [
      path,
      `${path}?${query}x`,
      `${path}?${query.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`)}`,
      `${path.replace('.webp', '.png')}?${query}`,
      `${path.replace(id, id.replace(/.$/, '0'))}x?${query}`,
      `${path.replace(ground.projectId, 'prj_00000000000000000000')}?${query}`,
    ])
      expect(await codeOf(forged), forged).toEqual([403, 'link_invalid'])
  })

  test('an address works for five minutes, and not after its file is deleted', async () => {
    const [{ id, url }] = (await ground.make()).media
    const { parts } = ground.service.opened
    const { now } = parts
    parts.now = () => NOW + 300_000
    expect((await send(url)).statusCode).toBe(200)
    parts.now = () => NOW + 300_001
    expect(await codeOf(url)).toEqual([403, 'link_expired'])
    parts.now = now
    const { key, projectId } = ground
    const path = `/api/scenes/${projectId}/media/${id}`
    expect((await send(path, { method: 'DELETE', key })).statusCode).toBe(204)
    expect(await codeOf(url)).toEqual([404, 'file_not_found'])
    expect(await codeOf(path, { method: 'DELETE', key })).toEqual([404, 'file_not_found'])
    expect(await ground.listed()).toEqual([])
  })

  test('lists are in pages, the newest first, and go on after files that are gone', async () => {
    const { key, projectId } = ground
    const sourceIds = ['zone_8', 'wall_3', 'wall_4']
    const made = (await ground.make({ sourceIds })).media.map(({ id }: { id: string }) => id)
    const newest = (await ground.make()).media[0].id
    const page = async (query: string) =>
      await ground.service.json(`${projectId}/media?${query}`, { key })
    const first = await page('limit=2')
    const idsOf = ({ media }: Record<string, { id: string }[]>) => media.map(({ id }) => id)
    expect(idsOf(first)).toEqual([newest, made[2]])
    await send(`/api/scenes/${projectId}/media/${made[2]}`, { method: 'DELETE', key })
    const second = await page(`limit=2&cursor=${first.nextCursor}`)
    expect(idsOf(second)).toEqual([made[1], made[0]])
    expect(second.nextCursor).toBeUndefined()
  })

  test('those list files who may read them, and those delete who may edit', async () => {
    const { service, projectId, caller } = ground
    const [{ id }] = (await ground.make()).media
    const path = `/api/scenes/${projectId}/media`
    const keyWith = (...scopes: Parameters<typeof service.keyOf>[1] & unknown[]) =>
      service.keyOf(caller.account.id, scopes)
    const edits = await keyWith('projects:edit')
    const downloads = await keyWith('projects:download')
    expect(await codeOf(path, { key: edits })).toEqual([403, 'insufficient_scope'])
    expect(await codeOf(path)).toEqual([401, 'invalid_api_key'])
    const { key: foreign } = await service.person()
    const deletion = { method: 'DELETE' } as const
    expect(await codeOf(path, { key: foreign })).toEqual([404, 'project_not_found'])
    const file = `${path}/${id}`
    expect(await codeOf(file, { ...deletion, key: foreign })).toEqual([404, 'project_not_found'])
    expect(await codeOf(file, { ...deletion, key: downloads })).toEqual([403, 'insufficient_scope'])
    // A public project shows what is published: pictures of the draft are not.
    const payload = { visibility: 'public' }
    await service.json(projectId, { method: 'PATCH', payload, key: ground.key })
    await service.json(`${projectId}/publish`, { payload: {}, key: ground.key })
    expect(await codeOf(path, { key: foreign })).toEqual([403, 'forbidden'])
    expect(await codeOf(file, { ...deletion, key: foreign })).toEqual([403, 'forbidden'])
    expect(await service.json(`${projectId}/media`, { key: downloads })).toMatchObject({
      media: [{ id }],
    })
    expect((await send(file, { ...deletion, key: edits })).statusCode).toBe(204)
  })
})
