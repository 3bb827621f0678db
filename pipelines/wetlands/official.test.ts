import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildDossier, buildDossierFromPacks, type Packs } from '../../dossier/dossier.ts'
import type { Section } from '../../layers/section.ts'
import type { WetlandsData } from '../../layers/wetlands/data.ts'
import { wetlands } from '../../layers/wetlands/layer.ts'
import { fwsNwi } from '../../layers/wetlands/upstream.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { INVENTORY_WETLANDS, wetland } from '../../tests/fixtures/wetlands/wetland-inventory.ts'
import { packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { type ArcgisFault, arcgisService } from '../../tests/servers/arcgis-service.ts'
import { clientOf, type LocalService } from '../../tests/servers/local-service.ts'
import { servedLayer } from '../../tests/servers/served-layer.ts'

const fixture = readFixture('wetlands')
let folder: string
/** A build with the fixture's inventory, and one that has its parcels and no inventory. */
let pinned: Packs
let bare: Packs
let service: LocalService | null = null
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-wetlands-official-'))
  pinned = await packFixture(fixture, await mkdtemp(join(folder, 'pinned-')))
  const tables = { parcels: fixture.tables.parcels }
  const none = { ...fixture, tables, coverage: [] }
  bare = await packFixture(none, await mkdtemp(join(folder, 'bare-')))
})
afterEach(async () => {
  await service?.close()
  service = null
})
afterAll(async () => {
  closePacks(pinned)
  closePacks(bare)
  await rm(folder, { recursive: true })
})

/** The layer is joined to the table of codes: its fields have the names of both tables. */
const JOINED = {
  ...servedLayer(
    INVENTORY_WETLANDS.map(({ wkt, values }, i) => ({
      wkt,
      values: {
        ...Object.fromEntries(
          Object.entries(values).map(([name, value]) => [`Wetlands.${name}`, value]),
        ),
        'Wetlands.OBJECTID': 11 + i * 2,
        'NWI_Wetland_Codes.ATTRIBUTE': 'NOT READ',
      },
    })),
  ),
}

type Point = { lat: number; lng: number }

async function requestSection(
  point: Point,
  { fault, packs = bare }: { fault?: ArcgisFault; packs?: Packs } = {},
): Promise<Section<WetlandsData>> {
  service = await arcgisService({ 0: JOINED }, fault)
  const upstreams = clientOf([[fwsNwi, service.url]])
  const query = { ...point, layers: ['wetlands'], includeGeometry: true }
  const fail = (_: string, error: unknown) => {
    throw error
  }
  const dossier = await buildDossier(packs, query, { upstreams }, fail, [wetlands])
  return dossier.layers.wetlands as Section<WetlandsData>
}

function fromBuild(point: Point, packs = pinned): Section<WetlandsData> {
  const query = { ...point, layers: ['wetlands'], includeGeometry: true }
  return buildDossierFromPacks(packs, query, undefined, [wetlands]).layers
    .wetlands as Section<WetlandsData>
}

describe('the inventory’s service answers as its download does', () => {
  const mapped = fixture.points.filter(
    ({ lng, expect: { status } }) => lng < -71.98 && status === 'available',
  )
  expect(mapped.length).toBeGreaterThan(6)

  test.each(mapped)('$name', async (point) => {
    const [official, pinned] = [await requestSection(point), fromBuild(point)]
    expect(official.data).toEqual(pinned.data)
    expect([official.status, official.summary]).toEqual([pinned.status, pinned.summary])
    expect(official.source).toMatchObject({ kind: 'official', vintage: 'live', name: fwsNwi.title })
    expect(official.source!.note).toContain('not a regulatory delineation')
    expect(official.source!.note).toContain(
      'The year of the imagery it was mapped from is not stated',
    )
  })
})

describe('where the service has no wetlands', () => {
  test('a location in a county that the inventory has mapped is empty', async () => {
    // The parcel of the fixture names its county.
    const section = await requestSection({ lat: 30.007, lng: -71.993 })
    expect(section).toMatchObject({ status: 'empty', source: { kind: 'official' } })
    expect(section.source!.note).toContain('absence from NWI is not absence of wetlands')
  })

  test('a location whose county is unknown is not reported as mapped', async () => {
    const section = await requestSection({ lat: 30.06, lng: -71.94 })
    expect(section).toMatchObject({ status: 'not_covered', data: null })
    expect(section.reason).toContain('not known whether it has mapped this land')
  })
})

test('dry ground is not a wetland, and an unreadable code is one of an unknown class', async () => {
  const served = JOINED.features
  const change: ArcgisFault = (body) =>
    JSON.parse(JSON.stringify(body).replaceAll('"PFO1E"', '"Upland"').replaceAll('"PUBHh"', '"??"'))
  const { data } = await requestSection({ lat: 30.002, lng: -71.998 }, { fault: change })
  expect(served.length).toBe(INVENTORY_WETLANDS.length)
  expect(data!.is_on_wetland).toBe(false)
  expect(data!.wetlands.map(({ code, description }) => [code, description === null])).toEqual(
    expect.arrayContaining([['??', true]]),
  )
})

test('where the build has data, the service is not queried', async () => {
  const covered = fixture.points.filter(
    (point) => point.expect.status !== 'not_covered' || /parcel reaches/.test(point.name),
  )
  expect(covered.length).toBeGreaterThan(12)
  for (const point of covered) {
    expect(await requestSection(point, { packs: pinned })).toEqual(fromBuild(point))
    expect(service!.requests, point.name).toEqual([])
    await service!.close()
  }
})

test('when switched off it is not queried, and its operator learns the switch', () => {
  expect(fromBuild({ lat: 30.002, lng: -71.998 }, bare)).toMatchObject({
    status: 'not_covered',
    operator_hint: expect.stringContaining('PLAT_LIVE=default,fws-nwi'),
  })
  expect(fwsNwi.isOn).toBe(false)
})

test('a service that is down is not_available, with its own message', async () => {
  const fault: ArcgisFault = () => ({ error: { code: 504, message: 'Timeout' } })
  const section = await requestSection({ lat: 30.002, lng: -71.998 }, { fault })
  expect(section).toMatchObject({
    status: 'not_available',
    reason: `${fwsNwi.title} answered with the error 504: Timeout.`,
  })
})

test('a polygon drawn twice is listed twice, as the note states', async () => {
  const twice = wetland(box(0, 4, 2, 6), { ATTRIBUTE: 'PEM1C' })
  service = await arcgisService({ 0: servedLayer([twice, twice]) })
  const upstreams = clientOf([[fwsNwi, service.url]])
  const query = { lat: 30.005, lng: -71.999, layers: ['wetlands'] }
  const { wetlands: section } = (
    await buildDossier(bare, query, { upstreams }, undefined, [wetlands])
  ).layers
  expect(section.source!.note).toContain('count the overlap more than once')
})
