import { MAPPED } from '../plan/plan.ts'
import { NOT_FOUND, numberIn, type SampleAnswer, type SampleRequest } from './sample-service.ts'

const YEARS = [1, 2, 5, 10, 25, 50, 100, 200, 500, 1000]
/** Share of the 24-hour depth by duration, and of the 100-year depth by recurrence. */
const DURATIONS: readonly (readonly [name: string, share: number])[] = [
  ['5-min', 0.1],
  ['10-min', 0.15],
  ['15-min', 0.18],
  ['30-min', 0.27],
  ['60-min', 0.36],
  ['2-hr', 0.45],
  ['3-hr', 0.51],
  ['6-hr', 0.64],
  ['12-hr', 0.83],
  ['24-hr', 1],
  ['2-day', 1.1],
  ['3-day', 1.22],
  ['4-day', 1.31],
  ['7-day', 1.44],
  ['10-day', 1.53],
  ['20-day', 1.82],
  ['30-day', 2.1],
  ['45-day', 2.6],
  ['60-day', 3],
]
const SHARES = [0.33, 0.39, 0.5, 0.6, 0.75, 0.87, 1, 1.14, 1.33, 1.49]
/** Inches in 24 hours of 100 years. */
const DEPTH_IN = 11.4
const INCH_MM = 25.4

/**
 * The file of one point of the Precipitation Frequency Data Server, and its line of JavaScript
 * where no volume covers the point: https://hdsc.nws.noaa.gov/pfds/
 */
export function atlas14({ path, query, now }: SampleRequest): SampleAnswer {
  if (path !== '/fe_text_mean.csv') return NOT_FOUND
  const [lat, lon] = [numberIn(query, 'lat'), numberIn(query, 'lon')]
  const isInside =
    lat !== null && lon !== null && Math.abs(lat - 30) < 1 && Math.abs(lon - MAPPED.west) < 1.2
  if (!isInside) {
    const error = 'Error 3.0: Selected location is not within a project area'
    return { body: `result = 'none';\nErrorMsg =  '${error}';\n` }
  }
  const isMetric = query.get('units') === 'metric'
  const isAnnual = query.get('series') === 'ams'
  const years = isAnnual ? YEARS.slice(1) : YEARS
  const scale = (isMetric ? INCH_MM : 1) * (isAnnual ? 0.96 : 1) * DEPTH_IN
  const rows = DURATIONS.map(([name, share]) => {
    const depths = SHARES.slice(YEARS.length - years.length).map((of) =>
      (scale * share * of).toPrecision(3),
    )
    return `${name}:, ${depths.join(',')}`
  })
  const unit = isMetric ? 'millimeters' : 'inches'
  const lines = [
    `Point precipitation frequency estimates (${unit})`,
    'NOAA Atlas 14 Volume 9 Version 2',
    'Data type: Precipitation depth',
    `Time series type: ${isAnnual ? 'Annual maximum' : 'Partial duration'}`,
    'Project area: Sample County (fictional)',
    'Location name (ESRI Maps): None',
    'Station Name: None',
    `Latitude: ${lat} Degree`,
    `Longitude: ${lon} Degree`,
    'Elevation (USGS): None None',
    '',
    '',
    'PRECIPITATION FREQUENCY ESTIMATES',
    `by duration for ${isAnnual ? 'AEP:, ' : 'ARI (years):, '}${years.join(',')}`,
    ...rows,
    '',
    `Date/time (GMT):  ${now.toUTCString()}`,
  ]
  return { body: `${lines.join('\n')}\n`, headers: { 'content-type': 'text/csv' } }
}
