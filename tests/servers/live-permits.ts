import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDossier, type Packs } from '../../dossier/dossier.ts'
import type { PermitsData } from '../../layers/permits/data.ts'
import { permits } from '../../layers/permits/layer.ts'
import { LIVE_FEEDS } from '../../layers/permits/upstream.ts'
import type { Section } from '../../layers/section.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { type LayerFixture, packFixture, readFixture } from '../layer-fixture.ts'
import { type ArcgisFault, arcgisService, type ServedLayer } from './arcgis-service.ts'
import { clientOf, type LocalService } from './local-service.ts'
import { type ServedRow, type SocrataFault, socrataService } from './socrata-service.ts'

export const fixture = readFixture('permits')
const feed = (id: string) => LIVE_FEEDS.find(({ upstream }) => upstream.id === `permits-${id}`)!
export const COUNTY = feed('sample-county')
export const TOWN = feed('sampleton')
/** On a parcel of the county of both feeds; one degree of latitude is 110,852 m there. */
export const HOUSE = { lat: 30.0005, lng: -71.9995 }
export const northOf = (metres: number) => Number((HOUSE.lat + metres / 110_852).toFixed(7))

const opened: { packs: Packs; folder: string }[] = []
const services: LocalService[] = []

/** Requests to each service since the last test ended, in the order in which they were started. */
export const requestsTo = (service: number) => services[service].requests

export async function closeServices(): Promise<void> {
  for (const service of services.splice(0)) await service.close()
}

export async function closeBuilds(): Promise<void> {
  for (const { packs, folder } of opened.splice(0)) {
    closePacks(packs)
    await rm(folder, { recursive: true })
  }
}

/** A build with parcels of the feeds' county, and with these permits and coverages. */
export async function build(
  pinned: LayerFixture['coverage'] = [],
  coverage: LayerFixture['coverage'] = [],
): Promise<Packs> {
  const parcels = fixture.tables.parcels.map((row) => ({ ...row, county_fips: '99001' }))
  const folder = await mkdtemp(join(tmpdir(), 'plat-permits-live-'))
  const packs = await packFixture(
    { ...fixture, tables: { parcels, permits: pinned }, coverage },
    folder,
  )
  opened.push({ packs, folder })
  return packs
}

/** A row of the county's portal so far north of the house. */
export const row = (permit_: string, metres: number, more: ServedRow = {}): ServedRow => ({
  permit_,
  permit_type: 'REROOF',
  status: 'ISSUED',
  work_description: 'SHINGLES',
  street_number: '12',
  street_name: 'SEA ST',
  issue_date: '2026-02-03T00:00:00.000',
  declared_value: '8000',
  latitude: `${northOf(metres)}`,
  longitude: `${HOUSE.lng}`,
  location: { latitude: `${northOf(metres)}`, longitude: `${HOUSE.lng}` },
  applicant_name: 'SOMEBODY',
  ...more,
})
export const COLUMNS = [...COUNTY.fields, 'location', 'applicant_name']

export async function countyService(rows: ServedRow[], fault?: SocrataFault, columns = COLUMNS) {
  const service = await socrataService({ columns, rows }, fault)
  services.push(service)
  return [COUNTY.upstream, service.url] as [Upstream, string]
}

/** The town's layer, its permits so far north of the house. */
export const townLayer = (permitsAt: [number: string, metres: number][]): ServedLayer => ({
  geometryType: 'esriGeometryPoint',
  dates: ['AppliedDate', 'IssuedDate', 'CompletedDate'],
  features: permitsAt.map(([PermitNum, metres], i) => ({
    attributes: {
      OBJECTID: i + 1,
      PermitNum,
      PermitTypeDesc: 'Sign',
      StatusCurrent: 'Issued',
      Description: 'A sign',
      OriginalAddress1: '1 TOWN SQ',
      AppliedDate: null,
      IssuedDate: Date.parse('2026-01-10T04:00:00Z'),
      CompletedDate: null,
      EstProjectCost: 1200,
      Link: `https://example.com/permits/${PermitNum}`,
      ApplicantName: 'SOMEBODY',
    },
    geometry: { x: HOUSE.lng, y: northOf(metres) },
  })),
})

export async function townService(layer: ServedLayer, fault?: ArcgisFault) {
  const service = await arcgisService({ 0: layer }, fault)
  services.push(service)
  return [TOWN.upstream, `${service.url}/0`] as [Upstream, string]
}

export async function sectionFrom(at: [Upstream, string][], packs: Packs, point = HOUSE) {
  const fail = (_: string, error: unknown) => {
    throw error
  }
  const query = { ...point, layers: ['permits'] }
  const dossier = await buildDossier(packs, query, { upstreams: clientOf(at) }, fail, [permits])
  return dossier.layers.permits as Section<PermitsData>
}

export const numbersOf = ({ data }: Section<PermitsData>) => data!.permits.map(({ id }) => id)
