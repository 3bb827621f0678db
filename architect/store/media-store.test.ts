import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../accounts/accounts.ts'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { hashOf, StoreGround } from '../../tests/projects/store-ground.ts'
import type { MediaStore, NewMedia } from './media-store.ts'
import { MEDIA_BYTES_MAX, MEDIA_MAX } from './store-limits.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  let ground: StoreGround
  let media: MediaStore
  let ada: Caller
  beforeAll(async () => {
    ground = await StoreGround.open(engine)
    media = ground.store.media
    ada = await ground.person('Ada')
  })
  afterAll(() => ground?.close())

  const file = (text: string, more: Partial<NewMedia> = {}): NewMedia => ({
    sourceId: null,
    mediaType: 'image/png',
    isAnimated: false,
    blob: hashOf(text),
    bytes: 10,
    width: 4,
    height: 3,
    ...more,
  })
  const jobOf = (projectId: string, jobId: string = randomUUID()) => ({
    ...{ projectId, jobId },
    modelId: 'plat-picture',
    draftVersion: 3,
  })

  test('files of a job are added once, also by attempts at once, in their order', async () => {
    const { id: projectId } = await ground.project(ada)
    const job = jobOf(projectId)
    const add = () => media.addMedia(ada, job, [file('a'), file('b'), file('c')])
    const [first, ...others] = await Promise.all([add(), add(), add()])
    for (const each of others) expect(each).toEqual(first)
    expect(await media.mediaOfJob(job.jobId)).toEqual(first)
    expect(first.map(({ blob, number }) => [blob, number])).toEqual(
      ['a', 'b', 'c'].map((text, index) => [hashOf(text), index + 1]),
    )
    const listed = await media.listMedia(ada, { projectId, limit: 10 })
    expect(listed).toEqual({ media: first.toReversed(), hasMore: false })
    const [a, b, c] = first
    await media.deleteMedia(ada, projectId, c.id)
    const rest = await media.listMedia(ada, { projectId, limit: 1, before: c.id })
    expect(rest).toEqual({ media: [b], hasMore: true })
    expect(await media.findMedia(projectId, a.id)).toEqual(a)
    expect(await media.findMedia(projectId, c.id)).toBeNull()
  })

  test('two jobs that end at once do not go over the limits together', async () => {
    const { id: projectId } = await ground.project(ada)
    const all = Array.from({ length: MEDIA_MAX - 1 }, (_, at) => file(`${at}`))
    await media.addMedia(ada, jobOf(projectId), all)
    const last = [1, 2].map(() => media.addMedia(ada, jobOf(projectId), [file('last')]))
    const states = (await Promise.allSettled(last)).map(({ status }) => status)
    expect(states.sort()).toEqual(['fulfilled', 'rejected'])
    const { id: other } = await ground.project(ada)
    const half = Math.ceil((MEDIA_BYTES_MAX + 1) / 2)
    const large = [1, 2].map(() => media.addMedia(ada, jobOf(other), [file('x', { bytes: half })]))
    const refused = (await Promise.allSettled(large)).filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'limit_exceeded' } }])
  })

  test('others see, add and delete nothing, and a project takes its files with it', async () => {
    const { id: projectId } = await ground.project(ada)
    const bob = await ground.person('Bob')
    const [made] = await media.addMedia(ada, jobOf(projectId), [file('own')])
    const missing = { code: 'project_not_found' }
    await expect(media.listMedia(bob, { projectId, limit: 1 })).rejects.toMatchObject(missing)
    await expect(media.addMedia(bob, jobOf(projectId), [file('x')])).rejects.toMatchObject(missing)
    await expect(media.deleteMedia(bob, projectId, made.id)).rejects.toMatchObject(missing)
    const { id: foreign } = await ground.project(bob)
    await expect(media.deleteMedia(bob, foreign, made.id)).rejects.toMatchObject({
      code: 'file_not_found',
    })
    expect(await ground.store.referenced([made.blob])).toEqual([made.blob])
    await ground.store.trash(ada, projectId, 'in')
    await ground.store.purge(ada, projectId)
    expect(await ground.store.referenced([made.blob])).toEqual([])
  })
})
