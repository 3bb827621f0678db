import {
  type CraftedFeature,
  type CraftedLayer,
  type CraftedValue,
  craftLayer,
} from '../stages/crafted-layer.ts'

type Columns = Record<string, CraftedValue>

/** A rectangle in thousandths of a degree east of 72 W and north of 30 N: open Atlantic. */
export function box(west: number, south: number, east: number, north: number): string {
  const point = (x: number, y: number) => `${-72 + x / 1000} ${30 + y / 1000}`
  const corners = [point(west, south), point(east, south), point(east, north), point(west, north)]
  return `POLYGON ((${[...corners, corners[0]].join(', ')}))`
}

/** A county file of the inventory, a shapefile: names are cut at ten characters. */
const INVENTORY_FIELDS: CraftedLayer['fields'] = {
  CO_NO: 'text',
  LANDUSE: 'text',
  BLT_STATUS: 'text',
  PARCELNO: 'text',
  PHY_ADD1: 'text',
  WW: 'text',
  WW_UPD: 'date',
  WW_SRC_TYP: 'text',
  WW_SRC_NAM: 'text',
  DW: 'text',
  DW_UPD: 'date',
  DW_SRC_TYP: 'text',
}

/** The lot with its number in the row of lots, and what the inventory says of it. */
export function record(lot: number, PARCELNO: string | null, columns: Columns): CraftedFeature {
  return { wkt: box(lot, 0, lot + 1, 1), values: { CO_NO: '09', PARCELNO, ...columns } }
}

/** The inventory of `layers/utilities/fixtures/rows.json`, as the state publishes it. */
export const INVENTORY: CraftedFeature[] = [
  record(0, 'R-1', {
    WW: 'KnownSewer',
    WW_UPD: '2019-05-31',
    WW_SRC_TYP: 'Utility',
    WW_SRC_NAM: 'FICTIONAL UTILITIES',
    DW: 'KnownPublic',
    DW_UPD: '2018-01-15',
    DW_SRC_TYP: 'Utility',
  }),
  record(1, ' R-2', { WW: 'LikelySeptic', WW_UPD: '2016-08-01', DW: 'LikelyWell' }),
  record(2, 'R-3', { WW: 'SWLSeptic', WW_UPD: '2016-08-01', DW: 'SWLWell' }),
  record(3, 'R-4', { WW: 'UNDT', DW: 'UNK' }),
  record(4, 'R-5', { WW: 'NA', DW: 'NA' }),
  // Two records of one parcel, as sure as each other, that contradict: nothing is said of sewer.
  record(5, 'R-6', { WW: 'KnownSewer', WW_UPD: '2020-01-01', DW: 'KnownPublic' }),
  record(5, 'R-6', { WW: 'KnownSeptic', WW_UPD: '2021-01-01', DW: 'KnownWell' }),
  // Two that differ in how sure they are: the surer speaks. And one written twice.
  record(6, 'R-7', { WW: 'LikelySewer', WW_UPD: '2022-02-02', DW: 'UNDT' }),
  record(6, 'R-7', { WW: 'KnownSeptic', WW_UPD: '2017-03-03', DW: 'KnownWell' }),
  record(6, 'R-7', { WW: 'KnownSeptic', WW_UPD: '2017-03-03', DW: 'KnownWell' }),
  // Codes that no list has stay as they are.
  record(7, 'R-8', { WW: 'LikelyCesspit', DW: 'KnownCistern' }),
  record(8, '0000000099', { WW: 'likelysewer', DW: null }),
  record(9, null, { WW: 'KnownSewer', DW: 'KnownPublic' }),
  // The neighbour's lot in the county's file.
  record(10, 'R-1', { CO_NO: '10', WW: 'KnownSeptic', DW: 'KnownWell' }),
]

/** HIFLD's columns, some of them. */
const ELECTRIC_FIELDS: CraftedLayer['fields'] = {
  OBJECTID: 'integer',
  ID: 'text',
  NAME: 'text',
  STATE: 'text',
  TYPE: 'text',
  HOLDING_CO: 'text',
  CUSTOMERS: 'integer',
}

/** The columns of a republished selection. */
const SELECTION_FIELDS: CraftedLayer['fields'] = {
  NAME: 'text',
  STATE: 'text',
  ID: 'text',
  tariff_utility: 'text',
}

