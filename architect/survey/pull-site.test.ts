import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { member, organization } from '../../accounts/database/schema.ts'
import { onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { PULL_PRICE, SurveyGround } from '../../tests/projects/survey-ground.ts'
import {
  CORNER,
  INNER_ADDRESS,
  KEY,
  OCEAN,
  type Recorded,
} from '../../tests/servers/local-geodata.ts'
import { area } from '../geometry/polygon.ts'
import { listServices } from '../jobs/job-tools.ts'
import { lotOf } from '../planner/lot/lot-of-scene.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { readBalance } from '../store/credits.ts'
import { pullInput, pullSiteData } from './pull-site.ts'

const roomAt = (x: number) => ({
  tool: 'create_room',
  arguments: {
    label: 'Room',
    polygon: [
      [x, 0],
      [x + 5, 0],
      [x + 5, -4],
      [x, -4],
    ],
  },
})

onEmbeddedEngine((engine) => {
  let ground: SurveyGround
  beforeAll(async () => {
    ground = await SurveyGround.open(engine)
  })
  beforeEach(() => ground.reset())
  afterAll(() => ground?.close())

  test('a pull by address makes the parcel the plot, and states what is known of it', async () => {
    const answer = await ground.pull()
    expect(answer).toMatchObject({
      ok: true,
      state: 'done',
      credits: { quoted: 2, charged: 2 },
      address: expect.stringContaining('2853 UPPER YAUPON ST'),
      draftVersion: 1,
      zoning: { district: 'R-2', heightMax: expect.closeTo(10.668, 3) },
      building: { stands: false },
    })
    expect(answer.changes.updated).toHaveLength(1)
    const [site] = nodesOf(await ground.scene(), 'site')
    expect(site.polygon).toEqual(site.survey!.parcel)
    // The area is that of the dossier within a thousandth.
    expect(area(site.polygon!) / site.survey!.parcelArea!).toBeCloseTo(1, 3)
    const { setbacks } = site.survey!.zoning!
    expect([setbacks!.front, setbacks!.side, setbacks!.rear]).toEqual([6.096, 1.8288, 6.096])
    expect(site.survey!.ground).toMatchObject({ datum: 'NAVD88', zero: expect.closeTo(2.45, 1) })
    expect(site.survey!.climate).toMatchObject({ zone: '3A', frostDepth: 0.1524 })
    for (const { name, status, source, retrievedAt } of site.survey!.layers) {
      expect([name, status]).not.toContain('unavailable')
      expect([name, source, retrievedAt]).not.toContain(undefined)
    }
    expect(
      ground.geodata.requests.every(({ authorization }) => authorization === `Bearer ${KEY}`),
    ).toBe(true)
    expect(await ground.spent()).toBe(PULL_PRICE)
  })

  test('a plan on this lot needs no network any more', async () => {
    await ground.pull()
    ground.geodata.requests.length = 0
    const lot = lotOf(await ground.scene())
    expect(lot).toMatchObject({
      front: expect.stringMatching(/north|east|south|west/),
      zoning: { district: 'R-2' },
      flood: { zone: 'X', isHighRisk: false, share: 1 },
    })
    expect(ground.geodata.requests).toEqual([])
  })

  test('a corner lot in a flood zone has its base flood elevation, and no certain front', async () => {
    const answer = await ground.pull(CORNER)
    expect(answer.front).toBeNull()
    expect(answer.flood).toContainEqual(
      expect.objectContaining({ zone: 'AE', isHighRisk: true, baseFloodElevation: 1.8288 }),
    )
    const { flood, ground: heights, neighbours } = await ground.survey()
    const kinds = neighbours!.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'parcel').length).toBeGreaterThan(4)
    expect(kinds.filter((kind) => kind === 'building').length).toBeGreaterThan(4)
    expect(flood!.find(({ zone }) => zone === 'AE')!.rings).toHaveLength(1)
    expect(heights!.grid!.heights.length).toBeGreaterThan(20)
    expect(await ground.layer('parcel')).toMatchObject({
      status: 'partial',
      reason: expect.stringContaining('which side is at the street'),
    })
  })

  test('it is one step of undo, and a repeated call is the same job', async () => {
    const before = sceneHash(await ground.scene())
    const call = { ...CORNER, operationId: 'once', maxCredits: 2 }
    const first = await ground.pull(call)
    const count = ground.geodata.requests.length
    expect(await ground.pull(call)).toEqual(first)
    expect(ground.geodata.requests).toHaveLength(count)
    await expect(ground.pull({ ...call, layers: ['flood'] })).rejects.toMatchObject({
      code: 'operation_mismatch',
    })
    const { editor } = ground.service.opened.parts
    await editor.travel(ground.caller, ground.projectId, { kind: 'undo', steps: 1 }, {})
    expect(sceneHash(await ground.scene())).toBe(before)
    expect(await ground.spent()).toBe(PULL_PRICE)
  })

  test('a building that stands is not moved, and the answer states where it lies', async () => {
    const { editor } = ground.service.opened.parts
    await editor.apply(ground.caller, ground.projectId, [roomAt(0)], {})
    const walls = (of: Scene) => nodesOf(of, 'wall')
    const before = walls(await ground.scene())
    const inside = await ground.pull()
    expect(inside.building).toMatchObject({ stands: true, outsideArea: 0 })
    expect(walls(await ground.scene())).toEqual(before)
    // It is in zone X: no flood is claimed.
    expect(inside.issues.map(({ code }: Recorded) => code)).not.toContain('site.below_flood')
    await editor.apply(ground.caller, ground.projectId, [roomAt(200)], {})
    const outside = await ground.pull({})
    expect(outside.building.message).toMatch(/m² of it, \d+ %, are outside of the parcel/)
    expect(outside.issues).toContainEqual(expect.objectContaining({ code: 'site.outside_parcel' }))
  })

  test('without a place the project’s own is pulled again, in the same frame', async () => {
    await expect(ground.pull({})).rejects.toMatchObject({ code: 'site_unknown' })
    await ground.pull(CORNER)
    const { origin, parcel, zoning } = await ground.survey()
    // Corners of an outline that was drawn anew leave the origin where it is.
    ground.geodata.change = ({ layers }) => {
      const [ring] = layers.parcel.data.geometry.geometry.coordinates
      ring[1][0] += 2e-5
    }
    await ground.pull({ layers: ['flood'] })
    const again = await ground.survey()
    expect(again.origin).toEqual(origin)
    expect(again.parcel).not.toEqual(parcel)
    // Layers that were not requested are as they were.
    expect(again.zoning).toEqual(zoning)
    await ground.pull({ address: INNER_ADDRESS, layers: ['flood'] })
    expect((await ground.survey()).zoning).toBeUndefined()
  })

  test.each([
    [{ latitude: 1 }, 'invalid_input', /given together/],
    [{ address: INNER_ADDRESS, ...CORNER }, 'invalid_input', /given twice/],
    [{ address: '1 Nowhere Rd' }, 'location_not_found', /No street or place/],
    [OCEAN, 'site_not_covered', /nothing was changed/],
  ] as const)('%j is refused as %s', async (given, code, message) => {
    const before = sceneHash(await ground.scene())
    await expect(ground.pull(given)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
    expect(sceneHash(await ground.scene())).toBe(before)
    expect(await ground.spent()).toBe(0)
  })

  test('another workspace does not pay for a pull that its operation id has made', async () => {
    const { tables } = ground.service.accounts.database
    const { caller, runner } = ground
    const organizationId = randomUUID()
    await tables
      .insert(organization)
      .values({ id: organizationId, name: 'Office', slug: organizationId })
    const { id: userId } = caller.account
    await tables.insert(member).values({ id: randomUUID(), organizationId, userId, role: 'owner' })
    const key = await ground.service.keyOf(userId)
    const projectId = await ground.service.project({ organizationId }, key)
    const given = pullInput.parse({ ...CORNER, operationId: 'site-1', maxCredits: 2 })
    const pulled = async (by: typeof caller) =>
      await pullSiteData.run(runner, { caller: by, projectId }, given)
    expect(await pulled(caller)).toMatchObject({ credits: { charged: 2 } })
    const office = { kind: 'organization', id: organizationId } as const
    await expect(pulled({ ...caller, workspace: office })).rejects.toMatchObject({
      code: 'operation_mismatch',
      fields: { credits: { charged: 0 } },
    })
    expect(await readBalance(tables, office)).toMatchObject({ spent: 0, reserved: 0 })
    expect(await ground.spent()).toBe(PULL_PRICE)
  })

  test('a price above maxCredits is refused before anything is requested', async () => {
    await expect(ground.pull({ ...CORNER, maxCredits: 1.999 })).rejects.toMatchObject({
      code: 'credit_limit_exceeded',
    })
    expect(ground.geodata.requests).toEqual([])
  })

  test('an edit that was committed before its process ended is not made again', async () => {
    const { jobs } = ground.service.store
    const finish = jobs.finishJob.bind(jobs)
    const ending = Promise.withResolvers<boolean>()
    jobs.finishJob = () => ending.promise
    const lost = ground.runnerOn(ground.geodata)
    const call = { ...CORNER, operationId: 'lost', maxCredits: 2 }
    const first = ground.pull(call, lost)
    await expect.poll(async () => (await ground.survey())?.parcelKey, { interval: 20 }).toBeTruthy()
    const hash = sceneHash(await ground.scene())
    const { tables } = ground.service.accounts.database
    const { spent } = await readBalance(tables, ground.caller.workspace)
    expect(spent).toBe(0)
    jobs.finishJob = finish
    ground.geodata.requests.length = 0
    await ground.service.accounts.database.run(
      `UPDATE tool_job SET lease_ends_at = now() - interval '1 s'`,
    )
    expect(await ground.pull(call)).toMatchObject({
      state: 'done',
      credits: { charged: 2 },
      draftVersion: 1,
    })
    expect(ground.geodata.requests).toEqual([])
    expect(sceneHash(await ground.scene())).toBe(hash)
    ending.resolve(false)
    expect(await first).toMatchObject({ state: 'done', credits: { charged: 2 } })
    await lost.close()
    expect(await ground.spent()).toBe(PULL_PRICE)
  })

  test('without a geodata service the call fails and costs nothing', async () => {
    const none = ground.runnerOn(null)
    await expect(ground.pull(CORNER, none)).rejects.toMatchObject({
      code: 'geodata_failed',
      message: expect.stringContaining('PLAT_GEODATA_URL'),
    })
    await none.close()
    expect(await ground.spent()).toBe(0)
    expect(await listServices.run(ground.runner, ground.call, {})).toMatchObject({
      services: [
        { tool: 'pull_site_data', unitCredits: 2, layers: expect.arrayContaining(['flood']) },
      ],
      balance: 10,
    })
  })
})
