import type { County } from '../county.ts'
import { groundArea } from '../plan/areas.ts'
import type { LngLat } from '../plan/plan.ts'
import { GEOGRAPHIC_WKT } from '../plan/transverse-mercator.ts'
import { type DbfField, type DbfRow, number, text } from './dbf.ts'
import { writeShapefile } from './shapefile.ts'
import type { ArchiveEntry } from './stored-zip.ts'

// Names and widths as in the Census Bureau's TIGER/Line shapefiles, technical documentation 2025.
const STATE_FIELDS: DbfField[] = [
  text('REGION', 2),
  text('DIVISION', 2),
  text('STATEFP', 2),
  text('STATENS', 8),
  text('GEOID', 2),
  text('GEOIDFQ', 11),
  text('STUSPS', 2),
  text('NAME', 100),
  text('LSAD', 2),
  text('MTFCC', 5),
  text('FUNCSTAT', 1),
  ...measures(''),
]
const COUNTY_FIELDS: DbfField[] = [
  text('STATEFP', 2),
  text('COUNTYFP', 3),
  text('COUNTYNS', 8),
  text('GEOID', 5),
  text('GEOIDFQ', 14),
  text('NAME', 100),
  text('NAMELSAD', 100),
  text('LSAD', 2),
  text('CLASSFP', 2),
  text('MTFCC', 5),
  text('CSAFP', 3),
  text('CBSAFP', 5),
  text('METDIVFP', 5),
  text('FUNCSTAT', 1),
  ...measures(''),
]
const ZCTA_FIELDS: DbfField[] = [
  text('ZCTA5CE20', 5),
  text('GEOID20', 5),
  text('GEOIDFQ20', 14),
  text('CLASSFP20', 2),
  text('MTFCC20', 5),
  text('FUNCSTAT20', 1),
  ...measures('20'),
]

const PLACE_FIELDS: DbfField[] = [
  text('STATEFP', 2),
  text('PLACEFP', 5),
  text('PLACENS', 8),
  text('GEOID', 7),
  text('GEOIDFQ', 16),
  text('NAME', 100),
  text('NAMELSAD', 100),
  text('LSAD', 2),
  text('CLASSFP', 2),
  text('PCICBSA', 1),
  text('MTFCC', 5),
  text('FUNCSTAT', 1),
  ...measures(''),
]

function measures(year: string): DbfField[] {
  return [
    number(`ALAND${year}`, 14),
    number(`AWATER${year}`, 14),
    text(`INTPTLAT${year}`, 11),
    text(`INTPTLON${year}`, 12),
  ]
}

/** State, county and ZCTAs as one would download them, cut down to the fictional state. */
export function writeTiger({ countyLine, zctas }: County): ArchiveEntry[] {
  const outline = [countyLine.ring]
  const state = {
    ...{ REGION: '9', DIVISION: '9', STATEFP: '99', GEOID: '99', GEOIDFQ: '0400000US99' },
    ...{ STUSPS: 'ZZ', NAME: 'Sample State (fictional)', LSAD: '00', MTFCC: 'G4000' },
    ...{ FUNCSTAT: 'F', ...measured(outline, '') },
  }
  const county = {
    ...{ STATEFP: '99', COUNTYFP: '001', GEOID: '99001', GEOIDFQ: '0500000US99001' },
    ...{ NAME: 'Sample', NAMELSAD: 'Sample County (fictional)', LSAD: '06', CLASSFP: 'H1' },
    ...{ MTFCC: 'G4020', FUNCSTAT: 'F', ...measured(outline, '') },
  }
  const areas = zctas.map(({ code, rings }) => ({
    rings,
    row: {
      ...{ ZCTA5CE20: code, GEOID20: code, GEOIDFQ20: `860Z200US${code}` },
      ...{ CLASSFP20: 'B5', MTFCC20: 'G6350', FUNCSTAT20: 'S', ...measured(rings, '20') },
    },
  }))
  const write = (
    name: string,
    fields: DbfField[],
    records: { rings: LngLat[][]; row: DbfRow }[],
  ): ArchiveEntry[] => writeShapefile(name, GEOGRAPHIC_WKT, fields, records)
  return [
    ...write('tl_2025_us_state', STATE_FIELDS, [{ rings: outline, row: state }]),
    ...write('tl_2025_us_county', COUNTY_FIELDS, [{ rings: outline, row: county }]),
    ...write('tl_2025_us_zcta520', ZCTA_FIELDS, areas),
  ]
}

/** The state's places, which TIGER publishes in a file of their own. */
export function writePlaces({ places }: County): ArchiveEntry[] {
  const records = places.map(({ code, name, kind, rings }) => ({
    rings,
    row: {
      ...{ STATEFP: '99', PLACEFP: code, GEOID: `99${code}`, GEOIDFQ: `1600000US99${code}` },
      ...{ NAME: name, NAMELSAD: `${name} ${kind} (fictional)`, LSAD: LSAD_OF[kind] },
      ...{ CLASSFP: 'C1', PCICBSA: 'N', MTFCC: 'G4110', FUNCSTAT: 'F', ...measured(rings, '') },
    },
  }))
  return writeShapefile('tl_2025_99_place', GEOGRAPHIC_WKT, PLACE_FIELDS, records)
}

/** Census codes of the kinds of places. */
const LSAD_OF = { town: '43', village: '47' }

/** All land: square metres to the hectare, and the middle of the outline's corners. */
function measured(rings: LngLat[][], year: string): DbfRow {
  const [lngs, lats] = [0, 1].map((axis) => rings[0].map((at) => at[axis]))
  const middle = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2
  const signed = (value: number, width: number): string =>
    (value < 0 ? '-' : '+') +
    Math.abs(value)
      .toFixed(7)
      .padStart(width - 1, '0')
  return {
    [`ALAND${year}`]: Math.round(groundArea(rings) / 1e4) * 1e4,
    [`AWATER${year}`]: 0,
    [`INTPTLAT${year}`]: signed(middle(lats), 11),
    [`INTPTLON${year}`]: signed(middle(lngs), 12),
  }
}
