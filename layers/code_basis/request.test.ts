import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildDossier, type Packs } from '../../dossier/dossier.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { rectangleWkt } from '../../tests/fixtures/ground.ts'
import { type FixturePoint, packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { clientOf } from '../../tests/servers/local-service.ts'
import { type LocalAnswer, LocalUpstream } from '../../tests/servers/local-upstream.ts'
import { UpstreamClient } from '../../upstream/client.ts'
import { upstreamSettings } from '../../upstream/settings.ts'
import { type Section, sectionSchema } from '../section.ts'
import { CodeBasisData } from './data.ts'
import { parsePfdsEstimate } from './pfds-estimate.ts'
import { noaaAtlas14, usgsSeismic } from './upstream.ts'

const fixture = readFixture('code_basis')
const locationNamed = (name: string) =>
  fixture.points.find((location) => location.name.startsWith(name))!
/** All values are in its tables. */
const WHOLE = locationNamed('a county with climate zone')
/** The tables have its seismic values, and no rainfall. */
const DRY = locationNamed('a county under its former code')
/** A climate zone, and no volume of NOAA Atlas 14. */
const WASHINGTON = locationNamed('Washington')
/** Covered, and in no list. */
const BLANK = locationNamed('a county of no list')
const NOW = '2026-11-21T12:00:00.000Z'

/** A response of the service: the example of its documentation, with other numbers. */
function seismicBody({ latitude, longitude }: { latitude: number; longitude: number }, data = {}) {
  return {
    request: {
      date: NOW,
      referenceDocument: 'ASCE7-22',
      status: 'success',
      url: 'https://earthquake.usgs.gov/ws/building-codes/asce7-22/calculate',
      parameters: { latitude, longitude, riskCategory: 'II', siteClass: 'D', title: 'plat' },
    },
    response: {
      data: { pgam: 0.2, sms: 0.81, sm1: 0.45, sds: 0.54, sd1: 0.3, sdc: 'D', cv: null, ...data },
    },
  }
}

/** A response of the server, without most durations. */
function pfdsBody({ lat, lon }: Record<string, string>, depth = '12.1', units = 'inches') {
  return [
    `Point precipitation frequency estimates (${units})`,
    'NOAA Atlas 14 Volume 97 Version 3',
    'Data type: Precipitation depth',
    'Time series type: Partial duration',
    'Project area: Fixture (fictional)',
    `Latitude: ${lat} Degree`,
    `Longitude: ${lon} Degree`,
    '',
    'PRECIPITATION FREQUENCY ESTIMATES',
    'by duration for ARI (years):, 1,2,5,10,25,50,100,200,500,1000',
    `24-hr:, 4.01,4.76,6.09,7.28,9.05,10.5,${depth},13.7,16.1,18.0`,
    '',
  ].join('\n')
}
const OUTSIDE =
  "result = 'none';\nErrorMsg =  'Error 3.0: Selected location is not within a project area';\n"

let folder: string
let packs: Packs
let seismic: LocalUpstream
let rainfall: LocalUpstream
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-live-values-'))
  packs = await packFixture(fixture, folder)
  seismic = await LocalUpstream.open(() => null)
  rainfall = await LocalUpstream.open(() => null)
})
beforeEach(() => {
  seismic.respond = ({ searchParams }) => {
    const [latitude, longitude] = ['latitude', 'longitude'].map((n) => Number(searchParams.get(n)))
    return { body: seismicBody({ latitude, longitude }) }
  }
  rainfall.respond = ({ searchParams }) => ({ body: pfdsBody(Object.fromEntries(searchParams)) })
  seismic.requests.length = 0
  rainfall.requests.length = 0
})
afterAll(async () => {
  closePacks(packs)
  await Promise.all([seismic.close(), rainfall.close(), rm(folder, { recursive: true })])
})

const schema = sectionSchema('code_basis', { data: CodeBasisData })
type Point = Pick<FixturePoint, 'lat' | 'lng'>

function client(deadline_ms = usgsSeismic.deadline_ms): UpstreamClient {
  const services = [
    [{ ...usgsSeismic, deadline_ms }, seismic.url],
    [noaaAtlas14, rainfall.url],
  ] as const
  return clientOf(services, () => Date.parse(NOW))
}

