/** Design values of a building code in Sample County. Every number is fictional. */
export interface CodeBasis {
  /** IECC climate zone: its number and its moisture regime, as the county list spells them. */
  climateZone: number
  moisture: 'moist' | 'dry' | 'marine'
  isWarmHumid: boolean
  edition: string
  frostDepthFeet: number
  /** 0 is a value: no snow is expected. */
  groundSnowLoadPsf: number
  seismicDesignCategory: string
  /** Design spectral accelerations for Site Class D, in g. */
  seismicSds: number
  seismicSd1: number
  /** Basic wind speed, Risk Category II, miles an hour. */
  windSpeedMph: number
  isWindBorneDebrisRegion: boolean
  sourceDocument: string
}

export const CODE_BASIS: CodeBasis = {
  climateZone: 3,
  moisture: 'moist',
  isWarmHumid: true,
  edition: 'Fictional Building Code 2025',
  frostDepthFeet: 0.5,
  groundSnowLoadPsf: 0,
  seismicDesignCategory: 'A',
  seismicSds: 0.091,
  seismicSd1: 0.058,
  windSpeedMph: 148,
  isWindBorneDebrisRegion: true,
  sourceDocument:
    'Design values of Sample County (fictional), https://example.com/sample-county/design-values',
}

/** Point of the rainfall estimate. */
export const RAINFALL_POINT = { lat: '30.0', lng: '-72.0' } as const

/** Return periods of the rainfall table in years. */
export const RETURN_YEARS = [1, 2, 5, 10, 25, 50, 100, 200, 500, 1000] as const

/**
 * Duration, depth of the rain that comes about once a year in inches, and by how much ten times
 * the return period multiplies it: a made-up storm, not NOAA's.
 */
const DURATIONS: readonly (readonly [duration: string, inches: number, growth: number])[] = [
  ['5-min', 0.5, 1.38],
  ['10-min', 0.74, 1.38],
  ['15-min', 0.9, 1.38],
  ['30-min', 1.42, 1.39],
  ['60-min', 1.96, 1.41],
  ['2-hr', 2.4, 1.43],
  ['3-hr', 2.62, 1.45],
  ['6-hr', 3.04, 1.5],
  ['12-hr', 3.42, 1.54],
  ['24-hr', 3.9, 1.57],
  ['2-day', 4.7, 1.55],
  ['3-day', 5.2, 1.54],
  ['4-day', 5.6, 1.52],
  ['7-day', 6.8, 1.48],
  ['10-day', 7.9, 1.44],
  ['20-day', 11.1, 1.37],
  ['30-day', 13.8, 1.32],
  ['45-day', 17.1, 1.29],
  ['60-day', 20, 1.28],
]

/** Depths in inches, one row per duration, with NOAA's three significant digits. */
export const RAINFALL: readonly { duration: string; inches: string[] }[] = DURATIONS.map(
  ([duration, inches, growth]) => ({
    duration,
    inches: RETURN_YEARS.map((years) => {
      const depth = inches * growth ** Math.log10(years)
      return depth < 1 ? depth.toFixed(3) : depth.toPrecision(3)
    }),
  }),
)

/** The 24-hour rain of 100 years: 3.9 inches times 1.57 twice. */
export const RAINFALL_100_YEARS_24_HOURS = 9.61
