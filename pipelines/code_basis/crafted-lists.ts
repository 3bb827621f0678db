import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CraftedFeature, type CraftedLayer, craftLayer } from '../stages/crafted-layer.ts'

/** A rectangle in thousandths of a degree east of 72 W and north of 30 N: open Atlantic. */
export function box(west: number, south: number, east: number, north: number): string {
  const point = (x: number, y: number) => `${-72 + x / 1000} ${30 + y / 1000}`
  const corners = [point(west, south), point(east, south), point(east, north), point(west, north)]
  return `POLYGON ((${[...corners, corners[0]].join(', ')}))`
}

/** DOE's county list, its columns in its order; those we do not read hold what they may. */
const CLIMATE_HEAD =
  'State_name,State_abb,FIPS.state,AreaName,County,Region,Division,FIPS.county,LandSQMI,AreaSQMI,Pop100,HU100,IntPtLat,IntPtLon,doe_climate_zone,doe_moisture_regime,is_warm_humid,merged,FIPS.long'

/** One line of the list: the county's code as the number that the list writes. */
export function climateLine(
  fips: number,
  name: string,
  zone: string,
  moisture: string,
  warm = 'f',
): string {
  const [state, county] = [Math.floor(fips / 1000), fips % 1000]
  return `Fixture,ZZ,${state},"${name}",${name} ZZ,3,6,${county},1,1,1.0,1.0,30,-72,${zone},${moisture},${warm},x,${fips}`
}

export const CLIMATE_LINES = [
  climateLine(99101, 'Fixture County (fictional)', '6', 'moist'),
  climateLine(6991, 'Fixture Coast County (fictional)', '3', 'marine'),
  climateLine(9001, 'Fixture West County (fictional)', '5', 'moist'),
  climateLine(9005, 'Fixture Hills County (fictional)', '5', 'moist'),
  climateLine(53991, 'Fixture Sound County (fictional)', '4', 'marine'),
  climateLine(46113, 'Fixture Prairie County (fictional)', '3', 'moist', 't'),
]

export const DESIGN_HEAD =
  'county_fips,edition,frost_depth_ft,ground_snow_load_psf,seismic_design_category,seismic_sds,seismic_sd1,wind_speed_mph,wind_borne_debris_region,source_document,mapped_ss,mapped_s1'
const DOCUMENT = 'Design values of the fixture (fictional)'

export const DESIGN_LINES = [
  `99101,ASCE 7-10,4.5,70,C,0.34,0.12,105,false,${DOCUMENT},,`,
  `99101,ASCE 7-16,4,60,B,0.239,0.108,115,false,${DOCUMENT},,`,
  // Fa 1.0 and Fv 1.5: SDS 2/3 of 1.5, SD1 2/3 of 0.9.
  `06991,ASCE 7-10,,0,,,,110,no,${DOCUMENT},1.5,0.6`,
  `09001,ASCE 7-16,3.5,30,B,0.22,0.06,120,t,${DOCUMENT},,`,
  `09005,ASCE 7-16,3.5,40,B,0.19,0.06,115,f,${DOCUMENT},,`,
  `46113,ASCE 7-22,3.5,35,A,0.07,0.04,109,false,${DOCUMENT},,`,
]

/** A point estimate as NOAA's server writes it, short of most durations. */
export function pfdsText(lat: string, lng: string, depth: string): string {
  return [
    'Point precipitation frequency estimates (inches)',
    'NOAA Atlas 14 Volume 98 Version 2',
    'Data type: Precipitation depth',
    'Time series type: Partial duration',
    'Project area: Fixture (fictional)',
    'Location name (ESRI Maps): None',
    'Station Name: None',
    `Latitude: ${lat} Degree`,
    `Longitude: ${lng} Degree`,
    'Elevation (USGS): None None',
    '',
    '',
    'PRECIPITATION FREQUENCY ESTIMATES',
    'by duration for ARI (years):, 1,2,5,10,25,50,100,200,500,1000',
    '12-hr:, 3.49,4.18,5.35,6.36,7.79,8.94,10.1,11.3,13.0,14.3',
    `24-hr:, 4.01,4.76,6.09,7.28,9.05,10.5,${depth},13.7,16.1,18.0`,
    '2-day:, 4.94,5.57,6.77,7.94,9.80,11.4,13.3,15.3,18.2,20.7',
    '',
    'Date/time (GMT):  Wed Jan  1 00:00:00 2025',
    '',
  ].join('\n')
}

