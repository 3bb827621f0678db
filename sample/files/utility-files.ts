import type { County } from '../county.ts'
import { COUNTY_NUMBER, ROLL_YEAR } from '../land/roll.ts'
import { type GridCover, piecesOf } from '../plan/grid-cover.ts'
import type { Terrain } from '../plan/terrain.ts'
import { GEOGRAPHIC_WKT } from '../plan/transverse-mercator.ts'
import { type DbfField, date, number, text } from './dbf.ts'
import { writeGeoJson } from './geojson.ts'
import { writeShapefile } from './shapefile.ts'
import type { ArchiveEntry } from './stored-zip.ts'

/** Columns of Florida's inventory as a shapefile has them: names are cut at ten characters. */
const INVENTORY_FIELDS: DbfField[] = [
  text('CO_NO', 2),
  text('PARCELNO', 26),
  number('ASMNT_YR', 4),
  text('BLT_STATUS', 12),
  text('WW', 20),
  date('WW_UPD'),
  text('WW_SRC_TYP', 20),
  text('WW_SRC_NAM', 40),
  text('DW', 20),
  date('DW_UPD'),
  text('DW_SRC_TYP', 20),
]

/** The state's inventory of one county: the parcels once more, with their waters. */
export function writeInventoryOfWaters({ utilityRecords }: County): ArchiveEntry[] {
  const records = utilityRecords.map((record) => ({
    rings: record.parcel.rings,
    row: {
      CO_NO: String(COUNTY_NUMBER),
      PARCELNO: record.parcelId,
      ASMNT_YR: ROLL_YEAR,
      BLT_STATUS: record.wastewater === 'NA' ? 'NOT BUILT' : 'BUILT',
      WW: record.wastewater,
      WW_UPD: record.updated,
      WW_SRC_TYP: 'FICTIONAL',
      WW_SRC_NAM: 'FICTIONAL SURVEY',
      DW: record.drinkingWater,
      DW_UPD: record.updated,
      DW_SRC_TYP: 'FICTIONAL',
    },
  }))
  return writeShapefile('flwmi_99', GEOGRAPHIC_WKT, INVENTORY_FIELDS, records)
}

/** HIFLD's territories: NOT AVAILABLE and -999999 are its missing values. */
export function writeTerritories({ services, terrain }: County): ArchiveEntry[] {
  const features = services.electric.map(({ utility, cover }, index) => ({
    geometry: geometryOf(cover, terrain),
    properties: {
      OBJECTID: index + 1,
      ID: utility.id,
      NAME: utility.name,
      ADDRESS: 'NOT AVAILABLE',
      CITY: 'SAMPLETON',
      STATE: 'ZZ',
      ZIP: 'NOT AVAILABLE',
      TELEPHONE: 'NOT AVAILABLE',
      TYPE: utility.type,
      COUNTRY: 'NOT AVAILABLE',
      NAICS_DESC: 'ELECTRIC POWER DISTRIBUTION',
      SOURCE: 'FICTIONAL',
      REGULATED: 'NOT AVAILABLE',
      CNTRL_AREA: 'NOT AVAILABLE',
      PLAN_AREA: 'NOT AVAILABLE',
      HOLDING_CO: 'NOT AVAILABLE',
      CUSTOMERS: -999999,
      YEAR: '2022',
    },
  }))
  return [writeGeoJson('Electric_Retail_Service_Territories.geojson', features)]
}

/** The EPA's service areas. */
export function writeWaterAreas({ services, terrain }: County): ArchiveEntry[] {
  const features = services.water.map(({ system, cover }) => ({
    geometry: geometryOf(cover, terrain),
    properties: {
      PWSID: system.pwsid,
      PWS_Name: system.name,
      Primacy_Agency: 'FICTIONAL',
      Pop_Cat_5: '3,301-10,000',
      Population_Served_Count: system.population,
      Service_Connections_Count: system.connections,
      Method: system.method,
      Service_Area_Type: 'FICTIONAL',
      Symbology_Field: system.isModeled ? 'MODELED' : 'STATE',
      Original_Data_Provider: 'FICTIONAL',
    },
  }))
  return [writeGeoJson('Water_System_Boundaries.geojson', features)]
}

function geometryOf(cover: GridCover<true>, terrain: Terrain) {
  const coordinates = piecesOf(cover).map(({ rings }) =>
    rings.map((ring) => {
      const placed = ring.map((point) => terrain.place(point))
      return [...placed, placed[0]]
    }),
  )
  return { type: 'MultiPolygon', coordinates }
}
