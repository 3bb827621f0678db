import type { County } from '../county.ts'
import { COUNTY_CODE } from '../flood/panels.ts'
import { GEOGRAPHIC_WKT } from '../plan/transverse-mercator.ts'
import { type DbfField, date, float, text } from './dbf.ts'
import { writeShapefile } from './shapefile.ts'
import type { ArchiveEntry } from './stored-zip.ts'

const VERSION = '2.6.0.0'
const SOURCE = 'FICTIONAL_STUDY1'

/** FEMA's sentinels: no number applies, and a number applies but is not known. */
export const NOT_APPLICABLE = -9999
const NOT_KNOWN = -8888

// Widths as in FEMA's own county shapefiles.
export const ZONE_FIELDS: DbfField[] = [
  text('DFIRM_ID', 6),
  text('VERSION_ID', 11),
  text('FLD_AR_ID', 32),
  text('STUDY_TYP', 28),
  text('FLD_ZONE', 17),
  text('ZONE_SUBTY', 57),
  text('SFHA_TF', 1),
  float('STATIC_BFE', 31, 15),
  text('V_DATUM', 17),
  float('DEPTH', 31, 15),
  text('LEN_UNIT', 16),
  float('VELOCITY', 31, 15),
  text('VEL_UNIT', 20),
  text('AR_REVERT', 17),
  text('AR_SUBTRV', 57),
  float('BFE_REVERT', 31, 15),
  float('DEP_REVERT', 31, 15),
  text('DUAL_ZONE', 1),
  text('SOURCE_CIT', 21),
]

export const PANEL_FIELDS: DbfField[] = [
  text('DFIRM_ID', 6),
  text('VERSION_ID', 11),
  text('FIRM_ID', 32),
  text('ST_FIPS', 2),
  text('PCOMM', 4),
  text('PANEL', 4),
  text('SUFFIX', 1),
  text('FIRM_PAN', 11),
  text('PANEL_TYP', 30),
  date('PRE_DATE'),
  date('EFF_DATE'),
  text('SCALE', 5),
  text('PNP_REASON', 254),
  text('BASE_TYP', 10),
  text('SOURCE_CIT', 21),
]

/** S_FLD_HAZ_AR and S_FIRM_PAN in the schema of FEMA's National Flood Hazard Layer. */
export function writeNfhl({ floodZones, panels }: County): ArchiveEntry[] {
  const zones = floodZones.map(({ attributes, rings }, index) => ({
    rings,
    row: {
      DFIRM_ID: COUNTY_CODE,
      VERSION_ID: VERSION,
      FLD_AR_ID: `${COUNTY_CODE}_${index + 1}`,
      STUDY_TYP: 'NP',
      FLD_ZONE: attributes.zone,
      ZONE_SUBTY: attributes.subtype,
      SFHA_TF: attributes.isSpecialHazard ? 'T' : 'F',
      STATIC_BFE:
        attributes.bfeFeet === 'unknown' ? NOT_KNOWN : (attributes.bfeFeet ?? NOT_APPLICABLE),
      V_DATUM: attributes.datum,
      DEPTH: attributes.depthFeet ?? NOT_APPLICABLE,
      LEN_UNIT: attributes.bfeFeet === null && attributes.depthFeet === null ? null : 'Feet',
      VELOCITY: NOT_APPLICABLE,
      BFE_REVERT: NOT_APPLICABLE,
      DEP_REVERT: NOT_APPLICABLE,
      SOURCE_CIT: SOURCE,
    },
  }))
  const sheets = panels.map((sheet, index) => ({
    rings: [sheet.ring],
    row: {
      DFIRM_ID: COUNTY_CODE,
      VERSION_ID: VERSION,
      FIRM_ID: `${COUNTY_CODE}_${index + 1}`,
      ST_FIPS: COUNTY_CODE.slice(0, 2),
      PCOMM: COUNTY_CODE.slice(2),
      PANEL: sheet.panel,
      SUFFIX: sheet.suffix,
      FIRM_PAN: COUNTY_CODE + sheet.panel + sheet.suffix,
      PANEL_TYP: sheet.type,
      PRE_DATE: sheet.previous,
      EFF_DATE: sheet.effective,
      SCALE: '6000',
      PNP_REASON: sheet.notPrintedBecause || null,
      BASE_TYP: 'NP',
      SOURCE_CIT: SOURCE,
    },
  }))
  return [
    ...writeShapefile('S_FLD_HAZ_AR', GEOGRAPHIC_WKT, ZONE_FIELDS, zones),
    ...writeShapefile('S_FIRM_PAN', GEOGRAPHIC_WKT, PANEL_FIELDS, sheets),
  ]
}