/** CAL FIRE's columns until 2022, and those since. */
const OLD_FIELDS: CraftedLayer['fields'] = { SRA: 'text', HAZ_CODE: 'integer', HAZ_CLASS: 'text' }
const NEW_FIELDS: CraftedLayer['fields'] = {
  SRA: 'text',
  FHSZ: 'integer',
  FHSZ_Description: 'text',
}

export const STATE_ZONES: CraftedFeature[] = [
  { wkt: box(10, 0, 13, 5), values: { SRA: 'SRA', HAZ_CODE: 3, HAZ_CLASS: 'Very High' } },
]
export const LOCAL_ZONES: CraftedFeature[] = [
  { wkt: box(12, 0, 15, 5), values: { SRA: 'LRA', FHSZ: 2, FHSZ_Description: 'High' } },
  { wkt: box(15, 0, 16, 5), values: { SRA: 'LRA', FHSZ: 1, FHSZ_Description: 'Moderate' } },
  { wkt: box(16, 0, 18, 5), values: { SRA: 'LRA', FHSZ: -3, FHSZ_Description: 'NonWildland' } },
]

/**
 * Crafted files by name, for tests: texts as they are given, layers by GDAL. The local zones are
 * there twice, as a shapefile and as the state ships them: a geodatabase in California Albers.
 */
export function craftLists(
  folder: string,
  files: Record<string, string>,
  fire: { state?: CraftedFeature[]; local?: CraftedFeature[] } = {},
): string {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const draw = (layer: string, fields: CraftedLayer['fields'], features: CraftedFeature[]) =>
    craftLayer({ file: join(folder, `${layer}.shp`), layer, crs: 'EPSG:4269', fields, features })
  draw('fhszs', OLD_FIELDS, fire.state ?? STATE_ZONES)
  draw('FHSZLRA25', NEW_FIELDS, fire.local ?? LOCAL_ZONES)
  craftLayer({
    file: join(folder, 'FHSZLRA25_1_All.gdb'),
    layer: 'FHSZLRA25_1_All',
    crs: 'EPSG:3310',
    fields: { ...NEW_FIELDS, FHSZ: 'real' },
    features: fire.local ?? LOCAL_ZONES,
  })
  const extent = (name: string, wkt: string) =>
    draw(name, { NAME: 'text' }, [{ wkt, values: { NAME: name } }])
  extent('extent', box(0, 0, 60, 10))
  extent('california', box(10, 0, 20, 10))
  return folder
}

/** The files behind `layers/code_basis/fixtures/rows.json`. */
export const FIXTURE_FILES: Record<string, string> = {
  'climate.csv': [CLIMATE_HEAD, ...CLIMATE_LINES, ''].join('\r\n'),
  'design.csv': [DESIGN_HEAD, ...DESIGN_LINES, ''].join('\n'),
  'pfds_30_-71.9.csv': pfdsText('30', '-71.9', '12.1'),
  'pfds_30.5_-71.5.csv': pfdsText('30.5', '-71.5', '13.4'),
  'zips.json': JSON.stringify({ CA_03: ['94998'], '4|A|Mixed-Humid': ['11542'], CA_16: ['94999'] }),
}

export const climateText = (...lines: string[]) => [CLIMATE_HEAD, ...lines, ''].join('\n')
export const designText = (...lines: string[]) => [DESIGN_HEAD, ...lines, ''].join('\n')
