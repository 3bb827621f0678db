import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { writeStoredZip } from '../sample/files/stored-zip.ts'
import { type CraftedFeature, craftLayer } from '../stages/crafted-layer.ts'
import { COMPONENT, MAPUNIT, MUAGGATT, type SsurgoTable } from './ssurgo-columns.ts'

/** A record of a tabular file by column; what is not given is blank, as NRCS leaves it. */
export type TabularRecord = Record<string, string | number>

/** A survey as NRCS exports it: for tests, all of it fictional. */
export interface CraftedSurvey {
  polygons: CraftedFeature[]
  mapunit: TabularRecord[]
  component: TabularRecord[]
  muaggatt: TabularRecord[]
}

/** A rectangle in thousandths of a degree east of 72 W and north of 30 N: open Atlantic. */
export function box(west: number, south: number, east: number, north: number): string {
  const point = (x: number, y: number) => `${-72 + x / 1000} ${30 + y / 1000}`
  const corners = [point(west, south), point(east, south), point(east, north), point(west, north)]
  return `POLYGON ((${[...corners, corners[0]].join(', ')}))`
}

export function unitPolygon(wkt: string, MUSYM: string, MUKEY: string | null): CraftedFeature {
  return { wkt, values: { AREASYMBOL: 'ZZ009', SPATIALVER: 3, MUSYM, MUKEY } }
}

const agg = (mukey: string, values: TabularRecord) => ({ ...values, mukey })
const part = (mukey: string, cokey: string, comppct_r: number, values: TabularRecord) => ({
  comppct_r,
  ...values,
  mukey,
  cokey,
})
const dry = { compname: 'Halyard', compkind: 'Series', hydricrating: 'No' }
const wet = { compname: 'Bilge', compkind: 'Series', hydricrating: 'Yes' }
const halyard = {
  ...dry,
  drainagecl: 'Well drained',
  hydgrp: 'B',
  slope_r: 5,
  frostact: 'Moderate',
}
const bilge = { ...wet, drainagecl: 'Very poorly drained', hydgrp: 'B/D', slope_r: 1 }
const major = { majcompflag: 'Yes' }
const minor = { majcompflag: 'No' }

/** The survey of `layers/soils/fixtures/rows.json`: area ZZ009. */
export const SURVEY: CraftedSurvey = {
  polygons: [
    unitPolygon(box(0, 0, 4, 4), 'HaB', '900001'),
    unitPolygon(box(0, 4, 4, 6), 'HaB', '900001'),
    unitPolygon(box(10, 4, 12, 6), 'HaB', '900001'),
    unitPolygon(box(4, 0, 8, 4), 'LeA', '900002'),
    unitPolygon(box(8, 0, 12, 4), 'BgA', '900003'),
    // Drawn over by a HaB: surveys do overlap, and percentages are not mended.
    unitPolygon(box(8, 4, 12, 6), 'BgA', '900003'),
    unitPolygon(box(12, 0, 14, 4), 'HBC', '900004'),
    unitPolygon(box(14, 0, 16, 4), 'W', '900005'),
    unitPolygon(box(16, 0, 18, 4), 'NOTCOM', '900006'),
    unitPolygon(box(18, 0, 20, 4), 'UxB', '900007'),
    unitPolygon(box(4, 4, 8, 6), 'HbA', '900008'),
  ],
  mapunit: [
    ['HaB', 'Halyard fine sandy loam, 3 to 8 percent slopes', 'Consociation', '900001'],
    ['LeA', 'Leeward silt loam, 0 to 3 percent slopes', 'Consociation', '900002'],
    ['BgA', 'Bilge muck, "floating", 0 to 1 percent slopes', 'Consociation', '900003'],
    ['HBC', 'Halyard-Bilge complex, 0 to 15 percent slopes', 'Complex', '900004'],
    ['W', 'Water', 'Consociation', '900005'],
    ['NOTCOM', 'No Digital Data Available', '', '900006'],
    ['HbA', 'Halyard and Bilge soils', 'Undifferentiated group', '900008'],
    ['XxA', 'Rows of a unit that has no polygon', 'Consociation', '900099'],
  ].map(([musym, muname, mukind, mukey]) => ({ musym, muname, mukind, lkey: '12', mukey })),
  muaggatt: [
    agg('900001', {
      slopegradwta: 5.5,
      brockdepmin: 92,
      wtdepannmin: 76,
      flodfreqdcd: 'None',
      pondfreqprs: 0,
      drclassdcd: 'Well drained',
      drclasswettest: 'Poorly drained',
      hydgrpdcd: 'B',
      hydclprs: 5,
    }),
    agg('900002', {
      slopegradwta: 1.5,
      wtdepannmin: 30,
      flodfreqdcd: 'Rare',
      pondfreqprs: 18,
      drclassdcd: 'Somewhat poorly drained',
      drclasswettest: 'Very poorly drained',
      hydgrpdcd: 'C/D',
      hydclprs: 18,
    }),
    agg('900003', {
      slopegradwta: 0.5,
      wtdepannmin: 0,
      flodfreqdcd: 'Frequent',
      pondfreqprs: 100,
      drclassdcd: 'Very poorly drained',
      drclasswettest: 'Very poorly drained',
      hydgrpdcd: 'B/D',
      hydclprs: 100,
    }),
    agg('900004', {
      slopegradwta: 7,
      drclassdcd: 'Well drained',
      drclasswettest: 'Very poorly drained',
      hydgrpdcd: 'A/D',
    }),
    agg('900005', { hydclprs: 0 }),
    agg('900006', {}),
    agg('900008', { hydgrpdcd: 'B/D', hydclprs: 'Partially hydric' }),
  ],
  component: [
    part('900001', '5001', 80, { ...halyard, ...major, corcon: 'High', corsteel: 'Low' }),
    part('900001', '5002', 15, { ...halyard, ...minor, compname: 'Sutler' }),
    part('900001', '5003', 5, { ...bilge, ...minor }),
    part('900002', '5004', 82, { ...halyard, ...major, compname: 'Leeward', hydgrp: 'C/D' }),
    part('900002', '5005', 18, { ...bilge, ...minor }),
    // Keys of older editions name the map unit too.
    part('900003', '900003:5006', 90, { ...bilge, ...major }),
    part('900003', '900003:5007', 10, { ...bilge, ...minor, compname: 'Bilge, flooded' }),
    part('900004', '5008', 60, { ...halyard, ...major }),
    part('900004', '5009', 40, { ...bilge, ...major }),
    part('900005', '5010', 100, {
      compname: 'Water',
      compkind: 'Miscellaneous area',
      majcompflag: 'Yes',
      hydricrating: 'Unranked',
    }),
    part('900008', '5011', 85, { ...bilge, ...major }),
    part('900008', '5012', 15, { ...halyard, ...minor }),
  ],
}

