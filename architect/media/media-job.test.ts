import { randomUUID } from 'node:crypto'
import { decode } from 'fast-png'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AccountsGone } from '../../accounts/accounts.ts'
import { readWebp } from '../../images/webp-header.ts'
import { onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { MediaGround, NOW, SMALL_MODELS } from '../../tests/projects/media-ground.ts'
import { getJob, listServices } from '../jobs/job-tools.ts'
import type { MediaStore } from '../store/media-store.ts'
import { MEDIA_BYTES_MAX, MEDIA_MAX } from '../store/store-limits.ts'

/** A picture of one colour has one. */
function coloursOf(png: Uint8Array): number {
  const { data, channels } = decode(png)
  const seen = new Set<number>()
  for (let i = 0; i < data.length; i += channels)
    seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2])
  return seen.size
}

onEmbeddedEngine((engine) => {
  let ground: MediaGround
  beforeAll(async () => {
    ground = await MediaGround.open(engine)
  })
  beforeEach(() => ground.reset())
  afterAll(() => ground?.close())

  test('a picture is stored as a file of the project, and opened by its address', async () => {
    const answer = await ground.make()
    expect(answer).toMatchObject({
      ok: true,
      state: 'done',
      credits: { quoted: 0.5, charged: 0.5 },
      media: [
        {
          id: expect.stringMatching(/^med_[0-9A-Za-z]{27}$/),
          type: 'image',
          mimeType: 'image/png',
          expiresAt: '2026-11-27T05:05:00.000Z',
          width: 128,
          height: 72,
          modelId: 'plat-picture',
          draftVersion: 0,
          jobId: answer.jobId,
        },
      ],
    })
    const [{ url, bytes }] = answer.media
    const png = await ground.download(url)
    expect(png).toHaveLength(bytes)
    expect(decode(png)).toMatchObject({ width: 128, height: 72 })
    expect(coloursOf(png)).toBeGreaterThan(500)
    expect(await ground.listed()).toEqual(answer.media)
    expect(await ground.spent()).toBe(500)
  })

  test('each source has a file of its own, and a price', async () => {
    const sourceIds = ['Kitchen', 'level_2', 'wall_3']
    const answer = await ground.make({ sourceIds, format: 'webp', aspectRatio: '1:1' })
    expect(answer.credits).toEqual({ quoted: 1.5, charged: 1.5 })
    expect(answer.media).toMatchObject(
      ['zone_8', 'level_2', 'wall_3'].map((sourceId) => ({
        sourceId,
        mimeType: 'image/webp',
        width: 96,
        height: 96,
      })),
    )
    expect(new Set(answer.media.map(({ bytes }: { bytes: number }) => bytes)).size).toBe(3)
    expect(await ground.spent()).toBe(1_500)
  })

  if (isLongRun)
    test('a turn-table is one animated file, whose frames differ', async () => {
      const answer = await ground.make({ modelId: 'plat-turntable' })
      expect(answer).toMatchObject({
        credits: { charged: 2 },
        media: [{ type: 'animation', mimeType: 'image/webp', width: 64, height: 36 }],
      })
      const { blobs, store } = ground.service.opened.parts
      const [{ blob }] = await store.media.mediaOfJob(answer.jobId)
      const file = await blobs.get(blob)
      expect(readWebp(file)).toMatchObject({ width: 64, height: 36, frames: 2 })
      const frames = Buffer.from(file).toString('latin1').split('ANMF').slice(1)
      expect(frames).toHaveLength(36)
      expect(new Set(frames).size).toBeGreaterThan(30)
    })

  test('the same scene has the same bytes, and another one has others', async () => {
    const { store } = ground.service.opened.parts
    const blobOf = async ({ jobId }: Record<string, unknown>) =>
      (await store.media.mediaOfJob(`${jobId}`))[0].blob
    const first = await blobOf(await ground.make())
    expect(await blobOf(await ground.make())).toBe(first)
    const { editor } = ground.service.opened.parts
    const call = { tool: 'create_column', arguments: { position: [3, 1], width: 0.6 } }
    await editor.apply(ground.caller, ground.projectId, [call], {})
    const next = await ground.make()
    expect(await blobOf(next)).not.toBe(first)
    expect(next.media[0].draftVersion).toBe(1)
  })

  test('a repeated call is the same job, and get_job has new addresses for nothing', async () => {
    const call = { operationId: 'once' }
    const first = await ground.make(call)
    expect(await ground.make(call)).toEqual(first)
    await expect(ground.make({ ...call, format: 'webp' })).rejects.toMatchObject({
      code: 'operation_mismatch',
    })
    const later = ground.runnerOf({ now: () => NOW + 60_000 })
    const again = await getJob.run(later, ground.call, { jobId: first.jobId })
    await later.close()
    const [{ url, expiresAt, ...same }] = first.media
    expect(again).toMatchObject({ ...first, media: [same] })
    const [moved] = again.media as Record<string, string>[]
    expect(moved.url).not.toBe(url)
    expect(Date.parse(moved.expiresAt) - Date.parse(expiresAt)).toBe(60_000)
    expect(await ground.spent()).toBe(500)
    // What was deleted meanwhile is not listed.
    const path = `${ground.projectId}/media/${same.id}`
    const gone = await ground.service.send(path, { method: 'DELETE', key: ground.key })
    expect(gone.statusCode).toBe(204)
    expect((await getJob.run(ground.runner, ground.call, { jobId: first.jobId })).media).toEqual([])
  })

  test.each([
    [{ modelId: 'nobody' }, 'model_not_found', /plat-turntable/],
    [{ prompt: 'At dusk' }, 'invalid_input', /takes no prompt/],
    [{ maxCredits: 0.4 }, 'credit_limit_exceeded', /costs 0.5 credits/],
    [{ sourceIds: ['zone_8', 'level_2'], maxCredits: 0.9 }, 'credit_limit_exceeded', /costs 1 cre/],
  ])('%j is refused before anything is stored', async (given, code, message) => {
    const refused = { code, message: expect.stringMatching(message) }
    await expect(ground.make({ ...given, operationId: 'bad' })).rejects.toMatchObject(refused)
    // The id is free still.
    expect(await ground.make({ operationId: 'bad' })).toMatchObject({ state: 'done' })
  })

  test.each([
    [{ sourceIds: ['Bathroom'] }, 'node_not_found', /Bathroom/],
    [{ sourceIds: ['zone_8', 'zone_99'] }, 'node_not_found', /zone_99/],
  ])('%j fails and costs nothing', async (given, code, message) => {
    await expect(ground.make(given)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
      fields: { state: 'failed', credits: { charged: 0 } },
    })
    expect([await ground.spent(), await ground.listed()]).toEqual([0, []])
  })

  test('a project without anything to see fails and costs nothing', async () => {
    const { id } = await ground.service.json(
      '/api/scenes',
      { payload: { name: 'Empty' }, key: ground.key },
      201,
    )
    ground.projectId = id
    await expect(ground.make()).rejects.toMatchObject({ code: 'no_geometry' })
    expect(await ground.spent()).toBe(0)
  })

  test('a file that would be too large fails, and a view that is late fails with its reason', async () => {
    const { views } = ground.service.opened.parts
    const late = Object.create(views, {
      drawInStudio: { value: () => Promise.resolve(Buffer.alloc(16_000_001)) },
    })
    const large = ground.runnerOf({ views: late })
    await expect(ground.make({}, large)).rejects.toMatchObject({ code: 'limit_exceeded' })
    await large.close()
    expect(await ground.listed()).toEqual([])
    expect(await ground.spent()).toBe(0)
  })

  /** The media of a process that ends at adding its files: before they are stored, or after. */
  function endingAt(when: 'before' | 'after'): Partial<MediaStore> {
    const { media } = ground.service.store
    return Object.create(media, {
      addMedia: {
        async value(...given: Parameters<MediaStore['addMedia']>) {
          if (when === 'after') await media.addMedia(...given)
          throw new AccountsGone('The process has ended.')
        },
      },
    })
  }

  test.each(['before', 'after'] as const)(
    'a process that ends %s its files are stored: each once, one charge',
    async (when) => {
      const { store } = ground.service.opened.parts
      const ending = { ...store, readDraft: store.readDraft.bind(store), media: endingAt(when) }
      const lost = ground.runnerOf({ store: ending as never })
      const call = { operationId: 'lost', sourceIds: ['zone_8', 'level_2'] }
      const { jobId, state } = await ground.make(call, lost)
      expect(state).toBe('running')
      await lost.close()
      ground.service.failures.length = 0
      expect(await ground.listed()).toHaveLength(when === 'after' ? 2 : 0)
      await ground.endLeases()
      const done = await ground.make(call)
      expect(done).toMatchObject({ jobId, state: 'done', credits: { charged: 1 } })
      expect(done.media.map(({ sourceId }: { sourceId: string }) => sourceId)).toEqual(
        call.sourceIds,
      )
      expect(await ground.listed()).toHaveLength(2)
      expect(await ground.spent()).toBe(1_000)
    },
  )

  /** Files of another job, of which nobody has the bytes. */
  const fill = async (files: number, bytes: number) => {
    const job = { projectId: ground.projectId, jobId: randomUUID(), modelId: 'x', draftVersion: 0 }
    const file = { mediaType: 'image/png', isAnimated: false, blob: 'x', width: 1, height: 1 }
    const all = Array.from({ length: files }, () => ({ ...file, sourceId: null, bytes }))
    await ground.service.store.media.addMedia(ground.caller, job, all as never)
  }

  test('the files of a project are bounded by their number, before anything runs', async () => {
    await fill(MEDIA_MAX - 1, 1)
    await expect(ground.make({ sourceIds: ['zone_8', 'wall_3'] })).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: expect.stringContaining(`${MEDIA_MAX}`),
    })
    const call = { operationId: 'last' }
    const last = await ground.make(call)
    await expect(ground.make()).rejects.toMatchObject({ code: 'limit_exceeded' })
    // A repeated call is not a new one.
    expect(await ground.make(call)).toEqual(last)
    expect(await ground.spent()).toBe(500)
  })

  test('the files of a project are bounded by their bytes', async () => {
    await fill(1, MEDIA_BYTES_MAX - 100)
    // There is room for some bytes, and the picture has more.
    const failed = { code: 'limit_exceeded', fields: { state: 'failed' } }
    await expect(ground.make()).rejects.toMatchObject(failed)
    expect(await ground.listed()).toHaveLength(1)
    expect(await ground.spent()).toBe(0)
  })

  test('another’s project is not found, and another’s job neither', async () => {
    const { jobId } = await ground.make()
    const foreign = ground.projectId
    await ground.reset()
    const own = ground.projectId
    ground.projectId = foreign
    await expect(ground.make()).rejects.toMatchObject({ code: 'project_not_found' })
    await expect(getJob.run(ground.runner, ground.call, { jobId })).rejects.toMatchObject({
      code: 'job_not_found',
    })
    ground.projectId = own
    expect(await ground.listed()).toEqual([])
  })

  test('with the project go its files, and a job of it has none', async () => {
    // In a shape of its own: projects of other tests have the other pictures.
    const { jobId } = await ground.make({ aspectRatio: '9:16' })
    const { store } = ground.service.opened.parts
    const [{ blob }] = await store.media.mediaOfJob(jobId)
    expect(await store.referenced([blob])).toEqual([blob])
    await store.trash(ground.caller, ground.projectId, 'in')
    await store.purge(ground.caller, ground.projectId)
    expect(await store.referenced([blob])).toEqual([])
    expect(await getJob.run(ground.runner, ground.call, { jobId })).toMatchObject({
      state: 'done',
      media: [],
    })
  })

  test('the models are listed with their prices', async () => {
    expect(await listServices.run(ground.runner, ground.call, {})).toMatchObject({
      services: [
        {
          tool: 'generate_studio_media',
          unitCredits: 0.5,
          models: SMALL_MODELS.map(({ id, price }) => ({ id, unitCredits: price / 1_000 })),
        },
      ],
    })
  })
})
