import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { number, text } from '../../sample/files/dbf.ts'
import { type CountyPlan, countyBox, countyParcels } from './county.ts'
import { countyFlood, countyPanels } from './county-flood.ts'
import { rectangle } from './county-shapes.ts'
import { ShapefileStream } from './shapefile-stream.ts'

/** As in Bangor's file, the columns that its mapping reads. */
const PARCEL_FIELDS = [
  text('MAP_LOT', 12),
  text('UNIT', 8),
  text('PROP_ADDRS', 40),
  text('LAND_USE', 24),
  ...['VALUE_TOT', 'VALUE_NET', 'VALUE_LAND', 'VALUE_BLDG'].map((name) => number(name, 10)),
  number('YR_BUILT', 4),
  number('DWLG_UNITS', 4),
]
/** As in FEMA's file, without the columns that are not needed here. */
const ZONE_FIELDS = [
  text('DFIRM_ID', 6),
  text('VERSION_ID', 11),
  text('FLD_AR_ID', 32),
  text('FLD_ZONE', 17),
  text('ZONE_SUBTY', 57),
  text('SFHA_TF', 1),
  number('STATIC_BFE', 12),
  text('V_DATUM', 17),
  number('DEPTH', 12),
  text('LEN_UNIT', 16),
  number('VELOCITY', 12),
]
const PANEL_FIELDS = [
  text('FIRM_PAN', 11),
  text('EFF_DATE', 10),
  text('PANEL_TYP', 30),
  text('PNP_REASON', 254),
]
const NOT_APPLICABLE = -9999

/** Writes the fabric with its roll, and the limit it covers, as a county would send them. */
export function writeParcelFiles(plan: CountyPlan, folder: string): { shp: string; rows: number } {
  mkdirSync(folder, { recursive: true })
  const fabric = new ShapefileStream(join(folder, 'parcels'), PARCEL_FIELDS)
  for (const batch of countyParcels(plan, 'rows'))
    for (const { polygons, roll } of batch) fabric.add(polygons, { ...roll })
  fabric.finish()
  const limit = new ShapefileStream(join(folder, 'limit'), [text('NAME', 20)])
  limit.add(rectangle(countyBox(plan)), { NAME: 'Bench' })
  limit.finish()
  return { shp: join(folder, 'parcels.shp'), rows: fabric.rows }
}

/** Writes S_FLD_HAZ_AR and S_FIRM_PAN as FEMA would. */
export function writeFloodFiles(plan: CountyPlan, folder: string): { shp: string; rows: number } {
  mkdirSync(folder, { recursive: true })
  const zones = new ShapefileStream(join(folder, 'S_FLD_HAZ_AR'), ZONE_FIELDS)
  for (const batch of countyFlood(plan))
    for (const { polygons, number, zone, zoneSubtype, isSfha, elevationFt } of batch)
      zones.add(polygons, {
        DFIRM_ID: '99999C',
        VERSION_ID: '2.6.0.0',
        FLD_AR_ID: `99999C_${number}`,
        FLD_ZONE: zone,
        ZONE_SUBTY: zoneSubtype,
        SFHA_TF: isSfha ? 'T' : 'F',
        STATIC_BFE: elevationFt ?? NOT_APPLICABLE,
        V_DATUM: elevationFt === null ? null : 'NAVD88',
        DEPTH: NOT_APPLICABLE,
        LEN_UNIT: elevationFt === null ? null : 'Feet',
        VELOCITY: NOT_APPLICABLE,
      })
  zones.finish()
  const panels = new ShapefileStream(join(folder, 'S_FIRM_PAN'), PANEL_FIELDS)
  for (const { panel, polygons } of countyPanels(plan))
    panels.add(polygons, {
      FIRM_PAN: panel,
      EFF_DATE: '2020-06-18',
      PANEL_TYP: 'COUNTYWIDE, PANEL PRINTED',
      PNP_REASON: null,
    })
  panels.finish()
  return { shp: join(folder, 'S_FLD_HAZ_AR.shp'), rows: zones.rows }
}