export const TERRITORIES: CraftedFeature[] = [
  {
    wkt: box(0, 0, 12, 10),
    values: {
      ID: '90001',
      NAME: 'FIXTURE POWER & LIGHT CO. (FICTIONAL)',
      STATE: 'ZZ',
      TYPE: 'INVESTOR OWNED',
      HOLDING_CO: 'FIXTURE HOLDINGS (FICTIONAL)',
      CUSTOMERS: -999999,
    },
  },
  {
    wkt: box(1, 0, 6, 10),
    values: {
      ID: '90002',
      NAME: 'BARRIER ELECTRIC COOP, INC. (FICTIONAL)',
      STATE: 'ZY',
      TYPE: 'COOPERATVE',
      HOLDING_CO: 'NOT AVAILABLE',
    },
  },
  {
    wkt: box(11, 2, 12, 4),
    values: { ID: 'NOT AVAILABLE', NAME: 'TOWN OF FIXTON (FICTIONAL)', TYPE: 'NOT AVAILABLE' },
  },
  { wkt: box(12, 0, 13, 1), values: { ID: '90004', NAME: ' ', TYPE: 'MUNICIPAL' } },
]

/** Tags that another put on: one of them is wrong, and stays. */
export const SELECTION: CraftedFeature[] = [
  {
    wkt: box(30, 0, 34, 4),
    values: {
      NAME: 'JEANNE ELECTRIC COOP (FICTIONAL)',
      STATE: 'ZX',
      ID: '90005',
      tariff_utility: 'JEA (FICTIONAL)',
    },
  },
  {
    wkt: box(32, 0, 36, 4),
    values: {
      NAME: 'EASTERN LIGHT (FICTIONAL)',
      STATE: 'ZZ',
      ID: '90006',
      tariff_utility: 'Eastern Light (FICTIONAL)',
    },
  },
]

/** The columns of the EPA's service areas, as a geodatabase has them. */
const WATER_FIELDS: CraftedLayer['fields'] = {
  PWSID: 'text',
  PWS_Name: 'text',
  Primacy_Agency: 'text',
  Pop_Cat_5: 'text',
  Population_Served_Count: 'integer',
  Service_Connections_Count: 'integer',
  Method: 'text',
  Service_Area_Type: 'text',
  Symbology_Field: 'text',
}

export const WATER_AREAS: CraftedFeature[] = [
  {
    wkt: box(0, 0, 4, 6),
    values: {
      PWSID: 'ZZ9900001',
      PWS_Name: 'FIXTON WATER DEPT. (FICTIONAL)',
      Population_Served_Count: 5200,
      Service_Connections_Count: 1900,
      Method: 'State',
      Symbology_Field: 'STATE',
    },
  },
  {
    wkt: box(2, 0, 8, 6),
    values: {
      PWSID: 'ZZ9900002',
      PWS_Name: 'ATLANTIC UTILITY (FICTIONAL)',
      Population_Served_Count: 0,
      Method: 'Random Forest',
      Symbology_Field: 'MODELED',
    },
  },
  {
    wkt: box(3, 4, 4, 6),
    values: { PWSID: null, PWS_Name: 'CAMP WELL (FICTIONAL)', Symbology_Field: 'GUESSED' },
  },
  { wkt: box(6, 0, 7, 1), values: { PWSID: 'ZZ9900004', PWS_Name: null } },
]

/** Writes the inventory in Florida's Albers metres, and the line of its county. */
export function craftInventory(folder: string, features = INVENTORY): string {
  const layers: [string, CraftedLayer['fields'], CraftedFeature[]][] = [
    ['flwmi_09', INVENTORY_FIELDS, features],
    ['county', { NAME: 'text' }, [{ wkt: box(0, 0, 20, 10), values: { NAME: 'fictional' } }]],
  ]
  for (const [layer, fields, rows] of layers)
    craftLayer({ file: `${folder}/${layer}.shp`, layer, crs: 'EPSG:5070', fields, features: rows })
  return folder
}

/** Writes the territories as HIFLD publishes them, and as another republishes a selection. */
export function craftTerritories(folder: string, features = TERRITORIES): string {
  const crs = 'EPSG:4326'
  const whole = { file: `${folder}/territories.geojson`, layer: 'territories', crs }
  craftLayer({ ...whole, fields: ELECTRIC_FIELDS, features })
  const selection = { file: `${folder}/selection.geojson`, layer: 'selection', crs }
  craftLayer({ ...selection, fields: SELECTION_FIELDS, features: SELECTION })
  return folder
}

/** Writes the service areas in NAD83, and the land that they were mapped in. */
export function craftWaterAreas(folder: string, features = WATER_AREAS): string {
  const file = `${folder}/water.gdb`
  craftLayer({ file, layer: 'boundaries', crs: 'EPSG:4269', fields: WATER_FIELDS, features })
  const mapped = { wkt: box(0, 0, 14, 10), values: { NAME: 'fictional' } }
  const layer = { file: `${folder}/mapped.shp`, layer: 'mapped', crs: 'EPSG:4269' }
  craftLayer({ ...layer, fields: { NAME: 'text' }, features: [mapped] })
  return folder
}
