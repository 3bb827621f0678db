import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { decode } from 'fast-png'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { gif, greyPng, picture } from '../../tests/fixtures/pictures.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { MediaGround } from '../../tests/projects/media-ground.ts'
import {
  STUDIO_KEY,
  type StudioFault,
  sendJson,
  sendPicture,
} from '../../tests/servers/local-studio.ts'
import { getJob } from '../jobs/job-tools.ts'
import { PROVIDER_ATTEMPTS_MAX, PROVIDER_BYTES_MAX } from './studio-client.ts'

const CALL = { modelId: 'studio-1', prompt: 'At dusk, with lights on' }

onEmbeddedEngine((engine) => {
  let ground: MediaGround
  beforeAll(async () => {
    ground = await MediaGround.open(engine)
  })
  beforeEach(() => ground.reset())
  afterAll(() => ground?.close())

  test('the provider gets the prompt and a picture of the source, and its answer is stored', async () => {
    const answer = await ground.make({ ...CALL, sourceIds: ['Kitchen'], aspectRatio: '1:1' })
    expect(answer).toMatchObject({
      state: 'done',
      credits: { charged: 3 },
      media: [
        {
          type: 'image',
          mimeType: 'image/png',
          width: 48,
          height: 32,
          sourceId: 'zone_8',
          modelId: 'studio-1',
          bytes: ground.studio.picture.length,
        },
      ],
    })
    const [{ path, headers, fields, image }] = ground.studio.requests
    expect(path).toBe('/v1/images/edits')
    expect(fields).toEqual({ model: 'studio-1', prompt: CALL.prompt, size: '68x68', n: '1' })
    expect(headers.authorization).toBe(`Bearer ${STUDIO_KEY}`)
    expect(headers['idempotency-key']).toBe(answer.jobId)
    expect(decode(image)).toMatchObject({ width: 68, height: 68 })
    const { blobs, store } = ground.service.opened.parts
    const [{ blob }] = await store.media.mediaOfJob(answer.jobId)
    expect(Buffer.from(await blobs.get(blob)).equals(ground.studio.picture)).toBe(true)
    expect(await ground.spent()).toBe(3_000)
  })

  test.each(['jpeg', 'webp'] as const)('a %s is stored as what its bytes are', async (type) => {
    const bytes = await picture(type, 40, 30)
    ground.studio.fault = (response) => sendPicture(response, bytes)
    expect((await ground.make(CALL)).media).toMatchObject([
      { mimeType: `image/${type}`, width: 40, height: 30 },
    ])
  })

  const answering =
    (status: number, body: unknown, headers: Record<string, string> = {}): StudioFault =>
    (response) =>
      sendJson(response, status, body, headers)
  const picturing =
    (bytes: () => Buffer | Promise<Buffer>): StudioFault =>
    async (response) =>
      sendPicture(response, await bytes())
  const error = (message: string) => ({ error: { message, code: 'x', type: 'x' } })

  const FAULTS: [name: string, fault: StudioFault, message: RegExp, attempts?: number][] = [
    ['no answer', () => {}, /did not answer in time/],
    ['500', answering(500, error('Oops')), /status 500/],
    ['503', answering(503, error('Busy'), { 'retry-after': '1' }), /status 503/],
    ['429 for long', answering(429, error('Slow'), { 'retry-after': '60' }), /requests.* in 60 s/],
    ['429', answering(429, error('Slow')), /too many requests/, PROVIDER_ATTEMPTS_MAX],
    ['401', answering(401, error(`Wrong key ${STUDIO_KEY}`)), /PLAT_STUDIO_KEY/],
    ['another host', answering(307, '', { location: 'http://127.0.0.2:1/' }), /redirects/],
    [
      'a body that is cut',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '10000' })
        response.write('{"data":[{"b64_json":"iVBO')
        setTimeout(() => response.destroy(), 5)
      },
      /could not be reached|broke the connection off/,
    ],
    [
      'a body that is too long',
      answering(200, '{}', { 'content-length': `${PROVIDER_BYTES_MAX + 1}` }),
      /more than 24,000,000 bytes/,
    ],
    [
      'a body that does not end',
      (response: ServerResponse) => {
        response.writeHead(200)
        const endless = new Readable({
          read() {
            this.push(Buffer.alloc(1_000_000, 0x20))
          },
        })
        pipeline(endless, response, () => {})
      },
      /more than 24,000,000 bytes|in time/,
    ],
    ['half a JSON', answering(200, '{"data":[{"b64'), /cut short or is broken/],
    ['a page', answering(200, '<html>'), /a page instead of JSON/],
    ['another shape', answering(200, { data: [] }), /another shape/],
    [
      'an address',
      answering(200, { data: [{ url: 'http://169.254.169.254/' }] }),
      /an address instead of a picture/,
    ],
    ['nothing', answering(200, { data: [{}] }), /without a picture/],
    ['no base64', answering(200, { data: [{ b64_json: '%%%%' }] }), /neither a PNG/],
    ['a text', picturing(() => Buffer.from('GIF? no')), /neither a PNG/],
    ['a GIF', picturing(() => gif(4, 4)), /neither a PNG/],
    [
      'a PNG without its end',
      picturing(async () => (await picture('png', 9, 9)).subarray(0, -20)),
      /broken or incomplete/,
    ],
    [
      'a PNG of a terabyte',
      picturing(() => greyPng(1_000_000, 1_000_000, { rows: 0 })),
      /too large/,
    ],
    ['an animation', picturing(() => greyPng(9, 9, { frames: 3 })), /an animation/],
    [
      'a PNG that no one decodes',
      picturing(() => {
        const broken = greyPng(20, 20)
        broken[24] = 77
        return broken
      }),
      /cannot be decoded/,
    ],
  ]
  test.each(FAULTS.filter((_, nth) => isLongRun || nth % 3 === 1))(
    '%s stores and costs nothing, and is not repeated where it may be charged',
    async (_, fault, message, attempts = 1) => {
      ground.studio.fault = fault
      const failure = await ground.make(CALL).catch((failed) => failed)
      expect(failure).toMatchObject({
        code: 'media_failed',
        message: expect.stringMatching(message),
        fields: { state: 'failed', credits: { quoted: 3, charged: 0 } },
      })
      expect(ground.studio.requests).toHaveLength(attempts)
      expect([await ground.spent(), await ground.listed()]).toEqual([0, []])
      const job = await getJob.run(ground.runner, ground.call, { jobId: failure.fields.jobId })
      expect(job).toMatchObject({ state: 'failed', error: { code: 'media_failed' } })
      expect(JSON.stringify([job, failure.message])).not.toContain(STUDIO_KEY)
    },
  )

  test('what the policy of the provider refuses has its reason, without the key', async () => {
    ground.studio.fault = answering(400, error(`Blocked by our policy; ${STUDIO_KEY}`))
    await expect(ground.make(CALL)).rejects.toMatchObject({
      code: 'media_refused',
      message:
        'The provider refuses the request: Blocked by our policy; (key) To try again, call with another operationId.',
    })
    expect(await ground.spent()).toBe(0)
  })

  test('429 passes by itself', async () => {
    const { picture: png } = ground.studio
    ground.studio.fault = (response, number) =>
      number === 1 ? sendJson(response, 429, error('Slow')) : sendPicture(response, png)
    expect(await ground.make(CALL)).toMatchObject({ state: 'done' })
    expect(ground.studio.requests).toHaveLength(2)
  })

  test('a provider that an ended process has called is not called again', async () => {
    ground.studio.fault = () => {}
    const call = { ...CALL, operationId: 'lost' }
    const lost = ground.runnerOf()
    const made = ground.make(call, lost).catch(() => null)
    await expect.poll(() => ground.studio.requests.length, { interval: 10 }).toBe(1)
    await lost.close()
    await made
    await ground.endLeases()
    ground.studio.fault = null
    await expect(ground.make(call)).rejects.toMatchObject({
      code: 'media_failed',
      message: expect.stringContaining('not called twice'),
    })
    expect(ground.studio.requests).toHaveLength(1)
    expect(await ground.spent()).toBe(0)
  })

  test('without a provider its models are not offered', async () => {
    const none = ground.runnerOf({ studio: null, models: undefined })
    await expect(ground.make(CALL, none)).rejects.toMatchObject({ code: 'model_not_found' })
    await none.close()
  })
})
