import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CraftedFeature, type CraftedLayer, craftLayer } from '../stages/crafted-layer.ts'

/** A line of a NAL roll by its column names; what is left out is empty. */
export type RollLine = Record<string, string>

/** Feet of a state plane far away: what comes back must be the lon/lat that went in. */
const FEET = 'EPSG:2236'

/** A rectangle in thousandths of a degree east of 72 W and north of 30 N: open Atlantic. */
export function lot(west: number, south: number, east: number, north: number): string {
  const point = (x: number, y: number) => `${-72 + x / 1000} ${30 + y / 1000}`
  const corners = [point(west, south), point(east, south), point(east, north), point(west, north)]
  return `POLYGON ((${[...corners, corners[0]].join(', ')}))`
}

const LINE: RollLine = {
  CO_NO: '98',
  ASMNT_YR: '2025',
  DOR_UC: '001',
  JV: '250000',
  AV_NSD: '200000',
  TV_NSD: '150000',
  IMP_QUAL: '04',
  CONST_CLASS: '3',
  EFF_YR_BLT: '1995',
  ACT_YR_BLT: '1987',
  TOT_LVG_AREA: '1650',
  NO_BULDNG: '1',
  NO_RES_UNTS: '1',
  LND_VAL: '90000',
  SALE_PRC1: '180000',
  SALE_YR1: '2019',
  PHY_ADDR2: '',
  PHY_CITY: 'SAMPLETON (FICTIONAL)',
  PHY_ZIPCD: '345010001',
}

export function rollLine(id: string, address: string, changes: RollLine = {}): RollLine {
  return { ...LINE, PARCEL_ID: id, PHY_ADDR1: address, ...changes }
}

const vacant = {
  DOR_UC: '000',
  JV: '90000',
  AV_NSD: '90000',
  TV_NSD: '90000',
  IMP_QUAL: '0',
  CONST_CLASS: '0',
  EFF_YR_BLT: '0',
  ACT_YR_BLT: '0',
  TOT_LVG_AREA: '0',
  NO_BULDNG: '0',
  NO_RES_UNTS: '0',
  SALE_PRC1: '0',
  SALE_YR1: '0',
}
const units = Array.from({ length: 14 }, (_, i) => ({
  id: `02-0001-${String(i + 1).padStart(3, '0')}`,
  line: {
    PHY_ADDR2: `#${i + 1}`,
    DOR_UC: '004',
    JV: `${100_000 + i * 1000}`,
    TOT_LVG_AREA: '800',
  } as RollLine,
}))

/** The roll behind `layers/parcel/fixtures/rows.json`, as Florida's counties file it. */
export const COUNTY_ROLL: RollLine[] = [
  rollLine('01-0001', '1 FICTION ST'),
  rollLine('01-0002', '2 FICTION ST', vacant),
  ...units.map(({ id, line }) => rollLine(id, '3 FICTION ST', line)),
  rollLine('03-0001', '10  INVENTED RD ', { DOR_UC: '066', TOT_LVG_AREA: '3000.00' }),
  rollLine('03-0002', '11 INVENTED RD'),
  rollLine('04-0001', '5 FICTION ST & MADE UP AVE'),
]

/** The fabric: the id and the shape. 04-0001 is in two pieces; 05-0001 is not in the roll. */
export const COUNTY_FABRIC: { id: string; wkt: string }[] = [
  { id: '01-0001', wkt: lot(0, 0, 1, 1) },
  { id: '01-0002', wkt: lot(1, 0, 2, 1) },
  ...units.map(({ id }) => ({ id, wkt: lot(3, 0, 4, 1) })),
  { id: '03-0001', wkt: lot(0, 2, 4, 4) },
  { id: '03-0002', wkt: lot(1, 2.5, 2, 3.5) },
  { id: '04-0001', wkt: lot(5, 0, 6, 1) },
  { id: '04-0001', wkt: lot(5, 2, 6, 3) },
  { id: '05-0001', wkt: lot(7, 0, 8, 1) },
]

/** Writes a fabric that holds nothing but ids. */
export function craftFabric(folder: string, fabric: { id: string | null; wkt: string | null }[]) {
  const features = fabric.map(({ id, wkt }) => ({ wkt, values: { PARCELNO: id } }))
  return craftParcels(folder, { PARCELNO: 'text' }, features)
}

/** Writes a fabric that carries the roll's columns, cut at 10 characters by its format. */
export function craftJoinedFabric(folder: string, fabric = COUNTY_FABRIC, roll = COUNTY_ROLL) {
  const fields = Object.fromEntries(Object.keys(roll[0]).map((name) => [name, 'text' as const]))
  const features = fabric.map(({ id, wkt }) => ({
    wkt,
    values: roll.find((line) => line.PARCEL_ID === id) ?? {},
  }))
  return craftParcels(folder, fields, features)
}

export function craftParcels(
  folder: string,
  fields: CraftedLayer['fields'],
  features: CraftedFeature[],
): string {
  const file = join(folder, 'parcels.shp')
  return craftLayer({ file, layer: 'parcels', crs: FEET, fields, features })
}

/** Writes the county's polygon: what the fabric declares to cover. */
export function craftBoundary(folder: string): string {
  return craftLayer({
    file: join(folder, 'county.shp'),
    layer: 'county',
    crs: 'EPSG:4269',
    fields: { NAME: 'text' },
    features: [{ wkt: lot(0, 0, 10, 10), values: { NAME: 'fictional' } }],
  })
}

/** Writes the roll as CSV, every value quoted, with the columns of its first line. */
export function craftRoll(folder: string, roll = COUNTY_ROLL): void {
  const names = Object.keys(roll[0])
  const quoted = (values: string[]) => values.map((value) => `"${value}"`).join(',')
  const lines = [quoted(names), ...roll.map((line) => quoted(names.map((name) => line[name])))]
  writeFileSync(join(folder, 'roll.csv'), `${lines.join('\r\n')}\r\n`)
}
