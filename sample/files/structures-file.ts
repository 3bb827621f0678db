import { seededRandom } from '../../random/seeded-random.ts'
import type { Building } from '../buildings/footprints.ts'
import { blockOf } from '../buildings/inventory.ts'
import type { County } from '../county.ts'
import type { LotUse } from '../land/lot-patterns.ts'
import { middleOf } from '../plan/box.ts'
import { groundHeightFeet } from '../plan/ground-height.ts'
import { WGS84_WKT } from '../plan/transverse-mercator.ts'
import { type DbfField, date, float, number, text } from './dbf.ts'
import { writeShapefile } from './shapefile.ts'
import type { ArchiveEntry } from './stored-zip.ts'

export const STRUCTURE_FIELDS: DbfField[] = [
  number('BUILD_ID', 10),
  text('OCC_CLS', 20),
  text('PRIM_OCC', 35),
  text('SEC_OCC', 35),
  text('PROP_ADDR', 80),
  text('PROP_CITY', 50),
  text('PROP_ST', 50),
  text('PROP_ZIP', 10),
  text('OUTBLDG', 3),
  float('HEIGHT', 13, 4),
  float('SQMETERS', 19, 5),
  float('SQFEET', 19, 5),
  float('H_ADJ_ELEV', 13, 4),
  float('L_ADJ_ELEV', 13, 4),
  text('FIPS', 5),
  text('CENSUSCODE', 15),
  date('PROD_DATE'),
  text('SOURCE', 50),
  text('USNG', 20),
  float('LONGITUDE', 19, 8),
  float('LATITUDE', 19, 8),
  text('IMAGE_NAME', 50),
  date('IMAGE_DATE'),
  text('VAL_METHOD', 24),
  text('REMARKS', 100),
  text('UUID', 38),
]

const SQUARE_FEET = 10.7639104
const METRES_PER_FOOT = 0.3048

/** Class and primary use, in the words of USA Structures. */
const OCCUPANCIES: Partial<Record<LotUse, readonly [string, string]>> = {
  house: ['Residential', 'Single Family Dwelling'],
  mobile_home: ['Residential', 'Manufactured Home'],
  duplex: ['Residential', 'Multi - Family Dwelling'],
  apartments: ['Residential', 'Multi - Family Dwelling'],
  condominium: ['Residential', 'Multi - Family Dwelling'],
  store: ['Commercial', 'Retail Trade'],
  office: ['Commercial', 'Professional/Technical Services'],
  restaurant: ['Commercial', 'Entertainment and Recreation'],
  warehouse: ['Industrial', 'Light Industrial'],
  church: ['Assembly', 'Church or Non-Profit'],
  school: ['Education', 'Grade Schools'],
}
const NOT_CLASSIFIED = ['Unclassified', 'Unclassified'] as const

/** Class and primary use of a building as the file has them. */
export const occupancyOf = ({ lot }: Building): readonly [string, string] =>
  OCCUPANCIES[lot.use] ?? NOT_CLASSIFIED

/** FEMA's USA Structures: outlines of the surveyed part of the county. */
export function writeStructures({ seed, buildings, terrain }: County): ArchiveEntry[] {
  const random = seededRandom(seed, 'structure ids')
  const records = buildings.flatMap((building, index) => {
    const { surveyed, lot, roll, role } = building
    if (surveyed === null) return []
    const middle = middleOf(surveyed.box)
    const [lng, lat] = terrain.place(middle)
    const [occupancy, primary] = occupancyOf(building)
    const ground = groundHeightFeet(middle) * METRES_PER_FOOT
    const row = {
      BUILD_ID: 99000001 + index,
      OCC_CLS: occupancy,
      PRIM_OCC: primary,
      PROP_ADDR: roll?.PHY_ADDR1 || null,
      PROP_CITY: roll?.PHY_CITY || null,
      PROP_ST: 'ZZ',
      PROP_ZIP: roll?.PHY_ZIPCD || null,
      OUTBLDG: role === 'outbuilding' ? 'Y' : null,
      HEIGHT: building.height ?? building.noHeight,
      SQMETERS: surveyed.area,
      SQFEET: surveyed.area * SQUARE_FEET,
      H_ADJ_ELEV: ground + 0.2,
      L_ADJ_ELEV: ground - 0.2,
      FIPS: '99001',
      CENSUSCODE: blockOf(lot).slice(0, 11),
      PROD_DATE: '20240115',
      SOURCE: building.height === null ? 'FICTIONAL A' : 'FICTIONAL B',
      LONGITUDE: lng,
      LATITUDE: lat,
      IMAGE_NAME: 'FICTIONAL',
      IMAGE_DATE: '20230304',
      VAL_METHOD: 'Automated',
      REMARKS: 'FICTIONAL',
      UUID: uuid(random),
    }
    return [{ rings: [surveyed.ring], row }]
  })
  return writeShapefile('ZZ_Structures', WGS84_WKT, STRUCTURE_FIELDS, records)
}

/**
 * A version 4 UUID in braces, as the agency writes it; drawn from the seed, so that it is stable.
 */
function uuid(random: () => number): string {
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')
  const variant = '89ab'[Math.floor(random() * 4)]
  return `{${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(12)}}`
}