/** Writes the export in `folder`, as a Web Soil Survey zip lays it out, under `<area>/`. */
export async function craftSurvey(folder: string, survey: CraftedSurvey, area = 'ZZ009') {
  const spatial = join(folder, area, 'spatial')
  const tabular = join(folder, area, 'tabular')
  for (const place of [spatial, tabular]) await mkdir(place, { recursive: true })
  const fields = { AREASYMBOL: 'text', SPATIALVER: 'integer' } as const
  craftLayer({
    file: join(spatial, `soilmu_a_${area.toLowerCase()}.shp`),
    layer: `soilmu_a_${area.toLowerCase()}`,
    crs: 'EPSG:4326',
    fields: { ...fields, MUSYM: 'text', MUKEY: 'text' },
    features: survey.polygons,
  })
  craftLayer({
    file: join(spatial, `soilsa_a_${area.toLowerCase()}.shp`),
    layer: `soilsa_a_${area.toLowerCase()}`,
    crs: 'EPSG:4326',
    fields: { ...fields, LKEY: 'text' },
    features: [{ wkt: box(0, 0, 20, 10), values: { AREASYMBOL: area, SPATIALVER: 3, LKEY: '12' } }],
  })
  const tables = { mapunit: MAPUNIT, component: COMPONENT, muaggatt: MUAGGATT }
  for (const [name, table] of Object.entries(tables))
    await writeFile(
      join(tabular, table.file),
      tabularText(table, survey[name as keyof typeof tables]),
    )
  return tabular
}

/** Records in the columns of a table: texts quoted, numbers bare, no header, CRLF. */
export function tabularText(table: SsurgoTable, records: readonly TabularRecord[]): string {
  const cell = (value: string | number | undefined) =>
    typeof value === 'string' && value !== ''
      ? `"${value.replaceAll('"', '""')}"`
      : `${value ?? ''}`
  return records
    .map((record) => `${table.columns.map((column) => cell(record[column])).join('|')}\r\n`)
    .join('')
}

/** All files below a folder as a zip's bytes, by their paths. */
export async function zipTree(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const members = paths.map(async (path) => ({
    name: relative(folder, path),
    content: await readFile(path),
  }))
  return writeStoredZip(await Promise.all(members))
}