async function sectionAt(
  { lat, lng }: Point,
  upstreams: UpstreamClient | null = client(),
  from = packs,
) {
  const fail = (_: string, error: unknown) => {
    throw error
  }
  const query = { lat, lng, layers: ['code_basis'] }
  const { layers } = await buildDossier(from, query, { upstreams }, fail)
  const section = layers.code_basis as Section<CodeBasisData>
  expect(schema.parse(section)).toEqual(section)
  expect(section.summary).not.toMatch(/[.!?]\s+[A-Z]/)
  return section
}

describe('values that the tables have', () => {
  test('are in the answer, and no service is called', async () => {
    expect(await sectionAt(WHOLE)).toEqual(await sectionAt(WHOLE, null))
    expect([seismic.requests, rainfall.requests]).toEqual([[], []])
  })

  test('are in the answer with those that are requested: rainfall alone', async () => {
    const { data, sources, source } = await sectionAt(DRY)
    expect(data).toMatchObject({
      seismic_design_category: 'A',
      seismic_sds: 0.07,
      rainfall_100yr_24hr_in: 12.1,
      rainfall_source: 'NOAA Atlas 14 Volume 97 Version 3, point estimate at 30.005, -71.945',
    })
    expect(seismic.requests).toEqual([])
    expect(source).toEqual(sources![0])
    expect(source!.kind).toBe('archive')
    expect(source!.note).not.toContain('No rainfall')
    expect(sources!.at(-1)).toEqual({
      name: 'NOAA Atlas 14 Precipitation Frequency Data Server',
      kind: 'official',
      vintage: 'NOAA Atlas 14 Volume 97 Version 3',
      attribution: expect.stringContaining('NOAA'),
      note: 'Rainfall is an estimate of the point, partial duration series.',
      retrieved_at: NOW,
    })
    const [request] = rainfall.requests
    expect(`${request.pathname}${request.search}`).toBe(
      '/fe_text_mean.csv?lat=30.005&lon=-71.945&data=depth&units=english&series=pds',
    )
  })

  test('of some seismic values are not completed by another edition', async () => {
    const region = locationNamed('a planning region')
    const { data, source } = await sectionAt(region)
    expect(data).toMatchObject({ seismic_design_category: 'B', seismic_sd1: 0.06 })
    expect(data).not.toHaveProperty('seismic_sds')
    expect(source!.note).toContain('differ in ground snow load, seismic sds')
    expect(seismic.requests).toEqual([])
  })
})

describe('values that the tables lack', () => {
  test('are those of the point, with edition and site class, from the authority', async () => {
    const { data, sources, source, summary } = await sectionAt(WASHINGTON)
    expect(data).toMatchObject({
      climate_zone_iecc: '4C',
      seismic_design_category: 'D',
      seismic_sds: 0.54,
      seismic_sd1: 0.3,
      frost_depth_ft: null,
    })
    expect(summary).toContain('seismic design category D')
    expect(sources!.at(-1)).toMatchObject({
      name: 'USGS Seismic Design Web Services',
      kind: 'official',
      vintage: 'ASCE 7-22',
      note: expect.stringContaining('Site Class D, not the Default class'),
      retrieved_at: NOW,
    })
    expect(source!.note).toContain('No table in this build gives frost, snow and wind values')
    const { pathname, searchParams } = seismic.requests[0]
    expect(pathname).toBe('/asce7-22/calculate')
    expect(Object.fromEntries(searchParams)).toEqual({
      latitude: '30.005',
      longitude: '-71.955',
      riskCategory: 'II',
      siteClass: 'D',
      title: 'plat',
    })
  })

  test('of rain are not requested in a state that the atlas has no volume for', async () => {
    const { source } = await sectionAt(WASHINGTON)
    expect(rainfall.requests).toEqual([])
    expect(source!.note).toContain('NOAA Atlas 2 (1973)')
  })

  test('answer a county that is in no list', async () => {
    expect((await sectionAt(BLANK, null)).status).toBe('empty')
    const { status, data } = await sectionAt(BLANK)
    expect(status).toBe('available')
    expect(data).toMatchObject({
      climate_zone_iecc: null,
      seismic_sds: 0.54,
      rainfall_100yr_24hr_in: 12.1,
      county: 'Blank County (fictional)',
    })
  })

  test('answer a build without such tables: the services are its sources', async () => {
    const counties = new Map([...packs].filter(([name]) => name === 'counties'))
    expect((await sectionAt(BLANK, null, counties)).status).toBe('not_covered')
    const { status, source, sources } = await sectionAt(BLANK, client(), counties)
    expect(status).toBe('available')
    expect(source).toEqual(sources![0])
    expect(sources!.map(({ kind, vintage }) => `${kind} ${vintage}`)).toEqual([
      'official ASCE 7-22',
      'official NOAA Atlas 14 Volume 97 Version 3',
    ])
    expect(source!.note).toContain('No table in this build gives frost, snow and wind values')
  })

  test('are not requested where no county is known, nor where the services are off', async () => {
    const sea = locationNamed('open water')
    expect(await sectionAt(sea)).toEqual(await sectionAt(sea, null))
    const upstreams = [usgsSeismic, noaaAtlas14]
    const settings = upstreamSettings({ PLAT_LIVE: 'default' }, upstreams)
    const off = new UpstreamClient({ upstreams, settings })
    expect(await sectionAt(BLANK, off)).toEqual(await sectionAt(BLANK, null))
    expect([seismic.requests, rainfall.requests]).toEqual([[], []])
  })

  test('are null where the service gives none', async () => {
    seismic.respond = () => ({
      body: seismicBody({ latitude: 30.005, longitude: -71.955 }, { sd1: null }),
    })
    const { data } = await sectionAt(WASHINGTON)
    expect(data).toMatchObject({ seismic_sds: 0.54 })
    expect(data).not.toHaveProperty('seismic_sd1')
  })
})

