import {
  type CraftedFeature,
  type CraftedLayer,
  type CraftedValue,
  craftLayer,
} from '../stages/crafted-layer.ts'
import { gdal } from '../stages/gdal.ts'

type Columns = Record<string, CraftedValue>
type Fields = CraftedLayer['fields']

/** A rectangle in thousandths of a degree east of 72 W and north of 30 N: open Atlantic. */
export function box(west: number, south: number, east: number, north: number): string {
  const corners = [at(west, south), at(east, south), at(east, north), at(west, north)]
  return `POLYGON ((${[...corners, corners[0]].join(', ')}))`
}

export function spot(x: number, y: number): string {
  return `POINT (${at(x, y)})`
}

function at(x: number, y: number): string {
  return `${-72 + x / 1000} ${30 + y / 1000}`
}

/** A folder of layers in the formats of their publishers. */
export interface CraftedFiles {
  fema: CraftedFeature[]
  learned: CraftedFeature[]
  city: CraftedFeature[]
  inventory: CraftedFeature[]
  older: CraftedFeature[]
}

/** Writes the folder: `ZZ_Structures.shp`, `ZZ.geojson`, `Buildings.shp`, `nsi.geojson`, ... */
export function craftStructures(folder: string, files: Partial<CraftedFiles> = {}): string {
  const { fema, learned, city, inventory, older } = { ...STRUCTURES, ...files }
  const craft = (name: string, crs: string, fields: Fields, features: CraftedFeature[]) => {
    const isPoints = features.some(({ wkt }) => wkt?.startsWith('POINT'))
    const geometryType = isPoints ? gdal.wkbPoint : undefined
    const [layer] = name.split('.')
    craftLayer({ file: `${folder}/${name}`, layer, crs, fields, features, geometryType })
  }
  craft('ZZ_Structures.shp', 'EPSG:4326', FEMA_FIELDS, fema)
  craft('ZZ.geojson', 'EPSG:4326', { release: 'integer', capture_dates_range: 'text' }, learned)
  // Maine East in US survey feet, as Bangor's file is.
  craft('Buildings.shp', 'EPSG:26847', CITY_FIELDS, city)
  craft('nsi.geojson', 'EPSG:4326', fieldsOf(NSI_2022), inventory)
  craft('older.shp', 'EPSG:4326', fieldsOf(NSI_NATIVE), older)
  craft('limits.shp', 'EPSG:4326', { NAME: 'text' }, [
    { wkt: box(0, 0, 20, 10), values: { NAME: 'fictional county' } },
  ])
  craft('city_limit.shp', 'EPSG:4326', { NAME: 'text' }, [
    { wkt: box(30, 0, 40, 10), values: { NAME: 'fictional city' } },
  ])
  return folder
}

const FEMA_FIELDS: Fields = {
  BUILD_ID: 'integer',
  OCC_CLS: 'text',
  PRIM_OCC: 'text',
  PROP_ADDR: 'text',
  HEIGHT: 'real',
  SQMETERS: 'real',
  PROD_DATE: 'date',
  SOURCE: 'text',
  IMAGE_DATE: 'date',
  VAL_METHOD: 'text',
  UUID: 'text',
}

/** An outline in columns of FEMA's USA Structures, of a place without an address. */
export function outline(wkt: string | null, uuid: string | null, columns: Columns = {}) {
  const values = { UUID: uuid, OCC_CLS: 'Residential', PRIM_OCC: 'Single Family Dwelling' }
  const dated = { PROD_DATE: '2021-06-01', IMAGE_DATE: '2020-03-04', VAL_METHOD: 'Automated' }
  return { wkt, values: { HEIGHT: -99999, SOURCE: 'ORNL', ...values, ...dated, ...columns } }
}

const CITY_FIELDS: Fields = {
  Type: 'text',
  BLDG_AREA: 'integer',
  MAP_LOT: 'text',
  BLDG_TYPE: 'text',
  Shape_area: 'real',
}

const NSI_2022: Columns = {
  fd_id: 1,
  bid: 'x',
  cbfips: '990010001001001',
  st_damcat: 'RES',
  occtype: 'RES1-1SNB',
  bldgtype: 'W',
  num_story: 1,
  sqft: 1600,
  found_type: 'S',
  found_ht: 1.5,
  med_yr_blt: 1983,
  val_struct: 1.5,
  val_cont: 1.5,
  val_vehic: 1.5,
  ftprntid: 'x',
  ftprntsrc: 'x',
  source: 'P',
  students: 0,
  pop2amu65: 2,
  pop2amo65: 0,
  pop2pmu65: 1,
  pop2pmo65: 0,
  o65disable: 0.25,
  u65disable: 0.06,
  x: -72.1,
  y: 30.1,
  firmzone: '-',
  grnd_elv_m: 3.048,
  ground_elv: 10.5,
}

