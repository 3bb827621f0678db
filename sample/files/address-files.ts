import type { AddressRange, SideNumbers } from '../addresses/address-ranges.ts'
import type { County } from '../county.ts'
import { GEOGRAPHIC_WKT } from '../plan/transverse-mercator.ts'
import { writeCsv } from './csv.ts'
import { type DbfField, type DbfRow, number, text } from './dbf.ts'
import { writeLineShapefile } from './shapefile.ts'
import type { ArchiveEntry } from './stored-zip.ts'

// Names, order and widths of tl_2021_30059_addrfeat.dbf.
const ADDRFEAT_FIELDS: DbfField[] = [
  number('TLID', 10),
  number('TFIDL', 10),
  number('TFIDR', 10),
  text('ARIDL', 22),
  text('ARIDR', 22),
  text('LINEARID', 22),
  text('FULLNAME', 100),
  text('LFROMHN', 12),
  text('LTOHN', 12),
  text('RFROMHN', 12),
  text('RTOHN', 12),
  text('ZIPL', 5),
  text('ZIPR', 5),
  text('EDGE_MTFCC', 5),
  text('ROAD_MTFCC', 5),
  text('PARITYL', 1),
  text('PARITYR', 1),
  text('PLUS4L', 4),
  text('PLUS4R', 4),
  text('LFROMTYP', 1),
  text('LTOTYP', 1),
  text('RFROMTYP', 1),
  text('RTOTYP', 1),
  text('OFFSETL', 1),
  text('OFFSETR', 1),
]

/** Local streets and private ones, as TIGER classes them. */
const STREET_CLASS = { public: 'S1400', private: 'S1740' }

/** The county's streets with house numbers, as the Census Bureau publishes them. */
export function writeAddressRanges({ addresses, terrain }: County): ArchiveEntry[] {
  const records = addresses.ranges.map((range, i) => ({
    lines: [range.line.map(terrain.place)],
    row: rangeRow(range, i),
  }))
  return writeLineShapefile('tl_2025_99001_addrfeat', GEOGRAPHIC_WKT, ADDRFEAT_FIELDS, records)
}

function rangeRow(range: AddressRange, index: number): DbfRow {
  const { stretchId, nameId, name, left, right, isPrivate } = range
  const mtfcc = isPrivate ? STREET_CLASS.private : STREET_CLASS.public
  return {
    ...{
      TLID: 990_000_000 + stretchId,
      TFIDL: 991_000_000 + stretchId,
      TFIDR: 992_000_000 + stretchId,
    },
    LINEARID: `1109900${String(nameId).padStart(5, '0')}`,
    FULLNAME: mixedCase(name),
    ...sideColumns('L', left, 4_009_900_000_000 + index * 2),
    ...sideColumns('R', right, 4_009_900_000_001 + index * 2),
    ...{ EDGE_MTFCC: mtfcc, ROAD_MTFCC: mtfcc, OFFSETL: 'N', OFFSETR: 'N' },
  }
}

function sideColumns(side: 'L' | 'R', numbers: SideNumbers, id: number): DbfRow {
  if (numbers === null) return {}
  return {
    [`ARID${side}`]: `${id}`,
    [`${side}FROMHN`]: `${numbers.from}`,
    [`${side}TOHN`]: `${numbers.to}`,
    [`ZIP${side}`]: numbers.zip,
    [`PARITY${side}`]: numbers.parity,
  }
}

/** TIGER spells `Upper Heron St` where rolls spell in capitals. */
function mixedCase(name: string): string {
  return name.replace(/[A-Z]+/g, (word) => word[0] + word.slice(1).toLowerCase())
}

const OPEN_ADDRESSES_COLUMNS = [
  ...['LON', 'LAT', 'NUMBER', 'STREET', 'UNIT', 'CITY', 'DISTRICT', 'REGION', 'POSTCODE'],
  ...['ID', 'HASH'],
]

/** The town's and the suburbs' points, as OpenAddresses publishes them. */
export function writeAddressPoints({ addresses }: County): ArchiveEntry[] {
  const rows = addresses.points.map(({ at, number: house, street, unit, city, zip, id, hash }) => ({
    ...{ LON: at[0].toFixed(7), LAT: at[1].toFixed(7), NUMBER: house, STREET: street, UNIT: unit },
    ...{ CITY: city, REGION: 'ZZ', POSTCODE: zip, ID: id, HASH: hash },
  }))
  return [{ name: 'sample_county.csv', content: writeCsv(OPEN_ADDRESSES_COLUMNS, rows) }]
}
