import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readFeatures, readText } from '../../tests/sample/archive-reading.ts'
import { sampleCounty } from '../../tests/sample/shared-county.ts'
import { CLIMATE_COLUMNS, writeCodeBasis } from '../files/code-basis-file.ts'
import { CODE_BASIS, RAINFALL, RAINFALL_100_YEARS_24_HOURS, RETURN_YEARS } from './code-basis.ts'

const REAL = process.env.PLAT_REAL_DATA ?? '../shared/data'
const CLIMATE = `${REAL}/climate-zones/county_climate_zone_2010_lists.csv`
const RAIN = `${REAL}/recorded/atlas14/pfds_fort_myers_26.6_-81.9.csv`

const archive = writeCodeBasis(sampleCounty())
const rain = readText(archive, 'pfds_30.0_-72.0.csv')

describe.skipIf(!existsSync(CLIMATE))('compared with the real county list', () => {
  test('the columns are the same, in the same order', () => {
    const [header] = readFileSync(CLIMATE, 'utf8').split('\r\n')
    expect(CLIMATE_COLUMNS.join()).toBe(header)
  })
})

describe.skipIf(!existsSync(RAIN))(
  'compared with a recorded response of the rainfall server',
  () => {
    test('only numbers, names and the date differ, line for line', () => {
      const shape = (text: string) =>
        text
          .replace(/^(Project area): .*$/m, '$1')
          .replace(/^(Date\/time \(GMT\)): .*$/m, '$1')
          .replaceAll(/-?\d+(\.\d+)?(?=[,\n ])/g, '#')
          .split('\n')
      expect(shape(rain)).toEqual(shape(readFileSync(RAIN, 'utf8')))
    })
  },
)

test('rain grows with its duration and with its return period', () => {
  const depths = RAINFALL.map(({ inches }) => inches.map(Number))
  for (const [i, row] of depths.entries()) {
    expect(row.length).toBe(RETURN_YEARS.length)
    for (let k = 1; k < row.length; k++) expect(row[k]).toBeGreaterThan(row[k - 1])
    if (i > 0)
      for (const [k, depth] of row.entries()) expect(depth).toBeGreaterThan(depths[i - 1][k])
  }
})

test('the rain of 24 hours and 100 years is in its row and column', () => {
  const row = rain.split('\n').find((line) => line.startsWith('24-hr:'))
  const column = RETURN_YEARS.indexOf(100)
  expect(Number(row?.split(/, ?/)[1 + column])).toBe(RAINFALL_100_YEARS_24_HOURS)
})

test('the tables have one row of the county, marked as fictional', () => {
  const climate = readFeatures(archive, 'climate_zones.csv').map(({ fields }) => fields)
  expect(climate).toMatchObject([
    {
      'FIPS.long': '99001',
      doe_climate_zone: '3',
      doe_moisture_regime: 'moist',
      is_warm_humid: 't',
    },
  ])
  const design = readFeatures(archive, 'design_values.csv').map(({ fields }) => fields)
  expect(design).toEqual([
    {
      county_fips: '99001',
      edition: 'Fictional Building Code 2025',
      frost_depth_ft: '0.5',
      ground_snow_load_psf: '0',
      seismic_design_category: 'A',
      seismic_sds: '0.091',
      seismic_sd1: '0.058',
      wind_speed_mph: '148',
      wind_borne_debris_region: 'true',
      source_document: CODE_BASIS.sourceDocument,
    },
  ])
  expect(String(climate[0].AreaName)).toContain('(fictional)')
  expect(rain).toContain('fictional, not by NOAA')
})