describe('a point outside of every volume of the atlas', () => {
  test('has no rainfall and is not a failure: the note names Atlas 2', async () => {
    rainfall.respond = () => ({ body: OUTSIDE })
    const { status, data, source, sources } = await sectionAt(DRY)
    expect(status).toBe('available')
    expect(data).toMatchObject({ rainfall_100yr_24hr_in: null, rainfall_source: null })
    expect(source!.note).toContain('NOAA Atlas 2 (1973) is the reference for rainfall')
    expect(sources!.at(-1)!.note).toBe('No volume of the atlas holds this point.')
  })
})

describe('a service that does not answer', () => {
  const here = { latitude: 30.005, longitude: -71.955 }
  const body = seismicBody(here)
  const SEISMIC: [string, LocalAnswer | null, string][] = [
    ['500, as for places that it does not know', { status: 500 }, 'answered with status 500'],
    ['a page, as in an outage', { body: '<!doctype html><html></html>' }, 'a page instead of JSON'],
    [
      'an error under 200',
      {
        body: {
          request: { ...body.request, status: 'error' },
          response: 'Location is not within any region',
        },
      },
      'the status error: Location is not within any region',
    ],
    [
      'how it is used',
      { body: { request: { ...body.request, status: 'usage' }, response: {} } },
      'the status usage',
    ],
    [
      'another edition',
      { body: { ...body, request: { ...body.request, referenceDocument: 'ASCE7-10' } } },
      'of ASCE7-10 instead of ASCE7-22',
    ],
    ['another site', { body: seismicBody({ latitude: 34, longitude: -118 }) }, 'another point'],
    [
      'another site class',
      {
        body: {
          ...body,
          request: { ...body.request, parameters: { ...here, riskCategory: 'II', siteClass: 'B' } },
        },
      },
      'Site Class B',
    ],
    ['no category', { body: seismicBody(here, { sdc: null }) }, 'another shape: data.sdc'],
    ['hundreds of g', { body: seismicBody(here, { sds: 54 }) }, 'another shape: data.sds'],
    ['texts', { body: seismicBody(here, { sds: '0.54' }) }, 'another shape: data.sds'],
    ['silence', null, 'did not answer within'],
  ]
  test.each(SEISMIC)(
    'but with %s leaves the pinned values, and the note states it',
    async (_, answer, words) => {
      seismic.respond = () => answer
      const { status, data, source } = await sectionAt(
        WASHINGTON,
        client(answer === null ? 300 : undefined),
      )
      expect(status).toBe('available')
      expect(data).toMatchObject({ climate_zone_iecc: '4C', seismic_design_category: null })
      expect(data).not.toHaveProperty('seismic_sds')
      expect(source!.note).toContain('No seismic values: USGS Seismic Design Web Services ')
      expect(source!.note).toContain(words)
    },
  )

  const at = { lat: '30.005', lon: '-71.945' }
  const RAINFALL: [string, LocalAnswer | null, string][] = [
    ['another error', { body: "ErrorMsg = 'Error 1.0: No data';" }, 'Error 1.0: No data'],
    ['millimetres', { body: pfdsBody(at, '307', 'millimeters') }, 'depths in inches'],
    ['a dash', { body: pfdsBody(at, '-') }, 'no 24-hour depth'],
    ['a flood of 120 inches', { body: pfdsBody(at, '120') }, 'cannot be'],
    ['another point', { body: pfdsBody({ lat: '26.6', lon: '-81.9' }) }, 'another point'],
    ['half of it', { body: pfdsBody(at).slice(0, 200) }, 'something that is not an estimate'],
    ['a 404', { status: 404 }, 'status 404'],
  ]
  test.each(RAINFALL)(
    'but with %s leaves the rainfall out, and the note states it',
    async (_, answer, words) => {
      rainfall.respond = () => answer
      const { data, source } = await sectionAt(DRY)
      expect(data).toMatchObject({ seismic_sds: 0.07, rainfall_100yr_24hr_in: null })
      expect(source!.note).toContain(
        'No rainfall: NOAA Atlas 14 Precipitation Frequency Data Server ',
      )
      expect(source!.note).toContain(words)
    },
  )

  test('makes the section not available only where nothing else is known', async () => {
    seismic.respond = () => ({ status: 503 })
    rainfall.respond = () => ({ status: 503 })
    const { status, reason, hint } = await sectionAt(BLANK)
    expect(status).toBe('not_available')
    expect(reason).toContain('USGS Seismic Design Web Services answered with status 503.')
    expect(reason).toContain('Data Server answered with status 503.')
    expect(hint).toMatch(/\S/)
    rainfall.respond = ({ searchParams }) => ({
      body: pfdsBody(Object.fromEntries(searchParams)),
    })
    const half = await sectionAt(BLANK)
    expect(half.data).toMatchObject({ rainfall_100yr_24hr_in: 12.1, seismic_design_category: null })
    expect(half.source!.note).toContain('No seismic values: ')
  })
})

