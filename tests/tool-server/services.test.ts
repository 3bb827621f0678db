import { afterAll, beforeAll, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { INNER_ADDRESS, type LocalGeodata, localGeodata } from '../servers/local-geodata.ts'
import { ToolService } from './tool-service.ts'

const START = 10

/** Paid tools as an agent calls them. */
onEmbeddedEngine((engine) => {
  let geodata: LocalGeodata
  let service: ToolService
  let call: Awaited<ReturnType<ToolService['client']>>['call']
  let projectId: string
  beforeAll(async () => {
    geodata = await localGeodata()
    const turns = { model: null, startingCredits: START * 1_000 }
    service = await ToolService.open(engine, { geodata, turns })
    const client = await service.client('v1')
    call = (tool, given) => client.call(tool, given)
    projectId = (await call('create_project', { name: 'House' })).json.projectId
  })
  afterAll(async () => {
    await service?.close()
    await geodata?.close()
  })

  const balance = async () => (await call('list_services')).json.balance

  test('prices, models, layers and the balance are free to read', async () => {
    const { json } = await call('list_services')
    expect(json.services.map(({ tool }: { tool: string }) => tool)).toEqual([
      'pull_site_data',
      'generate_studio_media',
    ])
    expect(json.services[0]).toMatchObject({
      unitCredits: expect.any(Number),
      layers: expect.arrayContaining(['parcel', 'flood']),
    })
    expect(json.balance).toBe(START)
  })

  test.each([
    ['without an operationId', { maxCredits: 5 }, 'invalid_input', 'operationId'],
    [
      'with a limit below its price',
      { operationId: 'cheap', maxCredits: 0.1 },
      'credit_limit_exceeded',
      'maxCredits',
    ],
    ['without a limit', { operationId: 'none' }, 'invalid_input', 'maxCredits'],
  ])('a paid call %s is refused, and costs nothing', async (_, given, code, param) => {
    const { json, isError } = await call('pull_site_data', { address: INNER_ADDRESS, ...given })
    expect(isError).toBe(true)
    expect(json.error).toMatchObject({ code, param, mutationApplied: false })
    expect(await balance()).toBe(START)
    expect(geodata.requests).toEqual([])
  })

  test('site data are pulled onto the site, charged once, and read again for nothing', async () => {
    const given = { address: INNER_ADDRESS, operationId: 'site-1', maxCredits: 5 }
    const first = await call('pull_site_data', given)
    expect(first.json).toMatchObject({
      ok: true,
      projectId,
      state: 'done',
      draftVersion: 1,
      credits: { quoted: 2, charged: 2 },
      layers: expect.arrayContaining([
        expect.objectContaining({ name: 'parcel', status: expect.any(String) }),
      ]),
    })
    expect(await balance()).toBe(START - 2)
    const again = await call('pull_site_data', given)
    expect(again.json).toMatchObject({ jobId: first.json.jobId, credits: { charged: 2 } })
    const read = await call('get_job', { jobId: first.json.jobId })
    expect(read.json).toMatchObject({ jobId: first.json.jobId, state: 'done' })
    expect(await balance()).toBe(START - 2)
    const site = await call('get_scene', { detail: 'nodes', kinds: ['site'] })
    expect(JSON.stringify(site.json)).toContain('parcelKey')
  })

  test('a place that nobody knows is an error with its reason, and free', async () => {
    const { json, isError } = await call('pull_site_data', {
      address: 'No such street 1',
      operationId: 'site-2',
      maxCredits: 5,
    })
    expect(isError).toBe(true)
    expect(json.error).toMatchObject({
      code: 'location_not_found',
      message: expect.stringContaining('call with another operationId'),
      state: 'failed',
      credits: { charged: 0 },
    })
    expect(await balance()).toBe(START - 2)
  })

  if (isLongRun)
    test('a picture of the building comes with an address that works', async () => {
      const room = {
        label: 'Room',
        polygon: [
          [0, 0],
          [4, 0],
          [4, -3],
          [0, -3],
        ],
      }
      await call('create_room', room)
      const given = { modelId: 'plat-picture', operationId: 'picture-1', maxCredits: 1 }
      const made = await call('generate_studio_media', given)
      expect(made.json).toMatchObject({ ok: true, jobId: expect.any(String) })
      const done = async () => (await call('get_job', { jobId: made.json.jobId })).json
      await expect.poll(async () => (await done()).state, { timeout: 100_000 }).toBe('done')
      const { media } = await done()
      expect(media).toMatchObject([{ type: 'image', mimeType: 'image/png' }])
      const file = await fetch(new URL(media[0].url, service.origin))
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    })
})
