import type { County } from '../county.ts'
import type { FloodAttributes } from '../flood/flood-attributes.ts'
import type { LngLat } from '../plan/plan.ts'
import type { ArcgisFeature, ArcgisLayer } from './arcgis-layer.ts'
import { boxRing, SHOALS, SHOALS_FEN } from './shoals.ts'

const OID = ['OBJECTID', 'esriFieldTypeOID'] as const
const text = (name: string) => [name, 'esriFieldTypeString'] as const
const double = (name: string) => [name, 'esriFieldTypeDouble'] as const

/** FEMA's sentinels: no number applies, and a number applies but is not known. */
const NOT_APPLICABLE = -9999
const NOT_KNOWN = -8888

const SHOALS_STUDY = '99003C'
const MINIMAL: FloodAttributes = {
  zone: 'X',
  subtype: 'AREA OF MINIMAL FLOOD HAZARD',
  isSpecialHazard: false,
  bfeFeet: null,
  datum: null,
  depthFeet: null,
}
const HAZARD: FloodAttributes = {
  ...MINIMAL,
  zone: 'AE',
  subtype: null,
  isSpecialHazard: true,
  bfeFeet: 9,
  datum: 'NAVD88',
}

/**
 * FEMA's layers 0 (availability), 3 (panels) and 28 (hazard zones): the county as the build pins
 * it, and the shoals north of it, which no build has
 * (https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer).
 */
export function floodLayers({ floodZones, panels, boundary }: County): ArcgisLayer[] {
  const [west, south, east, north] = SHOALS
  const dry = [boxRing(SHOALS), boxRing(SHOALS_FEN).toReversed()]
  const zones = [
    ...floodZones.map(({ attributes, rings }, i) => zone('99001C', i + 1, attributes, rings)),
    zone(SHOALS_STUDY, 1, MINIMAL, dry),
    zone(SHOALS_STUDY, 2, HAZARD, [boxRing(SHOALS_FEN)]),
  ]
  const middle = (west + east) / 2
  const sheets = [
    ...panels.map(({ panel, suffix, type, effective, ring }) =>
      sheet(`99001C${panel}${suffix}`, type, effective, ring),
    ),
    sheet(
      '99003C0105A',
      'Countywide, Panel Printed',
      '20240501',
      boxRing([west, south, middle, north]),
    ),
    sheet(
      '99003C0110A',
      'Countywide, Panel Printed',
      '20240501',
      boxRing([middle, south, east, north]),
    ),
  ]
  const studies = [study('99001C', boundary), study(SHOALS_STUDY, boxRing(SHOALS))]
  const layer = { geometryType: 'esriGeometryPolygon', maxRecordCount: 100 } as const
  return [
    {
      ...layer,
      id: 0,
      name: 'NFHL Availability',
      fields: [OID, text('STUDY_ID')],
      features: studies,
    },
    {
      ...layer,
      id: 3,
      name: 'FIRM Panels',
      fields: [
        OID,
        ...['DFIRM_ID', 'FIRM_PAN', 'PANEL_TYP', 'PNP_REASON'].map(text),
        ['EFF_DATE', 'esriFieldTypeDate'],
      ],
      features: sheets,
    },
    {
      ...layer,
      id: 28,
      name: 'Flood Hazard Zones',
      fields: [
        OID,
        ...['DFIRM_ID', 'VERSION_ID', 'FLD_AR_ID', 'STUDY_TYP', 'FLD_ZONE', 'ZONE_SUBTY'].map(text),
        ...['SFHA_TF', 'V_DATUM', 'LEN_UNIT', 'VEL_UNIT'].map(text),
        ...['STATIC_BFE', 'DEPTH', 'VELOCITY'].map(double),
      ],
      features: zones,
    },
  ]
}

function zone(
  studyId: string,
  number: number,
  { zone, subtype, isSpecialHazard, bfeFeet, datum, depthFeet }: FloodAttributes,
  rings: readonly (readonly LngLat[])[],
): ArcgisFeature {
  return {
    shape: { rings },
    attributes: {
      DFIRM_ID: studyId,
      VERSION_ID: '2.6.0.0',
      FLD_AR_ID: `${studyId}_${number}`,
      STUDY_TYP: 'NP',
      FLD_ZONE: zone,
      ZONE_SUBTY: subtype,
      SFHA_TF: isSpecialHazard ? 'T' : 'F',
      STATIC_BFE: bfeFeet === 'unknown' ? NOT_KNOWN : (bfeFeet ?? NOT_APPLICABLE),
      V_DATUM: datum,
      DEPTH: depthFeet ?? NOT_APPLICABLE,
      LEN_UNIT: bfeFeet === null && depthFeet === null ? null : 'Feet',
      VELOCITY: NOT_APPLICABLE,
      VEL_UNIT: null,
    },
  }
}

function sheet(
  name: string,
  type: string,
  effective: string,
  ring: readonly LngLat[],
): ArcgisFeature {
  const day = effective.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
  const attributes = {
    DFIRM_ID: name.slice(0, 6),
    FIRM_PAN: name,
    PANEL_TYP: type,
    PNP_REASON: null,
    EFF_DATE: Date.parse(`${day}T00:00:00Z`),
  }
  return { shape: { rings: [ring] }, attributes }
}

function study(id: string, ring: readonly LngLat[]): ArcgisFeature {
  return { shape: { rings: [ring] }, attributes: { STUDY_ID: id } }
}
