import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildDossier, buildDossierFromPacks, type Packs } from '../../dossier/dossier.ts'
import type { FloodData } from '../../layers/flood/data.ts'
import { flood } from '../../layers/flood/layer.ts'
import { femaNfhl } from '../../layers/flood/upstream.ts'
import type { Section } from '../../layers/section.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { STUDY_PANELS, STUDY_ZONES, zone } from '../../tests/fixtures/flood/flood-study.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { packFixture, readFixture } from '../../tests/layer-fixture.ts'
import {
  type ArcgisFault,
  arcgisService,
  type ServedLayer,
} from '../../tests/servers/arcgis-service.ts'
import { clientOf, type LocalService } from '../../tests/servers/local-service.ts'
import { servedLayer } from '../../tests/servers/served-layer.ts'
import type { UpstreamClient } from '../../upstream/client.ts'

const fixture = readFixture('flood')
let folder: string
/** A build with the fixture's studies, and one that has its parcels and no study. */
let pinned: Packs
let bare: Packs
let service: LocalService | null = null
let upstreams: UpstreamClient
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-flood-official-'))
  pinned = await packFixture(fixture, await mkdtemp(join(folder, 'pinned-')))
  const tables = { parcels: fixture.tables.parcels }
  bare = await packFixture(
    { ...fixture, tables, coverage: [] },
    await mkdtemp(join(folder, 'bare-')),
  )
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

/**
 * The study of the fixture as FEMA's service has it: its layer of studies declares the coverage.
 */
const STUDY: Record<string, ServedLayer> = {
  0: servedLayer([{ wkt: box(0, 0, 20, 10), values: { STUDY_ID: '99009C' } }]),
  3: servedLayer(STUDY_PANELS, { dates: ['EFF_DATE'] }),
  28: servedLayer(STUDY_ZONES),
}

type Point = { lat: number; lng: number }

async function requestSection(
  point: Point,
  {
    layers = STUDY,
    fault,
    packs = bare,
  }: { layers?: typeof STUDY; fault?: ArcgisFault; packs?: Packs } = {},
): Promise<Section<FloodData>> {
  if (!service) {
    service = await arcgisService(layers, fault)
    upstreams = clientOf([[femaNfhl, service.url]])
  }
  const query = { ...point, layers: ['flood'], includeGeometry: true }
  const fail = (_: string, error: unknown) => {
    throw error
  }
  const dossier = await buildDossier(packs, query, { upstreams }, fail, [flood])
  return dossier.layers.flood as Section<FloodData>
}

function fromBuild(point: Point): Section<FloodData> {
  const query = { ...point, layers: ['flood'], includeGeometry: true }
  return buildDossierFromPacks(pinned, query, undefined, [flood]).layers.flood as Section<FloodData>
}

const inStudy = fixture.points.filter(({ lng }) => lng < -71.98)

describe('FEMA’s service answers as its download does', () => {
  test.each(inStudy)('$name', async (point) => {
    const [official, pinned] = [await requestSection(point), fromBuild(point)]
    expect(official.data).toEqual(pinned.data)
    expect([official.status, official.summary]).toEqual([pinned.status, pinned.summary])
    expect(official.source).toMatchObject({ kind: 'official', name: femaNfhl.title })
    expect(official.source!.vintage).toMatch(/^live/)
    expect(official.source!.retrieved_at).toMatch(/^20\d\d-/)
    expect(official.source!.note).toContain('LOMA')
  })

  test('an empty page is the open sea, which no study maps', async () => {
    const section = await requestSection({ lat: 30.005, lng: -71.975 })
    expect(section).toMatchObject({
      status: 'not_covered',
      data: null,
      source: { kind: 'official' },
    })
    expect(section.reason).toContain('Neither a zone, nor a study, nor a map panel')
  })
})

