import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CraftedFeature, type CraftedLayer, craftLayer } from '../stages/crafted-layer.ts'
import { ZoningMapping } from './mapping.ts'
import { ZoningPartition } from './pipeline.ts'

/** A rectangle in thousandths of a degree east of 72 W and north of 30 N: open Atlantic. */
export function box(west: number, south: number, east: number, north: number): string {
  const point = (x: number, y: number) => `${-72 + x / 1000} ${30 + y / 1000}`
  const corners = [point(west, south), point(east, south), point(east, north), point(west, north)]
  return `POLYGON ((${[...corners, corners[0]].join(', ')}))`
}

const COUNTY = { fips: '99009', name: 'Fixture County (fictional)' }
const CODE_URL = 'https://example.com/fixture-county/code'

/** A county that publishes its dimensional table as a CSV, with one overlay and a plan. */
export const COUNTY_MAPPING = ZoningMapping.parse({
  title: 'Fixture County (fictional): zoning',
  jurisdiction: 'Fixture County (fictional)',
  authority_level: 'county',
  base: {
    code: ['ZONING'],
    description: ['ZONE_DESC'],
    conditions: ['CASE_NO'],
    null_if: ['N/A'],
  },
  overlays: { floodway: { code: { constant: 'Floodway Protection' } } },
  future_land_use: { code: ['FLU_CODE'], description: ['FLU_DESC'] },
  descriptions: null,
  standards: {
    source: { url: CODE_URL, section: 'Article IV', retrieved_at: '2026-01-02' },
    columns: {
      district: 'District',
      front_setback_ft: 'front',
      side_setback_ft: 'side',
      rear_setback_ft: 'rear',
      max_height_ft: 'height',
      max_far: 'far',
      min_lot_sqft: 'lot',
      note: 'note',
      section: 'section',
    },
  },
  land_development_code: { url: CODE_URL, evidence: 'Fictional, for tests of this project only.' },
  governing_documents: [
    {
      kind: 'land_development_code',
      title: 'Chapter 4: Zoning Districts (fictional)',
      section: 'Chapter 4',
      url: CODE_URL,
      retrieved_at: '2026-01-02',
    },
    { kind: 'tree_landscaping', title: "The Builder's Tree Book (fictional)", url: CODE_URL },
  ],
})

/** A town whose mapping carries names and standards itself, and cites no code. */
export const TOWN_MAPPING = ZoningMapping.parse({
  title: 'Town of Fixton (fictional): zoning',
  jurisdiction: 'Town of Fixton (fictional)',
  authority_level: 'municipal',
  base: { code: ['BASE_DISTR', 'ZONE'], optional: ['ZONE'] },
  future_land_use: null,
  descriptions: {
    source: 'Fictional, for tests of this project only.',
    districts: { 'R-1': 'One-Family Residence', TC: 'Town Centre' },
  },
  standards: {
    source: { url: 'https://example.com/fixton', section: null, retrieved_at: '2026-01-02' },
    districts: {
      'R-1': { front_setback_ft: 25, side_setback_ft: 8, rear_setback_ft: 25, max_height_ft: 35 },
      TC: {
        front_setback_ft: 0,
        side_setback_ft: 0,
        max_far: 3,
        rear_setback_ft: 'as the lot behind',
      },
    },
  },
  land_development_code: null,
  governing_documents: [],
})

export const COUNTY_PARTITION = ZoningPartition.parse({
  lock: 'fixture',
  county: COUNTY,
  mapping: 'not-read',
  base: { asset: 'county.zip', member: 'zoning.shp' },
  overlays: { floodway: { asset: 'county.zip', member: 'floodway.shp' } },
  future_land_use: { asset: 'county.zip', member: 'plan.shp' },
  standards: { asset: 'county.zip', member: 'standards.csv' },
  coverage: {
    of: [{ asset: 'county.zip', member: 'county.shp' }],
    except: [{ asset: 'town.zip', member: 'limits.geojson' }],
  },
  note: 'Fictional zoning of a county',
})

export const TOWN_PARTITION = ZoningPartition.parse({
  lock: 'fixture',
  county: COUNTY,
  mapping: 'not-read',
  base: { asset: 'town.zip', member: 'zoning.geojson' },
  future_land_use: null,
  standards: null,
  coverage: { of: [{ asset: 'town.zip', member: 'limits.geojson' }] },
  note: 'Fictional zoning of a town',
})

