import { CODE_BASIS, RAINFALL, RAINFALL_POINT, RETURN_YEARS } from '../code-basis/code-basis.ts'
import type { County } from '../county.ts'
import { writeCsv } from './csv.ts'
import type { ArchiveEntry } from './stored-zip.ts'

/** The columns of the Department of Energy's county list of 2010. */
export const CLIMATE_COLUMNS = [
  ...['State_name', 'State_abb', 'FIPS.state', 'AreaName', 'County', 'Region', 'Division'],
  ...['FIPS.county', 'LandSQMI', 'AreaSQMI', 'Pop100', 'HU100', 'IntPtLat', 'IntPtLon'],
  ...['doe_climate_zone', 'doe_moisture_regime', 'is_warm_humid', 'merged', 'FIPS.long'],
]

export const DESIGN_COLUMNS = [
  ...['county_fips', 'edition', 'frost_depth_ft', 'ground_snow_load_psf'],
  ...['seismic_design_category', 'seismic_sds', 'seismic_sd1', 'wind_speed_mph'],
  ...['wind_borne_debris_region', 'source_document'],
]

/** Climate zone, design values and rainfall of the county, each as its publisher writes them. */
export function writeCodeBasis({ parcels }: County): ArchiveEntry[] {
  return [
    {
      name: 'climate_zones.csv',
      content: writeCsv(CLIMATE_COLUMNS, [climateRow(parcels.length)], { lineEnd: '\r\n' }),
    },
    { name: 'design_values.csv', content: writeCsv(DESIGN_COLUMNS, [designRow()]) },
    {
      name: `pfds_${RAINFALL_POINT.lat}_${RAINFALL_POINT.lng}.csv`,
      content: Buffer.from(rainfallTable()),
    },
  ]
}

const climateRow = (houses: number) => ({
  ...{ State_name: 'Sample State (fictional)', State_abb: 'ZZ', 'FIPS.state': 99 },
  ...{ AreaName: 'Sample County (fictional)', County: 'Sample ZZ', Region: 9, Division: 9 },
  ...{ 'FIPS.county': 1, LandSQMI: '106.2', AreaSQMI: '132.4', Pop100: `${2 * houses}.0` },
  ...{ HU100: `${houses}.0`, IntPtLat: '30.0', IntPtLon: '-72.0' },
  doe_climate_zone: CODE_BASIS.climateZone,
  doe_moisture_regime: CODE_BASIS.moisture,
  is_warm_humid: CODE_BASIS.isWarmHumid ? 't' : 'f',
  merged: 'sample zz',
  'FIPS.long': 99001,
})

const designRow = () => ({
  county_fips: '99001',
  edition: CODE_BASIS.edition,
  frost_depth_ft: CODE_BASIS.frostDepthFeet,
  ground_snow_load_psf: CODE_BASIS.groundSnowLoadPsf,
  seismic_design_category: CODE_BASIS.seismicDesignCategory,
  seismic_sds: CODE_BASIS.seismicSds,
  seismic_sd1: CODE_BASIS.seismicSd1,
  wind_speed_mph: CODE_BASIS.windSpeedMph,
  wind_borne_debris_region: String(CODE_BASIS.isWindBorneDebrisRegion),
  source_document: CODE_BASIS.sourceDocument,
})

/** The text of NOAA's Precipitation Frequency Data Server for one point, line by line. */
function rainfallTable(): string {
  const lines = [
    'Point precipitation frequency estimates (inches)',
    'NOAA Atlas 14 Volume 99 Version 1',
    'Data type: Precipitation depth',
    'Time series type: Partial duration',
    'Project area: Sample County (fictional, not by NOAA)',
    'Location name (ESRI Maps): None',
    'Station Name: None',
    `Latitude: ${RAINFALL_POINT.lat} Degree`,
    `Longitude: ${RAINFALL_POINT.lng} Degree`,
    'Elevation (USGS): None None',
    '',
    '',
    'PRECIPITATION FREQUENCY ESTIMATES',
    `by duration for ARI (years):, ${RETURN_YEARS.join(',')}`,
    ...RAINFALL.map(({ duration, inches }) => `${duration}:, ${inches.join(',')}`),
    '',
    'Date/time (GMT):  Tue Jul  1 12:00:00 2025',
  ]
  return `${lines.join('\n')}\n`
}