describe('the evidence that a location is mapped is reported', () => {
  const hole = { lat: 30.005, lng: -71.981 }

  test('a zone does', async () => {
    const { data, source } = await requestSection({ lat: 30.002, lng: -71.999 })
    expect(data).toMatchObject({ mapped: true })
    expect(source!.note).toContain('A zone of the service holds the point.')
    expect(source!.vintage).toBe('live; map effective 2011-05-16')
  })

  test('a study without a zone there is a blank', async () => {
    const { data, source } = await requestSection(hole)
    expect(data).toMatchObject({ mapped: false, is_in_flood_zone: null, zone_at_point: null })
    expect(source!.note).toContain('its layer of available studies does')
  })

  test('a panel alone is a blank too', async () => {
    const { data, source } = await requestSection(hole, {
      layers: { ...STUDY, 0: servedLayer([]) },
    })
    expect(data).toMatchObject({ mapped: false, is_in_flood_zone: null })
    expect(source!.note).toContain('a map panel does')
  })
})

test('all zones are read, whatever a page holds, and the worst answers', async () => {
  const many = Array.from({ length: 40 }, (_, i) =>
    zone(box(0, 0, 2, 4), {
      FLD_AR_ID: `x${i}`,
      FLD_ZONE: 'X',
      ZONE_SUBTY: 'AREA OF MINIMAL FLOOD HAZARD',
      SFHA_TF: 'F',
    }),
  )
  const coast = zone(box(0, 0, 2, 4), { FLD_AR_ID: 'v', FLD_ZONE: 'VE' })
  const layers = { ...STUDY, 28: { ...servedLayer([...many, coast]), maxRecordCount: 7 } }
  const { data } = await requestSection({ lat: 30.001, lng: -71.9995 }, { layers })
  expect(data).toMatchObject({ is_in_flood_zone: true, zone_at_point: { zone: 'VE' } })
})

describe('an answer of the build is never overridden', () => {
  test('where its study covers the location, the service is not queried', async () => {
    const point = { lat: 30.002, lng: -71.999 }
    const section = await requestSection(point, { packs: pinned })
    expect(section).toEqual(fromBuild(point))
    expect(service!.requests).toEqual([])
  })

  test('nor where it covers a part of the parcel, and the hint states that', async () => {
    const section = await requestSection({ lat: 30.009, lng: -71.9595 }, { packs: pinned })
    expect(section).toMatchObject({
      status: 'not_covered',
      hint: expect.stringContaining('not called where the build has a study'),
    })
    expect(service!.requests).toEqual([])
  })
})

test('when switched off it is not queried, and its operator learns the switch', () => {
  const { flood: section } = buildDossierFromPacks(
    bare,
    { lat: 30.002, lng: -71.999, layers: ['flood'] },
    undefined,
    [flood],
  ).layers
  expect(section).toMatchObject({
    status: 'not_covered',
    operator_hint: expect.stringContaining('PLAT_LIVE=default,fema-nfhl'),
  })
  expect(femaNfhl.isOn).toBe(false)
})

describe('without a whole answer of the service the section is not available', () => {
  const onZones =
    (change: (body: { features: unknown[] }) => unknown): ArcgisFault =>
    (body, query, layer) =>
      layer === '28' && query.get('objectIds') ? change(body as { features: unknown[] }) : body

  test.each<[string, ArcgisFault, string]>([
    [
      'an error in one of its layers',
      (body, _query, layer) => (layer === '3' ? { error: { code: 500, message: 'Down' } } : body),
      'answered with the error 500: Down',
    ],
    [
      'a zone left out of a page',
      onZones((body) => ({ ...body, features: body.features.slice(1) })),
      'cut an answer short',
    ],
    [
      'an unknown zone',
      onZones((body) => JSON.parse(JSON.stringify(body).replaceAll('"AE"', '"AQ"'))),
      'has a zone here that is not understood: FLD_ZONE "AQ"',
    ],
  ])('%s', async (_what, fault, reason) => {
    const section = await requestSection({ lat: 30.0035, lng: -71.9985 }, { fault })
    expect(section).toMatchObject({ status: 'not_available', data: null })
    expect(section.reason).toContain(reason)
    expect(section.reason).toContain(femaNfhl.title)
  })

  test('and the section is available again when the service is', async () => {
    let isDown = true
    const fault: ArcgisFault = (body) => (isDown ? { error: { code: 500, message: 'Down' } } : body)
    const point = { lat: 30.002, lng: -71.999 }
    expect(await requestSection(point, { fault })).toMatchObject({ status: 'not_available' })
    isDown = false
    expect(await requestSection(point)).toMatchObject({
      status: 'available',
      data: { mapped: true },
    })
  })
})