const district = (
  wkt: string,
  code: string | null,
  name: string,
  caseNo: string | null = null,
) => ({
  wkt,
  values: { ZONING: code, ZONE_DESC: name, CASE_NO: caseNo },
})

/** The county's districts of `layers/zoning/fixtures/rows.json`, as a county would file them. */
export const COUNTY_DISTRICTS: CraftedFeature[] = [
  district(box(0, 0, 6, 8), ' AG-1 ', 'General Agriculture', 'N/A'),
  district(box(0, 8, 6, 10), 'AG-1', 'General Agriculture', 'CU 12-3'),
  district(box(6, 0, 12, 4), 'RS-1', 'Residential Single Family'),
  district(box(6, 4, 9, 7), 'C-2&amp;R', 'Commercial &amp; Residential'),
  district(box(9, 4, 12, 7), 'PUD', 'Planned Unit Development'),
  district(box(6, 7, 9, 10), 'P', 'Public Land'),
  // Nobody named its district: it is refused, and the spot stays blank.
  district(box(9, 7, 12, 10), null, 'UNDER REVIEW'),
  // East of it runs a right of way that no district covers.
  district(box(12, 6, 19.5, 10), 'RR', 'Rural Residential'),
  // Drawn over the town's limits, where the town has a district of its own.
  district(box(12, 0, 13, 2), 'RS-1', 'Residential Single Family'),
]

/** Blank where a rule is conditional, with the rule in words; P has no line. */
export const COUNTY_STANDARDS = `District,front,side,rear,height,far,lot,note,section
AG-1,50,25,50,35,0.1,"217,800",,Sec. 4-101
RS-1,25,7.5,20,35,0.5,7500,,Sec. 4-103
C-2&amp;R,20,see C-2 or RM,15,50,1.25,,"Side yard as the ""principal use"" requires.",
PUD,,,,,,,Those of the adopted development plan.,Sec. 4-201
RR,35,15,25,35,,43560,,Sec. 4-102
GONE,1,1,1,1,1,1,,Sec. 9
`

const plan = (wkt: string, code: string, name: string) => ({
  wkt,
  values: { FLU_CODE: code, FLU_DESC: name },
})

const COUNTY_PLAN: CraftedFeature[] = [
  plan(box(0, 0, 12, 5), 'RES-L', 'Residential Low'),
  plan(box(0, 5, 12, 10), 'MU', 'Mixed Use &amp; Corridor'),
  // The county plans for the town's south too.
  plan(box(12, 0, 19, 3), 'URB', 'Urban Service Area'),
]

const TOWN_DISTRICTS: CraftedFeature[] = [
  { wkt: box(12, 0, 16, 6), values: { BASE_DISTR: 'R-1' } },
  { wkt: box(16, 0, 19, 6), values: { BASE_DISTR: null, ZONE: 'TC' } },
]

const text = (...names: string[]): CraftedLayer['fields'] =>
  Object.fromEntries(names.map((name) => [name, 'text']))
const outline = (wkt: string): CraftedFeature[] => [{ wkt, values: {} }]

/** Writes the county's files: shapefiles in metres, and the CSV. */
export function craftCounty(
  folder: string,
  districts = COUNTY_DISTRICTS,
  standards = COUNTY_STANDARDS,
): string {
  const layers: [string, CraftedLayer['fields'], CraftedFeature[]][] = [
    ['zoning', text('ZONING', 'ZONE_DESC', 'CASE_NO'), districts],
    ['floodway', text('NAME'), outline(box(5, 0, 7, 3))],
    ['plan', text('FLU_CODE', 'FLU_DESC'), COUNTY_PLAN],
    ['county', text('NAME'), outline(box(0, 0, 20, 10))],
  ]
  for (const [layer, fields, features] of layers)
    craftLayer({ file: join(folder, `${layer}.shp`), layer, crs: 'EPSG:26919', fields, features })
  writeFileSync(join(folder, 'standards.csv'), standards)
  return folder
}

/** Writes the town's files: GeoJSON in lon/lat. */
export function craftTown(folder: string, districts = TOWN_DISTRICTS): string {
  const crs = 'EPSG:4326'
  const zones = { file: join(folder, 'zoning.geojson'), layer: 'zoning', crs }
  craftLayer({ ...zones, fields: text('BASE_DISTR', 'ZONE'), features: districts })
  const limits = { file: join(folder, 'limits.geojson'), layer: 'limits', crs }
  craftLayer({ ...limits, fields: text('NAME'), features: outline(box(12, 0, 20, 6)) })
  return folder
}
