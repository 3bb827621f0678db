import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PermitMapping } from '../../layers/permits/mapping.ts'
import { PermitsPartition } from './pipeline.ts'

/** The fixture's ground is open Atlantic: thousandths of a degree east of 72 W, north of 30 N. */
const at = (x: number, y: number) => ({ lng: -72 + x / 1000, lat: 30 + y / 1000 })

const COUNTY = { fips: '99009', name: 'Fixture County (fictional)' }
const LIMITS = 'limits.zip'
const base = { lock: 'fixture', county: COUNTY }
const rule = (...names: string[]) => ({ names })

/** A county whose Socrata portal exports a CSV with display names, some of them after blanks. */
const COUNTY_MAPPING = PermitMapping.parse({
  title: 'Fixture County (fictional): permits',
  authority: 'Fixture County (fictional)',
  number: rule('PERMIT NO', 'permit_no'),
  permit_type: rule('TYPE'),
  status: rule('STATUS'),
  description: rule('WORK'),
  address: [rule('HOUSE'), rule('STREET')],
  applied_at: rule('APPLIED'),
  issued_at: rule('ISSUED'),
  finaled_at: { ...rule('FINALED'), optional: true },
  dates: ['mdy', 'iso'],
  cost_usd: rule('VALUE'),
  location: { lat: rule('LAT'), lng: rule('LNG') },
  url: {
    template: 'https://example.com/permits?number={id}',
    evidence: 'Fictional, for tests of this project only.',
  },
  null_if: ['TBD'],
})

/** A town whose ArcGIS layer carries links and moments in milliseconds. */
const TOWN_MAPPING = PermitMapping.parse({
  title: 'Town of Fixton (fictional): permits',
  authority: 'Town of Fixton (fictional)',
  number: rule('PermitNum'),
  permit_type: rule('PermitType'),
  status: rule('StatusCurrent'),
  description: null,
  address: [rule('OriginalAddress1')],
  issued_at: rule('IssuedDate'),
  dates: ['epoch_ms'],
  location: null,
  url: { column: rule('Link') },
  note: 'Fixton says nothing of costs.',
})

const MAPPINGS: Record<string, PermitMapping> = { county: COUNTY_MAPPING, town: TOWN_MAPPING }

export async function craftedMapping(id: string): Promise<PermitMapping> {
  return MAPPINGS[id]
}

export const COUNTY_FEED = 'Fixture County permits (fictional)'
export const TOWN_FEED = 'Fixton permits (fictional)'
export const WORKS_FEED = 'Fixton right of way (fictional)'
export const CITY_FEED = 'Fixture City permits (fictional)'

export const PARTITIONS = {
  county: PermitsPartition.parse({
    ...base,
    feeds: [
      { name: COUNTY_FEED, asset: 'county.zip', member: '*.csv', mapping: 'county', kind: 'csv' },
    ],
    coverage: { asset: LIMITS, member: 'county.geojson' },
    note: 'Fictional permits of a county',
  }),
  town: PermitsPartition.parse({
    ...base,
    feeds: [
      {
        name: TOWN_FEED,
        asset: 'town.zip',
        pages: 'permits_*.json',
        mapping: 'town',
        kind: 'esri_json',
      },
      {
        name: WORKS_FEED,
        asset: 'town.zip',
        member: 'right_of_way.json',
        mapping: 'town',
        kind: 'esri_json',
      },
    ],
    coverage: { asset: LIMITS, member: 'town.geojson' },
    note: 'Fictional permits of a town',
  }),
  city: PermitsPartition.parse({
    ...base,
    feeds: [{ name: CITY_FEED, asset: 'city.geojson', mapping: 'town', kind: 'geojson' }],
    coverage: null,
    note: 'Fictional permits of a city',
  }),
}

/** As a portal exports it: blanks before names, money as text, and columns that are nobody's business. */
export const COUNTY_HEADER =
  'PERMIT NO,  TYPE,STATUS, APPLIED,ISSUED,FINALED,HOUSE,STREET,WORK,    VALUE,PARCEL,OWNER NAME,LAT,LNG'

const countyLine = (texts: string, place: { lng: number; lat: number } | null) =>
  `${texts},R99-0001,SOMEBODY,${place ? `${place.lat},${place.lng}` : ','}`

const HOUSE = at(0.5, 0.5)
const B1 = countyLine(
  'B-1,New Residence,Finaled,01/05/2024,02/01/2024,11/30/2024,12,SEA ST,"SINGLE FAMILY, ONE STORY","$250,000.00"',
  HOUSE,
)
const B4 = (status: string) =>
  countyLine(`B-4,Fence,${status},05/01/2024,05/02/2024,,16,SEA ST,FENCE,$1500.00`, at(2.5, 0.5))

