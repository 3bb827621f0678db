import { type CraftedFeature, type CraftedLayer, craftLayer } from '../stages/crafted-layer.ts'

/** A zone polygon in columns of S_FLD_HAZ_AR; what is not given is what FEMA writes for "none". */
type ZoneColumns = Partial<typeof NONE> & { FLD_AR_ID: string | null; FLD_ZONE: string | null }

const NONE = {
  DFIRM_ID: '99009C' as string | null,
  VERSION_ID: '2.3.2.1',
  ZONE_SUBTY: null as string | null,
  SFHA_TF: 'T' as string | null,
  STATIC_BFE: -9999,
  V_DATUM: 'NP' as string | null,
  DEPTH: -9999,
  LEN_UNIT: 'NP' as string | null,
  VELOCITY: -9999,
}

const ZONE_FIELDS: CraftedLayer['fields'] = {
  DFIRM_ID: 'text',
  VERSION_ID: 'text',
  FLD_AR_ID: 'text',
  FLD_ZONE: 'text',
  ZONE_SUBTY: 'text',
  SFHA_TF: 'text',
  STATIC_BFE: 'real',
  V_DATUM: 'text',
  DEPTH: 'real',
  LEN_UNIT: 'text',
  VELOCITY: 'real',
}

const PANEL_FIELDS: CraftedLayer['fields'] = {
  FIRM_PAN: 'text',
  PANEL_TYP: 'text',
  EFF_DATE: 'date',
  PNP_REASON: 'text',
}

/** A rectangle in thousandths of a degree east of 72 W and north of 30 N: open Atlantic. */
export function box(west: number, south: number, east: number, north: number): string {
  const point = (x: number, y: number) => `${-72 + x / 1000} ${30 + y / 1000}`
  const corners = [point(west, south), point(east, south), point(east, north), point(west, north)]
  return `POLYGON ((${[...corners, corners[0]].join(', ')}))`
}

export function zone(wkt: string | null, columns: ZoneColumns): CraftedFeature {
  return { wkt, values: { ...NONE, ...columns } }
}

const number = (id: number) => `99009C_${id}`
const shaded = '0.2 PCT ANNUAL CHANCE FLOOD HAZARD'
const feet = { LEN_UNIT: 'FEET', V_DATUM: 'NAVD88' }

/** The zones of `layers/flood/fixtures/rows.json` as FEMA would file them. */
export const STUDY_ZONES: CraftedFeature[] = [
  zone(box(0, 0, 2, 4), { FLD_AR_ID: number(1), FLD_ZONE: 'AE', STATIC_BFE: 9, ...feet }),
  zone(box(2, 0, 4, 4), { FLD_AR_ID: number(2), FLD_ZONE: 'AE', STATIC_BFE: 10, ...feet }),
  zone(box(2.5, 0, 3.5, 4), {
    FLD_AR_ID: number(3),
    FLD_ZONE: 'AE',
    ZONE_SUBTY: 'FLOODWAY',
    STATIC_BFE: 10,
    ...feet,
  }),
  zone(box(4, 0, 6, 4), { FLD_AR_ID: number(4), FLD_ZONE: 'AE', STATIC_BFE: 0, ...feet }),
  zone(box(6, 0, 8, 4), { FLD_AR_ID: number(5), FLD_ZONE: 'AE', STATIC_BFE: -1.5, ...feet }),
  zone(box(8, 0, 10, 4), {
    FLD_AR_ID: number(6),
    FLD_ZONE: 'AE',
    STATIC_BFE: 12,
    LEN_UNIT: 'Feet',
    V_DATUM: 'National Geodetic Vertical Datum of 1929',
  }),
  zone(box(10, 0, 12, 4), { FLD_AR_ID: number(7), FLD_ZONE: 'A' }),
  zone(box(12, 0, 14, 4), { FLD_AR_ID: number(8), FLD_ZONE: 'VE', STATIC_BFE: 15, ...feet }),
  zone(box(14, 0, 16, 4), {
    FLD_AR_ID: number(9),
    FLD_ZONE: 'AO',
    DEPTH: 2,
    LEN_UNIT: 'FEET',
    VELOCITY: 3.5,
  }),
  zone(box(16, 0, 18, 4), { FLD_AR_ID: number(10), FLD_ZONE: 'D', SFHA_TF: 'U', V_DATUM: null }),
  zone(box(18, 0, 20, 4), { FLD_AR_ID: number(11), FLD_ZONE: 'OPEN WATER', SFHA_TF: 'F' }),
  zone(box(0, 4, 4, 6), {
    FLD_AR_ID: number(12),
    FLD_ZONE: 'X',
    ZONE_SUBTY: shaded,
    SFHA_TF: 'F',
  }),
  zone(box(4, 4, 8, 6), {
    FLD_AR_ID: number(13),
    FLD_ZONE: 'X',
    ZONE_SUBTY: 'AREA WITH REDUCED FLOOD RISK DUE TO LEVEE',
    SFHA_TF: 'F',
  }),
  // Flagged as a flood hazard area, as a published file has it.
  zone(box(8, 4, 12, 6), { FLD_AR_ID: number(14), FLD_ZONE: 'AREA NOT INCLUDED', SFHA_TF: 'T' }),
  zone(box(12, 4, 16, 6), {
    FLD_AR_ID: number(15),
    FLD_ZONE: 'X',
    ZONE_SUBTY: 'AREA OF MINIMAL FLOOD HAZARD',
    SFHA_TF: 'F',
  }),
  zone(box(0, 6, 4, 8), {
    FLD_AR_ID: number(16),
    FLD_ZONE: 'AE',
    STATIC_BFE: 3.05,
    LEN_UNIT: 'METERS',
    V_DATUM: 'North American Vertical Datum of 1988',
  }),
  zone(box(4, 6, 8, 8), { FLD_AR_ID: number(17), FLD_ZONE: 'AH', STATIC_BFE: -8888, ...feet }),
]

const printed = 'COUNTYWIDE, PANEL PRINTED'
export const STUDY_PANELS: CraftedFeature[] = [
  {
    wkt: box(0, 0, 10, 8),
    values: { FIRM_PAN: '99009C0001A', PANEL_TYP: printed, EFF_DATE: '2011-05-16' },
  },
  {
    wkt: box(10, 0, 20, 8),
    values: { FIRM_PAN: '99009C0002B', PANEL_TYP: printed, EFF_DATE: '2020-03-02' },
  },
  {
    wkt: box(0, 8, 20, 10),
    values: {
      FIRM_PAN: '99009C0003A',
      PANEL_TYP: 'COUNTYWIDE, NOT PRINTED',
      EFF_DATE: '9999-09-09',
      PNP_REASON: 'NO SPECIAL FLOOD HAZARD AREAS',
    },
  },
]

/** Writes S_FLD_HAZ_AR and S_FIRM_PAN: two shapefiles in a folder, or one file geodatabase. */
export function craftStudy(
  place: string,
  zones: CraftedFeature[] = STUDY_ZONES,
  panels: CraftedFeature[] = STUDY_PANELS,
  crs = 'EPSG:4269',
): string {
  const isGeodatabase = place.endsWith('.gdb')
  for (const [layer, fields, features] of [
    ['S_FLD_HAZ_AR', ZONE_FIELDS, zones],
    ['S_FIRM_PAN', PANEL_FIELDS, panels],
  ] as const)
    craftLayer({
      file: isGeodatabase ? place : `${place}/${layer}.shp`,
      layer,
      crs,
      fields,
      features,
    })
  return place
}
