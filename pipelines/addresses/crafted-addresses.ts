import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CraftedFeature, craftLayer } from '../stages/crafted-layer.ts'
import { gdal } from '../stages/gdal.ts'

/** The columns of OpenAddresses' CSV. */
export const OPEN_ADDRESSES = 'LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH'

/** The addresses of `layers/addresses/fixtures/rows.json`, with what is dirty in them. */
export const POINTS = [
  '-71.998,30.001,129,KNOLLWOOD DR,,FIXTON,,ZZ,34501,R-1,a1',
  // Two flats at one place, ZIP+4 with and without its hyphen.
  '-71.997,30.001, 12 1/2,MAIN  ST ,APT 4,FIXTON,,zz,34501-1234,R-2,a2',
  '-71.997,30.001,12 1/2,MAIN ST,APT 5,FIXTON,,ZZ,345011234,R-2,a3',
  '-71.996,30.001,7A,B &amp;amp; O RD,,,,,34502,,a4',
  '-71.995,30.001,12-34,5TH AVE,,,,Zed,0,,a5',
  // A house beyond the limits that are declared.
  '-71.975,30.001,2,LIMIT RD,,,,,,,a6',
  '-71.994,30.001,0,DEEP HOLLOW TRL,,,,,,,b1',
  '-71.994,30.001,,DEEP HOLLOW TRL,,,,,,,b2',
  '-71.994,30.001,363,,,,,,,,b3',
  '30.001,-71.994,5,SWAPPED RD,,,,,,,b4',
  '0,0,6,NULL ISLAND,,,,,,,b5',
  ',,7,NOWHERE RD,,,,,,,b6',
  'W71,30.001,8,WORDS RD,,,,,,,b7',
  '-719.94,30.001,9,FAR RD,,,,,,,b8',
]

/** A rectangle that the points' source declares to cover. */
const COVER = 'POLYGON ((-72 30, -71.98 30, -71.98 30.01, -72 30.01, -72 30))'

/** Writes `points.csv`, as OpenAddresses has it, beside the county that it covers. */
export function craftPoints(folder: string, lines: readonly string[] = POINTS): string {
  writeFileSync(join(folder, 'points.csv'), `${[OPEN_ADDRESSES, ...lines].join('\n')}\n`)
  const features = [{ wkt: COVER, values: { NAME: 'Fixture County (fictional)' } }]
  const file = join(folder, 'county.shp')
  craftLayer({ file, layer: 'county', crs: 'EPSG:4269', fields: { NAME: 'text' }, features })
  return folder
}

/** TIGER's columns, those that are read and some that are not. */
const ADDRFEAT = {
  TLID: 'integer',
  ARIDL: 'text',
  ARIDR: 'text',
  LINEARID: 'text',
  FULLNAME: 'text',
  LFROMHN: 'text',
  LTOHN: 'text',
  RFROMHN: 'text',
  RTOHN: 'text',
  ZIPL: 'text',
  ZIPR: 'text',
  EDGE_MTFCC: 'text',
  PARITYL: 'text',
  PARITYR: 'text',
} as const

const LINES = [
  'LINESTRING (-72 30.002, -71.998 30.002, -71.996 30.0025)',
  'LINESTRING (-71.996 30.0025, -71.994 30.0025)',
  'MULTILINESTRING ((-71.99 30.004, -71.988 30.004), (-71.987 30.004, -71.985 30.004))',
] as const

type Sides = Partial<Record<'ARIDL' | 'ARIDR' | 'ZIPL' | 'ZIPR' | 'PARITYL' | 'PARITYR', string>>

/** One record of ADDRFEAT: numbers of the left and of the right side, from and to. */
export function stretch(
  wkt: string | null,
  [TLID, LINEARID, FULLNAME]: readonly [tlid: number, linearid: string, name: string | null],
  [LFROMHN, LTOHN, RFROMHN, RTOHN]: readonly (string | null)[],
  sides: Sides = {},
): CraftedFeature {
  const numbers = { LFROMHN, LTOHN, RFROMHN, RTOHN }
  return { wkt, values: { TLID, LINEARID, FULLNAME, ...numbers, ...sides } }
}

const PELICAN: Sides = {
  ...{ ARIDL: '4001', ARIDR: '4002', PARITYL: 'O', PARITYR: 'E' },
  ...{ ZIPL: '34501', ZIPR: '34502' },
}
const MAIN: Sides = { PARITYL: 'E', ZIPL: '34501' }

/** The stretches of the fixture: an alias, two ranges of one side, one that runs down, one mixed. */
export const STRETCHES: CraftedFeature[] = [
  stretch(LINES[0], [101, '9001', 'Pelican Ct'], ['101', '199', '100', '198'], PELICAN),
  stretch(LINES[0], [101, '9002', 'Old Hwy 9'], ['101', '199', '100', '198'], PELICAN),
  stretch(LINES[1], [102, '9003', 'E Main St'], ['298', '200'], { ...MAIN, ARIDL: '4003' }),
  stretch(LINES[1], [102, '9003', 'E Main St'], ['310', '304'], { ...MAIN, ARIDL: '4004' }),
  stretch(LINES[2], [103, '9004', 'Mixed Way'], [null, null, '1', '20'], {
    ...{ ARIDR: '4005', PARITYR: 'B', ZIPR: '99999' },
  }),
]

/** What is dirty in streets: no numbers, no name, words as numbers, half a range, no line. */
export const DIRTY_STRETCHES: CraftedFeature[] = [
  stretch(LINES[0], [201, '9101', 'Nameless Nonumbers'], []),
  stretch(LINES[0], [202, '9102', null], ['1', '9']),
  stretch(LINES[0], [203, '9103', 'Hyphen Blvd'], ['12-01', '12-99', '2', '98'], { ARIDR: '1' }),
  stretch(LINES[0], [204, '9104', 'Half St'], ['1', null, '2', '98'], { ARIDR: '2' }),
  stretch('LINESTRING (-72 30, -72 30.00000001)', [205, '9105', 'Point Ct'], ['1', '9']),
]

/** Writes `addrfeat.shp`. */
export function craftStretches(folder: string, features: CraftedFeature[] = STRETCHES): string {
  const file = join(folder, 'addrfeat.shp')
  const crs = 'EPSG:4269'
  const geometryType = gdal.wkbLineString
  craftLayer({ file, layer: 'addrfeat', crs, fields: ADDRFEAT, features, geometryType })
  return folder
}

/** Writes `zips.json`, latitude first. */
export function craftZips(
  folder: string,
  zips: Record<string, unknown> = { '34501': [30.005, -71.996], '34502': [30.005, -71.987] },
): string {
  writeFileSync(join(folder, 'zips.json'), JSON.stringify(zips))
  return folder
}
