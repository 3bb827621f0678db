import type { County } from '../county.ts'
import { type GridCover, piecesOf } from '../plan/grid-cover.ts'
import type { Terrain } from '../plan/terrain.ts'
import { PROJECTED_WKT, project } from '../plan/transverse-mercator.ts'
import { COUNTY_STANDARDS, type DimensionalStandard, TOWN_STANDARDS } from '../zoning/standards.ts'
import { writeCsv } from './csv.ts'
import { type DbfField, type DbfRow, text } from './dbf.ts'
import { writeShapefile } from './shapefile.ts'
import type { ArchiveEntry } from './stored-zip.ts'

const DISTRICT_FIELDS: DbfField[] = [text('ZONING', 12), text('ZONE_DESC', 80), text('ORD_NO', 20)]
const DESIGNATION_FIELDS: DbfField[] = [text('FLU_CODE', 12), text('FLU_DESC', 80)]
const TOWN_FIELDS: DbfField[] = [text('DISTRICT', 10), text('DESCRIPT', 80)]
const LIMIT_FIELDS: DbfField[] = [text('NAME', 40)]

const STANDARD_COLUMNS = [
  'district',
  'front_ft',
  'side_ft',
  'rear_ft',
  'max_height_ft',
  'max_far',
  'min_lot_sqft',
  'note',
  'section',
]

/** The county's own maps of the land outside the town, in the metres of its parcels. */
export function writeCountyZoning({ zoning, terrain }: County): ArchiveEntry[] {
  return [
    ...shapefileOf('county_zoning', DISTRICT_FIELDS, zoning.county, terrain, (district) => ({
      ZONING: district.code,
      ZONE_DESC: district.description,
      ORD_NO: district.ordinance,
    })),
    ...shapefileOf(
      'county_future_land_use',
      DESIGNATION_FIELDS,
      zoning.futureLandUse,
      terrain,
      ({ code, description }) => ({ FLU_CODE: code, FLU_DESC: description }),
    ),
    standardsTable(COUNTY_STANDARDS),
  ]
}

/** The town's map, its limits and its table. */
export function writeTownZoning({ zoning, terrain }: County): ArchiveEntry[] {
  return [
    ...shapefileOf(
      'sampleton_zoning',
      TOWN_FIELDS,
      zoning.town,
      terrain,
      ({ code, description }) => ({ DISTRICT: code, DESCRIPT: description }),
    ),
    ...shapefileOf('sampleton_limits', LIMIT_FIELDS, zoning.limits, terrain, (name) => ({
      NAME: name,
    })),
    standardsTable(TOWN_STANDARDS),
  ]
}

function shapefileOf<T>(
  name: string,
  fields: readonly DbfField[],
  cover: GridCover<T>,
  terrain: Terrain,
  rowOf: (value: T) => DbfRow,
): ArchiveEntry[] {
  const records = piecesOf(cover).map(({ value, rings }) => ({
    rings: rings.map((ring) => ring.map((point) => project(terrain.place(point)))),
    row: rowOf(value),
  }))
  return writeShapefile(name, PROJECTED_WKT, fields, records)
}

function standardsTable(standards: readonly DimensionalStandard[]): ArchiveEntry {
  const rows = standards.map((each) => ({
    district: each.district,
    front_ft: each.frontFeet,
    side_ft: each.sideFeet,
    rear_ft: each.rearFeet,
    max_height_ft: each.maxHeightFeet,
    max_far: each.maxFloorAreaRatio,
    min_lot_sqft: each.minLotSquareFeet,
    note: each.note,
    section: each.section,
  }))
  return { name: 'dimensional_standards.csv', content: writeCsv(STANDARD_COLUMNS, rows) }
}