/** A point in columns of the base of 2022. */
export function structure(wkt: string | null, columns: Columns = {}): CraftedFeature {
  return { wkt, values: { ...NSI_2022, ground_elv: 10, ...columns } }
}

const NSI_NATIVE: Columns = {
  fd_id: 1,
  x: -72.1,
  y: 30.1,
  cbfips: '990010001001001',
  occtype: 'RES1-1SWB',
  yrbuilt: 0,
  num_story: 1,
  stacked: '-',
  source: 'P',
  sqft: 1049.5,
  st_damcat: 'RES',
  basement: 1,
  bldgtype: 'W',
  found_ht: 4.5,
  found_type: 'Base',
  med_yr_blt: 1939,
  firmzone: '-',
  ground_elv: 285.5,
}

/** A point in the native columns of an older base: metres under the name of feet. */
export function olderStructure(wkt: string | null, columns: Columns = {}): CraftedFeature {
  return { wkt, values: { ...NSI_NATIVE, found_ht: 4, ...columns } }
}

/** Field types as the example has them: a whole number is an integer column. */
function fieldsOf(example: Columns): Fields {
  const typeOf = (value: CraftedValue) =>
    typeof value === 'string' ? 'text' : Number.isInteger(value) ? 'integer' : 'real'
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, typeOf(value)]))
}

/** The rows of `layers/structures/fixtures/rows.json` as their publishers would file them. */
export const STRUCTURES: CraftedFiles = {
  fema: [
    // A house and its shed, on a lot that the learned footprints draw too.
    outline(box(0.2, 0.2, 0.4, 0.4), '{house}', { HEIGHT: 6.5, SQMETERS: 428 }),
    outline(box(0.7, 0.7, 0.75, 0.75), '{shed}', {
      OCC_CLS: 'Unclassified',
      PRIM_OCC: 'Unclassified',
      SQMETERS: 27,
    }),
    // Over the border of two lots; its height is 0, which is none; its own area is another one's.
    outline(box(4.8, 0.4, 5.2, 0.6), '{straddling}', {
      OCC_CLS: 'Commercial',
      PRIM_OCC: 'Retail Trade',
      HEIGHT: 0,
      SQMETERS: 99,
    }),
    // Where no parcel is drawn.
    outline(box(10, 5, 10.2, 5.2), '{alone}', { HEIGHT: 12 }),
  ],
  learned: [
    { wkt: box(0.21, 0.2, 0.42, 0.41), values: dates(2, '3/20/2019-3/28/2019') },
    { wkt: box(1.3, 0.3, 1.6, 0.5), values: dates(2, '3/20/2019-3/20/2019') },
    { wkt: box(1.7, 0.3, 1.8, 0.4), values: dates(1, '') },
  ],
  city: [
    { wkt: box(30.2, 0.2, 30.6, 0.5), values: cityBuilding('Commercial', 'PRIMARY', 'R99-001') },
    { wkt: box(30.7, 0.7, 30.8, 0.8), values: cityBuilding(null, 'ACCESSORY', null) },
  ],
  inventory: [
    structure(spot(0.3, 0.3), { fd_id: 101 }),
    structure(spot(1.45, 0.4), { fd_id: 102, found_type: 'I', found_ht: 8.5, med_yr_blt: 1996 }),
    // Two in one spot: codes that nobody knows, and what is not known.
    structure(spot(5.5, 0.5), { fd_id: 103, occtype: 'RES9', found_type: 'Q', num_story: 0 }),
    structure(spot(5.5, 0.5), {
      fd_id: 104,
      occtype: 'COM1',
      st_damcat: 'COM',
      found_type: null,
      found_ht: -99999,
      sqft: 0,
      med_yr_blt: 0,
      grnd_elv_m: null,
      ground_elv: null,
    }),
    // At sea level.
    structure(spot(6.5, 0.5), { fd_id: 105, grnd_elv_m: 0, ground_elv: 0 }),
  ],
  older: [
    olderStructure(spot(50.5, 0.5), { fd_id: 201, yrbuilt: 1900, med_yr_blt: 1900 }),
    olderStructure(spot(51.5, 0.5), { fd_id: 202, found_type: 'Craw', found_ht: 3 }),
  ],
}

function dates(release: number, capture_dates_range: string): Columns {
  return { release, capture_dates_range }
}

function cityBuilding(type: string | null, role: string, lot: string | null): Columns {
  return { Type: type, BLDG_TYPE: role, MAP_LOT: lot, BLDG_AREA: 1, Shape_area: null }
}