const REAL = process.env.PLAT_REAL_DATA ?? '../shared/data'
const SEISMIC_FILES = join(REAL, 'seismic')
test.skipIf(!existsSync(SEISMIC_FILES))('answers of ASCE 7-05 and 7-10 are not taken', async () => {
  for (const edition of ['05', '10']) {
    const file = join(SEISMIC_FILES, `asce7-${edition}.expectation.json`)
    const [body] = JSON.parse(await readFile(file, 'utf8'))
    seismic.respond = () => ({ body })
    const { source } = await sectionAt(WASHINGTON)
    expect(source!.note).toContain(`answered of ASCE7-${edition} instead of ASCE7-22`)
  }
})

const RECORDED = join(REAL, 'recorded/atlas14')
test.skipIf(!existsSync(RECORDED))(
  'the estimate of Fort Myers that NOAA sent is read',
  async () => {
    const body = await readFile(join(RECORDED, 'pfds_fort_myers_26.6_-81.9.csv'), 'utf8')
    rainfall.respond = () => ({ body })
    const county = { ...fixture.tables.counties[0], geoid: '12071', statefp: '12', state: 'FL' }
    const geometry = rectangleWkt(-82, 26, -81, 27)
    const tables = { counties: [{ ...county, geometry }] } as typeof fixture.tables
    const packsFolder = await mkdtemp(join(folder, 'packs-'))
    const lee = await packFixture({ ...fixture, tables, coverage: [] }, packsFolder)
    try {
      const { data } = await sectionAt({ lat: 26.6, lng: -81.9 }, client(), lee)
      expect(data).toMatchObject({
        rainfall_100yr_24hr_in: 12.1,
        rainfall_source: 'NOAA Atlas 14 Volume 9 Version 2, point estimate at 26.6, -81.9',
      })
    } finally {
      closePacks(lee)
    }
  },
)

test.skipIf(!existsSync(RECORDED))(
  'wherever that body is cut short, its estimate is whole or refused',
  async () => {
    const body = await readFile(join(RECORDED, 'pfds_fort_myers_26.6_-81.9.csv'), 'utf8')
    let refused = 0
    for (let end = 0; end < body.length; end++) {
      const read = parsePfdsEstimate(body.slice(0, end))
      if ('problem' in read) refused++
      else expect(read.estimate.rainfall_100yr_24hr_in, `cut at ${end}`).toBe(12.1)
    }
    expect(refused).toBeGreaterThan(body.indexOf('24-hr:'))
  },
)