export const COUNTY_LINES = [
  B1,
  countyLine('B-2,Reroof,Issued,,3/15/2025 12:00:00 AM,,12,SEA ST,REROOF   SHINGLE,8000', HOUSE),
  countyLine('B-3,Pool,In Review,06/30/2025,,,14,SEA ST,TBD,20K', at(1.5, 0.5)),
  // One permit with two statuses, and one line that stands twice.
  B4('Issued'),
  B4('Expired'),
  B1,
  countyLine('PW 9/24,Septic,Issued,,09/01/2024,,,BACK RD,,,', at(14.5, 7.5)).replace(
    ',,,,R99',
    ',,,R99',
  ),
  // Its date is on no calendar: the permit stays, the date does not.
  countyLine('B-8,Demolition,Issued,,02/30/2024,,20,SEA ST,SHED,0', at(4.5, 0.5)),
  countyLine('B-6,Pool,Issued,,07/01/2024,,30,SEA ST,POOL,1', null),
  countyLine('B-7,Pool,Issued,,07/01/2024,,32,SEA ST,POOL,1', { lng: 0, lat: 0 }),
  countyLine(',Pool,Issued,,07/01/2024,,34,SEA ST,POOL,1', at(5, 5)),
  countyLine('B-9,Pool,Issued,,07/01/2024,,36,SEA ST,POOL,1', { lng: -72, lat: 95 }),
]

/** Spherical Mercator, as ArcGIS Online stores points: x and y of EPSG:3857. */
function mercator({ lng, lat }: { lng: number; lat: number }) {
  const radians = Math.PI / 180
  return {
    x: 6378137 * lng * radians,
    y: 6378137 * Math.log(Math.tan((90 + lat) * (radians / 2))),
  }
}

type TownRow = [
  id: string,
  type: string,
  status: string,
  issued: number | null,
  link: string | null,
]
const townAttributes = ([PermitNum, PermitType, StatusCurrent, IssuedDate, Link]: TownRow) => ({
  OBJECTID: 1,
  PermitNum,
  PermitType,
  StatusCurrent,
  OriginalAddress1: '1 TOWN SQ',
  IssuedDate,
  Link,
  ApplicantName: 'SOMEBODY',
  ParcelId: 'R99-0001',
})
const day = (iso: string, hour = 5) => Date.parse(`${iso}T0${hour}:00:00Z`)

/** A page of an ArcGIS query, in the frame of ArcGIS Online. */
export function esriPage(rows: [TownRow, { lng: number; lat: number }][], hasMore: boolean) {
  return {
    objectIdFieldName: 'OBJECTID',
    geometryType: 'esriGeometryPoint',
    spatialReference: { wkid: 102100, latestWkid: 3857 },
    features: rows.map(([row, place]) => ({
      attributes: townAttributes(row),
      geometry: mercator(place),
    })),
    ...(hasMore && { exceededTransferLimit: true }),
  }
}

export const TOWN_PAGES = [
  esriPage(
    [
      [
        [
          'T-1',
          'Commercial Alteration',
          'Issued',
          day('2025-01-10'),
          'https://permits.example.com/T-1',
        ],
        at(24, 5),
      ],
      [['T-2', 'Sign', 'Closed', day('2023-04-05'), 'javascript:alert(1)'], at(24.4, 5)],
    ],
    true,
  ),
  esriPage([[['T-3', 'Electrical', 'Applied', null, null], at(20.5, 5)]], false),
]

export const WORKS_ERROR = {
  error: { code: 500, message: 'Error performing query operation', details: [] },
}

export const CITY_FEATURES = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: townAttributes(['C-1', 'Mechanical', 'Issued', day('2025-06-01'), null]),
      geometry: { type: 'Point', coordinates: [-71.94, 30.005] },
    },
    {
      type: 'Feature',
      properties: townAttributes(['C-2', 'Mechanical', 'Issued', day('2025-06-02'), null]),
      geometry: null,
    },
  ],
}

/** Writes the county's portal export. */
export function craftCounty(folder: string, lines = COUNTY_LINES, header = COUNTY_HEADER): string {
  writeFileSync(join(folder, 'permits.csv'), [header, ...lines, ''].join('\r\n'))
  return folder
}

/** Writes the town's pages and its other feed's answer. */
export function craftTown(
  folder: string,
  pages: readonly unknown[] = TOWN_PAGES,
  works: unknown = WORKS_ERROR,
): string {
  const write = (name: string, body: unknown) =>
    writeFileSync(join(folder, name), typeof body === 'string' ? body : JSON.stringify(body))
  for (const [i, page] of pages.entries()) write(`permits_${i}.json`, page)
  write('right_of_way.json', works)
  return folder
}

export function craftCity(folder: string, body: unknown = CITY_FEATURES): string {
  writeFileSync(join(folder, 'city.geojson'), JSON.stringify(body))
  return folder
}

/** Writes what the feeds declare to cover. */
export function craftLimits(folder: string): string {
  const outline = (name: string, west: number, south: number, east: number, north: number) => {
    const corners = [
      at(west, south),
      at(east, south),
      at(east, north),
      at(west, north),
      at(west, south),
    ]
    const geometry = { type: 'Polygon', coordinates: [corners.map(({ lng, lat }) => [lng, lat])] }
    const features = [{ type: 'Feature', properties: { name }, geometry }]
    writeFileSync(
      join(folder, `${name}.geojson`),
      JSON.stringify({ type: 'FeatureCollection', features }),
    )
  }
  outline('county', 0, 0, 20, 10)
  outline('town', 20, 0, 30, 10)
  return folder
}
